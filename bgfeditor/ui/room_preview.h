// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <memory>

namespace blak::ui::sprites {

class SpriteModel;

/// The sprite in a room at its true size: walls four squares apart, the viewer a few squares away. Shows what the file in the
/// world's folders holds, from the angle and in the group, translation and light of the moment.
class RoomPreview : public QWidget
{
    Q_OBJECT

public:
    explicit RoomPreview(SpriteModel* model, QWidget* parent = nullptr);
    ~RoomPreview() override;

    /// False where the file is not among the textures and sprites of its world; then a sentence says so.
    bool canShow() const;
    double distance() const { return distance_; } ///< squares
    void setDistance(double squares);

    QSize sizeHint() const override { return {300, 190}; }
    QSize minimumSizeHint() const override { return {140, 90}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

private:
    void buildStage();

    struct Stage; ///< room, renderer, frame: needs headers that others need not see

    SpriteModel* model_;
    std::unique_ptr<Stage> stage_;
    double distance_ = 2;
};

} // namespace blak::ui::sprites
