// SPDX-License-Identifier: GPL-3.0-or-later
#include "bgfeditor/ui/palette_panel.h"

#include "bgfeditor/bgfcore/shades.h"
#include "bgfeditor/ui/light_strip.h"
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
#include <QSignalBlocker>
#include <QSortFilterProxyModel>
#include <QVBoxLayout>

#include <algorithm>
#include <span>

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

constexpr int pictureSide = 56; ///< pixels, of a frame in the grid of translations

/// The frame as a translation colours it, in the light of now.
QPixmap framePicture(const SpriteModel& model, std::uint8_t translation)
{
    QPixmap pixmap(pictureSide, pictureSide);
    pixmap.fill(theme().input);
    const auto* indices = model.indices(model.frame());
    const bgf::Bitmap* bitmap = model.current();
    if (indices == nullptr || bitmap == nullptr || bitmap->width == 0 || bitmap->height == 0)
        return pixmap;
    QImage image(bitmap->width, bitmap->height, QImage::Format_ARGB32);
    const auto colours = bgfcore::makeColourMap(model.palette(), model.tables(), translation, model.light());
    const auto width = static_cast<std::size_t>(bitmap->width);
    for (int y = 0; y < bitmap->height; ++y)
        bgfcore::applyColourMap(colours, std::span(*indices).subspan(static_cast<std::size_t>(y) * width, width),
                                std::span(reinterpret_cast<std::uint32_t*>(image.scanLine(y)), width));
    QPainter painter(&pixmap);
    QRect place(QPoint(), image.size().scaled(pixmap.size(), Qt::KeepAspectRatio));
    place.moveCenter(pixmap.rect().center());
    painter.setRenderHint(QPainter::SmoothPixmapTransform, place.width() < image.width());
    painter.drawImage(place, image);
    return pixmap;
}

} // namespace

TranslationGrid::TranslationGrid(SpriteModel* model, QWidget* parent) : QListView(parent)
{
    setModel(new TranslationModel(model, this, true));
    setViewMode(QListView::IconMode);
    setMovement(QListView::Static);
    setResizeMode(QListView::Adjust);
    setUniformItemSizes(true);
    setIconSize({pictureSide, pictureSide});
    setGridSize({pictureSide + 10, pictureSide + 26});
    setFrameShape(QFrame::NoFrame);
    setAccessibleName(tr("The frame in all translations"));
    const auto follow = [this, model] {
        const QSignalBlocker quiet(selectionModel());
        setCurrentIndex(this->model()->index(model->translation(), 0));
    };
    connect(model, &SpriteModel::coloursChanged, this, follow);
    connect(selectionModel(), &QItemSelectionModel::currentChanged, this,
            [model](const QModelIndex& current) { model->setTranslation(static_cast<std::uint8_t>(current.row())); });
    follow();
}

PaletteGrid::PaletteGrid(SpriteModel* model, QWidget* parent) : QWidget(parent), model_(model)
{
    setMouseTracking(true);
    setAccessibleName(tr("Palette"));
    connect(model, &SpriteModel::frameChanged, this, &PaletteGrid::countUses);
    connect(model, &SpriteModel::coloursChanged, this, qOverload<>(&QWidget::update));
    connect(model, &SpriteModel::drawingChanged, this, qOverload<>(&QWidget::update));
    countUses();
}

ColourCells PaletteGrid::cells() const { return ColourCells::fitting(size()); }

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
    painter.setPen(QPen(theme().warning, 1, Qt::DashLine));
    painter.drawRect(rectOf(model_->drawing().second).adjusted(0, 0, -1, -1));
}

int PaletteGrid::indexAt(QPointF at) const { return cells().indexAt(at); }

QRectF PaletteGrid::rectOf(int index) const { return cells().rectOf(index); }

void PaletteGrid::mousePressEvent(QMouseEvent* event)
{
    if (const int index = indexAt(event->position()); index >= 0) {
        bgfcore::DrawSettings settings = model_->drawing();
        (event->button() == Qt::RightButton ? settings.second : settings.colour) = static_cast<std::uint8_t>(index);
        model_->setDrawing(settings);
    }
}

void PaletteGrid::mouseMoveEvent(QMouseEvent* event)
{
    emit indexHovered(indexAt(event->position()));
}

void PaletteGrid::leaveEvent(QEvent*) { emit indexHovered(-1); }

TranslationModel::TranslationModel(SpriteModel* sprite, QObject* parent, bool pictured)
    : QAbstractListModel(parent), sprite_(sprite), pictured_(pictured)
{
    if (pictured)
        for (auto signal : {&SpriteModel::frameChanged, &SpriteModel::coloursChanged})
            connect(sprite, signal, this, [this] { emit dataChanged(index(0), index(rowCount() - 1), {Qt::DecorationRole}); });
}

QVariant TranslationModel::data(const QModelIndex& index, int role) const
{
    const auto id = static_cast<std::uint8_t>(index.row());
    switch (role) {
    case Qt::DisplayRole:
        return pictured_ ? hex(id) : QStringLiteral("%1  %2").arg(hex(id), QString::fromStdString(palette::translationName(id)));
    case Qt::DecorationRole: return pictured_ ? framePicture(*sprite_, id) : rampPicture(*sprite_, id);
    case Qt::ToolTipRole: return QString::fromStdString(palette::translationName(id));
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
    auto* lights = new LightStrip(model, this);
    lights->setObjectName(QStringLiteral("lights"));
    left->addWidget(lights);
    left->addWidget(facts_);
    row->addLayout(left, 1);
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
    list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff); // the tool tip has the whole name
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
        return facts_->setText(tr("Dot: used · click: draw · right click: second"));
    const QColor colour = colourOf(*model_, static_cast<std::uint8_t>(index));
    const int shown =
        bgfcore::shownIndex(model_->tables(), model_->translation(), model_->light(), static_cast<std::uint8_t>(index));
    QString text = tr("%1 · %2, %3, %4").arg(hex(index)).arg(colour.red()).arg(colour.green()).arg(colour.blue());
    if (const int ramp = bgfcore::rampOf(static_cast<std::uint8_t>(index)); ramp >= 0)
        text += tr(" · shade %1 of ramp %2").arg(index % bgfcore::shadesOfRamp).arg(ramp);
    if (index == bgf::transparentIndex)
        text = tr("%1 · transparent").arg(hex(index));
    else if (shown != index)
        text = tr("%1 shown as %2").arg(text, hex(shown));
    facts_->setText(text);
}

} // namespace blak::ui::sprites
