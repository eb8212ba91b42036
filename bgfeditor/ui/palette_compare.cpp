// SPDX-License-Identifier: GPL-3.0-or-later
#include "bgfeditor/ui/palette_compare.h"

#include "bgfeditor/ui/colour_cells.h"
#include "bgfeditor/ui/sprite_model.h"
#include "formats/base/file_io.h"
#include "ui/empty_label.h"
#include "ui/fonts.h"
#include "ui/icons.h"
#include "ui/theme.h"

#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QMouseEvent>
#include <QPainter>
#include <QStackedWidget>
#include <QToolButton>

#include <algorithm>
#include <cmath>
#include <span>

namespace blak::ui::sprites {
namespace {

constexpr int pictureSide = 150;                     ///< pixels, of the frame through a palette
constexpr std::uint64_t largestPalette = 4u << 20;   ///< bytes

QColor shown(const palette::Colour& colour) { return {colour.r, colour.g, colour.b}; }
QString hex(int number) { return QStringLiteral("0x%1").arg(number, 2, 16, QLatin1Char('0')); }

QPixmap pictureOf(const QImage& image)
{
    QPixmap pixmap(pictureSide, pictureSide);
    pixmap.fill(theme().input);
    if (image.isNull())
        return pixmap;
    QPainter painter(&pixmap);
    QRect place(QPoint(), image.size().scaled(pixmap.size(), Qt::KeepAspectRatio));
    place.moveCenter(pixmap.rect().center());
    painter.setRenderHint(QPainter::SmoothPixmapTransform, place.width() < image.width());
    painter.drawImage(place, image);
    return pixmap;
}

/// All of its picture in what room there is.
class FittedPicture : public QLabel
{
protected:
    void paintEvent(QPaintEvent*) override
    {
        const QPixmap picture = pixmap();
        QRect place(QPoint(), picture.size().scaled(size(), Qt::KeepAspectRatio));
        if (place.width() > picture.width())
            place.setSize(picture.size());
        place.moveCenter(rect().center());
        QPainter painter(this);
        painter.setRenderHint(QPainter::SmoothPixmapTransform);
        painter.drawPixmap(place, picture);
    }
};

} // namespace

ColourGrid::ColourGrid(const QString& name, QWidget* parent) : QWidget(parent)
{
    setMouseTracking(true);
    setAccessibleName(name);
}

void ColourGrid::setColours(const palette::Palette& colours, const std::bitset<256>& marked)
{
    colours_ = colours;
    marked_ = marked;
    update();
}

void ColourGrid::setHovered(int index)
{
    hovered_ = index;
    update();
}

QRectF ColourGrid::rectOf(int index) const { return ColourCells::fitting(size()).rectOf(index); }

void ColourGrid::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    for (int i = 0; i < ColourCells::all; ++i) {
        const QRectF at = rectOf(i);
        painter.fillRect(at, shown(colours_[static_cast<std::size_t>(i)]));
        if (!marked_.test(static_cast<std::size_t>(i)))
            painter.fillRect(at, QColor(theme().dock.red(), theme().dock.green(), theme().dock.blue(), 190)); // equal ones fade
        else {
            painter.setPen(QPen(i == hovered_ ? theme().text : theme().accent, 1));
            painter.drawRect(at.adjusted(0.5, 0.5, -0.5, -0.5));
        }
    }
}

void ColourGrid::mouseMoveEvent(QMouseEvent* event)
{
    emit hovered(ColourCells::fitting(size()).indexAt(event->position()));
}

void ColourGrid::leaveEvent(QEvent*) { emit hovered(-1); }

PaletteCompare::PaletteCompare(SpriteModel* model, QWidget* parent)
    : QWidget(parent), model_(model), pages_(new QStackedWidget), own_(new ColourGrid(tr("Palette of the project"))),
      other_(new ColourGrid(tr("The other palette"))), otherName_(new QLabel), ownPicture_(new FittedPicture), otherPicture_(new FittedPicture),
      facts_(new QLabel)
{
    auto* page = new QWidget;
    auto* row = new QHBoxLayout(page);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(16);
    const auto addSide = [&](QLabel* title, ColourGrid* grid, QLabel* picture, const QString& pictureName) {
        auto* column = new QVBoxLayout;
        column->setSpacing(4);
        title->setObjectName(QStringLiteral("text2"));
        column->addWidget(title);
        auto* both = new QHBoxLayout;
        both->setSpacing(8);
        both->addWidget(grid, 1);
        picture->setFixedWidth(pictureSide);
        picture->setMinimumHeight(1);
        picture->setMaximumHeight(pictureSide);
        picture->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Ignored);
        picture->setAccessibleName(pictureName);
        both->addWidget(picture);
        column->addLayout(both, 1);
        row->addLayout(column, 1);
        connect(grid, &ColourGrid::hovered, this, &PaletteCompare::describe);
    };
    addSide(new QLabel(tr("Palette of the project")), own_, ownPicture_, tr("The frame in the project's colours"));
    addSide(otherName_, other_, otherPicture_, tr("The frame in the other colours"));
    pages_->addWidget(page);
    pages_->addWidget(new EmptyLabel(tr("Choose another palette to see which colours differ, and this sprite through it.")));
    pages_->setCurrentIndex(1);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(10, 8, 10, 8);
    column->setSpacing(6);
    auto* strip = new QHBoxLayout;
    auto* button = new QToolButton;
    button->setIcon(icon(QStringLiteral("open")));
    button->setText(tr("Other palette…"));
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setObjectName(QStringLiteral("choosePalette"));
    connect(button, &QToolButton::clicked, this, &PaletteCompare::choose);
    strip->addWidget(button);
    auto* plain = new QToolButton;
    plain->setText(tr("Built-in"));
    plain->setToolTip(tr("The palette of projects that bring none of their own"));
    plain->setObjectName(QStringLiteral("builtInPalette"));
    connect(plain, &QToolButton::clicked, this, [this] { takeOther(palette::builtIn(), tr("Built-in palette")); });
    strip->addWidget(plain);
    facts_->setObjectName(QStringLiteral("text2"));
    facts_->setFont(monoFont(11));
    facts_->setMinimumWidth(1);
    strip->addWidget(facts_, 1);
    column->addLayout(strip);
    column->addWidget(pages_, 1);
    for (auto signal : {&SpriteModel::frameChanged, &SpriteModel::coloursChanged})
        connect(model, signal, this, &PaletteCompare::refresh);
}

void PaletteCompare::choose()
{
    auto* chooser = new QFileDialog(this, tr("A palette to compare with"), QFileInfo(model_->path()).absolutePath());
    chooser->setAttribute(Qt::WA_DeleteOnClose);
    chooser->setFileMode(QFileDialog::ExistingFile);
    chooser->setNameFilters({tr("Palettes (*.pal *.txt *.bmp)"), tr("All files (*)")});
    connect(chooser, &QFileDialog::fileSelected, this, [this](const QString& file) {
        if (const auto done = openOther(file); !done)
            emit failed(tr("The palette cannot be read: %1.").arg(QString::fromStdString(done.error().text())));
    });
    chooser->open();
}

Result<void> PaletteCompare::openOther(const QString& file)
{
    const auto bytes = readFile(QFile::encodeName(file).toStdString(), largestPalette);
    if (!bytes)
        return bytes.error();
    const auto read = palette::read(bytes.value(), QFileInfo(file).fileName().toStdString());
    if (!read)
        return read.error();
    takeOther(read.value().colours, QFileInfo(file).fileName());
    return {};
}

void PaletteCompare::takeOther(const palette::Palette& colours, const QString& name)
{
    otherColours_ = colours;
    otherTables_ = std::make_unique<palette::Tables>();
    palette::buildTables(colours, *otherTables_);
    otherName_->setText(name);
    pages_->setCurrentIndex(0);
    refresh();
}

QImage PaletteCompare::throughOther() const
{
    const auto* indices = model_->indices(model_->frame());
    const bgf::Bitmap* bitmap = model_->current();
    if (otherTables_ == nullptr || indices == nullptr || bitmap == nullptr || bitmap->width <= 0 || bitmap->height <= 0)
        return {};
    QImage image(bitmap->width, bitmap->height, QImage::Format_ARGB32);
    const auto map = bgfcore::makeColourMap(otherColours_, *otherTables_, model_->translation(), model_->light());
    const auto width = static_cast<std::size_t>(bitmap->width);
    for (int y = 0; y < bitmap->height; ++y)
        bgfcore::applyColourMap(map, std::span(*indices).subspan(static_cast<std::size_t>(y) * width, width),
                                std::span(reinterpret_cast<std::uint32_t*>(image.scanLine(y)), width));
    return image;
}

void PaletteCompare::refresh()
{
    if (otherTables_ == nullptr)
        return;
    used_.reset();
    if (const auto* indices = model_->indices(model_->frame()))
        for (const std::uint8_t index : *indices)
            used_.set(index);
    for (std::size_t i = 0; i < differing_.size(); ++i)
        differing_.set(i, i != bgf::transparentIndex && model_->palette()[i] != otherColours_[i]);
    own_->setColours(model_->palette(), differing_);
    other_->setColours(otherColours_, differing_);
    ownPicture_->setPixmap(pictureOf(model_->image(model_->frame())));
    otherPicture_->setPixmap(pictureOf(throughOther()));
    describe(-1);
}

void PaletteCompare::describe(int index)
{
    own_->setHovered(index);
    other_->setHovered(index);
    if (index < 0) {
        const auto here = static_cast<int>((differing_ & used_).count());
        return facts_->setText(differing_.none() ? tr("All colours are equal")
                                                 : tr("%1 of 256 colours differ, %2 of them used in this frame")
                                                       .arg(differing_.count())
                                                       .arg(here));
    }
    const auto at = static_cast<std::size_t>(index);
    const auto text = [](const palette::Colour& one) { return QStringLiteral("%1, %2, %3").arg(one.r).arg(one.g).arg(one.b); };
    facts_->setText(differing_.test(at) ? tr("%1 · %2 | %3%4").arg(hex(index), text(model_->palette()[at]), text(otherColours_[at]),
                                                                   used_.test(at) ? tr(" · used here") : QString())
                                        : tr("%1 · %2 in both").arg(hex(index), text(otherColours_[at])));
}

} // namespace blak::ui::sprites
