// SPDX-License-Identifier: GPL-3.0-or-later
#include "bgfeditor/ui/palette_panel.h"

#include "bgfeditor/ui/sprite_model.h"
#include "ui/fonts.h"
#include "ui/search_field.h"
#include "ui/theme.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QListView>
#include <QMouseEvent>
#include <QPainter>
#include <QPixmap>
#include <QSortFilterProxyModel>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace blak::ui::sprites {
namespace {

constexpr int perRow = 16;

QColor colourOf(const SpriteModel& model, std::uint8_t index)
{
    const palette::Colour& colour = model.palette()[index];
    return {colour.r, colour.g, colour.b};
}

QString hex(int number)
{
    return QStringLiteral("0x%1").arg(number, 2, 16, QLatin1Char('0')).toUpper().replace(1, 1, QLatin1Char('x'));
}

/// The middle colour of each ramp after a translation, side by side.
QPixmap rampPicture(const SpriteModel& model, std::uint8_t translation)
{
    constexpr int bar = 5, height = 14;
    QPixmap pixmap(perRow * bar, height);
    QPainter painter(&pixmap);
    for (int ramp = 0; ramp < perRow; ++ramp) {
        const auto index = static_cast<std::uint8_t>(ramp * perRow + 5);
        painter.fillRect(ramp * bar, 0, bar, height, colourOf(model, model.tables().translation[translation][index]));
    }
    return pixmap;
}

} // namespace

PaletteGrid::PaletteGrid(SpriteModel* model, QWidget* parent) : QWidget(parent), model_(model)
{
    setMouseTracking(true);
    setAccessibleName(tr("Palette"));
    connect(model, &SpriteModel::frameChanged, this, &PaletteGrid::countUses);
    connect(model, &SpriteModel::coloursChanged, this, qOverload<>(&QWidget::update));
    connect(model, &SpriteModel::drawingChanged, this, qOverload<>(&QWidget::update));
    countUses();
}

double PaletteGrid::cell() const { return std::max(4.0, std::floor(std::min(width(), height()) / static_cast<double>(perRow))); }

void PaletteGrid::countUses()
{
    used_.fill(false);
    if (const auto* indices = model_->indices(model_->frame()))
        for (const std::uint8_t index : *indices)
            used_[index] = true;
    update();
}

void PaletteGrid::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    for (int i = 0; i < perRow * perRow; ++i) {
        const QRectF at = rectOf(i);
        const QColor colour = colourOf(
            *model_, bgfcore::shownIndex(model_->tables(), model_->translation(), model_->light(), static_cast<std::uint8_t>(i)));
        if (i == bgf::transparentIndex) {
            painter.fillRect(at, theme().input);
            painter.setPen(theme().text2);
            painter.drawLine(at.topLeft(), at.bottomRight());
            continue;
        }
        painter.fillRect(at, colour);
        if (used_[static_cast<std::size_t>(i)])
            painter.fillRect(QRectF(at.center() - QPointF(1, 1), QSizeF(2, 2)), colour.lightness() < 128 ? Qt::white : Qt::black);
    }
    painter.setPen(QPen(theme().accent, 2));
    painter.drawRect(rectOf(model_->drawing().colour).adjusted(0, 0, -1, -1));
}

int PaletteGrid::indexAt(QPointF at) const
{
    const int column = static_cast<int>(std::floor(at.x() / cell())), row = static_cast<int>(std::floor(at.y() / cell()));
    return column >= 0 && column < perRow && row >= 0 && row < perRow ? row * perRow + column : -1;
}

QRectF PaletteGrid::rectOf(int index) const
{
    return {(index % perRow) * cell(), static_cast<double>(index / perRow) * cell(), cell() - 1, cell() - 1};
}

void PaletteGrid::mousePressEvent(QMouseEvent* event)
{
    if (const int index = indexAt(event->position()); index >= 0) {
        bgfcore::DrawSettings settings = model_->drawing();
        settings.colour = static_cast<std::uint8_t>(index);
        model_->setDrawing(settings);
    }
}

void PaletteGrid::mouseMoveEvent(QMouseEvent* event)
{
    emit indexHovered(indexAt(event->position()));
}

void PaletteGrid::leaveEvent(QEvent*) { emit indexHovered(-1); }

QVariant TranslationModel::data(const QModelIndex& index, int role) const
{
    const auto id = static_cast<std::uint8_t>(index.row());
    switch (role) {
    case Qt::DisplayRole: return QStringLiteral("%1  %2").arg(hex(id), QString::fromStdString(palette::translationName(id)));
    case Qt::DecorationRole: return rampPicture(*sprite_, id);
    case Qt::FontRole: return monoFont(); // Inter turns 0x0A into a product
    default: return {};
    }
}

PalettePanel::PalettePanel(SpriteModel* model, QWidget* parent)
    : QWidget(parent), model_(model), grid_(new PaletteGrid(model, this)), facts_(new QLabel(this)), list_(new QListView(this))
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(10, 8, 10, 8);
    row->setSpacing(12);
    auto* left = new QVBoxLayout;
    left->addWidget(grid_, 1);
    facts_->setObjectName(QStringLiteral("text2"));
    facts_->setFont(monoFont(11));
    facts_->setMinimumWidth(16 * 14);
    left->addWidget(facts_);
    row->addLayout(left);
    auto* right = new QVBoxLayout;
    auto* filter = new SearchField(tr("Filter 256 translations"), QStringLiteral("filter"), this);
    filter->setTarget(list_);
    right->addWidget(filter);
    right->addWidget(list_, 1);
    row->addLayout(right, 1);

    auto* proxy = new QSortFilterProxyModel(this);
    proxy->setSourceModel(new TranslationModel(model, this));
    proxy->setFilterCaseSensitivity(Qt::CaseInsensitive);
    list_->setModel(proxy);
    list_->setUniformItemSizes(true);
    list_->setFrameShape(QFrame::NoFrame);
    list_->setIconSize({80, 14});
    list_->setAccessibleName(tr("Translations"));
    connect(filter, &SearchField::filterChanged, proxy, &QSortFilterProxyModel::setFilterFixedString);
    connect(list_->selectionModel(), &QItemSelectionModel::currentChanged, this, [this, proxy](const QModelIndex& current) {
        if (current.isValid())
            model_->setTranslation(static_cast<std::uint8_t>(proxy->mapToSource(current).row()));
    });
    connect(grid_, &PaletteGrid::indexHovered, this, &PalettePanel::describe);
    connect(model, &SpriteModel::coloursChanged, this, [this, proxy] {
        const QModelIndex index = proxy->mapFromSource(proxy->sourceModel()->index(model_->translation(), 0));
        if (index.isValid() && index != list_->currentIndex())
            list_->setCurrentIndex(index);
    });
    list_->setCurrentIndex(proxy->index(model->translation(), 0));
    describe(-1);
}

void PalettePanel::describe(int index)
{
    if (index < 0)
        return facts_->setText(tr("Dots: used in this frame · click: draw with it"));
    const QColor colour = colourOf(*model_, static_cast<std::uint8_t>(index));
    const int shown =
        bgfcore::shownIndex(model_->tables(), model_->translation(), model_->light(), static_cast<std::uint8_t>(index));
    QString text = tr("%1 · %2, %3, %4").arg(hex(index)).arg(colour.red()).arg(colour.green()).arg(colour.blue());
    if (index == bgf::transparentIndex)
        text = tr("%1 · transparent").arg(hex(index));
    else if (shown != index)
        text = tr("%1 shown as %2").arg(text, hex(shown));
    facts_->setText(text);
}

} // namespace blak::ui::sprites
