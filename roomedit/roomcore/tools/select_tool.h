// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "roomedit/roomcore/tools/tool.h"

#include <functional>
#include <optional>

namespace blak::roomcore {

/// Selecting. What is pressed is selected at once, unless it was: then a drag takes all of the selection along, and a click goes
/// through what lies there, one below the other. A drag from nothing, or from the floor of a sector that was not selected, is a
/// band.
class SelectTool
{
public:
    /// What lies below a press.
    struct Below
    {
        bool isEmpty = true;
        bool isFloor = false;     ///< nothing above the floor of a sector
        bool isSelected = false; ///< some of it
    };
    enum class Deed : std::uint8_t { None, Click, StartDrag, StartBand };

    /// `adds`: the selection is added to.
    Deed press(const Pointer& at, const Below& below, bool adds);
    Deed move(const Pointer& at);
    Deed release();
    void cancel() { pressed_.reset(); }
    /// Of the last press.
    const Pointer& from() const { return from_; }

    // Things one below the other, topmost first: which one is meant.
    std::size_t meant(std::size_t count) const { return turn_ % count; }
    /// The next one down.
    std::size_t turn(std::size_t count) { return turn_ = (turn_ + 1) % count; }
    /// A click: the next one down when the last click was here and what it took is still selected.
    std::size_t click(const Pointer& at, std::size_t count, const std::function<bool(std::size_t)>& isSelected);
    /// The cursor went on: the topmost is meant again.
    void leave() { turn_ = 0; }

private:
    Pointer from_;
    std::optional<Below> pressed_; ///< before it is clear whether this is a click or a drag
    bool bands_ = false;
    std::optional<Pointer> clicked_;
    std::size_t turn_ = 0;
};

} // namespace blak::roomcore
