// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/document/document.h"
#include "roomedit/roomcore/room_document.h"
#include "roomedit/roomcore/tools/tool.h"
#include "roomedit/ui/item_states.h"
#include "roomedit/ui/map_index.h"
#include "roomedit/ui/map_style.h"
#include "ui/room_facts.h"

#include <QObject>
#include <QVector>

#include <memory>
#include <optional>

namespace blak::ui {
class Project;
}

namespace blak::ui::rooms {

class MapTools;
class TextureImages;

/// Something of a room that can be pointed at.
struct MapItem
{
    enum class Kind : int { Nothing, Vertex, Line, Sector, Thing };
    /// Where on it; only picking in the 3D view tells more than Whole.
    enum class Part : int { Whole, Above, Normal, Below, Floor, Ceiling };

    Kind kind = Kind::Nothing;
    int index = -1; ///< from 0
    Part part = Part::Whole;
    bool minusSide = false; ///< of a line: which side was pointed at

    explicit operator bool() const { return kind != Kind::Nothing; }
    bool isSameThing(const MapItem& other) const { return kind == other.kind && index == other.index; }
    friend bool operator==(const MapItem&, const MapItem&) = default;
};

/// Where the 3D view looks from.
struct CameraPose
{
    QPointF editor;   ///< editor units
    double angle = 0; ///< radians, 0 = east, clockwise seen from above
    double fieldOfView = 1.2;
    bool valid = false;
};

/// Something that Blakod places in the room: a number in RoomModel::facts().
struct PlacedItem
{
    enum class Kind : char { Exit, Object, Edge }; ///< Edge: a way over an edge of the room
    Kind kind = Kind::Exit;
    qsizetype index = 0;
    friend bool operator==(const PlacedItem&, const PlacedItem&) = default;
};

class RoomBuilder;
struct BuiltRoom;

/// What the views of one room share: the room itself, what is selected and hovered, the mode, the camera; with a document also
/// what tools need to edit it. Lives on the GUI thread.
class RoomModel : public QObject, public roomcore::ToolHost
{
    Q_OBJECT

public:
    RoomModel(QString path, std::shared_ptr<Project> project, std::shared_ptr<const MapIndex> index, QObject* parent = nullptr);

    ~RoomModel() override;

    /// Makes the room editable: from now on the model follows the document.
    void setDocument(std::shared_ptr<roomcore::RoomDocument> document);
    const std::shared_ptr<roomcore::RoomDocument>& document() const { return document_; }
    bool canEdit() const { return document_ != nullptr; }
    /// Until tree and leaves are those of the latest edit.
    void finishBuilding();
    const QString& buildError() const { return buildError_; }
    /// Where the room that roomChanged() tells of looks different from the one before, editor units; nothing: everywhere.
    const std::optional<QRectF>& changedArea() const { return changedArea_; }
    bool isBuilding() const;

    // What tools need.
    const roomcore::Map& map() const override { return document_->map(); }
    roomcore::MapEdit edit() override { return document_->edit(); }
    const roomcore::MapDefaults& defaults() const override { return document_->defaults(); }
    roomcore::MergeRule mergeRule() const override { return mergeRule_; }
    roomcore::MapGrid grid() const override
    {
        roomcore::MapGrid grid = grid_;
        grid.step = snaps_ ? grid.step : 1;
        return grid;
    }
    void changed() override;
    void refused(const Error& error) override;
    std::string inWords(const roomcore::MapSelection& parts) const override;
    void setMergeRule(roomcore::MergeRule rule) { mergeRule_ = rule; }
    /// Of all top views; tools ask for grid(), which heeds that snapping may be off.
    const roomcore::MapGrid& shownGrid() const { return grid_; }
    void setGrid(const roomcore::MapGrid& grid);
    /// The step follows the zoom of the view that was moved last: always the finest that can be told apart.
    bool isGridDynamic() const { return gridDynamic_; }
    void setGridDynamic(bool on);
    MapTools& tools() const { return *tools_; }
    bool isSnapping() const { return snaps_; }
    void setSnapping(bool on) { snaps_ = on; }

    // Selection in the document's terms.
    roomcore::MapSelection selectedParts() const;
    roomcore::MapSelection partsOf(const QVector<MapItem>& items) const;
    void selectParts(const roomcore::MapSelection& parts);
    /// Under their numbers of now; those that are gone are left out.
    QVector<MapItem> itemsOf(const roomcore::MapSelection& parts) const;
    bool isThere(const MapItem& item) const;

    // Layers and groups (roomcore/arrangement.h).
    /// Can be pointed at and selected: neither hidden nor locked.
    bool isFree(const MapItem& item) const;
    bool isHidden(const MapItem& item) const;
    const std::shared_ptr<const ItemStates>& hidden() const { return hidden_; }
    /// With all of the groups that it belongs to.
    QVector<MapItem> wholeOf(const MapItem& item) const;
    bool selectsGroups() const { return selectsGroups_; }
    void setSelectsGroups(bool on) { selectsGroups_ = on; }
    /// Whether moving or deleting these would leave locked parts as they are; else it is told.
    bool mayMove(const roomcore::MapSelection& parts);

    const QString& path() const { return path_; }
    void setPath(const QString& path) { path_ = path; } ///< its file was renamed; facts() follow with the project
    const std::shared_ptr<Project>& project() const { return project_; }
    const MapIndex& index() const { return *index_; }
    const std::shared_ptr<const MapIndex>& sharedIndex() const { return index_; }
    /// What sharedIndex() was made from, with the ids of its parts; null without a document.
    const std::shared_ptr<const roomcore::RoomCopy>& sharedCopy() const { return copy_; }
    const roo::Room& room() const { return index_->room(); }
    const std::shared_ptr<const TextureImages>& textures() const { return textures_; }

    MapMode mode() const { return mode_; }
    void setMode(MapMode mode);
    void setModeFor(const MapItem& item); ///< that of its kind, so that it is seen and goes on being picked; a mode for all kinds stays

    const MapItem& hovered() const { return hovered_; }
    void setHovered(const MapItem& item);

    const QVector<MapItem>& selection() const { return selection_; }
    MapItem current() const { return selection_.isEmpty() ? MapItem() : selection_.last(); }
    bool isSelected(const MapItem& item) const;
    void select(const MapItem& item);
    void setSelection(QVector<MapItem> items); ///< as far as they are there and may be selected
    void toggle(const MapItem& item);
    /// With the groups that it belongs to; `adds`: to the selection, or out of it.
    void clickOn(const MapItem& item, bool adds);
    void selectAll();
    void clearSelection();

    /// What the world's Blakod says of this room; null until it was read.
    const std::shared_ptr<const RoomFacts>& facts() const { return facts_; }
    /// Reads it (again) in the background; factsChanged() follows. From then on it is read anew whenever files of the project came or
    /// went: a room that was made just now has its class in the project a moment after it is open.
    void readFacts();
    /// Objects and exits that Blakod places are shown in the views.
    bool showsFacts() const { return showsFacts_; }
    void setShowsFacts(bool on);
    /// Where it puts something, by squares from the corner; editor units.
    QPointF placeOfFact(double row, double column) const;
    QVector<RoomFacts::TagUse> usesOfTag(int tag) const;
    /// What of it is looked at: then nothing of the room is selected. Selecting something ends that, so does reading it anew.
    const std::optional<PlacedItem>& picked() const { return picked_; }
    void pick(const PlacedItem& item);

    const CameraPose& camera() const { return camera_; }
    void setCamera(const CameraPose& pose);

    /// What is under a point in this mode, best first; the list that Tab walks through.
    QVector<MapItem> itemsAt(QPointF editor, double reach) const;

    /// Whether the corners of this line or sector, while it is selected, are drawn as handles: in the mode of all kinds, where vertices are
    /// taken by them.
    bool showsHandles(const MapItem& item) const;

    /// Sector around a point, from 0; -1 outside. Also while the tree is being built.
    int sectorAt(QPointF editor) const;

    QRectF boundsOf(const MapItem& item) const;
    /// "Line 62", "Sector 6".
    QString nameOf(const MapItem& item) const;
    /// One line about an item: lengths, heights, textures.
    QString describe(const MapItem& item) const;

signals:
    /// Another index: after an edit, or when its tree is built.
    void roomChanged();
    /// Tree and index of the newest revision, or why there is no tree.
    void built(const blak::ui::rooms::BuiltRoom& room);
    /// In words for the user: why something was not done.
    void noticed(const QString& sentence);
    void modeChanged();
    void hoveredChanged();
    void selectionChanged();
    void cameraChanged();
    /// The last group of the arrangement was just made by the user, who may want to name it.
    void groupMade();
    /// Other parts are hidden.
    void hiddenChanged();
    /// Read, or shown and not shown.
    void factsChanged();
    void gridChanged();
    /// Asks the views to bring an item or a place into view.
    void revealRequested(const QRectF& editorArea);

private:
    bool hasHandle(int vertex) const;
    void followDocument();
    void followArrangement();
    void takeBuilt(const BuiltRoom& room);
    void showIndex(std::shared_ptr<const roomcore::RoomCopy> copy, std::shared_ptr<const MapIndex> index);
    void pullSelection();
    void pushSelection();

    std::shared_ptr<roomcore::RoomDocument> document_;
    document::Connection edits_, refusals_, renewals_;
    std::unique_ptr<RoomBuilder> builder_;
    std::shared_ptr<const roomcore::RoomCopy> copy_; ///< that index_ shows
    QString buildError_;
    std::optional<QRectF> changedArea_;
    roomcore::MergeRule mergeRule_ = roomcore::MergeRule::Merge;
    roomcore::MapGrid grid_;
    bool snaps_ = true, gridDynamic_ = false;
    std::unique_ptr<MapTools> tools_;
    QString path_;
    std::shared_ptr<Project> project_;
    std::shared_ptr<const MapIndex> index_;
    std::shared_ptr<const TextureImages> textures_;
    MapMode mode_ = MapMode::All;
    MapItem hovered_;
    QVector<MapItem> selection_;
    std::shared_ptr<const ItemStates> hidden_ = std::make_shared<const ItemStates>();
    ItemStates locked_;
    bool selectsGroups_ = true, showsFacts_ = true;
    std::shared_ptr<const RoomFacts> facts_;
    std::optional<PlacedItem> picked_;
    std::uint64_t factsAsked_ = 0; ///< how often they were read: the last answer counts
    CameraPose camera_;
};

} // namespace blak::ui::rooms
