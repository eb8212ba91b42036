// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/ui/breakpoint_place.h"

#include <QCoreApplication>

#include <algorithm>

namespace blak::ui::code {
namespace {

QString tr(const char* text) { return QCoreApplication::translate("BreakpointPlace", text); }

const kod::HandlerLines* handlerAt(const KodAnalysis& analysis, int line)
{
    const auto there = std::ranges::find_if(
        analysis.handlers, [line](const kod::HandlerLines& one) { return one.first <= line && line <= one.last; });
    return there == analysis.handlers.end() ? nullptr : &*there;
}

/// What was read is not all that is there.
bool isUnknown(const KodAnalysis& analysis, const kod::HandlerLines* handler)
{
    return handler == nullptr ? analysis.hasGrammarFaults : !handler->isWhole;
}

QString nameOf(const kod::HandlerLines& handler) { return QString::fromStdString(handler.owner + '.' + handler.name); }

} // namespace

BreakpointPlace BreakpointPlace::of(const KodAnalysis& analysis, int line, const QString& fileName)
{
    const kod::HandlerLines* handler = handlerAt(analysis, line);
    if (isUnknown(analysis, handler))
        return {line, {}};
    if (handler == nullptr)
        return {0, tr("Line %1 is outside of every message, so a world never stops there. Set the breakpoint on a statement.").arg(line)};
    const int next = handler->placeFor(line);
    if (next == 0)
        return {0, tr("No statement of %1 begins at line %2 or below, so a world never stops there.").arg(nameOf(*handler)).arg(line)};
    if (next == line)
        return {line, {}};
    if (next < line)
        return {next, tr("Breakpoint at %1:%2 moved to %3, where the statement of this line begins.").arg(fileName).arg(line).arg(next)};
    return {next, tr("Breakpoint at %1:%2 moved to %3, the next line with code.").arg(fileName).arg(line).arg(next)};
}

QString whyHollow(const KodAnalysis& analysis, int line)
{
    if (isUnknown(analysis, handlerAt(analysis, line)))
        return {};
    // The debugger takes the next one of the file, whichever handler it is in.
    int next = 0;
    const kod::HandlerLines* owner = nullptr;
    for (const kod::HandlerLines& one : analysis.handlers)
        if (const int found = one.next(line); found != 0 && (next == 0 || found < next)) {
            next = found;
            owner = &one;
        }
    if (next == line)
        return {};
    if (owner == nullptr)
        return tr("No statement begins on this line or below, so a world never stops here.");
    return tr("No statement begins on this line. A world that is debugged stops at line %1 instead, in %2.").arg(next).arg(nameOf(*owner));
}

} // namespace blak::ui::code
