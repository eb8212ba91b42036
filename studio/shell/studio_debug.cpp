// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/studio_debug.h"

#include "studio/debugging/debug_controller.h"
#include "studio/debugging/tests_controller.h"
#include "studio/shell/dock.h"
#include "studio/shell/document_area.h"
#include "studio/shell/perspective_docks.h"
#include "studio/shell/saving.h"
#include "studio/shell/studio_window.h"

namespace blak::ui::shell {
namespace {

debugging::DebugHost hostOf(StudioWindow& window, const std::shared_ptr<QStringList>& front)
{
    debugging::DebugHost host;
    host.projectRoot = [&window] { return window.index().root(); };
    host.current = [&window] { return window.documents().current(); };
    host.documents = [&window] { return window.documents().documents(); };
    host.show = [&window](DocumentView* view) { window.documents().setCurrent(view); };
    host.openAt = [&window](const QString& path, int line) { window.openAt(path, {{QStringLiteral("line"), line - 1}}); };
    host.saveAll = [&window] {
        if (window.saving().hasUnsaved())
            window.saving().saveAll();
    };
    host.enter = [&window] { window.setPerspective(Perspective::Debug); };
    host.stopped = [&window, front] {
        window.debuggerStopped();
        for (const QString& dock : *front)
            window.docks().dock(dock)->raise();
    };
    host.wentOn = [&window] { window.debuggerWentOn(); };
    host.report = [&window](Severity severity, const QString& sentence) { window.report(severity, sentence); };
    host.refresh = [&window] { window.actions().refresh(); };
    host.action = [&window](const QString& id) { return window.actions().action(id); };
    return host;
}

} // namespace

debugging::DebugController* attachDebugger(StudioWindow& window, std::unique_ptr<code::DebugBackend> backend, const QString& program)
{
    const auto front = std::make_shared<QStringList>();
    auto* debug = new debugging::DebugController(hostOf(window, front), std::move(backend), &window);
    window.actions().add(debugging::debugActions(*debug));
    for (const debugging::DebugPanel& panel : debug->makePanels()) {
        window.docks().addShared(panel.id, panel.title, panel.widget, panel.area, {Perspective::Debug});
        if (panel.front)
            front->push_back(panel.id);
    }
    auto* tests = new debugging::TestsController(hostOf(window, front), program, debug);
    window.actions().add(tests->actions());
    window.docks().addShared(QStringLiteral("debugTests"), QObject::tr("Tests"), tests->makePanel(), Qt::BottomDockWidgetArea,
                             {Perspective::Debug});
    QObject::connect(debug, &debugging::DebugController::marginMenu, tests, &debugging::TestsController::addToMenu);
    QObject::connect(&window.documents(), &DocumentArea::currentChanged, tests, &debugging::TestsController::adopt);
    QObject::connect(&window.documents(), &DocumentArea::currentChanged, debug, &debugging::DebugController::adopt);
    return debug;
}

} // namespace blak::ui::shell
