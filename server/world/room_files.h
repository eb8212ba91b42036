// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/world/room_preparer.h"
#include "server/world/run_folder.h"

#include <filesystem>
#include <memory>
#include <string>
#include <unordered_map>

namespace blak::world {

/// The rooms of a world's folder, by name without case.
class RoomFiles
{
public:
    explicit RoomFiles(const RunFolder& folder) : folder_(folder) {}

    /// Reads them on a thread of their own, after `first`, until stopPreparing().
    void prepare(std::function<void()> first);
    void stopPreparing() { preparer_.reset(); }
    /// nullptr = read it yourself.
    std::unique_ptr<vm::RoomState> prepared(std::string_view name);
    /// Empty = there is none, or it cannot be read.
    std::vector<std::byte> read(std::string_view name);

private:
    const RunFolder& folder_;
    std::unique_ptr<RoomPreparer> preparer_;
    std::unordered_map<std::string, std::filesystem::path> files_; ///< by lower-case name, as listed_ was when listed
    std::filesystem::path listed_;
    std::filesystem::file_time_type changed_;
};

} // namespace blak::world
