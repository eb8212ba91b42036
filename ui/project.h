// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/document/notifier.h"
#include "formats/document/workspace.h"
#include "ui/room_facts.h"

#include <QString>

#include <functional>
#include <memory>

namespace blak::render {
class AssetStore;
}

namespace blak::ui {

/// What documents may know about the project they belong to. Made by the shell when a folder or a lone file is opened.
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

    /// Reads what the world's Blakod says of a room; takes long, and is called in a background thread. Null: there is nothing to read.
    virtual std::function<RoomFacts()> roomFactsReader(const QString& /*roomFile*/) const { return {}; }

    /// Told when files came or went since: what was read of the whole project is no longer true.
    document::Notifier<>& renewed() { return renewed_; }

    /// The documents that are open: one workspace for the whole window. The default is one of the project's own.
    virtual std::shared_ptr<document::Workspace> workspace() const { return own_; }

private:
    document::Notifier<> renewed_;
    std::shared_ptr<document::Workspace> own_ = std::make_shared<document::Workspace>();
};

/// Of a project, or a fresh one where there is none.
inline std::shared_ptr<document::Workspace> workspaceOf(const std::shared_ptr<Project>& project)
{
    return project ? project->workspace() : std::make_shared<document::Workspace>();
}

} // namespace blak::ui
