// SPDX-License-Identifier: GPL-3.0-or-later
#include "bgfeditor/ui/colour_chips.h"

#include "ui/fonts.h"
#include "ui/theme.h"

#include <QMouseEvent>
#include <QPainter>

#include <utility>

namespace blak::ui::sprites {
namespace {

constexpr int chip = 13, shift = 7, gap = 6; ///< logical pixels

QString brushText(const SpriteModel& model) { return ColourChips::tr("%1 px").arg(model.drawing().brush); }

} // namespace

ColourChips::ColourChips(SpriteModel* model, QWidget* parent) : QWidget(parent), model_(model)
{
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setAccessibleName(tr("Colours and brush"));
    setCursor(Qt::PointingHandCursor);
    for (auto signal : {&SpriteModel::drawingChanged, &SpriteModel::coloursChanged})
        connect(model, signal, this, &ColourChips::refresh);
    refresh();
}

QSize ColourChips::sizeHint() const
{
    return {chip + shift + gap + QFontMetrics(uiFont(11)).horizontalAdvance(brushText(*model_)) + 4, chip + shift + 2};
}

void ColourChips::refresh()
{
    const auto name = [](std::uint8_t index) {
        return index == bgf::transparentIndex ? tr("transparent") : QStringLiteral("0x%1").arg(index, 2, 16, QLatin1Char('0'));
    };
    setToolTip(tr("Left button draws with %1, right button with %2; a click or X swaps them. The brush has %3 pixels ({ and }).")
                   .arg(name(model_->drawing().colour), name(model_->drawing().second))
                   .arg(model_->drawing().brush));
    updateGeometry();
    update();
}

void ColourChips::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const auto paintChip = [&](QPoint corner, std::uint8_t index) {
        const QRect box(corner, QSize(chip, chip));
        if (index == bgf::transparentIndex) { // a small checker
            painter.fillRect(box, QColor(0xe6e9ec));
            for (const QPoint& part : {QPoint(0, 0), QPoint(1, 1)})
                painter.fillRect(QRect(corner + part * (chip / 2), QSize(chip / 2, chip / 2)), QColor(0x9aa2ab));
        } else {
            const palette::Colour& colour = model_->palette()[index];
            painter.fillRect(box, QColor(colour.r, colour.g, colour.b));
        }
        painter.setPen(theme().borderStrong);
        painter.drawRect(box.adjusted(0, 0, -1, -1));
    };
    const int top = (height() - chip - shift) / 2;
    paintChip({shift, top + shift}, model_->drawing().second);
    paintChip({0, top}, model_->drawing().colour);
    painter.setFont(uiFont(11));
    painter.setPen(theme().text2);
    painter.drawText(rect().adjusted(chip + shift + gap, 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft, brushText(*model_));
}

void ColourChips::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    bgfcore::DrawSettings settings = model_->drawing();
    std::swap(settings.colour, settings.second);
    model_->setDrawing(settings);
}

} // namespace blak::ui::sprites
