// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/ui/debug_margin.h"

#include "kodide/ui/code_view.h"

#include <QFileInfo>

namespace blak::ui::code {
namespace {

BreakpointLook lookOf(const LineBreakpoint& breakpoint, bool debugs)
{
    if (!breakpoint.enabled || (debugs && !breakpoint.is.verified))
        return BreakpointLook::Waiting;
    return breakpoint.isPlain() ? BreakpointLook::Plain : BreakpointLook::Conditional;
}

} // namespace

CodeView* blakodView(DocumentView* document)
{
    auto* view = qobject_cast<CodeView*>(document);
    return view != nullptr && view->isBlakod() ? view : nullptr;
}

void showBreakpoints(CodeView& view, const DebugSession& session)
{
    QVector<std::pair<int, BreakpointLook>> lines;
    const auto& all = session.breakpoints();
    for (auto it = all.begin(); it != all.end(); ++it)
        if (isSameFile(it.key(), view.path()))
            for (const LineBreakpoint& one : it.value())
                lines.push_back({one.line() - 1, lookOf(one, session.state() != DebugState::Off)});
    view.editor()->setBreakpoints(lines);
}

bool isSameFile(const QString& a, const QString& b)
{
    const QString real = QFileInfo(a).canonicalFilePath();
    return a == b || (!real.isEmpty() && real == QFileInfo(b).canonicalFilePath());
}

} // namespace blak::ui::code
