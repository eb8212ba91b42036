// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/shell/perspectives.h"

#include <QByteArray>
#include <QMap>
#include <QString>
#include <QVector>

#include <utility>

class QMainWindow;

namespace blak::ui::shell {

class Dock;
class StudioSettings;

/// What the user made of the docks in each perspective: one arrangement of windows with room at the right, one of narrow windows, whose
/// right side is a strip of icons. Neither becomes the other.
class DockArrangements
{
public:
    enum class Room : int { Wide, Narrow };

    DockArrangements(QMainWindow& window, const Perspectives& perspectives) : window_(window), perspectives_(perspectives) {}

    /// False: there is none, or one from before these panels (names of docks) were there, which would leave them out for good.
    bool restore(Perspective perspective, Room room, const QVector<QString>& panels);
    void remember(Perspective perspective, Room room);
    void forget(Perspective perspective);
    bool has(Perspective perspective, Room room) const { return !saved_.value({perspective, room}).isEmpty(); }
    /// Whether the wide one has docks of the perspective's own kinds of documents.
    bool knowsPanels(Perspective perspective) const;

    void load(const StudioSettings& settings);
    void save(StudioSettings& settings) const;

private:
    QMainWindow& window_;
    const Perspectives& perspectives_;
    QMap<std::pair<Perspective, Room>, QByteArray> saved_; ///< as QMainWindow has them
};

/// Where docks stand and how high they are, to see whether somebody moved them.
class DockShape
{
public:
    DockShape() = default;
    DockShape(const QMainWindow& window, const QVector<Dock*>& docks);

    /// In a window of another height, heights say nothing.
    bool isAs(const DockShape& other) const;

private:
    struct Place
    {
        int area = 0; ///< Qt::DockWidgetArea; -1: hidden, -2: floating
        int height = 0; ///< px
    };

    QMap<QString, Place> places_; ///< by name
    int windowHeight_ = 0;        ///< px
};

} // namespace blak::ui::shell
