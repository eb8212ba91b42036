// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/world/raw_file.h"

#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace blak::world {

RawFile::RawFile(std::string path, std::int64_t number) : path_(std::move(path))
{
    temporary_ = path_ + "." + std::to_string(number) + ".part";
}

bool RawFile::create()
{
    constexpr mode_t ownerOnly = 0600; // there are digests of passwords in them
    failed_ = false;
    descriptor_ = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, ownerOnly);
    return descriptor_ >= 0 && ::fchmod(descriptor_, ownerOnly) == 0;
}

void RawFile::take(std::span<const std::byte> bytes)
{
    while (!bytes.empty() && !failed_) {
        const ssize_t put = ::write(descriptor_, bytes.data(), bytes.size());
        if (put >= 0)
            bytes = bytes.subspan(static_cast<std::size_t>(put));
        else if (errno != EINTR)
            failed_ = true;
    }
}

bool RawFile::finish()
{
    const bool written = !failed_ && ::fsync(descriptor_) == 0;
    const bool closed = ::close(descriptor_) == 0;
    descriptor_ = -1;
    if (written && closed && ::rename(temporary_.c_str(), path_.c_str()) == 0)
        return true;
    ::unlink(temporary_.c_str());
    return false;
}

void flushFolderRaw(const char* folder)
{
    const int descriptor = ::open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0)
        return;
    ::fsync(descriptor);
    ::close(descriptor);
}

} // namespace blak::world
