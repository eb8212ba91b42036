// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/space/loaded_room.h"
#include "formats/wire/resource_formats.h"

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>

namespace blak::bots {

/// What all bots of a swarm know: texts of resources, and rooms by the name a resource gives.
class Knowledge
{
public:
    /// Reads all .rsc and .rsb files of a folder. The number of resources.
    std::size_t readResources(const std::filesystem::path& folder);
    void setRooms(const std::filesystem::path& folder) { rooms_ = folder; }
    void setRedbook(std::string text) { redbook_ = std::move(text); }

    const wire::ResourceFormats& formats() const { return formats_; }
    /// The text the stream is masked with.
    std::string redbook(std::uint32_t resource) const;
    std::optional<std::string> text(std::uint32_t resource) const;
    /// A resource that the server made while the world ran.
    void learn(std::uint32_t resource, std::string text);
    /// The room of a file resource; nullptr when it cannot be had.
    const space::LoadedRoom* room(std::uint32_t resource);

private:
    wire::ResourceFormats formats_;
    std::unordered_map<std::uint32_t, std::string> texts_;
    std::filesystem::path rooms_;
    std::string redbook_ = "Success."; ///< of the worlds there are
    std::map<std::uint32_t, std::optional<space::LoadedRoom>> loaded_;
};

} // namespace blak::bots
