// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/bof/bof.h"
#include "formats/kodbase/kodbase.h"

#include <cstdint>
#include <string>
#include <vector>

namespace blak::bof {

/// Something that a listing shows, by the line it stands on.
struct ListedPlace
{
    enum class Kind : std::uint8_t { Class, Classvar, Property, Message, Code };

    Kind kind = Kind::Code;
    std::uint32_t line = 0;      ///< of the listing, from 0
    std::int32_t sourceLine = 0; ///< Code: from 1; 0 = unknown
    std::string name;            ///< all but Code
};

struct Listing
{
    std::string text;
    std::vector<ListedPlace> places; ///< ascending lines; one of kind Code for every instruction
};

/// A listing for people, with what a view needs to link it to the source.
Listing list(const File& file, const kodbase::Kodbase* names = nullptr);

/// Its text alone: classes, defaults, handlers with source lines and instructions. With a kodbase, names stand instead of
/// numbers. Damaged code is listed up to the damage, with the reason.
std::string disassemble(const File& file, const kodbase::Kodbase* names = nullptr);

} // namespace blak::bof
