// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/studio_debug.h"

#include "kodide/ui/code_view.h"
#include "kodide/ui/debug_console.h"
#include "kodide/ui/debug_lists.h"
#include "kodide/ui/debug_margin.h"
#include "kodide/ui/debug_values.h"
#include "studio/shell/dock.h"
#include "studio/shell/document_area.h"
#include "studio/shell/perspective_docks.h"
#include "studio/shell/saving.h"
#include "studio/shell/studio_window.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>

namespace blak::ui::shell {
namespace {

using code::DebugState;
using code::DebugStep;

} // namespace

StudioDebug::StudioDebug(StudioWindow& window, std::unique_ptr<code::DebugBackend> backend)
    : QObject(&window), window_(window), backend_(std::move(backend)), session_(new code::DebugSession(*backend_, this))
{
    window_.actions().add(actions());
    buildDocks();
    connect(session_, &code::DebugSession::stateChanged, this, [this] {
        window_.actions().refresh();
        if (session_->state() == DebugState::Off) // not while it steps from line to line
            return window_.debuggerWentOn();
        if (session_->state() != DebugState::Stopped)
            return;
        window_.debuggerStopped();
        for (const char* dock : {"debugStack", "debugVariables"})
            window_.docks().dock(QLatin1String(dock))->raise();
    });
    connect(session_, &code::DebugSession::frameChanged, this, &StudioDebug::showPlace);
    connect(session_, &code::DebugSession::breakpointsChanged, this, [this](const QString& path) {
        for (code::CodeView* view : views())
            if (code::isSameFile(view->path(), path))
                code::showBreakpoints(*view, *session_);
    });
    connect(session_, &code::DebugSession::failed, this,
            [this](const QString& why) { window_.report(Severity::Error, tr("The debugger: %1").arg(why)); });
    connect(&window_.documents(), &DocumentArea::currentChanged, this, &StudioDebug::adopt);
}

StudioDebug::~StudioDebug() = default;

/// Buttons and, beside them, how the world is.
QWidget* StudioDebug::makeBar()
{
    auto* bar = new QWidget;
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(6, 2, 8, 2);
    row->setSpacing(2);
    for (const char* id : {"debug.start", "debug.pause", "debug.over", "debug.into", "debug.out", "debug.stop"}) {
        auto* button = new QToolButton;
        button->setDefaultAction(window_.actions().action(QLatin1String(id)));
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::NoFocus);
        row->addWidget(button);
    }
    auto* state = new QLabel(session_->stateText());
    state->setObjectName(QStringLiteral("debugState"));
    row->addSpacing(8);
    row->addWidget(state, 1);
    connect(session_, &code::DebugSession::stateChanged, state, [this, state] { state->setText(session_->stateText()); });
    return bar;
}

void StudioDebug::buildDocks()
{
    PerspectiveDocks& docks = window_.docks();
    const QVector<Perspective> here{Perspective::Debug};
    auto* stack = new code::DebugStack(*session_);
    auto* breakpoints = new code::DebugBreakpoints(*session_);
    console_ = new code::DebugConsole(*session_);
    auto* calls = new QWidget;
    auto* column = new QVBoxLayout(calls);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(makeBar());
    column->addWidget(stack, 1);
    calls->setFocusProxy(stack);
    docks.addShared(QStringLiteral("debugStack"), tr("Call stack"), calls, Qt::BottomDockWidgetArea, here);
    docks.addShared(QStringLiteral("debugConsole"), tr("Console"), console_, Qt::BottomDockWidgetArea, here);
    docks.addShared(QStringLiteral("debugVariables"), tr("Variables"), new code::DebugVariables(*session_), Qt::RightDockWidgetArea,
                    here);
    docks.addShared(QStringLiteral("debugWatches"), tr("Watches"), new code::DebugWatches(*session_), Qt::RightDockWidgetArea, here);
    docks.addShared(QStringLiteral("debugBreakpoints"), tr("Breakpoints"), breakpoints, Qt::RightDockWidgetArea, here);
    connect(stack, &code::DebugStack::chosen, this, &StudioDebug::goTo);
    connect(breakpoints, &code::DebugBreakpoints::chosen, this, &StudioDebug::goTo);
}

ActionTable StudioDebug::actions()
{
    ActionTable table;
    const auto row = [&](const char* id, const QString& text, const char* icon, QKeyCombination key, std::function<void()> run,
                         std::function<bool()> enabled) {
        ActionSpec spec;
        spec.id = QStringLiteral("debug.") + QLatin1String(id);
        spec.text = text;
        spec.menu = QStringLiteral("Run");
        spec.icon = QLatin1String(icon);
        spec.keys = {QKeySequence(key)};
        spec.run = [run = std::move(run)](DocumentView*) { run(); };
        spec.enabled = [enabled = std::move(enabled)](const DocumentView*) { return enabled(); };
        table << spec;
    };
    const auto is = [this](DebugState state) { return [this, state] { return session_->state() == state; }; };
    const auto step = [this](DebugStep how) { return [this, how] { session_->proceed(how); }; };
    row("start", tr("Start or continue"), "bug", Qt::CTRL | Qt::Key_F5, [this] { start(); }, [this] {
        return session_->state() == DebugState::Stopped ||
               (session_->state() == DebugState::Off && !window_.index().root().isEmpty());
    });
    row("pause", tr("Pause the world"), "pause", Qt::CTRL | Qt::ALT | Qt::Key_F5, [this] { session_->pause(); },
        is(DebugState::Running));
    row("stop", tr("End the debugged world"), "stop", Qt::CTRL | Qt::SHIFT | Qt::Key_F5, [this] { session_->end(); },
        [this] { return session_->state() != DebugState::Off; });
    row("over", tr("Step over"), "step-over", QKeyCombination(Qt::Key_F10), step(DebugStep::Over), is(DebugState::Stopped));
    row("into", tr("Step in"), "step-in", QKeyCombination(Qt::Key_F7), step(DebugStep::Into), is(DebugState::Stopped));
    row("out", tr("Step out"), "step-out", Qt::SHIFT | Qt::Key_F7, step(DebugStep::Out), is(DebugState::Stopped));
    row("breakpoint", tr("Set or take a breakpoint"), "breakpoint", QKeyCombination(Qt::Key_F9), [this] { toggleHere(); }, [this] {
        return code::blakodView(window_.documents().current()) != nullptr;
    });
    return table;
}

void StudioDebug::start()
{
    if (session_->state() == DebugState::Stopped)
        return session_->proceed(DebugStep::Continue);
    if (window_.saving().hasUnsaved())
        window_.saving().saveAll(); // what is debugged is what is compiled
    window_.setPerspective(Perspective::Debug);
    session_->start(window_.index().root());
}

void StudioDebug::toggleHere()
{
    if (const auto* view = code::blakodView(window_.documents().current()))
        session_->toggleBreakpoint(view->path(), view->editor()->cursor().line + 1);
}

void StudioDebug::adopt(DocumentView* document)
{
    auto* view = code::blakodView(document);
    if (view == nullptr || view->editor()->hasBreakpoints())
        return;
    view->editor()->enableBreakpoints();
    connect(view->editor(), &code::CodeEditor::breakpointClicked, this,
            [this, view](int line) { session_->toggleBreakpoint(view->path(), line + 1); });
    code::showBreakpoints(*view, *session_);
    showPlace();
}

QVector<code::CodeView*> StudioDebug::views() const
{
    QVector<code::CodeView*> all;
    for (DocumentView* document : window_.documents().documents())
        if (auto* view = code::blakodView(document); view != nullptr && view->editor()->hasBreakpoints())
            all << view;
    return all;
}

/// Opens the source of the frame and marks its line; nowhere while the world runs.
void StudioDebug::showPlace()
{
    const auto& frames = session_->frames();
    const QString path = session_->frame() < frames.size() ? QString::fromStdString(frames[session_->frame()].path) : QString();
    const int line = path.isEmpty() ? 0 : static_cast<int>(frames[session_->frame()].line);
    bool shown = path.isEmpty();
    for (code::CodeView* view : views()) {
        const bool here = !path.isEmpty() && code::isSameFile(view->path(), path);
        if (here && view->editor()->stoppedLine() != line - 1) {
            window_.documents().setCurrent(view);
            view->editor()->goTo(line - 1, 0);
        }
        view->editor()->setStoppedLine(here ? line - 1 : -1);
        shown = shown || here;
    }
    if (!shown)
        goTo(path, line);
}

void StudioDebug::goTo(const QString& path, int line)
{
    for (code::CodeView* view : views())
        if (code::isSameFile(view->path(), path)) {
            window_.documents().setCurrent(view);
            view->editor()->goTo(line - 1, 0);
            return;
        }
    window_.openAt(path, {{QStringLiteral("line"), line - 1}});
}

} // namespace blak::ui::shell
