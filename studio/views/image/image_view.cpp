// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/views/image/image_view.h"

#include "client/render/asset_store.h"
#include "formats/palette/nearest.h"
#include "studio/views/common/text.h"
#include "studio/views/image/picture_canvas.h"
#include "ui/project.h"
#include "ui/view_header.h"

#include <QHash>
#include <QImageReader>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>

#include <cmath>

namespace blak::ui::views {
namespace {

struct Loaded
{
    QImage picture;
    QByteArray format;
};

Result<Loaded> loadPicture(const QString& path)
{
    QImageReader reader(path);
    reader.setDecideFormatFromContent(true);
    Loaded loaded;
    loaded.format = reader.format().toUpper(); // empty once the picture is read
    loaded.picture = reader.read();
    if (loaded.picture.isNull())
        return Error{reader.errorString().toStdString(), QFileInfo(path).fileName().toStdString()};
    return loaded;
}

double change(QRgb colour, const palette::Colour& to)
{
    const double r = qRed(colour) - to.r, g = qGreen(colour) - to.g, b = qBlue(colour) - to.b;
    return 100 * std::sqrt((r * r + g * g + b * b) / 3) / 255;
}

} // namespace

ColourDistance measureDistance(const QImage& picture, const palette::Palette& colours)
{
    ColourDistance result;
    const palette::NearestColour nearest(colours, palette::Reserved::Use);
    const QImage rgb = picture.convertToFormat(QImage::Format_ARGB32);
    QHash<QRgb, bool> isStranger;
    QImage overlay;
    for (int y = 0; y < rgb.height(); ++y) {
        const auto* line = reinterpret_cast<const QRgb*>(rgb.constScanLine(y));
        for (int x = 0; x < rgb.width(); ++x) {
            if (qAlpha(line[x]) == 0)
                continue;
            auto known = isStranger.find(line[x]);
            if (known == isStranger.end()) {
                const std::uint8_t to = nearest(qRed(line[x]), qGreen(line[x]), qBlue(line[x]));
                const double much = change(line[x], colours[to]);
                known = isStranger.insert(line[x], much > 0);
                ++result.colours;
                result.strangers += much > 0 ? 1 : 0;
                if (much > result.largest) {
                    result.largest = much;
                    result.worst = line[x];
                    result.worstTo = to;
                }
            }
            if (!*known)
                continue;
            ++result.pixels;
            if (overlay.isNull()) {
                overlay = QImage(rgb.size(), QImage::Format_ARGB32);
                overlay.fill(Qt::transparent);
            }
            overlay.setPixel(x, y, qRgba(0xe8, 0x38, 0xc4, 0xff));
        }
    }
    result.overlay = overlay;
    return result;
}

Result<DocumentView*> ImageView::open(const QString& path, std::shared_ptr<Project> project, QWidget* parent)
{
    const auto loaded = loadPicture(path);
    if (!loaded)
        return loaded.error();
    return static_cast<DocumentView*>(
        new ImageView(path, std::move(project), loaded.value().picture, loaded.value().format, parent));
}

ImageView::ImageView(const QString& path, std::shared_ptr<Project> project, const QImage& picture, const QByteArray& format,
                     QWidget* parent)
    : FileView(path, std::move(project), QStringLiteral("texture"), parent), format_(format),
      colours_(this->project() == nullptr ? palette::builtIn() : this->project()->assets()->palette()),
      header_(new ViewHeader(tr("Picture"))), sentence_(new QLabel), zoom_(new QLabel), canvas_(new PictureCanvas)
{
    setShownFile(workspaceOf(this->project()), [this] { return readAgain(); });
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    zoom_->setObjectName(QStringLiteral("detail"));
    header_->addWidget(zoom_);
    marks_ = header_->addButton(QStringLiteral("eye"), tr("Mark the pixels whose colour is not in the palette"), true);
    QToolButton* grid = header_->addButton(QStringLiteral("grid"), tr("Pixel grid from 800 %"), true);
    grid->setChecked(true);
    QToolButton* fit = header_->addButton(QStringLiteral("fit"), tr("Show the whole picture (Home)"));
    column->addWidget(header_);
    column->addWidget(canvas_, 1);
    sentence_->setContentsMargins(10, 6, 10, 8);
    sentence_->setWordWrap(true);
    sentence_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    column->addWidget(sentence_);
    canvas_->setAccessibleName(tr("Picture"));
    setFocusProxy(canvas_);
    connect(fit, &QToolButton::clicked, canvas_, &PictureCanvas::fit);
    connect(grid, &QToolButton::toggled, canvas_, &PictureCanvas::setGridShown);
    connect(marks_, &QToolButton::toggled, this, [this](bool on) { canvas_->setOverlay(on ? distance_.overlay : QImage()); });
    connect(canvas_, &PictureCanvas::pixelChanged, this, &DocumentView::statusChanged);
    connect(canvas_, &PictureCanvas::viewChanged, this,
            [this] { zoom_->setText(tr("%1 %").arg(canvas_->zoom() * 100, 0, 'f', canvas_->zoom() < 0.1 ? 1 : 0)); });
    show(picture);
}

void ImageView::show(const QImage& picture)
{
    picture_ = picture;
    distance_ = measureDistance(picture, colours_);
    canvas_->setPicture(picture);
    canvas_->setOverlay(marks_->isChecked() ? distance_.overlay : QImage());
    marks_->setEnabled(distance_.strangers > 0);
    const QString depth = picture.format() == QImage::Format_Indexed8
                              ? tr("8-bit, palette of %1").arg(picture.colorCount())
                              : tr("%1-bit").arg(picture.depth() == 32 && !picture.hasAlphaChannel() ? 24 : picture.depth());
    header_->setDetail(QStringLiteral("%1 x %2 \u00b7 %3 \u00b7 %4")
                           .arg(picture.width())
                           .arg(picture.height())
                           .arg(depth, QString::fromLatin1(format_)));
    sentence_->setText(sentence());
    emit statusChanged();
}

QString ImageView::sentence() const
{
    const QString used = counted(distance_.colours, tr("colour"), tr("colours"));
    if (distance_.strangers == 0)
        return tr("%1, all in the palette of the project.").arg(used);
    const palette::Colour& to = colours_[distance_.worstTo];
    return tr("%1, %2 of them outside the palette, in %3. They map to the nearest entry; the largest change is %4 %: %5 becomes "
              "%6 (entry %7).")
        .arg(used, grouped(distance_.strangers), counted(distance_.pixels, tr("pixel"), tr("pixels")))
        .arg(distance_.largest, 0, 'f', 1)
        .arg(QColor(distance_.worst).name(), QColor(to.r, to.g, to.b).name())
        .arg(distance_.worstTo);
}

QString ImageView::describePixel(QPoint at) const
{
    QString text = tr("x %1, y %2").arg(at.x()).arg(at.y());
    if (picture_.format() == QImage::Format_Indexed8)
        text += tr(" \u00b7 index %1").arg(picture_.pixelIndex(at));
    return text + QStringLiteral(" \u00b7 ") + QColor(picture_.pixel(at)).name();
}

QStringList ImageView::statusLeft() const
{
    if (const auto pixel = canvas_->pixel())
        return {describePixel(*pixel)};
    return {tr("Wheel zoom \u00b7 Drag move \u00b7 Home whole picture")};
}

QStringList ImageView::statusRight() const { return {tr("Picture, %1").arg(QString::fromLatin1(format_)), dialectName()}; }

QVariantMap ImageView::saveViewState() const
{
    return {{QStringLiteral("zoom"), canvas_->zoom()},
            {QStringLiteral("x"), canvas_->centre().x()},
            {QStringLiteral("y"), canvas_->centre().y()}};
}

void ImageView::restoreViewState(const QVariantMap& state)
{
    const double zoom = state.value(QStringLiteral("zoom")).toDouble();
    if (zoom > 0.01 && zoom <= 64)
        canvas_->setView({state.value(QStringLiteral("x")).toDouble(), state.value(QStringLiteral("y")).toDouble()}, zoom);
}

Result<void> ImageView::readAgain()
{
    const auto loaded = loadPicture(path());
    if (!loaded)
        return loaded.error();
    show(loaded.value().picture);
    return {};
}

} // namespace blak::ui::views
