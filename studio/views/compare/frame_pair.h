// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/bgf/sprite.h"
#include "formats/palette/palette.h"
#include "studio/views/diff/sprite_diff.h"
#include "studio/views/image/picture_canvas.h"

#include <QImage>
#include <QWidget>

#include <functional>

class QLabel;
class QListWidget;

namespace blak::ui {
class ViewHeader;
}

namespace blak::ui::views {

/// Pictures of two files by pairs: both and what differs between them, tied in zoom and place. All pairs are seen in one zoom: one in
/// which the largest fits beside the others, or what the user chose. For frames of sprites, and for two pictures.
class FramePair : public QWidget
{
    Q_OBJECT

public:
    struct Pair
    {
        QString name;
        QString detail;
        QImage left, right; ///< null = there is none
        bool same = true;
        bool hasLeft = true, hasRight = true;
        diff::PixelDifference pixels = {};
        QVector<PictureCanvas::Mark> leftSpots = {}, rightSpots = {}; ///< hotspots that differ, each where it is
    };
    /// Of the marks at the left and at the right: no project paints with them, and all tell them from each other.
    static constexpr QRgb leftColour = 0xFFFFB000, rightColour = 0xFF30C8FF;
    FramePair(const QString& leftName, const QString& rightName, std::vector<Pair> pairs);

    /// `name`: what hangs at it; empty where nobody said.
    static QString hotspotText(int number, const QString& name);
    /// `names`: what hangs at the number of a hotspot; empty where nobody said.
    static std::vector<Pair> pairsOf(const bgf::Sprite& left, const bgf::Sprite& right, const diff::SpriteDifference& difference,
                                     const palette::Palette& colours, const std::function<QString(int)>& names);

    void show(int pair);
    int current() const { return current_; }
    QString summary() const; ///< what differs in the pair that is shown
    QListWidget* list() const { return list_; }
    PictureCanvas* difference() const { return difference_; }
    PictureCanvas* left() const { return left_; }
    PictureCanvas* right() const { return right_; }

signals:
    void shown(int pair);

private:
    QRectF areaOf(const Pair& pair) const;
    void follow(const PictureCanvas* from);

    std::vector<Pair> pairs_;
    QSize largest_; ///< of all pictures, pixels
    int current_ = -1;
    QListWidget* list_ = nullptr;
    PictureCanvas *left_ = nullptr, *right_ = nullptr, *difference_ = nullptr;
    QLabel *notLeft_ = nullptr, *notRight_ = nullptr; ///< say that there is no such frame
    ViewHeader* differenceHeader_ = nullptr;
    bool following_ = false;
};

/// By their colours, both laid top left; see-through is like nothing.
diff::PixelDifference comparePictures(const QImage& left, const QImage& right);
/// The pixels that differ over a faint copy of the left picture, and of the right one beyond it.
QImage differencePicture(const QImage& left, const QImage& right, const diff::PixelDifference& pixels);

} // namespace blak::ui::views
