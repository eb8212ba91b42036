// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "roomedit/ui/map_index.h"
#include "roomedit/ui/map_style.h"

#include <QObject>
#include <QVector>

#include <memory>

namespace blak::ui {
class Project;
}

namespace blak::ui::rooms {

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

/// What the views of one room share: the room itself, what is selected and hovered, the mode, the camera. Lives on the GUI
/// thread.
class RoomModel : public QObject
{
    Q_OBJECT

public:
    RoomModel(QString path, std::shared_ptr<Project> project, std::shared_ptr<const MapIndex> index, QObject* parent = nullptr);

    const QString& path() const { return path_; }
    const std::shared_ptr<Project>& project() const { return project_; }
    const MapIndex& index() const { return *index_; }
    const std::shared_ptr<const MapIndex>& sharedIndex() const { return index_; }
    const roo::Room& room() const { return index_->room(); }
    const std::shared_ptr<const TextureImages>& textures() const { return textures_; }

    MapMode mode() const { return mode_; }
    void setMode(MapMode mode);

    const MapItem& hovered() const { return hovered_; }
    void setHovered(const MapItem& item);

    const QVector<MapItem>& selection() const { return selection_; }
    MapItem current() const { return selection_.isEmpty() ? MapItem() : selection_.last(); }
    bool isSelected(const MapItem& item) const;
    void select(const MapItem& item);
    void toggle(const MapItem& item);
    void selectAll();
    void clearSelection();

    const CameraPose& camera() const { return camera_; }
    void setCamera(const CameraPose& pose);

    /// What is under a point in this mode, best first; the list that Tab walks through.
    QVector<MapItem> itemsAt(QPointF editor, double reach) const;

    QRectF boundsOf(const MapItem& item) const;
    /// "Line 62", "Sector 6".
    QString nameOf(const MapItem& item) const;
    /// One line about an item: lengths, heights, textures.
    QString describe(const MapItem& item) const;

signals:
    void modeChanged();
    void hoveredChanged();
    void selectionChanged();
    void cameraChanged();
    /// Asks the views to bring an item or a place into view.
    void revealRequested(const QRectF& editorArea);

private:
    QString path_;
    std::shared_ptr<Project> project_;
    std::shared_ptr<const MapIndex> index_;
    std::shared_ptr<const TextureImages> textures_;
    MapMode mode_ = MapMode::All;
    MapItem hovered_;
    QVector<MapItem> selection_;
    CameraPose camera_;
};

} // namespace blak::ui::rooms
