// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/ui/backdrop.h"

#include "roomedit/ui/map_canvas.h"
#include "ui/number_field.h"

#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QImageReader>
#include <QLabel>
#include <QPainter>
#include <QPushButton>

#include <cmath>

namespace blak::ui::rooms {
namespace {

constexpr int largestSide = 4096; ///< pixels that are kept of a picture
constexpr double widest = 65536;  ///< editor units
enum Field : std::size_t { Left, Top, Width, Opacity };

} // namespace

QString Backdrop::load(const QString& path)
{
    QImageReader reader(path);
    reader.setAutoTransform(true);
    const QSize whole = reader.size();
    if (whole.width() > largestSide || whole.height() > largestSide)
        reader.setScaledSize(whole.scaled(largestSide, largestSide, Qt::KeepAspectRatio));
    const QImage read = reader.read();
    if (read.isNull())
        return BackdropDialog::tr("%1 is no picture: %2").arg(QFileInfo(path).fileName(), reader.errorString());
    file = path;
    image = read.convertToFormat(QImage::Format_ARGB32_Premultiplied);
    return {};
}

QVariantMap Backdrop::state() const
{
    if (image.isNull())
        return {};
    return {{QStringLiteral("file"), file},
            {QStringLiteral("x"), corner.x()},
            {QStringLiteral("y"), corner.y()},
            {QStringLiteral("width"), unitsPerPixel * image.width()},
            {QStringLiteral("opacity"), opacity}};
}

void Backdrop::restore(const QVariantMap& state)
{
    const auto number = [&state](const char* key, double otherwise) {
        const double value = state.value(QLatin1String(key)).toDouble();
        return std::isfinite(value) && state.contains(QLatin1String(key)) ? std::clamp(value, -widest, widest) : otherwise;
    };
    if (state.isEmpty() || !load(state.value(QStringLiteral("file")).toString()).isEmpty())
        return; // a picture that is gone is none
    corner = {number("x", 0), number("y", 0)};
    unitsPerPixel = std::max(1.0, number("width", 8.0 * image.width())) / image.width();
    opacity = static_cast<int>(std::clamp(number("opacity", 40), 5.0, 100.0));
}

BackdropDialog::BackdropDialog(MapCanvas* canvas, QWidget* parent) : QDialog(parent), canvas_(canvas), name_(new QLabel(this))
{
    setWindowTitle(tr("Background picture"));
    auto* form = new QFormLayout(this);
    form->addRow(tr("Picture"), name_);
    const std::array<QString, 4> labels{tr("Left"), tr("Top"), tr("Width"), tr("Opacity")};
    const QString units = tr("units");
    fields_ = {new NumberField(-widest, widest, units, this), new NumberField(-widest, widest, units, this),
               new NumberField(1, widest, units, this), new NumberField(5, 100, QStringLiteral("%"), this)};
    for (std::size_t i = 0; i < fields_.size(); ++i) {
        fields_[i]->setAccessibleName(labels[i]);
        form->addRow(new DragLabel(labels[i], fields_[i], this), fields_[i]);
        connect(fields_[i], &NumberField::valueChanged, this, [this] {
            Backdrop backdrop = canvas_->backdrop();
            if (backdrop.image.isNull())
                return;
            backdrop.corner = {fields_[Left]->value(), fields_[Top]->value()};
            backdrop.unitsPerPixel = fields_[Width]->value() / backdrop.image.width();
            backdrop.opacity = fields_[Opacity]->intValue();
            canvas_->setBackdrop(backdrop);
        });
    }
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    auto* other = buttons->addButton(tr("Choose a picture\u2026"), QDialogButtonBox::ActionRole);
    auto* none = buttons->addButton(tr("No picture"), QDialogButtonBox::ActionRole);
    form->addRow(buttons);
    connect(other, &QPushButton::clicked, this, &BackdropDialog::choose);
    connect(none, &QPushButton::clicked, this, [this] {
        canvas_->setBackdrop({});
        refresh();
    });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    refresh();
}

void BackdropDialog::choose()
{
    const QString path = QFileDialog::getOpenFileName(this, windowTitle(), QFileInfo(canvas_->backdrop().file).path(),
                                                      tr("Pictures (*.png *.jpg *.jpeg *.bmp *.gif *.webp)"));
    if (!path.isEmpty())
        take(path);
}

bool BackdropDialog::take(const QString& path)
{
    Backdrop backdrop;
    if (const QString wrong = backdrop.load(path); !wrong.isEmpty()) {
        name_->setText(wrong);
        return false;
    }
    const QRectF room = canvas_->roomArea();
    backdrop.corner = {room.left(), room.bottom()}; // up is more
    backdrop.unitsPerPixel = std::max(64.0, room.width()) / backdrop.image.width();
    backdrop.opacity = fields_[Opacity]->intValue();
    canvas_->setBackdrop(backdrop);
    refresh();
    return true;
}

void BackdropDialog::refresh()
{
    const Backdrop& backdrop = canvas_->backdrop();
    const bool any = !backdrop.image.isNull();
    name_->setText(any ? QFileInfo(backdrop.file).fileName() : tr("none"));
    for (NumberField* field : fields_)
        field->setEnabled(any);
    fields_[Left]->setValue(std::round(backdrop.corner.x()));
    fields_[Top]->setValue(std::round(backdrop.corner.y()));
    fields_[Width]->setValue(any ? std::round(backdrop.unitsPerPixel * backdrop.image.width()) : 1);
    fields_[Opacity]->setValue(backdrop.opacity);
}

} // namespace blak::ui::rooms
