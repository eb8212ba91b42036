// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"

#include <filesystem>

namespace blak::play {

/// A folder of one's own that lives as long as this object, and holds a lock as long as its process does. What a killed process
/// leaves is found by its free lock.
class HeldFolder
{
public:
    /// Below `parent`, with a name of its own.
    static Result<HeldFolder> makeIn(const std::filesystem::path& parent);
    /// This very folder, which stays afterwards; fails when another process holds it.
    static Result<HeldFolder> keep(const std::filesystem::path& folder);
    /// Removes what processes that are gone have left below `parent`. The number of folders.
    static std::size_t sweep(const std::filesystem::path& parent);

    HeldFolder(HeldFolder&& other) noexcept;
    HeldFolder& operator=(HeldFolder&& other) noexcept;
    HeldFolder(const HeldFolder&) = delete;
    HeldFolder& operator=(const HeldFolder&) = delete;
    ~HeldFolder();

    const std::filesystem::path& path() const { return path_; }

private:
    HeldFolder(std::filesystem::path path, int lock, bool removes) : path_(std::move(path)), lock_(lock), removes_(removes) {}

    std::filesystem::path path_;
    int lock_ = -1;
    bool removes_ = false;
};

/// Removes such a folder, its lock last: who is killed meanwhile leaves one that sweep() finds.
void removeHeld(const std::filesystem::path& folder);

/// A file of this name marks folders that a server may remove when whoever started it is gone.
inline constexpr const char* scratchMark = "play.scratch";

} // namespace blak::play
