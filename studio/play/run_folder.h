// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"
#include "kodide/compiler/tree_compile.h"
#include "studio/project/project.h"

#include <cstddef>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

/// What a server needs of a project, put together in a folder of its own.
namespace blak::play {

/// Whether a server runs in the folder itself: it has a blakserv.cfg, or compiled classes in memmap or loadkod.
bool isServerFolder(const std::filesystem::path& folder);

/// Whether the folder is none of a server but has Blakod to compile (.kod), at any depth.
bool isProject(const std::filesystem::path& folder);

/// PROJECT/run/server. It may have a blakserv.cfg of its own, whose folders count.
std::filesystem::path runFolderOf(const std::filesystem::path& project);

/// The rooms that a server takes, by small stem: of those with the same name the one with the fewest folders above it, a text
/// (.udmf) only where there is no room. What lies below `except`, a path below the project, does not count.
std::map<std::string, const project::FoundFile*> roomsOf(const project::Project& project, const std::filesystem::path& except);

/// Makes a room of its text form.
Result<void> buildRoom(const std::filesystem::path& text, const std::filesystem::path& target);

struct Prepared
{
    std::filesystem::path folder; ///< where a server can run; complete when `compiled` is good
    std::string dialect;          ///< it was compiled for, as the server takes it
    kod::TreeResult compiled;     ///< with its findings; after errors nothing was copied
    std::vector<std::string> classes, resources; ///< of those that were copied, the names of their files
    std::size_t copied = 0;       ///< classes, resources, names and rooms that were newer
    std::size_t built = 0;        ///< rooms made of their text form
};

using Progress = std::function<void(std::size_t done, std::size_t all)>;

/// Compiles what is out of date, builds rooms that are there as text only (.udmf), and copies what is newer into runFolderOf():
/// classes to the drop-box, resources, kodbase.txt, rooms. Folders that its configuration puts elsewhere are left alone. Fails
/// when something cannot be read or written, or a room cannot be built. The dialect is the one that is named, else that of
/// [Blakston] Dialect in the run folder's configuration, else that of the project.
Result<Prepared> prepareRunFolder(const std::filesystem::path& project, const Progress& progress = {},
                                  std::string_view dialect = {});

} // namespace blak::play
