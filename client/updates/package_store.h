// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/session/update_plan.h"

#include <filesystem>

namespace blak::client {

/// The files that servers have brought: a folder of the client's own, with one folder in it for each that the protocol knows.
/// Nothing is ever written or deleted outside of it.
class PackageStore
{
public:
    explicit PackageStore(std::filesystem::path root) : root_(std::move(root)) {}

    const std::filesystem::path& root() const { return root_; }
    /// resource, client, system, help, mail or ads below the root. What was meant for Windows' folders goes to system.
    std::filesystem::path folderOf(packages::Folder folder) const;
    /// Whether the file is there as the step wants it, by length and hash; false where a step has no hash.
    bool has(const session::UpdateStep& step) const;

    /// Puts a fetched package into place: its length and hash are looked at first; an archive (ZIP, gzip'd tar) is unpacked, anything
    /// else is the file itself. All files of it take their places or none does. The names in an archive lose their folders; what is
    /// no harmless name, a link or a device, twice there, or more than 2 GiB in all makes the package be refused.
    Result<void> apply(const session::UpdateStep& step, const std::filesystem::path& fetched) const;
    /// A file that is not there counts as deleted.
    Result<void> remove(const session::UpdateStep& step) const;
    /// What an interrupted update has left.
    void removeLeftOvers() const;

    /// Where a package is fetched to before it is applied.
    std::filesystem::path fetchPlace() const;

private:
    std::filesystem::path root_;
};

} // namespace blak::client
