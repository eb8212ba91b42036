// SPDX-License-Identifier: GPL-3.0-or-later
#include "bgfeditor/ui/tiling_panel.h"

#include "bgfeditor/bgfcore/seams.h"
#include "bgfeditor/ui/sprite_model.h"
#include "formats/bbg/make.h"
#include "ui/theme.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QSlider>
#include <QVBoxLayout>

#include <algorithm>

namespace blak::ui::sprites {
namespace {

constexpr int columnWidth = 210; ///< pixels, of the switches
constexpr int farthest = 4;      ///< times halved
constexpr int least = 3;         ///< tiles that are to be seen across, if they are small enough

} // namespace

TilingPanel::TilingPanel(SpriteModel* model, QWidget* parent)
    : QWidget(parent), model_(model), upright_(new QCheckBox(tr("Stored on its side, as walls are"))),
      half_(new QCheckBox(tr("Seams in the middle"))), far_(new QSlider(Qt::Horizontal)), seams_(new QLabel)
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(10, 6, 10, 6);
    auto* side = new QWidget;
    side->setFixedWidth(columnWidth);
    auto* column = new QVBoxLayout(side);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    upright_->setObjectName(QStringLiteral("upright"));
    half_->setObjectName(QStringLiteral("half"));
    half_->setToolTip(tr("Only shown; Sprite > Pixels > Shift by half does it, to repair them"));
    far_->setObjectName(QStringLiteral("far"));
    far_->setRange(0, farthest);
    far_->setAccessibleName(tr("Far away"));
    far_->setToolTip(tr("How it looks at half, a quarter ... of its size"));
    seams_->setWordWrap(true);
    seams_->setObjectName(QStringLiteral("text2"));
    column->addWidget(upright_);
    column->addWidget(half_);
    auto* farRow = new QHBoxLayout;
    farRow->addWidget(new QLabel(tr("Far away")));
    farRow->addWidget(far_, 1);
    column->addLayout(farRow);
    column->addWidget(seams_, 1);
    row->addWidget(side);
    row->addStretch(1);
    for (QCheckBox* box : {upright_, half_})
        connect(box, &QCheckBox::toggled, this, &TilingPanel::refresh);
    connect(far_, &QSlider::valueChanged, this, &TilingPanel::refresh);
    for (auto signal : {&SpriteModel::frameChanged, &SpriteModel::coloursChanged, &SpriteModel::documentChanged})
        connect(model, signal, this, &TilingPanel::refresh);
    setAccessibleName(tr("Tiled"));
}

QString TilingPanel::seamsText() const { return seams_->text(); }

void TilingPanel::refresh()
{
    isStale_ = true;
    if (isVisible())
        buildPicture();
}

void TilingPanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    buildPicture();
}

void TilingPanel::buildPicture()
{
    if (!isStale_)
        return;
    isStale_ = false;
    tile_ = {};
    const auto* indices = model_->indices(model_->frame());
    const bgf::Bitmap* bitmap = model_->current();
    if (indices == nullptr || bitmap == nullptr || bitmap->width == 0 || bitmap->height == 0) {
        seams_->setText(tr("This frame has no pixels that can be read."));
        return update();
    }
    bbg::IndexedImage image{bitmap->width, bitmap->height, *indices};
    if (upright_->isChecked())
        image = bbg::transposed(image);
    bgfcore::Pixels pixels(*bgfcore::FrameImage::ofIndices(image.width, image.height, std::move(image.indices)));
    const auto seams = bgfcore::seamsOf(pixels, model_->palette());
    const QString which = seams.showsAcross() && seams.showsDown() ? tr("Both seams show")
                          : seams.showsAcross()                    ? tr("The upright seam shows")
                          : seams.showsDown()                      ? tr("The level seam shows")
                                                                   : tr("No seam shows");
    seams_->setText(tr("%1: across %2 % (inside %3 %), down %4 % (inside %5 %).")
                        .arg(which)
                        .arg(100 * seams.across, 0, 'f', 0)
                        .arg(100 * seams.insideAcross, 0, 'f', 0)
                        .arg(100 * seams.down, 0, 'f', 0)
                        .arg(100 * seams.insideDown, 0, 'f', 0));
    if (half_->isChecked())
        pixels = bgfcore::shifted(pixels, pixels.width() / 2, pixels.height() / 2);
    for (int i = 0; i < far_->value(); ++i)
        pixels = bgfcore::halved(pixels, model_->palette());
    tile_ = model_->imageOf(pixels.width(), pixels.height(), pixels.indices());
    update();
}

void TilingPanel::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const QRect area = rect().adjusted(columnWidth + 24, 6, -10, -6);
    painter.fillRect(area, theme().input);
    if (tile_.isNull() || area.isEmpty())
        return;
    const int times = std::max(1, std::min(area.width() / (least * tile_.width()), area.height() / tile_.height()));
    painter.setClipRect(area);
    QBrush brush(tile_.scaled(tile_.size() * times, Qt::IgnoreAspectRatio, Qt::FastTransformation));
    painter.setBrushOrigin(area.topLeft());
    painter.fillRect(area, brush);
}

} // namespace blak::ui::sprites
