// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "roomedit/ui/view3d_canvas.h"

#include <QWidget>

class QLabel;
class QSlider;
class QToolButton;

namespace blak::ui {
class ViewHeader;
}

namespace blak::ui::rooms {

/// The 3D view with its header: time of day, walk or fly, full brightness, animation. Says why where a room has no tree to draw.
class View3d : public QWidget
{
    Q_OBJECT

public:
    explicit View3d(RoomModel* model, const QString& loadError, QWidget* parent = nullptr);

    View3dCanvas* canvas() { return canvas_; } ///< null when the room cannot be drawn
    const View3dCanvas* canvas() const { return canvas_; }

    /// In a panel, whose own title says what it is, the header keeps still.
    void setTitled(bool titled);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void refreshHeader();

    View3dCanvas* canvas_ = nullptr;
    ViewHeader* header_;
    QLabel* timeLabel_ = nullptr;
    QSlider* timeSlider_ = nullptr;
    QLabel* timeText_ = nullptr;
    QToolButton* walk_ = nullptr;
    QToolButton* fly_ = nullptr;
    QToolButton* bright_ = nullptr;
    QToolButton* play_ = nullptr;
    QToolButton* brush_ = nullptr;
};

} // namespace blak::ui::rooms
