// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "roomedit/ui/map_canvas.h"
#include "studio/views/diff/room_diff.h"

#include <QSet>

namespace blak::ui {
class Project;
}

namespace blak::ui::views {

/// The map of one of two rooms with what differs painted over it: changed, added (only in the right room) and removed (only in
/// the left one) lines, sectors and things.
class ComparedMap : public rooms::MapCanvas
{
    Q_OBJECT

public:
    using rooms::MapCanvas::MapCanvas;

    struct Mark
    {
        rooms::MapItem item;
        diff::Change change = diff::Change::Changed;
    };
    void setMarks(const rooms::RoomModel* model, std::vector<Mark> marks);
    /// Stands out from the others; Nothing = none.
    void setCurrentItem(const rooms::MapItem& item);
    const rooms::MapItem& currentItem() const { return current_; }
    const std::vector<Mark>& marks() const { return marks_; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void paintMark(QPainter& painter, const Mark& mark) const;
    void paintCurrent(QPainter& painter) const;
    void paintLeaves(QPainter& painter, const rooms::MapItem& sector) const;
    QLineF lineOf(const rooms::MapItem& line) const; ///< in the widget
    QPointF thingAt(const rooms::MapItem& item) const;

    const rooms::RoomModel* roomModel_ = nullptr;
    std::vector<Mark> marks_;
    rooms::MapItem current_;
};

/// Two rooms side by side: both maps show the same place at the same zoom.
class RoomPair : public QWidget
{
    Q_OBJECT

public:
    struct Side
    {
        QString path;
        QString name; ///< as shown
        std::shared_ptr<const roo::Room> room;
    };
    RoomPair(const Side& left, const Side& right, const std::shared_ptr<Project>& project, const diff::Differences& differences);

    /// Brings the place of a difference into both views, as near as one looks.
    void reveal(const diff::Difference& difference);
    /// Shows the part of the rooms in which something differs.
    void fitDifferences(); ///< in every size, until the maps are moved
    void paintCompletely();
    ComparedMap* left() const { return left_; }
    ComparedMap* right() const { return right_; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    ComparedMap* makeMap(const Side& side, const std::shared_ptr<Project>& project, const diff::Differences& differences,
                         bool isLeft);
    void follow(const rooms::MapCanvas* from, rooms::MapCanvas* to);

    rooms::RoomModel* leftModel_ = nullptr;
    rooms::RoomModel* rightModel_ = nullptr;
    ComparedMap* left_ = nullptr;
    ComparedMap* right_ = nullptr;
    bool following_ = false;
    bool fits_ = false; ///< nobody moved the maps since fitDifferences()
};

} // namespace blak::ui::views
