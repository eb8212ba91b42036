// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/dock_arrangements.h"

#include "studio/shell/dock.h"
#include "studio/shell/studio_settings.h"

#include <QDataStream>
#include <QIODevice>
#include <QMainWindow>

#include <algorithm>
#include <array>
#include <cstdlib>

namespace blak::ui::shell {
namespace {

constexpr int stateVersion = 1;
constexpr std::array bothRooms{DockArrangements::Room::Wide, DockArrangements::Room::Narrow};

QString settingsKey(const PerspectiveRow& row, DockArrangements::Room room)
{
    return QStringLiteral("layout/") + QLatin1String(row.id) + QLatin1String(room == DockArrangements::Room::Narrow ? "-narrow" : "");
}

/// Whether a dock stands in a saved arrangement, be it hidden: as Qt writes its name.
bool knows(const QByteArray& state, const QString& dock)
{
    QByteArray name;
    QDataStream out(&name, QIODevice::WriteOnly);
    out << dock;
    return state.contains(name);
}

} // namespace

bool DockArrangements::restore(Perspective perspective, Room room, const QVector<QString>& panels)
{
    const QByteArray state = saved_.value({perspective, room});
    const bool isWhole = std::ranges::all_of(panels, [&state](const QString& panel) { return knows(state, panel); });
    return !state.isEmpty() && isWhole && window_.restoreState(state, stateVersion);
}

void DockArrangements::remember(Perspective perspective, Room room) { saved_[{perspective, room}] = window_.saveState(stateVersion); }

void DockArrangements::forget(Perspective perspective)
{
    for (const Room room : bothRooms)
        saved_.remove({perspective, room});
}

/// Their names have a stroke.
bool DockArrangements::knowsPanels(Perspective perspective) const
{
    QByteArray name;
    QDataStream out(&name, QIODevice::WriteOnly);
    out << QString(QLatin1String(perspectives_.row(perspective).id) + QLatin1Char('/'));
    return saved_.value({perspective, Room::Wide}).contains(name.mid(int(sizeof(quint32)))); // without the length, which is that of a whole name
}

void DockArrangements::load(const StudioSettings& settings)
{
    for (const PerspectiveRow& row : perspectives_.rows())
        for (const Room room : bothRooms)
            if (row.perspective != Perspective::Welcome)
                saved_[{row.perspective, room}] = settings.value(settingsKey(row, room)).toByteArray();
}

void DockArrangements::save(StudioSettings& settings) const
{
    for (const PerspectiveRow& row : perspectives_.rows())
        for (const Room room : bothRooms) {
            const QByteArray state = saved_.value({row.perspective, room});
            if (row.perspective == Perspective::Welcome)
                continue;
            if (state.isEmpty())
                settings.remove(settingsKey(row, room));
            else
                settings.setValue(settingsKey(row, room), state);
        }
}

DockShape::DockShape(const QMainWindow& window, const QVector<Dock*>& docks) : windowHeight_(window.height())
{
    for (Dock* dock : docks)
        places_[dock->objectName()] = {dock->isHidden() ? -1 : dock->isFloating() ? -2 : static_cast<int>(window.dockWidgetArea(dock)),
                                       dock->isVisible() ? dock->height() : 0};
}

bool DockShape::isAs(const DockShape& other) const
{
    constexpr int settling = 2; // px
    const bool heightsCount = windowHeight_ == other.windowHeight_;
    return places_.keys() == other.places_.keys() && std::ranges::equal(places_, other.places_, [&](const Place& a, const Place& b) {
        const bool isAsHigh = !heightsCount || a.height == 0 || b.height == 0 || std::abs(a.height - b.height) <= settling;
        return a.area == b.area && isAsHigh;
    });
}

} // namespace blak::ui::shell
