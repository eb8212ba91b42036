// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "roomedit/roomcore/tools/tool.h"

#include <array>
#include <optional>

namespace blak::roomcore {

/// A box around what is selected, with handles that stretch it and one that turns it; inside it is moved. Every move is done anew
/// from how the map was, and all of a drag is one step of undo.
class TransformTool
{
public:
    enum class Handle : std::uint8_t { Inside, Left, Right, Bottom, Top, BottomLeft, BottomRight, TopLeft, TopRight, Turn };
    static constexpr std::size_t handleCount = 10;
    struct Place
    {
        Handle handle = Handle::Inside;
        double x = 0, y = 0; ///< editor units
    };

    explicit TransformTool(ToolHost& host) : host_(host) {}
    TransformTool(const TransformTool&) = delete;
    TransformTool& operator=(const TransformTool&) = delete;

    /// Of what is selected now; empty where nothing is.
    MapBox box() const;
    /// The eight around the box and the one that turns, that far above it.
    std::array<Place, 9> places(double above) const;
    /// What a press there would take; nothing: the press is not about the box. A box without width or height is only moved and turned.
    std::optional<Handle> at(const Pointer& pointer, double above) const;

    void press(Handle handle, const Pointer& pointer);
    /// `keepsShape`: both sides by the same factor; turning goes by whole steps of 15 degrees unless the pointer is free.
    void move(const Pointer& pointer, bool keepsShape);
    void release(); ///< keeps what is there
    void cancel();  ///< as before the drag
    bool isDragging() const { return pressed_.has_value(); }
    /// What the drag does at the moment: factors in hundredths, degrees, or editor units.
    struct Amount
    {
        double x = 0, y = 0;
        bool isTurn = false, isMove = false;
    };
    const Amount& amount() const { return amount_; }

private:
    Result<void> apply(MapEdit& edit, const Pointer& pointer, bool keepsShape);

    ToolHost& host_;
    std::optional<Handle> pressed_;
    Pointer from_;
    MapSelection what_;
    MapBox before_;
    Amount amount_;
    bool isOpen_ = false; ///< a transaction that shows the drag
};

} // namespace blak::roomcore
