// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "roomedit/roomcore/map/settle.h"

#include <QDialog>
#include <QVariantMap>

#include <array>
#include <optional>

namespace blak::ui {
class NumberField;
}

namespace blak::ui::rooms {

class RoomView;
class TextureLabel;

/// Which textures new parts of a room get: walls, steps above and below, floors, ceilings. Textures can be dropped on the pictures.
/// At first they are those that the room uses most.
class NewPartsDialog : public QDialog
{
    Q_OBJECT

public:
    static constexpr std::size_t count = 5;

    explicit NewPartsDialog(RoomView& room);

private:
    void fill(const roomcore::MapDefaults& defaults);
    void take();

    RoomView& room_;
    std::array<NumberField*, count> fields_{};
    std::array<TextureLabel*, count> pictures_{};
};

// Kept with the state of the view; empty where the room's own use decides.
QVariantMap stateOf(const roomcore::MapDefaults& defaults);
std::optional<roomcore::MapDefaults> defaultsOf(const QVariantMap& state, const roomcore::MapDefaults& otherwise);

} // namespace blak::ui::rooms
