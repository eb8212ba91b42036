// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/record/folder_watch.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>
#include <utility>

namespace blak::serve {
namespace {

constexpr std::uint32_t changes = IN_MODIFY | IN_CLOSE_WRITE | IN_ATTRIB | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO |
                                  IN_DELETE_SELF | IN_MOVE_SELF;

/// File systems on which nobody writes but this machine: ext, XFS, Btrfs, F2FS, ZFS, overlays of containers, memory.
constexpr std::array<std::uint32_t, 8> ofThisMachine{0xEF53,     0x58465342, 0x9123683E, 0xF2F52010,
                                                     0x2FC12FC1, 0x794C7630, 0x01021994, 0x858458F6};

bool isOfThisMachine(const std::filesystem::path& folder)
{
    struct statfs system{};
    return ::statfs(folder.c_str(), &system) == 0 &&
           std::ranges::find(ofThisMachine, static_cast<std::uint32_t>(system.f_type)) != ofThisMachine.end();
}

} // namespace

FolderWatch::FolderWatch() : handle_(::inotify_init1(IN_NONBLOCK | IN_CLOEXEC)) {}

FolderWatch::~FolderWatch()
{
    if (handle_ >= 0)
        ::close(handle_);
}

std::size_t FolderWatch::add(std::filesystem::path folder)
{
    folders_.push_back({.path = std::move(folder)});
    return folders_.size() - 1;
}

/// Takes what the system has said since.
void FolderWatch::hear()
{
    alignas(inotify_event) std::array<char, 16 * 1024> buffer{};
    for (;;) {
        const auto got = handle_ < 0 ? 0 : ::read(handle_, buffer.data(), buffer.size());
        if (got <= 0)
            return;
        for (std::size_t at = 0; at < static_cast<std::size_t>(got);) {
            inotify_event event{};
            std::memcpy(&event, buffer.data() + at, sizeof event);
            at += sizeof event + event.len;
            for (Folder& folder : folders_) {
                const bool all = (event.mask & IN_Q_OVERFLOW) != 0; // something was not said
                folder.changed = folder.changed || all || folder.watch == event.wd;
                if (folder.watch == event.wd && (event.mask & IN_IGNORED) != 0)
                    folder.watch = -1;
            }
        }
    }
}

/// Begins a watch on what the name stands for now.
void FolderWatch::follow(Folder& folder)
{
    struct stat now{};
    const bool there = ::stat(folder.path.c_str(), &now) == 0;
    if (there && folder.watch >= 0 && folder.device == now.st_dev && folder.file == now.st_ino)
        return;
    const int before = std::exchange(folder.watch, -1);
    if (before >= 0 && std::ranges::find(folders_, before, &Folder::watch) == folders_.end())
        ::inotify_rm_watch(handle_, before);
    folder.changed = true;
    if (!there || handle_ < 0 || !isOfThisMachine(folder.path))
        return;
    folder.device = now.st_dev;
    folder.file = now.st_ino;
    folder.watch = ::inotify_add_watch(handle_, folder.path.c_str(), changes);
}

bool FolderWatch::mayHaveChanged(std::size_t number)
{
    hear();
    Folder& folder = folders_[number];
    follow(folder); // before the look, so that nothing that comes during it is missed
    return std::exchange(folder.changed, false) || folder.watch < 0 || !std::exchange(folder.trusted, true);
}

} // namespace blak::serve
