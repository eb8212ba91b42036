// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/palette/palette.h"
#include "studio/views/common/file_view.h"

#include <QImage>

class QLabel;
class QToolButton;

namespace blak::ui {
class ViewHeader;
}

namespace blak::ui::views {

class PictureCanvas;

/// How far the colours of a picture are from those of a palette.
struct ColourDistance
{
    int colours = 0;      ///< different colours in use
    int strangers = 0;    ///< of them not in the palette
    qsizetype pixels = 0; ///< that have such a colour
    double largest = 0;   ///< change in % of the way from black to white
    QRgb worst = 0;       ///< the colour that changes most
    std::uint8_t worstTo = 0;
    QImage overlay; ///< marks the pixels that change; null when none does
};

/// Transparent pixels do not count.
ColourDistance measureDistance(const QImage& picture, const palette::Palette& colours);

/// A BMP or PNG (or what else Qt reads): size, depth, zoom, grid, and what the project's palette would make of it.
class ImageView : public FileView
{
    Q_OBJECT

public:
    static Result<DocumentView*> open(const QString& path, std::shared_ptr<Project> project, QWidget* parent);

    QStringList statusLeft() const override;
    QStringList statusRight() const override;
    QVariantMap saveViewState() const override;
    void restoreViewState(const QVariantMap& state) override;

    PictureCanvas* canvas() const { return canvas_; }
    QToolButton* marks() const { return marks_; }
    const ColourDistance& distance() const { return distance_; }
    QString sentence() const;

private:
    Result<void> readAgain();
    ImageView(const QString& path, std::shared_ptr<Project> project, const QImage& picture, const QByteArray& format,
              QWidget* parent);
    void show(const QImage& picture);
    QString describePixel(QPoint at) const;

    QImage picture_; ///< as stored: 8-bit pictures keep their indices
    QByteArray format_;
    palette::Palette colours_{};
    ColourDistance distance_;
    ViewHeader* header_ = nullptr;
    QLabel* sentence_ = nullptr;
    QLabel* zoom_ = nullptr;
    QToolButton* marks_ = nullptr;
    PictureCanvas* canvas_ = nullptr;
};

} // namespace blak::ui::views
