// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/wad/doom_map.h"

#include <QWidget>

#include <optional>

namespace blak::ui::rooms {

/// A map of Doom from above, north up, as large as fits: walls bright, what one walks through dim, where the first player begins as
/// an arrow.
class DoomMapPreview : public QWidget
{
    Q_OBJECT

public:
    explicit DoomMapPreview(QWidget* parent = nullptr);

    void setMap(const std::optional<wad::DoomMap>& map);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    std::optional<wad::DoomMap> map_;
    QRectF bounds_; ///< of the map, y up
};

} // namespace blak::ui::rooms
