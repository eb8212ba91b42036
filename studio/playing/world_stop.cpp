// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/playing/world_stop.h"

#include <QCoreApplication>

namespace blak::ui::playing {
namespace {

QString tr(const char* text) { return QCoreApplication::translate("WorldStop", text); }

} // namespace

bool WorldStop::set(const std::optional<QString>& where)
{
    const QString text = !where ? QString() : where->isEmpty() ? tr("Stopped by the debugger") : tr("Stopped at %1").arg(*where);
    if (text == text_)
        return false;
    text_ = text;
    if (where && !isOn()) {
        clock_.start();
    } else if (!where) {
        before_ = stood();
        clock_.invalidate();
    }
    return true;
}

QString WorldStop::needs() const { return isOn() ? tr("The debugger has stopped the world. F5 lets it go on.") : QString(); }

} // namespace blak::ui::playing
