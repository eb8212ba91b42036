// SPDX-License-Identifier: GPL-3.0-or-later
// From an object of the running world to the paper doll of what it wears.
#include "client/play/seen_object.h"
#include "studio/playing/object_leads.h"
#include "studio/playing/play_controller.h"

namespace blak::ui::playing {

/// As the client of the current page was told of it; a program of its own is asked.
void ObjectLeads::openDoll(qint64 object)
{
    const auto open = [this](const std::optional<scene::Object>& seen) {
        if (!seen)
            return refuse(tr("The client of this page does not see it: go to its room first."));
        const QString sprite = QString::fromStdString(seen->icon);
        const QString path = sprite.isEmpty() || controller_.session().world() == nullptr ? QString() : controller_.session().projectFile(sprite);
        if (path.isEmpty())
            return refuse(sprite.isEmpty() ? tr("It has no sprite.") : tr("%1 is not in this project.").arg(sprite));
        controller_.host().openDoll(path, *seen);
    };
    PlayTab* tab = controller_.currentTab();
    if (tab == nullptr || object < 0)
        return open(std::nullopt);
    if (tab->outer() == nullptr)
        return open(client::seenObject(tab->client(), static_cast<std::uint32_t>(object)));
    tab->outer()->askObject(object, [open, guard = QPointer<QObject>(this)](const std::optional<scene::Object>& seen) {
        if (!guard.isNull())
            open(seen);
    });
}

} // namespace blak::ui::playing
