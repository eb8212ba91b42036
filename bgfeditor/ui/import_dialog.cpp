// SPDX-License-Identifier: GPL-3.0-or-later
#include "bgfeditor/ui/import_dialog.h"

#include "bgfeditor/ui/sprite_view.h"
#include "ui/number_field.h"
#include "ui/number_text.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPixmap>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace blak::ui::sprites {
namespace {

constexpr int previewSide = 240; ///< pixels

/// As large as there is room, pixels stay pixels.
void showIn(QLabel* label, const QImage& image)
{
    const int times = std::max(1, previewSide / std::max({1, image.width(), image.height()}));
    const QSize size = image.width() > previewSide || image.height() > previewSide
                           ? image.size().scaled(previewSide, previewSide, Qt::KeepAspectRatio)
                           : image.size() * times;
    label->setPixmap(QPixmap::fromImage(image.scaled(size, Qt::IgnoreAspectRatio, Qt::FastTransformation)));
}

/// How far each visible pixel has moved, black to white; four times as bright, since most move little.
QImage differenceOf(const QImage& before, const QImage& after)
{
    constexpr int gain = 4;
    QImage result(before.size(), QImage::Format_RGB32);
    for (int y = 0; y < before.height(); ++y)
        for (int x = 0; x < before.width(); ++x) {
            const QRgb a = before.pixel(x, y), b = after.pixel(x, y);
            const bool both = qAlpha(a) >= 128 && qAlpha(b) >= 128;
            const int far = both ? std::max({std::abs(qRed(a) - qRed(b)), std::abs(qGreen(a) - qGreen(b)), std::abs(qBlue(a) - qBlue(b))})
                            : qAlpha(b) < 128 ? 0
                                              : 255;
            const int shown = std::min(255, far * gain);
            result.setPixel(x, y, qRgb(shown, shown, shown));
        }
    return result;
}

std::vector<QImage> allOf(const ChosenPictures& chosen)
{
    std::vector<QImage> all = chosen.images;
    all.insert(all.end(), chosen.asepriteFrames.begin(), chosen.asepriteFrames.end());
    return all;
}

} // namespace

ImportDialog::ImportDialog(SpriteView& view, ChosenPictures chosen, Cut cut)
    : QDialog(&view), view_(&view), chosen_(std::move(chosen)), pictures_(allOf(chosen_)), metric_(new QComboBox), dither_(new QComboBox),
      protected_(new QLineEdit), cut_(new QComboBox), columns_(new NumberField(1, 1000, {})), rows_(new NumberField(1, 1000, {})),
      angles_(new NumberField(0, 64, {})),
      shown_(new NumberField(1, static_cast<double>(pictures_.size()), tr("of %1").arg(pictures_.size()))), before_(new QLabel),
      after_(new QLabel), difference_(new QLabel), facts_(new QLabel)
{
    setWindowTitle(tr("Add frames from pictures"));
    setAttribute(Qt::WA_DeleteOnClose);
    metric_->addItem(tr("By light"), static_cast<int>(bgfcore::Metric::Light));
    metric_->addItem(tr("As the eye sees it"), static_cast<int>(bgfcore::Metric::Perceived));
    metric_->addItem(tr("Red, green and blue"), static_cast<int>(bgfcore::Metric::Rgb));
    dither_->addItems({tr("None"), tr("Pattern that stays from frame to frame"), tr("Spread to the neighbours")});
    protected_->setText(QStringLiteral("8-15, 244-247"));
    protected_->setToolTip(tr("Indices of the palette that no pixel gets: numbers and ranges"));
    cut_->addItems({tr("Each picture is a frame"), tr("Each thing that stands by itself"), tr("A grid of cells")});
    cut_->setCurrentIndex(static_cast<int>(cut));
    const std::pair<QWidget*, const char*> names[]{{metric_, "metric"}, {dither_, "dither"}, {protected_, "protected"},
                                                   {cut_, "cut"},       {columns_, "columns"}, {rows_, "rows"},
                                                   {angles_, "angles"}, {facts_, "facts"},   {after_, "after"}};
    for (const auto& [widget, name] : names)
        widget->setObjectName(QLatin1String(name));

    auto* column = new QVBoxLayout(this);
    auto* pictureRow = new QHBoxLayout;
    for (const auto& [label, text] : {std::pair{before_, tr("The picture")}, {after_, tr("In the project's colours")},
                                      {difference_, tr("How far pixels move, times four")}}) {
        auto* one = new QVBoxLayout;
        label->setFixedSize(previewSide, previewSide);
        label->setAlignment(Qt::AlignCenter);
        label->setAccessibleName(text);
        one->addWidget(new QLabel(text));
        one->addWidget(label);
        pictureRow->addLayout(one);
    }
    column->addLayout(pictureRow);
    facts_->setWordWrap(true);
    column->addWidget(facts_);
    auto* form = new QFormLayout;
    form->addRow(tr("Picture"), shown_);
    form->setRowVisible(shown_, pictures_.size() > 1);
    form->addRow(tr("Nearest colour"), metric_);
    form->addRow(tr("Dithering"), dither_);
    form->addRow(tr("Protected indices"), protected_);
    form->addRow(tr("Frames"), cut_);
    auto* grid = new QHBoxLayout;
    grid->addWidget(columns_);
    grid->addWidget(new QLabel(tr("columns,")));
    grid->addWidget(rows_);
    grid->addWidget(new QLabel(tr("rows")));
    grid->addStretch();
    form->addRow(tr("Grid"), grid);
    auto* groups = new QHBoxLayout;
    groups->addWidget(angles_);
    groups->addWidget(new QLabel(tr("frames each, one for each angle; 0 makes no groups")));
    groups->addStretch();
    form->addRow(tr("Groups of"), groups);
    form->setRowVisible(groups, !chosen_.images.empty());
    form->setRowVisible(cut_, !chosen_.images.empty()); // an Aseprite picture says itself what its frames are
    form->setRowVisible(grid, !chosen_.images.empty());
    column->addLayout(form);
    auto* buttons = new QDialogButtonBox;
    add_ = buttons->addButton(tr("Add frames"), QDialogButtonBox::AcceptRole);
    add_->setDefault(true);
    buttons->addButton(QDialogButtonBox::Cancel);
    column->addWidget(buttons);

    for (QComboBox* box : {metric_, dither_, cut_})
        connect(box, &QComboBox::currentIndexChanged, this, &ImportDialog::refresh);
    connect(protected_, &QLineEdit::textChanged, this, &ImportDialog::refresh);
    angles_->setValue(0);
    for (NumberField* field : {columns_, rows_, shown_})
        field->setValue(1);
    for (NumberField* field : {columns_, rows_, shown_, angles_}) {
        connect(field, &NumberField::valueChanged, this, &ImportDialog::refresh);
    }
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(buttons, &QDialogButtonBox::accepted, this, [this] {
        accept();
        if (view_ != nullptr)
            importChosen(*view_, chosen_, options());
    });
    refresh();
}

ImportOptions ImportDialog::options() const
{
    ImportOptions options;
    options.colours.metric = static_cast<bgfcore::Metric>(metric_->currentData().toInt());
    options.colours.dither = static_cast<bgfcore::Dither>(dither_->currentIndex());
    if (const auto kept = bgfcore::parseIndices(protected_->text().toStdString())) {
        options.colours.allowed = ~kept.value();
        options.colours.allowed.reset(bgf::transparentIndex);
    }
    options.cut = static_cast<Cut>(cut_->currentIndex());
    options.columns = columns_->intValue();
    options.rows = rows_->intValue();
    options.angles = angles_->intValue();
    return options;
}

/// Of all pictures; these are looked through once for each way to cut them.
void ImportDialog::countAll()
{
    const ImportOptions now = options();
    const std::array cutting{static_cast<int>(now.cut), now.columns, now.rows};
    if (std::exchange(counted_, cutting) == cutting)
        return;
    frameCount_ = 0;
    for (const QImage& picture : chosen_.images) {
        const auto found = countFrames(picture, now);
        if (!found) {
            frameCount_.reset();
            return;
        }
        *frameCount_ += found.value();
    }
}

QString ImportDialog::whatComesOfIt() const
{
    if (chosen_.images.empty()) // an Aseprite picture says itself what its frames and groups are
        return {};
    if (!frameCount_)
        return tr("This cannot be cut into %1 × %2 equal cells.").arg(columns_->intValue()).arg(rows_->intValue());
    if (*frameCount_ == 0)
        return tr("There is nothing to see on it.");
    const auto frames = static_cast<qlonglong>(*frameCount_);
    const QString becomes = counted(frames, tr("It becomes 1 frame"), tr("It becomes %1 frames"));
    const int angles = angles_->intValue();
    if (angles == 0)
        return tr("%1.").arg(becomes);
    if (frames % angles != 0)
        return tr("%1, which do not fill groups of %2.").arg(becomes).arg(angles);
    return tr("%1 in %2.").arg(becomes, counted(frames / angles, tr("1 group"), tr("%1 groups")));
}

void ImportDialog::refresh()
{
    const bool isGrid = static_cast<Cut>(cut_->currentIndex()) == Cut::Grid;
    columns_->setEnabled(isGrid);
    rows_->setEnabled(isGrid);
    const auto kept = bgfcore::parseIndices(protected_->text().toStdString());
    const QImage& picture = pictures_[static_cast<std::size_t>(shown_->intValue() - 1)];
    countAll();
    const bool fits = chosen_.images.empty() || (frameCount_.value_or(0) > 0 &&
                                                 (angles_->intValue() == 0 ||
                                                  *frameCount_ % static_cast<std::size_t>(angles_->intValue()) == 0));
    add_->setEnabled(static_cast<bool>(kept) && fits && view_ != nullptr);
    if (view_ == nullptr)
        return;
    if (!kept)
        return facts_->setText(tr("Protected indices: %1.").arg(QString::fromStdString(kept.error().what)));
    const auto result = bgfcore::Quantiser(view_->model()->palette(), options().colours).run(coloursOf(picture));
    QImage after(picture.size(), QImage::Format_ARGB32);
    for (int y = 0; y < after.height(); ++y)
        for (int x = 0; x < after.width(); ++x) {
            const std::uint8_t index = result.indices[static_cast<std::size_t>(y) * static_cast<std::size_t>(after.width()) +
                                                      static_cast<std::size_t>(x)];
            const palette::Colour& colour = view_->model()->palette()[index];
            after.setPixel(x, y, index == bgf::transparentIndex ? 0 : qRgb(colour.r, colour.g, colour.b));
        }
    showIn(before_, picture);
    showIn(after_, after);
    showIn(difference_, differenceOf(picture, after));
    const auto foreign = static_cast<qlonglong>(result.foreignColours);
    facts_->setText(
        tr("%1 × %2 pixels, %3, %4. A pixel moves by %5 % on the average, at most by %6 %. %7")
            .arg(grouped(picture.width()), grouped(picture.height()),
                 counted(static_cast<qlonglong>(result.colours), tr("1 colour"), tr("%1 colours")),
                 foreign == 0 ? tr("all in the palette") : tr("%1 of them not in the palette").arg(grouped(foreign)))
            .arg(100 * result.meanChange, 0, 'f', 1)
            .arg(100 * result.largestChange, 0, 'f', 0)
            .arg(whatComesOfIt()));
}

} // namespace blak::ui::sprites
