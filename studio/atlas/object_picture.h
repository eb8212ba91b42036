// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Which picture an object shows, as its classes say it: without running them.
namespace blak::atlas {

/// Of Create(&Class,#type=OO_BARREL): "type", "OO_BARREL".
struct CreationArgument
{
    std::string name, value;
};

struct ObjectPicture
{
    std::string icon;      ///< file name; empty where none is known
    bool isChosen = false; ///< the Blakod of the class decides when the world runs, by what cannot be told from the text
};

/// Whether two words of Blakod mean the same: one word, or two names of one number.
using SameValue = std::function<bool(std::string_view, std::string_view)>;

/// Of an object made with such arguments. `classes` are the sources of its class and then of its parents, their comments blank; `room`
/// is that of the class which makes it, where resources may stand that it passes. A picture that a message sets counts where it is set for
/// just these arguments: in `if type = OO_BARREL { ... }`, in the same case of a switch, or by the constructor from an argument.
ObjectPicture pictureOf(std::span<const std::string> classes, std::span<const CreationArgument> arguments, std::string_view room,
                        const SameValue& isSame);

} // namespace blak::atlas
