// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/ui/view3d.h"

#include "roomedit/ui/walk_keys.h"
#include "ui/empty_label.h"
#include "ui/icons.h"
#include "ui/view_header.h"

#include <QLabel>
#include <QSignalBlocker>
#include <QSlider>
#include <QToolButton>
#include <QVBoxLayout>

#include <cmath>

namespace blak::ui::rooms {
namespace {

constexpr int stepsPerHour = 4;
constexpr int roomForSlider = 340; // logical pixels of width below which the slider hides

QString clockText(double hour)
{
    const int minutes = static_cast<int>(std::lround(hour * 60)) % (24 * 60);
    return QStringLiteral("%1:%2").arg(minutes / 60, 2, 10, QLatin1Char('0')).arg(minutes % 60, 2, 10, QLatin1Char('0'));
}

} // namespace

View3d::View3d(RoomModel* model, const QString& loadError, QWidget* parent)
    : QWidget(parent), header_(new ViewHeader(tr("3D view"), this))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(header_);
    if (model->index().loaded() == nullptr) {
        column->addWidget(new EmptyLabel(tr("This room cannot be walked: %1.").arg(loadError), this));
        column->addStretch();
        return;
    }
    canvas_ = new View3dCanvas(model, this);
    column->addWidget(canvas_, 1);

    timeLabel_ = new QLabel(tr("Time of day"), this);
    timeLabel_->setObjectName(QStringLiteral("text2"));
    timeSlider_ = new QSlider(Qt::Horizontal, this);
    timeSlider_->setRange(0, 24 * stepsPerHour);
    timeSlider_->setPageStep(stepsPerHour);
    timeSlider_->setFixedWidth(90);
    timeSlider_->setAccessibleName(tr("Time of day"));
    timeText_ = new QLabel(this);
    for (QWidget* widget :
         {static_cast<QWidget*>(timeLabel_), static_cast<QWidget*>(timeSlider_), static_cast<QWidget*>(timeText_)})
        header_->addWidget(widget);
    walk_ = header_->addButton(QStringLiteral("walk"), tr("Walk: gravity, steps and walls count (G)"), true);
    fly_ = header_->addButton(QStringLiteral("fly"), tr("Fly"), true);
    bright_ = header_->addButton(QStringLiteral("light"), tr("Full brightness"), true);
    brush_ = header_->addButton(QStringLiteral("bucket"), tr("Brush: paint textures with the mouse (P)"), true);
    play_ = header_->addButton(QStringLiteral("loop"), tr("Play animation, scrolling and flicker"), true);

    connect(timeSlider_, &QSlider::valueChanged, this,
            [this](int value) { canvas_->setLight(lightAtHour(static_cast<double>(value) / stepsPerHour, canvas_->light())); });
    connect(walk_, &QToolButton::clicked, this, [this] { canvas_->setFlying(false), refreshHeader(); });
    connect(fly_, &QToolButton::clicked, this, [this] { canvas_->setFlying(true), refreshHeader(); });
    connect(bright_, &QToolButton::clicked, canvas_, &View3dCanvas::setFullBright);
    connect(play_, &QToolButton::clicked, canvas_, &View3dCanvas::setPlaying);
    connect(brush_, &QToolButton::clicked, this, [this](bool on) {
        canvas_->setBrush(on);
        canvas_->setFocus();
    });
    connect(canvas_, &View3dCanvas::brushChanged, this, &View3d::refreshHeader);
    connect(canvas_, &View3dCanvas::flyingChanged, this, &View3d::refreshHeader);
    connect(canvas_, &View3dCanvas::playingChanged, this, &View3d::refreshHeader);
    connect(canvas_, &View3dCanvas::lightChanged, this, &View3d::refreshHeader);
    connect(inputPresetNotifier(), &InputPresetNotifier::changed, this, &View3d::refreshHeader);
    refreshHeader();
}

void View3d::setTitled(bool titled) { header_->setTitle(titled ? tr("3D view") : QString()); }

void View3d::resizeEvent(QResizeEvent*)
{
    if (canvas_ == nullptr)
        return;
    for (QWidget* widget :
         {static_cast<QWidget*>(timeLabel_), static_cast<QWidget*>(timeSlider_), static_cast<QWidget*>(timeText_)})
        widget->setVisible(width() >= roomForSlider);
}

void View3d::refreshHeader()
{
    const QSignalBlocker quiet(timeSlider_);
    timeSlider_->setValue(static_cast<int>(std::lround(canvas_->light().hour * stepsPerHour)));
    timeText_->setText(clockText(canvas_->light().hour));
    header_->setDetail(canvas_->isFlying() ? tr("Fly") : tr("Walk"));
    walk_->setChecked(!canvas_->isFlying());
    fly_->setChecked(canvas_->isFlying());
    fly_->setToolTip(tr("Fly through everything; %1 (G)").arg(flyKeysName(inputPreset())));
    bright_->setChecked(canvas_->isFullBright());
    play_->setChecked(canvas_->isPlaying());
    brush_->setChecked(canvas_->isBrush());
}

} // namespace blak::ui::rooms
