// SPDX-License-Identifier: GPL-3.0-or-later
#include "bgfeditor/ui/angle_wheel.h"

#include "bgfeditor/bgfcore/angles.h"
#include "bgfeditor/ui/problem_word.h"
#include "ui/fonts.h"
#include "ui/theme.h"

#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace blak::ui::sprites {
namespace {

constexpr double dialShare = 0.40; // radius of the inner dial, of the ring
constexpr double handLength = 9; ///< px

QPointF direction(int angle) // 0 points down, angles grow clockwise
{
    const double radians = angle * 2 * M_PI / bgfcore::anglesPerTurn;
    return {-std::sin(radians), std::cos(radians)};
}

} // namespace

AngleWheel::AngleWheel(SpriteModel* model, QWidget* parent) : QWidget(parent), model_(model)
{
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Angle"));
    connect(model, &SpriteModel::frameChanged, this, qOverload<>(&QWidget::update));
    connect(model, &SpriteModel::coloursChanged, this, qOverload<>(&QWidget::update));
}

const bgf::Group* AngleWheel::group() const
{
    return model_->group() >= 0 ? &model_->sprite().groups[static_cast<std::size_t>(model_->group())] : nullptr;
}

QRectF AngleWheel::entryRect(int entry) const
{
    const auto count = group() == nullptr ? 0 : group()->size();
    const double side = std::clamp(std::min(width(), height()) / 5.2, 24.0, 64.0);
    const double across = std::min<double>(width() - side - 12, 1.35 * (height() - side - 12)) / 2;
    const double down = (height() - side - 12) / 2;
    const QPointF way = direction(bgfcore::angleOfEntry(count, entry));
    QRectF place(0, 0, side, side);
    place.moveCenter(QRectF(rect()).center() + QPointF(way.x() * across, way.y() * down));
    return place;
}

void AngleWheel::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const bgf::Group* entries = group();
    painter.setFont(uiFont());
    if (entries == nullptr || entries->empty()) {
        painter.setPen(theme().text2);
        painter.drawText(rect().adjusted(10, 8, -10, -8), Qt::AlignTop | Qt::AlignLeft | Qt::TextWordWrap,
                         model_->groupCount() == 0 ? tr("This file has no groups.")
                         : entries == nullptr       ? tr("No group shows this frame. Sprite > Group > Add group makes one of it; "
                                                         "Properties tells a group which frames it shows.")
                                                    : tr("This group has no bitmap."));
        return;
    }
    const int current = bgfcore::entryForAngle(entries->size(), model_->angle());
    const QPointF middle = QRectF(rect()).center();
    const double dial = dialShare * height() / 2;
    painter.setPen(theme().border);
    painter.drawEllipse(middle, dial, dial);
    const QPointF way = direction(model_->angle()); // a hand at the rim: the words have the middle
    painter.setPen(QPen(theme().accent, 1.5));
    painter.drawLine(middle + (dial - handLength) * way, middle + dial * way);
    painter.setBrush(theme().accent);
    painter.drawEllipse(middle + dial * way, 3, 3);
    painter.setFont(uiFont(12, QFont::DemiBold));
    painter.setPen(theme().text);
    painter.drawText(QRectF(middle.x() - dial, middle.y() - 16, 2 * dial, 16), Qt::AlignCenter,
                     tr("%1°").arg(bgfcore::degreesOfEntry(entries->size(), current)));
    painter.setFont(uiFont(11));
    painter.setPen(theme().text2);
    painter.drawText(QRectF(middle.x() - dial, middle.y(), 2 * dial, 14), Qt::AlignCenter,
                     tr("%1 of %2").arg(current + 1).arg(entries->size()));

    for (std::size_t i = 0; i < entries->size(); ++i) {
        const QRectF place = entryRect(static_cast<int>(i));
        const bool selected = static_cast<int>(i) == current;
        painter.setPen(QPen(selected ? theme().accent : theme().border, selected ? 1.5 : 1));
        painter.setBrush(selected ? theme().selected : theme().input);
        painter.drawRoundedRect(place, 4, 4);
        const QImage image = model_->image((*entries)[i]);
        if (image.isNull()) {
            painter.setPen(theme().text2);
            painter.setFont(uiFont(10)); // the longest word fits
            painter.drawText(place, Qt::AlignCenter | Qt::TextDontClip, (*entries)[i] < 0 ? tr("none") : problemWord(*model_, (*entries)[i]));
            painter.setFont(uiFont(11));
            continue;
        }
        QRectF at(QPointF(), QSizeF(image.size()).scaled(place.size() - QSizeF(6, 6), Qt::KeepAspectRatio));
        at.moveCenter(place.center());
        painter.setRenderHint(QPainter::SmoothPixmapTransform, at.width() < image.width());
        painter.drawImage(at, image);
    }
    if (hasFocus()) {
        painter.setPen(theme().accent);
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5));
    }
}

void AngleWheel::turnTowards(QPointF point)
{
    const QPointF way = point - QRectF(rect()).center();
    if (way.manhattanLength() > 4)
        model_->setAngle(static_cast<int>(std::lround(std::atan2(-way.x(), way.y()) / (2 * M_PI) * bgfcore::anglesPerTurn)));
}

void AngleWheel::mousePressEvent(QMouseEvent* event)
{
    const bgf::Group* entries = group();
    if (event->button() != Qt::LeftButton || entries == nullptr)
        return;
    for (std::size_t i = 0; i < entries->size(); ++i)
        if (entryRect(static_cast<int>(i)).contains(event->position()))
            return model_->setAngle(bgfcore::angleOfEntry(entries->size(), static_cast<int>(i)));
    turnTowards(event->position());
}

void AngleWheel::mouseMoveEvent(QMouseEvent* event)
{
    if ((event->buttons() & Qt::LeftButton) != 0)
        turnTowards(event->position());
}

void AngleWheel::wheelEvent(QWheelEvent* event)
{
    if (event->angleDelta().y() != 0)
        model_->turn(event->angleDelta().y() > 0 ? 1 : -1);
    event->accept();
}

void AngleWheel::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Up: return model_->turn(1);
    case Qt::Key_Right:
    case Qt::Key_Down: return model_->turn(-1);
    default: QWidget::keyPressEvent(event);
    }
}

} // namespace blak::ui::sprites
