// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <vector>

namespace blak::serve {

/// Knows of folders whether it is worth while to look at their files again, because the system tells when one of them changes.
/// Where it does not (files on other machines, names that lead elsewhere, too many folders that are watched) a look is worth while
/// each time.
class FolderWatch
{
public:
    FolderWatch();
    ~FolderWatch();
    FolderWatch(const FolderWatch&) = delete;
    FolderWatch& operator=(const FolderWatch&) = delete;

    /// Adds a folder; there need be none yet. Its number.
    std::size_t add(std::filesystem::path folder);
    /// Whether anything in it may have changed since this was asked last; true the first time.
    bool mayHaveChanged(std::size_t number);
    /// Files can change there without a word of the system: each look is worth while.
    void distrust(std::size_t number) { folders_[number].trusted = false; }

private:
    struct Folder
    {
        std::filesystem::path path;
        int watch = -1; ///< of the system; folders with two names share one
        std::uint64_t device = 0, file = 0; ///< what the name stood for when the watch began
        bool trusted = true;
        bool changed = true;
    };

    void hear();
    void follow(Folder& folder);

    int handle_ = -1;
    std::vector<Folder> folders_;
};

} // namespace blak::serve
