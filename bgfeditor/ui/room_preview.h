// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <functional>
#include <memory>
#include <optional>


namespace blak::ui {
class FindBox;
class NumberField;
}

namespace blak::ui::sprites {

class SpriteModel;

/// The sprite in a room at its true size, drawn as the client draws it: in a plain one of our own or any of the project, at a place, seen
/// from a side and a distance, in the light of the moment. Shows what the file in the project's folders holds, from the angle and in the
/// group and translation of the moment. The wheel changes the distance, dragging walks around it.
class RoomPreview : public QWidget
{
    Q_OBJECT

public:
    explicit RoomPreview(SpriteModel* model, QWidget* parent = nullptr);
    ~RoomPreview() override;

    /// False where the file is not among the textures and sprites of its project; then a sentence says so.
    bool canShow() const;
    /// A room file; empty: the plain one. The sprite stands on the widest floor, and once that is read, where the world's Blakod lets
    /// people arrive, unless it was put elsewhere meanwhile. False, and nothing changed, where it cannot be read.
    bool setRoom(const QString& file);
    /// What rooms are called in the list, by the names of their files: "The Lantern Inn \u00b7 lantern.roo"; else they stand there by these.
    void setRoomTitles(std::function<QString(const QString& fileName)> titleOf);
    void setPlace(double x, double y); ///< client units; where the room is not, nothing happens and a sentence says so
    /// Squares; the room may end sooner. Until somebody chooses one it is as far as the whole figure needs to be seen: all groups, from
    /// all sides, head and feet, in a picture of this size.
    double distance() const;
    void setDistance(double squares);
    int direction() const { return direction_; } ///< that the viewer looks in, 4096 per turn
    void setDirection(int direction);

    QSize sizeHint() const override { return {300, 220}; }
    QSize minimumSizeHint() const override { return {140, 90}; }

signals:
    void failed(const QString& sentence);

protected:
    void paintEvent(QPaintEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;

private:
    void turnToSpace();
    void readArrival(const QString& file);
    void standWhereOneArrives(double row, double column); ///< squares from the corner of the room
    void buildStage();
    void findRooms();
    void showPlace();
    double fittingDistance() const; ///< squares

    struct Stage; ///< room, renderer, frame: needs headers that others need not see

    SpriteModel* model_;
    QWidget* controls_;
    FindBox* rooms_;
    NumberField* row_;
    NumberField* column_;
    std::unique_ptr<Stage> stage_;
    std::function<QString(const QString&)> titleOf_;
    int arrivalsAsked_ = 0; ///< what comes for an earlier one is late
    bool isInProject_ = false; ///< some folder of the project has it, or will
    std::optional<double> distance_; ///< squares; none: fittingDistance()
    int direction_;
    double dragFrom_ = 0;
};

} // namespace blak::ui::sprites
