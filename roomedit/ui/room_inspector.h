// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "roomedit/ui/room_model.h"

#include <QWidget>

#include <array>
#include <functional>
#include <vector>

class QStackedWidget;

namespace blak::ui {

class Inspector;
class InspectorGroup;

/// What the selected lines, sectors, things or vertices are. Several of a kind show what they share, "mixed" elsewhere. Read
/// only.
class RoomInspector : public QWidget
{
    Q_OBJECT

public:
    explicit RoomInspector(RoomModel* model, QWidget* parent = nullptr);

    /// Text of the value in a row, "" when the row is not shown; column 0 or 1. For tests and accessibility.
    QString valueText(const QString& row, int column = 0) const;

private:
    /// One shown value: reads an item, shows the text. Different texts of several items become "mixed".
    struct Value
    {
        QString row;
        int column = 0;
        std::function<QString(int item)> read;
        std::function<void(const QString& text, bool mixed)> show;
        QString shown;
    };
    using Read = std::function<QString(int item)>;
    struct Page
    {
        Inspector* inspector = nullptr;
        std::vector<Value> values;
    };

    Page& page(MapItem::Kind kind) { return pages_[static_cast<std::size_t>(kind)]; }
    void buildLinePage();
    void buildSectorPage();
    void buildThingPage();
    void buildVertexPage();
    void addText(Page& page, InspectorGroup* group, const QString& row, const QString& unit, Read first, Read second = {});
    void addTexture(Page& page, InspectorGroup* group, const QString& row, bool onWall, Read first, Read second = {});
    void addFlag(Page& page, InspectorGroup* group, const QString& row, Read first, Read second = {});
    void refresh();

    RoomModel* model_;
    QStackedWidget* stack_;
    std::array<Page, 5> pages_; ///< by MapItem::Kind
    MapItem::Kind shown_ = MapItem::Kind::Nothing;
};

} // namespace blak::ui
