// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"

#include <cstdint>
#include <filesystem>
#include <optional>

namespace blak::world {

/// One server a folder: server.lock, held with flock() as long as the process lives, so that what a killed one leaves is no lock.
/// The file holds the number of the process, for people.
class FolderLock
{
public:
    /// Waits a moment for one that is just ending. Where a file system knows no locks there is none, and no error.
    static Result<FolderLock> take(const std::filesystem::path& folder);
    /// The process that holds the folder now; 0 = its number is not known.
    static std::optional<std::int64_t> holder(const std::filesystem::path& folder);

    FolderLock(FolderLock&& other) noexcept : descriptor_(other.descriptor_) { other.descriptor_ = -1; }
    FolderLock& operator=(FolderLock&&) = delete;
    FolderLock(const FolderLock&) = delete;
    FolderLock& operator=(const FolderLock&) = delete;
    ~FolderLock();

private:
    explicit FolderLock(int descriptor) : descriptor_(descriptor) {}

    int descriptor_ = -1;
};

} // namespace blak::world
