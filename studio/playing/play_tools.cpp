// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/playing/play_tools.h"

#include "studio/playing/command_completion.h"
#include "studio/playing/play_controller.h"
#include "studio/playing/play_recording.h"
#include "ui/fonts.h"
#include "ui/icons.h"
#include "ui/search_field.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QScrollBar>
#include <QTime>
#include <QTimer>
#include <QToolButton>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <nlohmann/json.hpp>

namespace blak::ui::playing {
namespace {

using nlohmann::json;

constexpr int lookMilliseconds = 500;
constexpr int mostConsoleLines = 5000;
constexpr qsizetype longestContent = 120;

} // namespace

ConsolePanel::ConsolePanel(PlayController& controller, QWidget* parent)
    : QWidget(parent), controller_(controller), text_(new QPlainTextEdit), line_(new QLineEdit)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 6);
    column->setSpacing(4);
    column->addWidget(text_, 1);
    auto* row = new QHBoxLayout;
    row->setContentsMargins(8, 0, 8, 0);
    row->addWidget(line_);
    column->addLayout(row);
    text_->setReadOnly(true);
    text_->setFrameShape(QFrame::NoFrame);
    text_->setFont(monoFont(11.5));
    text_->setMaximumBlockCount(mostConsoleLines);
    text_->setAccessibleName(tr("Answers of the server"));
    line_->setFont(monoFont(12));
    line_->setPlaceholderText(tr("A command for the server, as in: show status"));
    line_->setAccessibleName(tr("Command for the server"));
    line_->setObjectName(QStringLiteral("play.console"));
    setFocusPolicy(Qt::ClickFocus);
    setFocusProxy(line_);
    line_->installEventFilter(this);
    completion_ = new CommandCompletion(*line_, *new WorldNames(controller_.session(), this)); // sees the keys first
    connect(line_, &QLineEdit::returnPressed, this, &ConsolePanel::run);
    const auto refresh = [this] { line_->setEnabled(controller_.isRunning()); };
    connect(&controller_, &PlayController::stateChanged, this, refresh);
    refresh();
}

/// Up and Down go through earlier commands. Esc clears before it leaves to the game: half a command is said aloud there.
bool ConsolePanel::eventFilter(QObject*, QEvent* event)
{
    if (event->type() != QEvent::ShortcutOverride && event->type() != QEvent::KeyPress)
        return false;
    const auto& key = *static_cast<QKeyEvent*>(event);
    const bool isPlain = (key.modifiers() & ~Qt::KeypadModifier) == 0;
    const bool isUp = isPlain && key.key() == Qt::Key_Up, isDown = isPlain && key.key() == Qt::Key_Down;
    const bool clears = key.key() == Qt::Key_Escape && !line_->text().isEmpty();
    if (!isUp && !isDown && !clears)
        return false;
    event->accept();
    if (event->type() == QEvent::ShortcutOverride)
        return true;
    if (clears)
        line_->clear();
    else if (const auto line = isUp ? earlier_.before(line_->text()) : earlier_.behind())
        line_->setText(*line);
    return true;
}

void ConsolePanel::run()
{
    const QString command = line_->text().trimmed();
    if (command.isEmpty())
        return;
    earlier_.add(command);
    line_->clear();
    text_->appendPlainText(QStringLiteral("> ") + command);
    controller_.session().control().ask({{"do", "admin"}, {"command", command.toStdString()}},
                                        [this, guard = QPointer<QObject>(this)](const play::ControlAnswer& answer) {
                                            if (guard.isNull())
                                                return;
                                            text_->appendPlainText(
                                                answer.good ? QString::fromStdString(answer.result.value("text", "")).trimmed()
                                                            : answer.error);
                                        });
}

PacketPanel::PacketPanel(PlayController& controller, QWidget* parent)
    : QWidget(parent), controller_(controller), filter_(new SearchField(tr("Filter messages"), QStringLiteral("filter"))),
      pause_(new QToolButton), list_(new QTreeWidget)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* top = new QHBoxLayout;
    top->setContentsMargins(8, 5, 8, 5);
    filter_->setTarget(list_);
    top->addWidget(filter_, 1);
    pause_->setIcon(icon(QStringLiteral("pause")));
    pause_->setCheckable(true);
    pause_->setToolTip(tr("Hold the list"));
    pause_->setAccessibleName(pause_->toolTip());
    top->addWidget(pause_);
    auto* clearing = new QToolButton;
    clearing->setIcon(icon(QStringLiteral("trash"), IconTone::Text2));
    clearing->setToolTip(tr("Clear"));
    clearing->setAccessibleName(clearing->toolTip());
    connect(clearing, &QToolButton::clicked, list_, &QTreeWidget::clear);
    top->addWidget(clearing);
    column->addLayout(top);
    column->addWidget(list_, 1);
    list_->setColumnCount(3);
    list_->setHeaderLabels({tr("Time"), tr("Message"), tr("Content")});
    list_->setRootIsDecorated(false);
    list_->setUniformRowHeights(true);
    list_->setFrameShape(QFrame::NoFrame);
    list_->setObjectName(QStringLiteral("play.packets"));
    list_->setAccessibleName(tr("Messages between client and server"));
    list_->setColumnWidth(0, 110);
    list_->setColumnWidth(1, 170);
    setFocusProxy(list_);
    connect(filter_, &SearchField::filterChanged, this, [this](const QString& words) {
        for (int i = 0; i < list_->topLevelItemCount(); ++i) {
            QTreeWidgetItem* item = list_->topLevelItem(i);
            item->setHidden(!QString(item->text(1) + item->text(2)).contains(words, Qt::CaseInsensitive));
        }
    });
    connect(&controller_, &PlayController::tabsChanged, this, &PacketPanel::listen);
    connect(&controller_, &PlayController::stateChanged, this, &PacketPanel::listen);
    auto* looks = new QTimer(this); // another page may be the current one by now
    connect(looks, &QTimer::timeout, this, &PacketPanel::listen);
    looks->start(lookMilliseconds);
    listen();
}

void PacketPanel::listen()
{
    PlayTab* tab = controller_.currentTab();
    if (tab == heard_)
        return;
    disconnect(connection_);
    heard_ = tab;
    if (tab != nullptr)
        connection_ = connect(tab, &PlayTab::seen, this, &PacketPanel::append);
}

void PacketPanel::append(const SeenMessage& message)
{
    if (pause_->isChecked() || !isVisible())
        return;
    const bool atEnd = list_->verticalScrollBar()->value() >= list_->verticalScrollBar()->maximum() - 1;
    auto* item = new QTreeWidgetItem(list_);
    item->setText(0, QTime::currentTime().addMSecs(-static_cast<int>(message.ago)).toString(QStringLiteral("HH:mm:ss.zzz")));
    item->setFont(0, monoFont(11.5));
    item->setText(1, QString(message.toServer ? QChar(0x2192) : QChar(0x2190)) + u' ' + message.name);
    item->setToolTip(1, message.toServer ? tr("To the server") : tr("To the client"));
    item->setText(2, message.content.size() > longestContent ? message.content.left(longestContent) + QStringLiteral("...") : message.content);
    item->setToolTip(2, item->text(2));
    item->setHidden(!QString(item->text(1) + item->text(2)).contains(filter_->text(), Qt::CaseInsensitive));
    if (list_->topLevelItemCount() > mostRows)
        delete list_->takeTopLevelItem(0);
    if (atEnd)
        list_->scrollToBottom();
}

} // namespace blak::ui::playing
