// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/debugging/tests_controller.h"

#include "kodide/ui/code_view.h"
#include "kodide/ui/debug_margin.h"
#include "studio/debugging/tests_panel.h"
#include "ui/icons.h"
#include "ui/number_text.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QFileInfo>
#include <QMenu>
#include <QRegularExpression>
#include <QTimer>

#include <algorithm>

namespace blak::ui::debugging {
namespace {

constexpr int watchedSeconds = 10;
constexpr int mostNamed = 100; ///< files, in the Output

/// "Thing is Object", which begins a class.
const QRegularExpression& classLine()
{
    static const QRegularExpression line(QStringLiteral("^(\\w+)(\\s+is\\s+\\w+)?\\s*$"));
    return line;
}

QString classAbove(const QStringList& text, int line)
{
    for (; line >= 0; --line)
        if (const auto match = classLine().match(text.at(line)); match.hasMatch() && match.captured(1) != QLatin1String("end"))
            return match.captured(1);
    return {};
}

QStringList linesOf(const code::CodeView& view) { return QString::fromUtf8(view.editor()->text()).split(QLatin1Char('\n')); }

} // namespace

QString testAt(const QStringList& text, int line)
{
    static const QRegularExpression head(QStringLiteral("^\\s+(Test\\w*)\\s*\\("), QRegularExpression::CaseInsensitiveOption);
    if (line < 0 || line >= text.size())
        return {};
    const auto match = head.match(text.at(line));
    const QString type = match.hasMatch() ? classAbove(text, line) : QString();
    return type.isEmpty() ? QString() : type + QLatin1Char('.') + match.captured(1);
}

int lineOfHandler(const QStringList& text, const QString& className, const QString& handler)
{
    const QRegularExpression head(QStringLiteral("^\\s+%1\\s*\\(").arg(QRegularExpression::escape(handler)),
                                  QRegularExpression::CaseInsensitiveOption);
    for (int line = 0; line < text.size(); ++line)
        if (head.match(text.at(line)).hasMatch() && classAbove(text, line).compare(className, Qt::CaseInsensitive) == 0)
            return line + 1;
    return 0;
}

TestsController::TestsController(DebugHost host, const QString& program, QObject* parent)
    : QObject(parent), host_(std::move(host)), runner_(new TestRunner(program, this))
{
    connect(runner_, &TestRunner::covered, this, [this](const Coverage& coverage) {
        coverage_ = coverage;
        isShown_ = true;
        paint();
        if (!runner_->isOfTests())
            tellWatched();
    });
    connect(runner_, &TestRunner::failed, this, [this](const QString& why) {
        const QWidget* panel = panel_.data();
        if (!runner_->isOfTests() || panel == nullptr || !panel->isVisible()) // there it says so of tests itself
            host_.report(Severity::Warning, why);
    });
    for (const auto signal : {&TestRunner::started, &TestRunner::ended})
        connect(runner_, signal, this, [this] { host_.refresh(); });
}

QWidget* TestsController::makePanel()
{
    auto* panel = new TestsPanel(*runner_);
    panel_ = panel;
    connect(panel, &TestsPanel::runWanted, this, &TestsController::run);
    connect(panel, &TestsPanel::debugWanted, this, &TestsController::debugWanted);
    connect(panel, &TestsPanel::chosen, this, &TestsController::goTo);
    return panel;
}

void TestsController::run(const QString& filter)
{
    if (host_.projectRoot().isEmpty() || runner_->isRunning())
        return;
    host_.saveAll(); // what is tested is what is on the disk
    runner_->runTests(host_.projectRoot(), filter);
}

/// The game that is played, else the world that is debugged without one, else one that runs in the project's folder.
void TestsController::watch()
{
    WatchedWorld world{host_.projectRoot(), {}, {}};
    if (const auto played = host_.played(); played && !played->kodbase.isEmpty()) // which lies in the folder of its server
        world = {QFileInfo(played->kodbase).path(), played->compiledIn, played->project};
    else if (const code::DebuggedWorld debugged = host_.debugged(); !debugged.server.isEmpty())
        world = {debugged.server, debugged.compiledIn, debugged.sources};
    runner_->watchWorld(world, watchedSeconds);
    constexpr int refused = 700; // ms, by when it would have said that no world runs
    QTimer::singleShot(refused, this, [this] {
        if (runner_->isRunning() && !runner_->isOfTests())
            host_.report(Severity::Info, tr("Lines that run are counted for %1 s.").arg(watchedSeconds));
    });
}

/// Marks are seen in texts only: the files are named, each with the line that ran most often, and Show leads to the one where most ran.
void TestsController::tellWatched()
{
    struct Counted
    {
        QString path;
        qsizetype lines = 0; ///< that ran
        int line = 0;        ///< that ran most often, from 1
        qint64 times = 0;    ///< that it did
    };
    qsizetype lines = 0;
    QVector<Counted> files;
    for (auto it = coverage_.constBegin(); it != coverage_.constEnd(); ++it) {
        Counted one{it.key()};
        for (auto line = it.value().constBegin(); line != it.value().constEnd(); ++line) {
            one.lines += line.value() > 0 ? 1 : 0;
            if (line.value() > one.times) {
                one.line = line.key();
                one.times = line.value();
            }
        }
        lines += one.lines;
        if (one.lines > 0)
            files.push_back(one);
    }
    if (files.isEmpty())
        return host_.report(Severity::Info, tr("No line of the world's Blakod ran in these %1 s.").arg(watchedSeconds));
    // The Output shows its end: there is where most ran.
    std::ranges::stable_sort(files, {}, &Counted::lines);
    const QDir root(QFileInfo(host_.projectRoot()).canonicalFilePath());
    QStringList list;
    if (files.size() > mostNamed)
        list << counted(files.size() - mostNamed, tr("1 more file, where fewer lines ran"), tr("%1 more files, where fewer lines ran"));
    for (const Counted& one : files.sliced(std::max<qsizetype>(0, files.size() - mostNamed))) {
        const QString name = root.relativeFilePath(one.path);
        list << tr("%1:%2 \u00b7 %3 \u00b7 this one %4")
                    .arg(name.startsWith(QLatin1String("..")) ? one.path : name)
                    .arg(one.line)
                    .arg(counted(one.lines, tr("1 line ran"), tr("%1 lines ran")), counted(one.times, tr("once"), tr("%1 times")));
    }
    host_.reportWith(tr("Lines that ran are marked: %1, in %2.")
                         .arg(counted(lines, tr("1 line"), tr("%1 lines")), counted(files.size(), tr("1 file"), tr("%1 files"))),
                     list, [this, most = files.last()] {
                         isShown_ = true;
                         paint();
                         host_.openAt(most.path, most.line);
                     });
}

/// The line that failed; of a test that did not, its handler, which is looked for in the world's sources.
void TestsController::goTo(const TestResult& result)
{
    if (!result.path.isEmpty())
        return host_.openAt(result.path, result.line);
    for (QDirIterator it(host_.projectRoot(), {QStringLiteral("*.kod")}, QDir::Files, QDirIterator::Subdirectories); it.hasNext();) {
        QFile file(it.next());
        if (!file.open(QIODevice::ReadOnly))
            continue;
        const int line = lineOfHandler(QString::fromLatin1(file.readAll()).replace(QLatin1String("\r\n"), QLatin1String("\n"))
                                           .split(QLatin1Char('\n')),
                                       result.className, result.handler);
        if (line > 0)
            return host_.openAt(file.fileName(), line);
    }
    host_.report(Severity::Warning, tr("The source of %1 was not found.").arg(result.name()));
}

void TestsController::addToMenu(QMenu& menu, const code::CodeView& view, int line)
{
    const QString test = testAt(linesOf(view), line - 1);
    if (test.isEmpty())
        return;
    menu.addSeparator();
    QAction* action = menu.addAction(icon(QStringLiteral("play")), tr("Run this test"), this, [this, test] { run(test); });
    action->setEnabled(!runner_->isRunning());
    menu.addAction(icon(QStringLiteral("bug")), tr("Debug this test"), this, [this, test] { emit debugWanted(test); });
}

void TestsController::adopt(DocumentView* document)
{
    if (auto* view = code::blakodView(document))
        paint(*view);
}

void TestsController::paint()
{
    for (DocumentView* document : host_.documents())
        adopt(document);
}

void TestsController::paint(code::CodeView& view) const
{
    QMap<int, qint64> lines;
    if (isShown_) {
        const auto counts = coverage_.value(QFileInfo(view.path()).canonicalFilePath());
        for (auto it = counts.constBegin(); it != counts.constEnd(); ++it)
            lines[it.key() - 1] = it.value();
    }
    if (lines != view.editor()->coverage())
        view.editor()->setCoverage(lines);
}

ActionTable TestsController::actions()
{
    ActionTable table;
    const auto row = [&](const char* id, const QString& text, const char* sign, QKeyCombination key, std::function<void()> run,
                         std::function<bool()> enabled) {
        ActionSpec spec;
        spec.id = QStringLiteral("tests.") + QLatin1String(id);
        spec.text = text;
        spec.menu = QStringLiteral("Run/Tests and lines");
        spec.icon = QLatin1String(sign);
        if (key.key() != Qt::Key_unknown)
            spec.keys = {QKeySequence(key)};
        spec.run = [run = std::move(run)](DocumentView*) { run(); };
        spec.enabled = [enabled = std::move(enabled)](const DocumentView*) { return enabled(); };
        table << spec;
    };
    const auto canRun = [this] { return !host_.projectRoot().isEmpty() && !runner_->isRunning(); };
    row("run", tr("Run all tests"), "ok", Qt::CTRL | Qt::SHIFT | Qt::Key_F9, [this] { run({}); }, canRun);
    row(
        "watch", tr("Watch which lines the running world runs"), "eye", QKeyCombination(Qt::Key_unknown),
        [this] { watch(); }, canRun);
    row(
        "coverage", tr("Show which lines ran"), "eye", QKeyCombination(Qt::Key_unknown),
        [this] {
            isShown_ = !isShown_;
            paint();
        },
        [this] { return !coverage_.isEmpty(); });
    table.back().checked = [this](const DocumentView*) { return isShown_; };
    return table;
}

} // namespace blak::ui::debugging
