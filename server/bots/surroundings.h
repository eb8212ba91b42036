// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/wire/codec.h"

#include <cstdint>
#include <vector>

namespace blak::bots {

/// A thing of the room or of the inventory.
struct Thing
{
    wire::Field id; ///< as heard: of things that are counted with tag and amount
    std::uint32_t name = 0;
    std::uint32_t flags = 0;
    std::uint32_t row = 0, column = 0; ///< 64 per square; where it was when it came. 0 in the inventory

    std::uint32_t number() const; ///< without the tag
    bool isGettable() const;
};

/// What a client knows of what is around it. Where others walk is not followed: things that can be taken do not walk.
class Surroundings
{
public:
    void hear(const wire::Message& message);

    const std::vector<Thing>& room() const { return room_; }
    const std::vector<Thing>& inventory() const { return inventory_; }
    const Thing* findInRoom(std::uint32_t number) const;

private:
    std::vector<Thing> room_, inventory_;
};

/// The first field of that name, or null.
const wire::Field* findIn(const std::vector<wire::Field>& fields, std::string_view name);
std::uint32_t numberOf(const wire::Message& message, std::string_view name); ///< 0 when it is missing

inline constexpr std::uint32_t idMask = 0x0FFFFFFF; ///< the rest tells things that are counted

} // namespace blak::bots
