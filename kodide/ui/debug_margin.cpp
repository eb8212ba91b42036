// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/ui/debug_margin.h"

#include "kodide/ui/code_view.h"
#include "ui/sentence.h"

#include <QCoreApplication>
#include <QFileInfo>

namespace blak::ui::code {
namespace {

QString tr(const char* text) { return QCoreApplication::translate("BreakpointSign", text); }

/// What a world says that is debugged counts more than what is read of the text.
BreakpointSign signOf(const LineBreakpoint& one, bool debugs)
{
    const auto text = [](const std::string& words) { return QString::fromStdString(words); };
    BreakpointSign sign{one.line() - 1};
    if (!one.enabled) {
        sign.look = BreakpointLook::Waiting;
        sign.tip = tr("This breakpoint is taken out.");
    } else if (debugs && !one.is.verified) {
        sign.look = BreakpointLook::Waiting;
        sign.tip = asSentence(text(one.is.message));
    } else if (!debugs && !one.hollow.isEmpty()) {
        sign.look = BreakpointLook::Hollow;
        sign.tip = one.hollow;
    } else if (!one.isPlain()) {
        sign.look = BreakpointLook::Conditional;
        QStringList says;
        if (!one.wanted.condition.empty())
            says << tr("Condition: %1").arg(text(one.wanted.condition));
        if (!one.wanted.hitCondition.empty())
            says << tr("Hits: %1").arg(text(one.wanted.hitCondition));
        if (!one.wanted.logMessage.empty())
            says << tr("Logs: %1").arg(text(one.wanted.logMessage));
        if (one.wanted.oneShot)
            says << tr("Stops once, and is gone then.");
        sign.tip = says.join(u'\n');
    }
    return sign;
}

} // namespace

CodeView* blakodView(DocumentView* document)
{
    auto* view = qobject_cast<CodeView*>(document);
    return view != nullptr && view->isBlakod() ? view : nullptr;
}

void showBreakpoints(CodeView& view, const DebugSession& session)
{
    QVector<BreakpointSign> signs;
    const auto& all = session.breakpoints();
    for (auto it = all.begin(); it != all.end(); ++it)
        if (isSameFile(it.key(), view.path()))
            for (const LineBreakpoint& one : it.value())
                signs.push_back(signOf(one, session.state() != DebugState::Off));
    view.editor()->setBreakpoints(signs);
}

bool isSameFile(const QString& a, const QString& b)
{
    if (a == b)
        return true;
    const QString real = QFileInfo(a).canonicalFilePath();
    return !real.isEmpty() && real == QFileInfo(b).canonicalFilePath();
}

} // namespace blak::ui::code
