// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/render/convert.h"
#include "client/render/frame.h"

#include <QImage>
#include <QRegion>
#include <QSize>

#include <functional>

class QPainter;

namespace blak::ui {

/// Brings frames of client/render to the screen, in device pixels. Where the painter works on a picture in memory that lies pixel
/// on pixel over the widget - the backing store of a window does - the colours are written straight into it; a copy of 4 MB for
/// each frame costs as much as rendering it. Else, and for parts of a widget, they go through an image of its own.
class FramePainter
{
public:
    /// Has to fill the frame and the rows, both of the size of the frame.
    using Draw = std::function<void(render::Frame& frame, const render::Rgb32Rows& rows)>;

    /// For paintEvent: covers 0, 0 .. size (logical pixels) of the painter's widget; `exposed` is the region of the event.
    void paint(QPainter& painter, QSize size, const QRegion& exposed, const Draw& draw);

    /// For paintEvent of a part of the widget (logical pixels, on whole device pixels), after the whole was painted in this size: the
    /// rest stays as it is. Has to fill this part of the rows, in device pixels.
    using DrawPart = std::function<void(const render::FramePart& part, const render::Rgb32Rows& rows)>;
    void paintPart(QPainter& painter, QSize size, const QRect& part, const DrawPart& draw);

    /// What was painted last as a whole, for picking.
    const render::Frame& frame() const { return frame_; }
    /// Whether the last frame needed no copy.
    bool wasDirect() const { return wasDirect_; }

private:
    render::Frame frame_;
    QImage image_; ///< only once it is needed
    bool wasDirect_ = false;
};

} // namespace blak::ui
