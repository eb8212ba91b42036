// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/debugging/breakpoint_menu.h"

#include "kodide/ui/breakpoint_dialog.h"
#include "ui/icons.h"

#include <QCoreApplication>
#include <QMenu>

namespace blak::ui::debugging {
namespace {

using code::DebugSession;
using code::LineBreakpoint;

QString tr(const char* text) { return QCoreApplication::translate("BreakpointMenu", text); }

void addChanges(QMenu& menu, DebugSession& session, const QString& path, int line, QWidget* parent)
{
    // What is there is looked up again when something is chosen: the menu may have been open for long.
    const auto change = [&session, path, line](auto how) {
        return [&session, path, line, how] {
            const int index = session.indexAt(path, line);
            if (index < 0)
                return;
            LineBreakpoint one = session.breakpoints()[path][static_cast<std::size_t>(index)];
            how(one);
            session.change(path, index, one);
        };
    };
    const LineBreakpoint one = session.breakpoints()[path][static_cast<std::size_t>(session.indexAt(path, line))];
    menu.addAction(icon(QStringLiteral("pencil")), tr("Edit breakpoint\u2026"), &session, [&session, path, line, parent] {
        if (const int index = session.indexAt(path, line); index >= 0)
            code::editBreakpoint(session, path, index, session.breakpoints()[path][static_cast<std::size_t>(index)], parent);
    });
    QAction* once = menu.addAction(tr("Only once"), &session, change([](LineBreakpoint& it) { it.wanted.oneShot = !it.wanted.oneShot; }));
    once->setCheckable(true);
    once->setChecked(one.wanted.oneShot);
    menu.addAction(one.enabled ? tr("Disable breakpoint") : tr("Enable breakpoint"), &session,
                   change([](LineBreakpoint& it) { it.enabled = !it.enabled; }));
    menu.addAction(icon(QStringLiteral("trash")), tr("Remove breakpoint"), &session, [&session, path, line] {
        if (const int index = session.indexAt(path, line); index >= 0)
            session.remove(path, index);
    });
}

/// `isElsewhere`: the line itself has no statement.
void addNew(QMenu& menu, DebugSession& session, const QString& path, int line, bool isElsewhere, QWidget* parent)
{
    LineBreakpoint fresh;
    fresh.wanted.line = line;
    if (isElsewhere)
        menu.addSection(tr("In line %1, the next one with code").arg(line));
    menu.addAction(icon(QStringLiteral("breakpoint")), tr("Add breakpoint"), &session,
                   [&session, path, fresh] { session.add(path, fresh); });
    LineBreakpoint once = fresh;
    once.wanted.oneShot = true;
    menu.addAction(tr("Add breakpoint for once"), &session, [&session, path, once] { session.add(path, once); });
    menu.addAction(icon(QStringLiteral("watch")), tr("Add breakpoint with condition, hit count or log\u2026"), &session,
                   [&session, path, fresh, parent] { code::editBreakpoint(session, path, -1, fresh, parent); });
}

} // namespace

QMenu* makeBreakpointMenu(DebugSession& session, const QString& path, int line, const code::BreakpointPlace& place, QWidget* parent)
{
    auto* menu = new QMenu(parent);
    menu->setObjectName(QStringLiteral("breakpointMenu"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    if (session.indexAt(path, line) >= 0)
        addChanges(*menu, session, path, line, parent);
    else if (place.line == 0)
        menu->addAction(tr("No breakpoint can be set here: there is no statement at or below this line"))->setEnabled(false);
    else if (session.indexAt(path, place.line) >= 0)
        menu->addAction(tr("Line %1, the next one with code, has a breakpoint").arg(place.line))->setEnabled(false);
    else
        addNew(*menu, session, path, place.line, place.line != line, parent);
    menu->addSeparator();
    const bool stands = session.state() == code::DebugState::Stopped;
    QAction* to = menu->addAction(icon(QStringLiteral("play")), tr("Run to this line"), &session,
                                  [&session, path, line] { session.runTo(path, line); });
    QAction* next = menu->addAction(icon(QStringLiteral("goto")), tr("Set next statement"), &session,
                                    [&session, path, line] { session.setNext(path, line); });
    to->setEnabled(stands);
    next->setEnabled(stands);
    return menu;
}

} // namespace blak::ui::debugging
