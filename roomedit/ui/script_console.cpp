// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/ui/script_console.h"

#include "formats/base/file_io.h"
#include "roomedit/ui/room_view.h"
#include "roomedit/ui/script_input.h"
#include "roomedit/ui/script_runner.h"
#include "ui/fonts.h"
#include "ui/theme.h"

#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSettings>
#include <QShortcut>
#include <QSplitter>
#include <QTextBlock>
#include <QTextBrowser>
#include <QVBoxLayout>

namespace blak::ui::rooms {
namespace {

constexpr auto historyKey = "rooms/scriptLines";
constexpr std::uint64_t largestScript = 16ULL << 20U;

std::filesystem::path pathOf(const QString& file) { return QFile::encodeName(file).toStdString(); }

} // namespace

ScriptConsole::ScriptConsole(RoomView& room)
    : QDialog(&room), room_(room), runner_(new ScriptRunner(room.roomDocument(), this)), script_(new QPlainTextEdit),
      output_(new QTextBrowser), input_(new ScriptInput), run_(new QPushButton(tr("Run"))), stop_(new QPushButton(tr("Stop")))
{
    setWindowTitle(tr("Scripts: %1").arg(room.title()));
    setObjectName(QStringLiteral("scriptConsole"));
    script_->setObjectName(QStringLiteral("scriptConsole.script"));
    input_->setObjectName(QStringLiteral("scriptConsole.line"));
    run_->setObjectName(QStringLiteral("scriptConsole.run"));
    for (QWidget* text : {static_cast<QWidget*>(script_), static_cast<QWidget*>(output_), static_cast<QWidget*>(input_)})
        text->setFont(monoFont());
    script_->setPlaceholderText(tr("for (const sector of room.sectors())\n    room.brighten(sector, 8);"));
    script_->setAccessibleName(tr("Script"));
    script_->setTabStopDistance(4 * script_->fontMetrics().horizontalAdvance(u' '));
    script_->setLineWrapMode(QPlainTextEdit::NoWrap);
    output_->setAccessibleName(tr("Output"));
    output_->setOpenLinks(false);
    output_->document()->setMaximumBlockCount(5000);
    run_->setToolTip(tr("Runs the whole text (Ctrl+Return): one step of undo"));
    input_->setHistory(QSettings().value(QLatin1String(historyKey)).toStringList());

    auto* open = new QPushButton(tr("Open\u2026"));
    auto* save = new QPushButton(tr("Save\u2026"));
    auto* bar = new QHBoxLayout;
    bar->addWidget(open);
    bar->addWidget(save);
    bar->addStretch();
    bar->addWidget(stop_);
    bar->addWidget(run_);
    auto* upper = new QWidget;
    auto* upperColumn = new QVBoxLayout(upper);
    upperColumn->setContentsMargins(0, 0, 0, 0);
    upperColumn->addWidget(script_, 1);
    upperColumn->addLayout(bar);
    auto* lower = new QWidget;
    auto* lowerColumn = new QVBoxLayout(lower);
    lowerColumn->setContentsMargins(0, 0, 0, 0);
    lowerColumn->addWidget(output_, 1);
    lowerColumn->addWidget(input_);
    auto* split = new QSplitter(Qt::Vertical);
    split->addWidget(upper);
    split->addWidget(lower);
    split->setChildrenCollapsible(false);
    auto* column = new QVBoxLayout(this);
    column->addWidget(split);
    resize(640, 560);
    for (QPushButton* button : {open, save, stop_, run_})
        button->setAutoDefault(false); // Return belongs to the texts

    connect(open, &QPushButton::clicked, this, [this] { choose(false); });
    connect(save, &QPushButton::clicked, this, [this] { choose(true); });
    connect(run_, &QPushButton::clicked, this, &ScriptConsole::runScript);
    connect(stop_, &QPushButton::clicked, this, &ScriptConsole::stop);
    for (const int key : {Qt::Key_Return, Qt::Key_Enter})
        connect(new QShortcut(QKeySequence(Qt::CTRL | key), this), &QShortcut::activated, this, &ScriptConsole::runScript);
    connect(input_, &ScriptInput::entered, this, &ScriptConsole::runLine);
    connect(output_, &QTextBrowser::anchorClicked, this, [this](const QUrl& link) { goToLine(link.fragment().toInt()); });
    connect(runner_, &ScriptRunner::printed, this, [this](const QString& line) { say(line, theme().text); });
    connect(runner_, &ScriptRunner::found, this, [this](const QString& sentence) { say(sentence, theme().error); });
    connect(runner_, &ScriptRunner::finished, this, &ScriptConsole::finished);
    showState();
    input_->setFocus();
}

void ScriptConsole::setScript(const QString& source) { script_->setPlainText(source); }
QString ScriptConsole::script() const { return script_->toPlainText(); }
QString ScriptConsole::output() const { return output_->toPlainText(); }
bool ScriptConsole::isRunning() const { return runner_->isRunning(); }

void ScriptConsole::say(const QString& text, const QColor& colour, int line)
{
    QString html = text.toHtmlEscaped().replace(u'\n', QLatin1String("<br>")).replace(QLatin1String("  "), QLatin1String(" &nbsp;"));
    if (line > 0)
        html = QStringLiteral("<a href=\"#%1\" style=\"color:%2\">%3</a> %4").arg(line).arg(theme().link.name(), tr("Line %1:").arg(line), html);
    output_->append(QStringLiteral("<span style=\"color:%1\">%2</span>").arg(colour.name(), html));
}

void ScriptConsole::runScript()
{
    if (script().trimmed().isEmpty() || isRunning())
        return;
    runsScript_ = true;
    run(script(), file_.isEmpty() ? tr("console") : QFileInfo(file_).fileName());
}

void ScriptConsole::runLine(const QString& line)
{
    if (isRunning())
        return;
    runsScript_ = false;
    say(QStringLiteral("> ") + line, theme().text2);
    run(line, tr("line"));
    QSettings().setValue(QLatin1String(historyKey), input_->history());
}

void ScriptConsole::run(const QString& source, const QString& name)
{
    runner_->run(source, name);
    showState();
}

void ScriptConsole::stop() { runner_->stop(); }

void ScriptConsole::finished(const QString& value, const QString& error, int line)
{
    if (!error.isEmpty()) {
        say(error, theme().error, runsScript_ ? line : 0);
        if (runsScript_ && line > 0)
            goToLine(line);
    } else if (!value.isEmpty()) {
        say(value, theme().text2);
    } else if (runsScript_) {
        say(tr("Done."), theme().text2);
    }
    room_.model()->changed();
    showState();
    emit ran();
}

void ScriptConsole::goToLine(int line)
{
    const QTextBlock block = script_->document()->findBlockByNumber(line - 1);
    if (!block.isValid())
        return;
    QTextCursor cursor(block);
    cursor.movePosition(QTextCursor::EndOfBlock, QTextCursor::KeepAnchor);
    script_->setTextCursor(cursor);
    script_->ensureCursorVisible();
    script_->setFocus();
}

void ScriptConsole::showState()
{
    run_->setEnabled(!isRunning());
    stop_->setEnabled(isRunning());
}

bool ScriptConsole::openScript(const QString& file)
{
    const auto text = readTextFile(pathOf(file), largestScript);
    if (!text) {
        say(QString::fromStdString(text.error().text()), theme().error);
        return false;
    }
    setScript(QString::fromStdString(text.value()));
    file_ = file;
    return true;
}

bool ScriptConsole::saveScript(const QString& file)
{
    const auto done = writeFileAtomically(pathOf(file), script().toStdString());
    if (!done) {
        say(QString::fromStdString(done.error().text()), theme().error);
        return false;
    }
    file_ = file;
    return true;
}

void ScriptConsole::choose(bool saves)
{
    const QString folder = QFileInfo(file_.isEmpty() ? room_.path() : file_).absolutePath();
    auto* chooser = new QFileDialog(this, saves ? tr("Save script") : tr("Open script"), folder);
    chooser->setAttribute(Qt::WA_DeleteOnClose);
    chooser->setAcceptMode(saves ? QFileDialog::AcceptSave : QFileDialog::AcceptOpen);
    chooser->setFileMode(saves ? QFileDialog::AnyFile : QFileDialog::ExistingFile);
    chooser->setNameFilters({tr("Scripts (*.js)"), tr("All files (*)")});
    chooser->setDefaultSuffix(QStringLiteral("js"));
    connect(chooser, &QFileDialog::fileSelected, this, [this, saves](const QString& file) { saves ? saveScript(file) : openScript(file); });
    chooser->open();
}

} // namespace blak::ui::rooms
