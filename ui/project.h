// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <memory>

namespace blak::render {
class AssetStore;
}

namespace blak::ui {

/// What documents may know about the world they belong to. Made by the shell when a folder or a lone file is opened.
class Project
{
public:
    virtual ~Project() = default;

    virtual QString root() const = 0;          ///< folder
    virtual QString name() const = 0;          ///< "Hollowmere"
    virtual QString dialectName() const = 0;   ///< "classic", "open105", ...
    virtual QString sky() const { return {}; } ///< sprite that is seen where no wall is; empty = a plain colour

    /// Textures by number, sprites by file name, the palette and its tables. Shared by all documents; thread-safe.
    virtual std::shared_ptr<render::AssetStore> assets() const = 0;
};

} // namespace blak::ui
