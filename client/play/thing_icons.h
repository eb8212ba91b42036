// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/play/sprite_pictures.h"

#include <vector>

namespace blak::client {

/// Icons of things as lists show them, each made once as long as nothing of it changes. Lists are filled anew with every message
/// about what is in them; icons that are new each time would fill Qt's cache of pictures, which scales each of them.
class ThingIcons
{
public:
    QIcon of(const session::RoomFollower& follower, std::uint32_t icon, const wire::Look& look, int pixels);

private:
    struct Kept
    {
        std::string file; ///< what the number stands for may change
        wire::Look look;
        int pixels = 0;
        QIcon picture;
    };

    std::vector<Kept> kept_;
    const render::AssetStore* from_ = nullptr;
    std::uint64_t generation_ = 0;
};

} // namespace blak::client
