// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <functional>
#include <string_view>

namespace blak::world {

/// FILE.XXXXXX with six letters or digits: what writeFileAtomically() leaves when its process is killed. FILE, "" for other names.
std::string_view unfinishedFile(std::string_view name);

/// Removes those for which `isOurs` says yes to FILE; nobody else may write in the folder meanwhile.
void removeUnfinished(const std::filesystem::path& folder, const std::function<bool(std::string_view file)>& isOurs);

} // namespace blak::world
