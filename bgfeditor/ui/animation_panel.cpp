// SPDX-License-Identifier: GPL-3.0-or-later
#include "bgfeditor/ui/animation_panel.h"

#include "bgfeditor/bgfcore/angles.h"
#include "bgfeditor/ui/sprite_model.h"
#include "ui/fonts.h"
#include "ui/icons.h"
#include "ui/number_field.h"
#include "ui/theme.h"

#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollArea>
#include <QScrollBar>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace blak::ui::sprites {
namespace {

constexpr int cellGap = 6, stripGap = 16;
constexpr int lowestCell = 34, highestCell = 120; ///< pixels

} // namespace

FilmStrip::FilmStrip(SpriteModel* model, Kind kind, QWidget* parent) : QWidget(parent), model_(model), kind_(kind)
{
    setAccessibleName(kind == Kind::Groups ? tr("Groups at this angle") : tr("Angles of this group"));
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    const auto refresh = [this] {
        resize(sizeHint());
        updateGeometry();
        update();
    };
    for (auto signal : {&SpriteModel::frameChanged, &SpriteModel::coloursChanged, &SpriteModel::animationChanged})
        connect(model, signal, this, refresh);
}

int FilmStrip::count() const
{
    if (kind_ == Kind::Groups)
        return model_->groupCount();
    return model_->group() < 0 ? 0 : static_cast<int>(model_->sprite().groups[static_cast<std::size_t>(model_->group())].size());
}

QRect FilmStrip::cellRect(int number) const
{
    const int width = cellHeight_ * 4 / 5;
    return {number * (width + cellGap), 0, width, cellHeight_};
}

void FilmStrip::setCellHeight(int height)
{
    cellHeight_ = std::clamp(height, lowestCell, highestCell);
    resize(sizeHint());
    updateGeometry();
}

QSize FilmStrip::sizeHint() const { return {cellRect(std::max(1, count())).left(), cellHeight_ + 2}; }

int FilmStrip::frameOf(int number) const
{
    if (kind_ == Kind::Groups)
        return model_->frameAt(number, model_->angle());
    const int frame = model_->sprite().groups[static_cast<std::size_t>(model_->group())][static_cast<std::size_t>(number)];
    return frame < model_->frameCount() ? frame : -1;
}

bool FilmStrip::isCurrent(int number) const
{
    return number == (kind_ == Kind::Groups ? model_->group()
                                            : bgfcore::entryForAngle(static_cast<std::size_t>(count()), model_->angle()));
}

void FilmStrip::paintEvent(QPaintEvent* event)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const auto [low, high] = std::minmax({model_->firstGroup(), model_->lastGroup()});
    for (int number = 0; number < count(); ++number) {
        const QRect cell = cellRect(number);
        if (!cell.intersects(event->rect()))
            continue;
        const bool current = isCurrent(number);
        painter.setPen(QPen(current ? theme().accent : theme().border, 1));
        painter.setBrush(current ? theme().selected : theme().input);
        painter.drawRoundedRect(QRectF(cell).adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
        const QImage image = model_->image(frameOf(number));
        if (!image.isNull()) {
            QRectF at(QPointF(), QSizeF(image.size()).scaled(QSizeF(cell.size()) - QSizeF(8, 10), Qt::KeepAspectRatio));
            at.moveCenter(QRectF(cell).center() + QPointF(0, 1));
            painter.setRenderHint(QPainter::SmoothPixmapTransform, at.width() < image.width());
            painter.drawImage(at, image);
        }
        painter.setFont(monoFont(11));
        const QString text = kind_ == Kind::Groups
                                 ? QString::number(number + 1)
                                 : tr("%1°").arg(bgfcore::degreesOfEntry(static_cast<std::size_t>(count()), number));
        const QRect caption(cell.topLeft() + QPoint(3, 2), QSize(painter.fontMetrics().horizontalAdvance(text) + 8, painter.fontMetrics().height()));
        painter.setPen(Qt::NoPen);
        painter.drawRoundedRect(caption, 3, 3); // a plate of the cell's own colour: the picture lies below the words
        painter.setPen(current ? theme().text : theme().text2);
        painter.drawText(caption, Qt::AlignCenter, text);
        const bool plays = model_->animationKind() == AnimationKind::None ? number == model_->firstGroup()
                                                                          : number >= low && number <= high;
        if (kind_ == Kind::Groups && plays)
            painter.fillRect(QRect(cell.left() + 1, cell.bottom() - 1, cell.width() - 2, 3), theme().success);
    }
}

void FilmStrip::mousePressEvent(QMouseEvent* event)
{
    const int number = event->pos().x() / (cellRect(1).left());
    if (event->button() != Qt::LeftButton || number >= count() || !cellRect(number).contains(event->pos()))
        return;
    if (kind_ == Kind::Groups)
        model_->setGroup(number);
    else
        model_->setAngle(bgfcore::angleOfEntry(static_cast<std::size_t>(count()), number));
}

AnimationPanel::AnimationPanel(SpriteModel* model, QWidget* parent)
    : QWidget(parent), model_(model), strip_(new FilmStrip(model, FilmStrip::Kind::Groups)),
      angles_(new FilmStrip(model, FilmStrip::Kind::Angles)), scroll_(new QScrollArea(this)), kind_(new QComboBox(this)),
      play_(new QToolButton(this))
{
    const int groups = std::max(1, model->groupCount());
    first_ = new NumberField(1, groups, {}, this);
    last_ = new NumberField(1, groups, {}, this);
    final_ = new NumberField(1, groups, {}, this);
    interval_ = new NumberField(10, 60'000, tr("ms"), this);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(10, 6, 10, 6);
    column->setSpacing(6);
    auto* row = new QHBoxLayout;
    row->setSpacing(4);
    const auto addStep = [&](const QString& iconName, const QString& tip, int steps) {
        auto* button = new QToolButton(this);
        button->setIcon(icon(iconName));
        button->setToolTip(tip);
        button->setAccessibleName(tip);
        connect(button, &QToolButton::clicked, this, [this, steps] { model_->stepGroup(steps); });
        row->addWidget(button);
    };
    addStep(QStringLiteral("prev-frame"), tr("Group before"), -1);
    play_->setObjectName(QStringLiteral("playSprite"));
    connect(play_, &QToolButton::clicked, this, [this] { model_->setPlaying(!model_->isPlaying()); });
    row->addWidget(play_);
    addStep(QStringLiteral("step-frame"), tr("Next group"), 1);
    row->addSpacing(8);
    kind_->addItems({tr("None"), tr("Cycle"), tr("Once")});
    kind_->setAccessibleName(tr("Kind of animation"));
    kind_->setToolTip(tr("None: the first group stands. Cycle: first to last and again. Once: first to last, then the final group stands."));
    kind_->setFixedHeight(22);
    row->addWidget(kind_);
    row->addSpacing(4);
    const auto addField = [&](const QString& label, NumberField* field, int width) {
        field->setFixedSize(width, 22);
        field->setAccessibleName(label);
        auto* drag = new DragLabel(label, field, this);
        row->addWidget(drag);
        row->addWidget(field);
        row->addSpacing(4);
        return drag;
    };
    addField(tr("Groups"), first_, 44);
    addField(tr("to"), last_, 44);
    finalLabel_ = addField(tr("then"), final_, 44);
    addField(tr("Interval"), interval_, 70);
    row->addStretch();
    column->addLayout(row);
    // Both strips in one, as low as the dock is: cells take the height that is left.
    auto* strips = new QWidget;
    auto* side = new QHBoxLayout(strips);
    side->setContentsMargins(0, 0, 0, 0);
    side->setSpacing(stripGap);
    side->setSizeConstraint(QLayout::SetFixedSize);
    side->addWidget(strip_, 0, Qt::AlignTop);
    side->addWidget(angles_, 0, Qt::AlignTop);
    strip_->setToolTip(tr("Groups at this angle"));
    angles_->setToolTip(tr("Angles of this group"));
    scroll_->setFrameShape(QFrame::NoFrame);
    scroll_->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll_->setMinimumHeight(1);
    scroll_->setWidget(strips);
    scroll_->installEventFilter(this);
    column->addWidget(scroll_, 1);
    connect(kind_, &QComboBox::activated, this, [this](int number) { model_->setAnimationKind(static_cast<AnimationKind>(number)); });
    connect(final_, &NumberField::valueChanged, this, [this](double value) { model_->setFinalGroup(static_cast<int>(value) - 1); });
    connect(first_, &NumberField::valueChanged, this,
            [this](double value) { model_->setGroups(static_cast<int>(value) - 1, model_->lastGroup()); });
    connect(last_, &NumberField::valueChanged, this,
            [this](double value) { model_->setGroups(model_->firstGroup(), static_cast<int>(value) - 1); });
    connect(interval_, &NumberField::valueChanged, this, [this](double value) { model_->setInterval(static_cast<int>(value)); });
    connect(model, &SpriteModel::animationChanged, this, &AnimationPanel::refresh);
    connect(model, &SpriteModel::documentChanged, this, &AnimationPanel::refresh);
    connect(model, &SpriteModel::frameChanged, this, &AnimationPanel::fitCells); // another group has other angles
    refresh();
}

bool AnimationPanel::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize && watched == scroll_)
        fitCells();
    return QWidget::eventFilter(watched, event);
}

/// As high as there is room; where the strips are wider then, the bar below them needs some.
void AnimationPanel::fitCells()
{
    const int room = scroll_->height() - 2;
    const auto width = [this](int height) {
        const int cells = strip_->count() + angles_->count();
        return cells * (height * 4 / 5 + cellGap) + stripGap;
    };
    const int bar = scroll_->horizontalScrollBar()->sizeHint().height();
    for (FilmStrip* strip : {strip_, angles_})
        strip->setCellHeight(width(std::clamp(room, lowestCell, highestCell)) <= scroll_->width() ? room : room - bar);
}

void AnimationPanel::refresh()
{
    play_->setIcon(icon(model_->isPlaying() ? QStringLiteral("pause") : QStringLiteral("play")));
    play_->setToolTip(model_->isPlaying() ? tr("Pause") : tr("Play"));
    play_->setAccessibleName(play_->toolTip());
    first_->setValue(model_->firstGroup() + 1);
    last_->setValue(model_->lastGroup() + 1);
    interval_->setValue(model_->interval());
    final_->setValue(model_->finalGroup() + 1);
    kind_->setCurrentIndex(static_cast<int>(model_->animationKind()));
    const bool isOnce = model_->animationKind() == AnimationKind::Once;
    final_->setVisible(isOnce);
    finalLabel_->setVisible(isOnce);
    const int groups = std::max(1, model_->groupCount());
    for (NumberField* field : {first_, last_, final_})
        field->setRange(1, groups);
    setEnabled(model_->groupCount() > 0);
    fitCells();
}

} // namespace blak::ui::sprites
