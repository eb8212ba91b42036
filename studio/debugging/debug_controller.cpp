// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/debugging/debug_controller.h"

#include "kodide/ui/breakpoint_dialog.h"
#include "kodide/ui/breakpoint_place.h"
#include "kodide/ui/code_assist.h"
#include "kodide/ui/code_view.h"
#include "kodide/ui/debug_breakpoints.h"
#include "kodide/ui/debug_console.h"
#include "kodide/ui/debug_lists.h"
#include "kodide/ui/debug_margin.h"
#include "kodide/ui/debug_values.h"
#include "kodide/ui/inline_values.h"
#include "kodide/ui/old_source.h"
#include "kodide/ui/time_line.h"
#include "kodide/ui/written_expression.h"
#include "studio/debugging/breakpoint_keeper.h"
#include "studio/debugging/breakpoint_menu.h"
#include "studio/debugging/launch_box.h"
#include "studio/debugging/launch_dialog.h"
#include "studio/debugging/profile_panel.h"
#include "studio/debugging/world_browser.h"
#include "ui/elided_label.h"
#include "ui/empty_label.h"
#include "ui/icons.h"

#include <QAction>
#include <QApplication>
#include <QDateTime>
#include <QFileDialog>
#include <QFileInfo>
#include <QInputDialog>
#include <QLineEdit>
#include <QHBoxLayout>
#include <QLocale>
#include <QMenu>
#include <QTimer>
#include <QToolButton>
#include <QToolTip>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace blak::ui::debugging {

using code::DebugState;
using code::DebugStep;

DebugController::DebugController(DebugHost host, std::unique_ptr<code::DebugBackend> backend, QString program, QObject* parent)
    : QObject(parent), host_(std::move(host)), backend_(std::move(backend)), session_(new code::DebugSession(*backend_, this)),
      follower_(new BreakpointFollower(host_, *session_, this)), launches_(new LaunchList(this)), program_(std::move(program))
{
    connect(launches_, &LaunchList::changed, this, [this] {
        if (!launches_->root().isEmpty())
            host_.remember(QStringLiteral("debug"), launches_->wish().name);
    });
    connect(session_, &code::DebugSession::stateChanged, this, [this] {
        host_.refresh();
        if (session_->state() == DebugState::Off) // not while it steps from line to line
            host_.wentOn();
        else if (session_->state() == DebugState::Stopped)
            host_.stopped();
        else if (session_->state() == DebugState::Running)
            host_.goesOn(session_->isStepping());
        const bool wanted = session_->errorStops() || session_->debugStops();
        if (wanted && !std::exchange(stopsAtErrors_, wanted))
            startPlayed(false);
        stopsAtErrors_ = wanted;
    });
    connect(session_, &code::DebugSession::frameChanged, this, &DebugController::showPlace);
    connect(session_, &code::DebugSession::textsTaken, this, [this] {
        for (code::CodeView* view : views())
            follower_->follow(*view); // as they are now
    });
    connect(session_, &code::DebugSession::framesMoved, this, [this] {
        if (code::CodeView* view = viewOfFrame())
            view->editor()->setStoppedLine(static_cast<int>(session_->frames()[session_->frame()].line) - 1);
    });
    for (const auto signal : {&code::DebugSession::frameChanged, &code::DebugSession::valuesChanged})
        connect(session_, signal, this, &DebugController::showValues);
    connect(session_, &code::DebugSession::breakpointsChanged, this, [this](const QString& path) {
        for (code::CodeView* view : views())
            if (code::isSameFile(view->path(), path)) {
                code::showBreakpoints(*view, *session_);
                follower_->follow(*view);
            }
        if (const auto& all = session_->breakpoints().value(path); all.size() > known_[path])
            startPlayed(false); // the first one in a world that is played brings the debugger there
        known_[path] = session_->breakpoints().value(path).size();
    });
    keeper_ = new BreakpointKeeper(host_, *session_, *follower_, this); // hears of changes after the follower
    connect(session_, &code::DebugSession::pastSaved, this, [this](const QString& file, std::int64_t milliseconds, std::int64_t left) {
        const auto seconds = [](std::int64_t time) { return QLocale().toString(static_cast<double>(time) / 1000, 'f', 1); };
        QString said = tr("The last %1 s are saved as %2; they are debugged by \"Open what a server has recorded\".")
                           .arg(seconds(milliseconds), QFileInfo(file).fileName());
        if (left > 0)
            said += QLatin1Char(' ') + tr("The %1 s before are not: classes were reloaded since.").arg(seconds(left));
        host_.report(Severity::Info, said);
    });
    session_->setNameCheck([this](const QString& path, int line, const QString& expression) {
        for (const code::CodeView* view : views())
            if (code::isSameFile(view->path(), path))
                return code::nameFault(*view, line, expression);
        return QString();
    });
    connect(session_, &code::DebugSession::failed, this,
            [this](const QString& why) { host_.report(Severity::Error, tr("The debugger: %1").arg(why)); });
}

DebugController::~DebugController() = default;

/// Buttons and, beside them, how the world is.
QWidget* DebugController::makeBar()
{
    auto* bar = new QWidget;
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(6, 2, 8, 2);
    row->setSpacing(2);
    for (const char* id : {"debug.start", "debug.pause", "debug.over", "debug.into", "debug.out", "debug.back", "debug.rewind", "debug.reload", "debug.stop"}) {
        auto* button = new QToolButton;
        button->setDefaultAction(host_.action(QLatin1String(id)));
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::NoFocus);
        row->addWidget(button);
    }
    connect(session_, &code::DebugSession::stateChanged, bar, [this] { // what stands goes on
        host_.action(QStringLiteral("debug.start"))->setIcon(icon(session_->state() == DebugState::Stopped ? QStringLiteral("play") : QStringLiteral("bug")));
    });
    row->addSpacing(4);
    auto* launch = new LaunchBox(*launches_, *session_);
    connect(launch, &LaunchBox::editWanted, this, &DebugController::editLaunches);
    projectChanged(); // it shows what there is
    row->addWidget(launch);
    auto* state = new ElidedLabel;
    state->setObjectName(QStringLiteral("debugState"));
    row->addSpacing(8);
    row->addWidget(state, 1);
    state->setTextFormat(Qt::PlainText);
    const auto tell = [this, state] {
        const QString error = session_->state() == DebugState::Stopped ? session_->lastStop().error : QString();
        state->setText(session_->stateText());
        state->setToolTip(error.isEmpty() ? QString() : QStringLiteral("<p>%1</p><p>%2</p>").arg(state->text().toHtmlEscaped(), error.toHtmlEscaped()));
    };
    connect(session_, &code::DebugSession::stateChanged, state, tell);
    tell();
    return bar;
}

/// While a game is played that nobody debugs.
QWidget* DebugController::makeOffer()
{
    auto* offer = new EmptyLabel(tr("A game is played here, and the debugger is not with it."), tr("Debug the game"));
    offer->setObjectName(QStringLiteral("debugOffer"));
    const QAction* debug = host_.action(QStringLiteral("debug.played"));
    const auto show = [offer, debug] { offer->setVisible(debug->isEnabled() && !debug->isChecked()); };
    connect(debug, &QAction::changed, offer, show);
    connect(offer, &QLabel::linkActivated, this, [this] { startPlayed(true); });
    show();
    return offer;
}

void DebugController::projectChanged()
{
    QString fault;
    const QString name = host_.recall(QStringLiteral("debug"));
    launches_->load(host_.projectRoot(), fault);
    launches_->choose(name);
    if (!fault.isEmpty())
        host_.report(Severity::Error, fault);
    keeper_->projectChanged();
}

void DebugController::editLaunches()
{
    if (host_.projectRoot().isEmpty())
        return;
    auto* dialog = new LaunchDialog(launches_->all().mid(1), QApplication::activeWindow());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog] {
        if (const auto written = launches_->setOwn(dialog->own()); !written)
            return host_.report(Severity::Error, QString::fromStdString(written.error().text()));
        if (dialog->current() >= 0)
            launches_->choose(dialog->current() + 1);
    });
    dialog->open();
}

QVector<DebugPanel> DebugController::makePanels()
{
    auto* stack = new code::DebugStack(*session_);
    auto* breakpoints = new code::DebugBreakpoints(*session_);
    auto* console = new code::DebugConsole(*session_);
    connect(console, &code::DebugConsole::chosen, this, &DebugController::goTo);
    auto* watches = new code::DebugWatches(*session_);
    for (QLineEdit* field : {&console->field(), &watches->field()})
        new code::FieldCompletion(*field, [this] { return placeOfFrame(); }); // it is the field's
    auto* calls = new QWidget;
    auto* column = new QVBoxLayout(calls);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(makeBar());
    column->addWidget(new code::TimeLine(*session_));
    column->addWidget(makeOffer());
    column->addWidget(stack, 1);
    calls->setFocusProxy(stack);
    connect(stack, &code::DebugStack::chosen, this, &DebugController::goTo);
    connect(stack, &code::DebugStack::oldSourceWanted, this, &DebugController::showOldSource);
    connect(breakpoints, &code::DebugBreakpoints::chosen, this, &DebugController::goTo);
    DebugHost later = host_; // Play comes when the panels are there
    later.played = [this] { return host_.played(); };
    return {
        {QStringLiteral("debugStack"), tr("Call stack"), calls, Qt::BottomDockWidgetArea, true},
        {QStringLiteral("debugConsole"), tr("Console"), console, Qt::BottomDockWidgetArea},
        {QStringLiteral("debugWorld"), tr("World"), new WorldBrowser(host_, *session_), Qt::BottomDockWidgetArea},
        {QStringLiteral("debugProfile"), tr("Profile"), new ProfilePanel(later, *session_, program_), Qt::BottomDockWidgetArea},
        {QStringLiteral("debugVariables"), tr("Variables"), new code::DebugVariables(*session_), Qt::RightDockWidgetArea, true},
        {QStringLiteral("debugWatches"), tr("Watches"), watches, Qt::RightDockWidgetArea},
        {QStringLiteral("debugBreakpoints"), tr("Breakpoints"), breakpoints, Qt::RightDockWidgetArea},
    };
}

void DebugController::start()
{
    if (session_->state() == DebugState::Stopped)
        return session_->proceed(DebugStep::Continue);
    if (launches_->root() != host_.projectRoot())
        projectChanged();
    code::DebugWish wish = launches_->wish();
    if (wish.kind != code::DebugWish::Kind::Attach || !wish.folder.isEmpty())
        return begin(wish);
    // Whoever may see the server's control.json knows its token; it is asked for each time, and kept nowhere.
    auto* ask = new QInputDialog(QApplication::activeWindow());
    ask->setAttribute(Qt::WA_DeleteOnClose);
    ask->setWindowTitle(wish.name);
    ask->setLabelText(tr("Token of the server at %1, port %2 (in its control.json):").arg(wish.host).arg(wish.port));
    ask->setTextEchoMode(QLineEdit::Password);
    connect(ask, &QInputDialog::textValueSelected, this, [this, wish](const QString& token) mutable {
        wish.token = token.trimmed();
        begin(wish);
    });
    ask->open();
}

void DebugController::begin(const code::DebugWish& wish)
{
    host_.saveAll(); // what is debugged is what is on the disk
    host_.enter();
    session_->start(wish);
}

void DebugController::startTest(const QString& test)
{
    if (session_->state() != DebugState::Off)
        return host_.report(Severity::Warning, tr("A world is debugged already: end it first."));
    code::DebugWish wish;
    wish.kind = code::DebugWish::Kind::Test;
    wish.name = wish.test = test;
    wish.project = host_.projectRoot();
    wish.keepPast = false;
    begin(wish);
}

void DebugController::startPlayed(bool wanted)
{
    const auto wish = host_.played();
    if (!wish || session_->state() != DebugState::Off)
        return;
    bool any = wanted || session_->errorStops() || session_->debugStops();
    for (const auto& all : session_->breakpoints())
        any = any || std::any_of(all.begin(), all.end(), [](const code::LineBreakpoint& one) { return one.enabled; });
    if (!any)
        return;
    if (wanted) // and where the debugger says so is not shown
        connect(session_, &code::DebugSession::armed, this,
                [this] { host_.report(Severity::Info, tr("The debugger watches the world that is played now.")); }, Qt::SingleShotConnection);
    session_->start(*wish);
}

bool DebugController::debugsPlayed() const
{
    const auto played = host_.played();
    return played && session_->state() != DebugState::Off && session_->wish().kind == code::DebugWish::Kind::Attach && session_->wish().port == played->port;
}

void DebugController::reload()
{
    host_.saveAll();
    session_->reload();
}

void DebugController::savePast()
{
    auto* ask = new QFileDialog(QApplication::activeWindow(), tr("Save the past as a recording"), host_.projectRoot(),
                                tr("Recordings (*.blakrec)"));
    ask->setAttribute(Qt::WA_DeleteOnClose);
    ask->setObjectName(QStringLiteral("debugSavePast"));
    ask->setAcceptMode(QFileDialog::AcceptSave);
    ask->setDefaultSuffix(QStringLiteral("blakrec"));
    ask->selectFile(QDateTime::currentDateTime().toString(QStringLiteral("yyyy-MM-dd hh-mm")) + QStringLiteral(".blakrec"));
    connect(ask, &QFileDialog::fileSelected, session_, &code::DebugSession::savePast);
    ask->open();
}

void DebugController::toggleHere()
{
    if (auto* view = code::blakodView(host_.current()))
        toggle(*view, view->editor()->cursor().line + 1);
}

void DebugController::editHere()
{
    auto* view = code::blakodView(host_.current());
    if (view == nullptr)
        return;
    follower_->follow(*view);
    const QString path = view->path();
    int line = view->editor()->cursor().line + 1;
    if (session_->indexAt(path, line) < 0) {
        const auto place = code::BreakpointPlace::of(view->analysisNow(), line, view->title());
        if (place.line == 0)
            return view->say(place.sentence);
        line = place.line;
    }
    const int index = session_->indexAt(path, line);
    code::LineBreakpoint one;
    one.wanted.line = line;
    code::editBreakpoint(*session_, path, index, index < 0 ? one : session_->breakpoints()[path][static_cast<std::size_t>(index)],
                         view->window());
}

/// A new one goes where a world can stop; the status line says so.
void DebugController::toggle(code::CodeView& view, int line)
{
    follower_->follow(view);
    if (session_->indexAt(view.path(), line) >= 0)
        return session_->toggleBreakpoint(view.path(), line);
    const auto place = code::BreakpointPlace::of(view.analysisNow(), line, view.title());
    if (place.line == 0)
        return view.say(place.sentence);
    if (place.line != line && session_->indexAt(view.path(), place.line) >= 0) {
        if (lastMoved_ == MovedBreakpoint{view.path(), line, place.line}) { // it was set here
            lastMoved_ = {};
            return session_->toggleBreakpoint(view.path(), place.line);
        }
        return view.say((place.line < line ? tr("Line %1, where this statement begins, has a breakpoint already.")
                                           : tr("Line %1, the next one with code, has a breakpoint already."))
                            .arg(place.line));
    }
    lastMoved_ = place.line > line ? MovedBreakpoint{view.path(), line, place.line} : MovedBreakpoint();
    session_->toggleBreakpoint(view.path(), place.line);
    if (!place.sentence.isEmpty())
        view.say(place.sentence);
}

void DebugController::atCursor(void (code::DebugSession::*what)(const QString&, int))
{
    if (const auto* view = code::blakodView(host_.current()))
        (session_->*what)(view->path(), view->editor()->cursor().line + 1);
}

void DebugController::adopt(DocumentView* document)
{
    auto* view = code::blakodView(document);
    if (view == nullptr || view->editor()->hasBreakpoints())
        return;
    view->editor()->enableBreakpoints();
    connect(view->editor(), &code::CodeEditor::breakpointClicked, this,
            [this, view](int line) { toggle(*view, line + 1); });
    connect(view, &code::CodeView::analysed, this, [this, view] { follower_->judge(*view); });
    view->assist()->setTipTaker([self = QPointer(this), view](const QString& word, const QPoint& at, const std::function<void()>& otherwise) {
        DebugController* there = self.data();
        if (there == nullptr || view != there->viewOfFrame())
            return false;
        there->showTip(word, at, otherwise);
        return true;
    });
    connect(view->editor(), &code::CodeEditor::breakpointMenuWanted, this, [this, view](int line, const QPoint& at) {
        const auto place = code::BreakpointPlace::of(view->analysisNow(), line + 1, view->title());
        QMenu* menu = makeBreakpointMenu(*session_, view->path(), line + 1, place, view->window());
        emit marginMenu(*menu, *view, line + 1);
        menu->popup(at);
    });
    connect(view->editor(), &code::CodeEditor::edited, this, [this, view] {
        follower_->follow(*view);
        if (view == viewOfFrame())
            placeValues(*view);
    });
    code::showBreakpoints(*view, *session_);
    // Kept edits that are put back into a text that was just opened are what the breakpoints are in already.
    QTimer::singleShot(0, view, [follower = QPointer(follower_), view] {
        if (BreakpointFollower* there = follower.data(); there != nullptr)
            there->follow(*view);
    });
    showPlace();
}

void DebugController::leave(DocumentView* document)
{
    if (auto* view = code::blakodView(document); view != nullptr && view->editor()->hasBreakpoints())
        follower_->leave(*view);
}

void DebugController::renamed(const QString& from, const QString& to) { follower_->renamed(from, to); }

QVector<code::CodeView*> DebugController::views() const
{
    QVector<code::CodeView*> all;
    for (DocumentView* document : host_.documents())
        if (auto* view = code::blakodView(document); view != nullptr && view->editor()->hasBreakpoints())
            all << view;
    return all;
}

/// Opens the source of the frame and marks its line; nowhere while the world runs.
void DebugController::showPlace()
{
    const auto& frames = session_->frames();
    const QString path = session_->frame() < frames.size() ? QString::fromStdString(frames[session_->frame()].path) : QString();
    const int line = path.isEmpty() ? 0 : static_cast<int>(frames[session_->frame()].line);
    bool shown = path.isEmpty();
    for (code::CodeView* view : views()) {
        const bool here = !path.isEmpty() && code::isSameFile(view->path(), path);
        if (here && view->editor()->stoppedLine() != line - 1) {
            host_.show(view);
            view->editor()->goTo(line - 1, 0);
        }
        view->editor()->setStoppedLine(here ? line - 1 : -1);
        shown = shown || here;
    }
    if (!shown)
        goTo(path, line);
}

code::CodeView* DebugController::viewOfFrame() const
{
    const auto& frames = session_->frames();
    if (session_->state() != DebugState::Stopped || session_->frame() >= frames.size())
        return nullptr;
    const QString path = QString::fromStdString(frames[session_->frame()].path);
    for (code::CodeView* view : views())
        if (code::isSameFile(view->path(), path))
            return view;
    return nullptr;
}

/// Names mean what they mean there.
std::optional<code::FieldPlace> DebugController::placeOfFrame() const
{
    const code::CodeView* view = viewOfFrame();
    if (view == nullptr || !view->index())
        return std::nullopt;
    return code::FieldPlace{view->index(), view->indexPath(), view->text()->text(), static_cast<int>(session_->frames()[session_->frame()].line)};
}

/// Parameters and locals of the frame, behind the lines of its handler that name them. A handler whose source has another version by
/// now has other lines.
void DebugController::showValues()
{
    for (code::CodeView* view : views())
        view->editor()->setInlineValues({});
    values_.clear();
    const quint64 asked = ++valuesAsked_;
    if (viewOfFrame() == nullptr || session_->frames()[session_->frame()].isOld)
        return;
    session_->backend().scopes(session_->frameId(), [this, asked](const std::vector<dap::Scope>& scopes) {
        for (const dap::Scope& scope : scopes) {
            if (asked != valuesAsked_ || (scope.hint != "arguments" && scope.hint != "locals"))
                continue;
            session_->backend().variables(scope.reference, 0, 0, [this, asked](const std::vector<dap::Variable>& rows) {
                code::CodeView* view = asked == valuesAsked_ ? viewOfFrame() : nullptr;
                if (view == nullptr)
                    return;
                for (const dap::Variable& row : rows)
                    values_.insert(QString::fromStdString(row.name).toLower(), QString::fromStdString(row.value));
                placeValues(*view);
            });
        }
    });
}

/// Anew after each edit: the lines that name them may be other ones then.
void DebugController::placeValues(code::CodeView& view)
{
    if (!values_.isEmpty() && view.dialect() != nullptr)
        view.editor()->setInlineValues(code::inlineValues(view.editor()->text(), *view.dialect(), view.editor()->stoppedLine(), values_));
}

void DebugController::showOldSource(const dap::StackFrame& frame)
{
    const kod::Dialect* dialect = nullptr;
    for (const code::CodeView* view : views())
        dialect = dialect == nullptr || code::isSameFile(view->path(), QString::fromStdString(frame.path)) ? view->dialect() : dialect;
    session_->backend().source(frame.sourceReference, [this, frame, dialect, line = session_->lineThen(frame)](const QString& text, const QString& fault) {
        if (!fault.isEmpty())
            return host_.report(Severity::Error, tr("The debugger: %1").arg(fault));
        if (oldSource_ == nullptr) {
            oldSource_ = new code::OldSource(QApplication::activeWindow());
            oldSource_->setAttribute(Qt::WA_DeleteOnClose);
        }
        oldSource_->show(QString::fromStdString(frame.sourceName), text.toUtf8(), line, dialect);
    });
}

/// The value of a name; of what has none, whatever else is to be told.
void DebugController::showTip(const QString& word, const QPoint& at, const std::function<void()>& otherwise)
{
    session_->backend().lookUp(session_->frameId(), word, [this, word, at, otherwise](const dap::Variable& value, const QString& fault) {
        code::CodeView* view = viewOfFrame();
        if (!fault.isEmpty())
            otherwise();
        else if (view != nullptr)
            QToolTip::showText(at, word + QStringLiteral(" = ") + QString::fromStdString(value.value), view->editor());
    });
}

void DebugController::goTo(const QString& path, int line)
{
    for (code::CodeView* view : views())
        if (code::isSameFile(view->path(), path)) {
            host_.show(view);
            view->editor()->goTo(line - 1, 0);
            return;
        }
    host_.openAt(path, line);
}

} // namespace blak::ui::debugging
