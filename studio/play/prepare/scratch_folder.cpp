// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/play/prepare/scratch_folder.h"

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace blak::play {
namespace {

namespace fs = std::filesystem;

constexpr const char* lockName = "play.lock";
constexpr auto makingTakes = std::chrono::minutes(1); ///< from the folder to its lock, at the very most

/// The descriptor of a lock that nobody else holds, or -1. Children do not inherit it.
int tryLock(const fs::path& folder, int more)
{
    const int descriptor = ::open((folder / lockName).c_str(), O_RDWR | more | O_CLOEXEC | O_NOFOLLOW, S_IRUSR | S_IWUSR);
    if (descriptor >= 0 && ::flock(descriptor, LOCK_EX | LOCK_NB) == 0)
        return descriptor;
    if (descriptor >= 0)
        ::close(descriptor);
    return -1;
}

/// Of somebody who was killed before the lock was there or after it had gone.
bool isAbandoned(const fs::path& folder)
{
    std::error_code code;
    const bool isEmpty = fs::is_empty(folder, code);
    if (code || !isEmpty)
        return false;
    const auto changed = fs::last_write_time(folder, code);
    return !code && fs::file_time_type::clock::now() - changed > makingTakes;
}

} // namespace

void removeHeld(const fs::path& folder)
{
    std::error_code code;
    std::vector<fs::path> parts;
    for (const auto& entry : fs::directory_iterator(folder, code))
        if (entry.path().filename() != lockName)
            parts.push_back(entry.path());
    for (const fs::path& part : parts)
        fs::remove_all(part, code);
    fs::remove_all(folder, code);
}

Result<HeldFolder> HeldFolder::makeIn(const fs::path& parent)
{
    std::error_code code;
    fs::create_directories(parent, code);
    std::string pattern = (parent / "play-XXXXXX").string();
    if (::mkdtemp(pattern.data()) == nullptr)
        return Error{std::string("a folder for playing cannot be made: ") + std::strerror(errno), parent.string()};
    const int lock = tryLock(pattern, O_CREAT);
    if (lock < 0)
        return Error{"the folder cannot be locked", pattern};
    return HeldFolder(pattern, lock, true);
}

Result<HeldFolder> HeldFolder::keep(const fs::path& folder)
{
    std::error_code code;
    fs::create_directories(folder, code);
    if (!fs::is_directory(folder, code))
        return Error{"the folder cannot be made", folder.string()};
    const int lock = tryLock(folder, O_CREAT);
    if (lock < 0)
        return Error{"another studio plays this world", folder.string(), ErrorCode::Locked};
    return HeldFolder(folder, lock, false);
}

std::size_t HeldFolder::sweep(const fs::path& parent)
{
    std::error_code code;
    std::vector<fs::path> found;
    for (const auto& entry : fs::directory_iterator(parent, code))
        if (entry.is_directory(code) && entry.path().filename().string().starts_with("play-"))
            found.push_back(entry.path());
    std::size_t removed = 0;
    for (const fs::path& folder : found)
        if (const int lock = tryLock(folder, 0); lock >= 0) {
            removeHeld(folder);
            removed += fs::exists(folder, code) ? 0U : 1U;
            ::close(lock);
        } else if (isAbandoned(folder) && fs::remove(folder, code)) {
            ++removed;
        }
    return removed;
}

HeldFolder::HeldFolder(HeldFolder&& other) noexcept
    : path_(std::move(other.path_)), lock_(std::exchange(other.lock_, -1)), removes_(std::exchange(other.removes_, false))
{
}

HeldFolder& HeldFolder::operator=(HeldFolder&& other) noexcept
{
    std::swap(path_, other.path_);
    std::swap(lock_, other.lock_);
    std::swap(removes_, other.removes_);
    return *this;
}

HeldFolder::~HeldFolder()
{
    if (removes_)
        removeHeld(path_);
    if (lock_ >= 0)
        ::close(lock_);
}

} // namespace blak::play
