// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/property/property.h"
#include "roomedit/ui/room_model.h"

#include <QPointer>
#include <QWidget>

#include <array>
#include <functional>
#include <vector>

class QStackedWidget;
class QTimer;

namespace blak::ui {
class Inspector;
class InspectorGroup;
} // namespace blak::ui

namespace blak::ui::rooms {

class TextureLabel;

/// What the selected lines, sectors, things or vertices are: every property of the tables of formats/roo/room_properties.h, pairs
/// (floor and ceiling, both sides) beside each other. Several of a kind show what they share, "mixed" elsewhere, and are changed
/// together; sums may be typed. Without a document nothing can be changed.
class RoomInspector : public QWidget
{
    Q_OBJECT

public:
    explicit RoomInspector(RoomModel* model, QWidget* parent = nullptr);

    /// Text of a property on the page that is shown, "" where it does not exist. `column` 1 = the − side.
    QString valueText(const QString& property, int column = 0) const;
    /// The picture that was clicked last, until something else is selected, in words ("the ceiling"): where the next texture goes.
    /// Empty: none was.
    QString chosenTexture() const;
    void putChosenTexture(int number);

signals:
    /// A picture was clicked: another one is wanted for this place, which has `number` now.
    void textureAsked(int number);
    /// A link to a line of Blakod, or to the room behind an exit.
    void openRequested(const QString& place);

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    using RecordOf = std::function<const void*(int item)>; ///< null: the item has no such record
    using Show = std::function<void(const QString& text, bool mixed)>;
    /// Which record of the selected items a value belongs to.
    enum class Target : int { PlusSide, MinusSide, Line, Sector, Thing };
    /// One shown value. Different texts of several items become "mixed".
    struct Value
    {
        QString key;
        int column = 0;
        std::function<QString(int item)> read;
        Show show;
        QString shown;
        /// For fields: the value itself of the first item, with the text.
        std::function<void(int item, bool mixed)> showValue = {};
    };
    struct Page
    {
        Inspector* inspector = nullptr;
        std::vector<Value> values;
    };
    struct Group
    {
        std::string_view name;
        std::vector<const property::Property*> properties;
    };

    static std::vector<Group> groupsOf(const property::Description& table);

    /// Made when it is first needed: fields are the most of what an open room costs, and few rooms are edited.
    Page& page(MapItem::Kind kind);
    void dropPages();
    void buildLinePage(Page& page);
    void buildSectorPage(Page& page);
    void buildThingPage(Page& page);
    void buildVertexPage(Page& page);
    /// A group with one column.
    void addGroup(Page& page, const Group& group, const RecordOf& record, Target target);
    /// Two groups (or records) beside each other; rows are matched by label.
    struct Column
    {
        const Group& group;
        const RecordOf& record;
        Target target;
    };
    void addPair(Page& page, const QString& title, const QStringList& columns, const Column& left, const Column& right,
                 bool onWall);
    QWidget* makeValue(Page& page, const property::Property& property, int column, const RecordOf& record, Target target,
                       bool onWall);
    /// The same as a field; what is entered goes into everything that is selected.
    QWidget* makeField(Page& page, const property::Property& property, int column, const RecordOf& record, Target target,
                       bool onWall);
    /// `gesture`: NumberField::gesture(); 0: a step by itself.
    void write(Target target, const property::Property& property, const property::Value& value, std::uint64_t gesture);
    void addVertexField(Page& page, InspectorGroup* group, const QString& label, bool isX);
    void addFact(Page& page, InspectorGroup* group, const QString& label, const QString& unit,
                 std::function<QString(int item)> read);
    void refresh();
    void chooseTexture(TextureLabel* picture, const QString& place, std::function<void(int number)> put);
    void forgetTexture();
    void showPicked(const PlacedItem& item);
    void dropPlaced();

    RoomModel* model_;
    QStackedWidget* stack_;
    std::array<Page, 5> pages_; ///< by MapItem::Kind
    MapItem::Kind shown_ = MapItem::Kind::Nothing;
    Inspector* placed_ = nullptr; ///< what Blakod places; made anew for each
    QTimer* hidden_;
    QPointer<TextureLabel> chosen_;
    QString chosenPlace_;
    QVector<MapItem> chosenFor_; ///< what was selected then: edits tell of the same selection again
    std::function<void(int number)> putChosen_;
    bool isUnseen_ = false; ///< for so long that its pages were dropped
};

} // namespace blak::ui::rooms
