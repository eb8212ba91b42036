// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/render/asset_store.h"
#include "formats/wire/resource_book.h"

#include <filesystem>
#include <memory>
#include <vector>

namespace blak::client {

/// Where the files of a world are: everything in one folder, as old clients have it, or the run folder of a server.
struct WorldFiles
{
    std::vector<std::filesystem::path> folders; ///< those of them that exist, the first that has a file wins
    std::filesystem::path palette;              ///< empty: the built-in one

    static WorldFiles below(const std::filesystem::path& top);

    std::shared_ptr<render::AssetStore> makeAssets() const;
    /// The number of texts.
    std::size_t readResources(wire::ResourceBook& book) const;
    /// A file by the last part of its name; empty when there is none.
    std::filesystem::path find(std::string_view name) const;
};

} // namespace blak::client
