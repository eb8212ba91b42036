// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/render/frame.h"
#include "client/render/scene_state.h"

#include <optional>
#include <vector>

namespace blak::ui::rooms {

/// Which sectors and sides a picture of a room shows, and where, so that a change of one draws that part of the picture alone.
class SeenParts
{
public:
    /// Nothing is known any more: another picture was drawn.
    void forget() { known_ = false; }
    bool isKnown() const { return known_; }
    /// `frame` as it was drawn of a room in `state`.
    void read(const render::Frame& frame, const render::SceneState& state);
    /// What of that picture looks different when the room goes from one state to the other: an empty part for nothing; null for what
    /// nobody can tell, as things move (their pictures have any shape) or see-through textures.
    std::optional<render::FramePart> changed(const render::SceneState& before, const render::SceneState& now) const;

private:
    struct Seen
    {
        render::FramePart part;
        bool isSeen = false;
        bool isSeeThrough = false;
        void take(const render::FramePart& more);
    };

    std::vector<Seen> sectors_, sides_; ///< by number
    bool known_ = false;
};

} // namespace blak::ui::rooms
