// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/space/loaded_room.h"
#include "formats/wire/resource_book.h"

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>

namespace blak::bots {

/// What all bots of a swarm know: texts of resources, and rooms by the name a resource gives.
class Knowledge
{
public:
    std::size_t readResources(const std::filesystem::path& folder) { return resources_.readFolder(folder); }
    wire::ResourceBook& resources() { return resources_; }
    void setRooms(const std::filesystem::path& folder) { rooms_ = folder; }

    std::optional<std::string> text(std::uint32_t resource) const;
    /// The room of a file resource; nullptr when it cannot be had.
    const space::LoadedRoom* room(std::uint32_t resource);

private:
    wire::ResourceBook resources_;
    std::filesystem::path rooms_;
    std::map<std::uint32_t, std::optional<space::LoadedRoom>> loaded_;
};

} // namespace blak::bots
