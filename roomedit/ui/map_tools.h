// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "roomedit/roomcore/tools/draw_tool.h"
#include "roomedit/roomcore/tools/slope_tool.h"
#include "roomedit/roomcore/tools/transform_tool.h"

#include <QObject>

#include <memory>
#include <optional>

namespace blak::ui::rooms {

/// The tool that all top views of a room have in hand: a way that was begun in one of them goes on in the next.
class MapTools : public QObject
{
    Q_OBJECT

public:
    explicit MapTools(roomcore::ToolHost& host) : host_(host) {}

    roomcore::DrawTool* draw() const { return draw_.get(); } ///< null: selecting
    void setDrawShape(std::optional<roomcore::DrawShape> shape);
    const roomcore::DrawOptions& options() const { return options_; }
    void setOptions(const roomcore::DrawOptions& options);
    roomcore::TransformTool* transform() const { return transform_.get(); } ///< null: no box around the selection
    void setTransforming(bool on);
    /// Three vertices for a plane (null: not now); of the sectors that are selected, from the line that is selected with them.
    roomcore::SlopeTool* slope() const { return slope_.get(); }
    void setSloping(const roomcore::MapSelection& parts);
    void stopSloping();
    bool isLasso() const { return lasso_; }
    void setLasso(bool on) { lasso_ = on; }

    /// What is being drawn looks different.
    void touch() { emit moved(); }

signals:
    void changed(); ///< another tool
    void moved();

private:
    void dropTransform();

    roomcore::ToolHost& host_;
    std::unique_ptr<roomcore::DrawTool> draw_;
    roomcore::DrawOptions options_;
    std::unique_ptr<roomcore::TransformTool> transform_;
    std::unique_ptr<roomcore::SlopeTool> slope_;
    bool lasso_ = false;
};

} // namespace blak::ui::rooms
