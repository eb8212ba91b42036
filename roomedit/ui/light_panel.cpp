// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/ui/light_panel.h"

#include "roomedit/ui/view3d_canvas.h"
#include "ui/icons.h"
#include "ui/number_field.h"
#include "ui/quiet_wheel.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSlider>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace blak::ui::rooms {
namespace {

constexpr int stepsPerHour = 4;

} // namespace

LightPanel::LightPanel(View3dCanvas* canvas, QWidget* parent) : QWidget(parent), canvas_(canvas)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(10, 8, 10, 8);
    column->setSpacing(8);
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(4);
    grid->setColumnMinimumWidth(0, 84);
    grid->setColumnStretch(1, 1);
    column->addLayout(grid);

    hour_ = addControl(grid, tr("Time of day"), 24, tr("h"), stepsPerHour,
                       [](RoomLight light, double hour) { return lightAtHour(hour, light); });
    hour_.field->setDecimals(2);
    ambient_ = addControl(grid, tr("Ambient light"), 255, {}, 1, [](RoomLight light, double value) {
        light.ambient = static_cast<int>(value);
        return light;
    });
    sunStrength_ = addControl(grid, tr("Sun strength"), 255, {}, 1, [](RoomLight light, double value) {
        light.sunStrength = static_cast<int>(value);
        return light;
    });
    sunDirection_ = addControl(grid, tr("Sun direction"), 359, tr("°"), 1, [](RoomLight light, double value) {
        light.sunDegrees = static_cast<int>(value);
        return light;
    });
    viewer_ = addControl(grid, tr("Viewer light"), 255, {}, 1, [](RoomLight light, double value) {
        light.viewer = static_cast<int>(value);
        return light;
    });
    hour_.slider->setToolTip(tr("Moves ambient light and sun as on a clear day"));
    ambient_.slider->setToolTip(tr("192 is neutral; sectors with a light of 128 and more follow it"));
    sunDirection_.slider->setToolTip(tr("0 = east, 90 = south"));

    auto* buttons = new QHBoxLayout;
    play_ = new QPushButton(this);
    play_->setObjectName(QStringLiteral("playAnimation"));
    auto* reset = new QPushButton(icon(QStringLiteral("refresh")), tr("Noon"), this);
    reset->setToolTip(tr("Back to the neutral light"));
    buttons->addWidget(play_);
    day_ = new QPushButton(icon(QStringLiteral("timer")), tr("Play the day"), this);
    day_->setObjectName(QStringLiteral("playDay"));
    day_->setCheckable(true);
    day_->setToolTip(tr("An hour of the world in a second"));
    buttons->addWidget(day_);
    buttons->addWidget(reset);
    buttons->addStretch();
    column->addLayout(buttons);
    column->addStretch();

    connect(play_, &QPushButton::clicked, this, [this] { canvas_->setPlaying(!canvas_->isPlaying()); });
    connect(day_, &QPushButton::clicked, canvas_, &View3dCanvas::setDayPlaying);
    connect(reset, &QPushButton::clicked, this, [this] {
        canvas_->setDayPlaying(false);
        canvas_->setLight(RoomLight());
    });
    connect(canvas, &View3dCanvas::lightChanged, this, &LightPanel::refresh);
    connect(canvas, &View3dCanvas::playingChanged, this, &LightPanel::refresh);
    refresh();
}

LightPanel::Control LightPanel::addControl(QGridLayout* grid, const QString& label, int most, const QString& unit, int scale,
                                           Change change)
{
    Control control;
    control.scale = scale;
    control.slider = new QSlider(Qt::Horizontal, this);
    control.slider->setRange(0, most * scale);
    control.slider->setPageStep(std::max(1, most * scale / 16));
    control.slider->setAccessibleName(label);
    quietWheel(control.slider); // the panel scrolls where its dock is low
    control.field = new NumberField(0, most, unit, this);
    control.field->setFixedWidth(72);
    control.field->setAccessibleName(label);
    const int row = grid->rowCount();
    grid->addWidget(new DragLabel(label, control.field, this), row, 0);
    grid->addWidget(control.slider, row, 1);
    grid->addWidget(control.field, row, 2);
    connect(control.slider, &QSlider::valueChanged, this, [this, change, scale](int value) {
        canvas_->setLight(change(canvas_->light(), static_cast<double>(value) / scale));
    });
    connect(control.field, &NumberField::valueChanged, this,
            [this, change](double value) { canvas_->setLight(change(canvas_->light(), value)); });
    return control;
}

void LightPanel::refresh()
{
    const RoomLight& light = canvas_->light();
    const auto show = [](const Control& control, double value) {
        const QSignalBlocker quiet(control.slider);
        control.slider->setValue(static_cast<int>(std::lround(value * control.scale)));
        control.field->setValue(value);
    };
    show(hour_, light.hour);
    show(ambient_, light.ambient);
    show(sunStrength_, light.sunStrength);
    show(sunDirection_, light.sunDegrees);
    show(viewer_, light.viewer);
    day_->setChecked(canvas_->isDayPlaying());
    play_->setIcon(icon(canvas_->isPlaying() ? QStringLiteral("pause") : QStringLiteral("play")));
    play_->setText(canvas_->isPlaying() ? tr("Pause animation") : tr("Play animation"));
}

} // namespace blak::ui::rooms
