// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/ui/map_tools.h"

#include <algorithm>
#include <span>

namespace blak::ui::rooms {

void MapTools::setDrawShape(std::optional<roomcore::DrawShape> shape)
{
    draw_ = shape ? std::make_unique<roomcore::DrawTool>(host_, *shape, options_) : nullptr;
    if (draw_ != nullptr) {
        dropTransform();
        slope_.reset();
    }
    emit changed();
}

/// What it was dragging is as before.
void MapTools::dropTransform()
{
    if (transform_ != nullptr)
        transform_->cancel();
    transform_.reset();
}

void MapTools::setOptions(const roomcore::DrawOptions& options)
{
    options_ = options;
    if (draw_ != nullptr)
        draw_->options = options;
    emit moved();
}

void MapTools::setTransforming(bool on)
{
    if (on) {
        draw_.reset();
        slope_.reset();
    }
    dropTransform();
    transform_ = on ? std::make_unique<roomcore::TransformTool>(host_) : nullptr;
    emit changed();
}

void MapTools::setSloping(const roomcore::MapSelection& parts)
{
    draw_.reset();
    dropTransform();
    slope_ = std::make_unique<roomcore::SlopeTool>(host_, parts.sectors);
    const auto border = parts.sectors.empty() ? std::span<const roomcore::LineId>() : host_.map().linesOf(parts.sectors.front());
    const auto isOfBorder = [&](roomcore::LineId line) { return std::ranges::find(border, line) != border.end(); };
    if (const auto line = std::ranges::find_if(parts.lines, isOfBorder); line != parts.lines.end())
        slope_->beginAtLine(*line);
    emit changed();
}

void MapTools::stopSloping()
{
    if (slope_ == nullptr)
        return;
    slope_.reset();
    emit changed();
}

} // namespace blak::ui::rooms
