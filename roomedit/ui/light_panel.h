// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "roomedit/ui/room_light.h"

#include <QWidget>

class QGridLayout;
class QPushButton;
class QSlider;

namespace blak::ui {
class NumberField;
}

namespace blak::ui::rooms {

class View3dCanvas;

/// Sliders for what a game server says about the light: time of day, ambient light, sun, the viewer's own light; animation on and
/// off.
class LightPanel : public QWidget
{
    Q_OBJECT

public:
    explicit LightPanel(View3dCanvas* canvas, QWidget* parent = nullptr);

private:
    struct Control
    {
        QSlider* slider = nullptr; ///< counts in parts of `scale`
        NumberField* field = nullptr;
        int scale = 1; ///< slider steps per unit of the field
    };
    using Change = RoomLight (*)(RoomLight, double);
    Control addControl(QGridLayout* grid, const QString& label, int most, const QString& unit, int scale, Change change);
    void refresh();

    View3dCanvas* canvas_;
    Control hour_, ambient_, sunStrength_, sunDirection_, viewer_;
    QPushButton* day_ = nullptr;
    QPushButton* play_ = nullptr;
};

} // namespace blak::ui::rooms
