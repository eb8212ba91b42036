// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/world/folder_lock.h"

#include "formats/base/file_io.h"
#include "formats/base/names.h"

#include <cerrno>
#include <charconv>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <string>
#include <sys/file.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

namespace blak::world {
namespace {

constexpr const char* lockName = "server.lock";
constexpr std::uint64_t longest = 64;
constexpr auto patience = std::chrono::seconds(2);      ///< with a server that is about to end
constexpr auto longPatience = std::chrono::seconds(30); ///< with what is left of one that was killed, on a busy machine

std::int64_t processIn(const std::filesystem::path& file)
{
    const auto text = readTextFile(file, longest);
    std::int64_t number = 0;
    if (text)
        std::from_chars(text.value().data(), text.value().data() + text.value().size(), number);
    return number;
}

bool isGone(std::int64_t process)
{
    return process <= 0 || (::kill(static_cast<pid_t>(process), 0) != 0 && errno == ESRCH);
}

bool isBusy() { return errno == EWOULDBLOCK || errno == EINTR; }

} // namespace

Result<FolderLock> FolderLock::take(const std::filesystem::path& folder)
{
    const std::filesystem::path file = folder / lockName;
    const int descriptor = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, S_IRUSR | S_IWUSR);
    if (descriptor < 0)
        return Error{std::string("cannot be made: ") + std::strerror(errno), file.string()};
    FolderLock lock(descriptor);
    const auto begun = std::chrono::steady_clock::now();
    while (::flock(descriptor, LOCK_EX | LOCK_NB) != 0 && isBusy()) {
        const std::int64_t process = processIn(file);
        if (std::chrono::steady_clock::now() > begun + (isGone(process) ? longPatience : patience)) {
            return Error{"another server" + (process > 0 ? " (process " + std::to_string(process) + ")" : std::string()) +
                             " runs in this folder",
                         folder.string()};
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    const std::string number = std::to_string(::getpid()) + "\n";
    if (::ftruncate(descriptor, 0) == 0)
        [[maybe_unused]] const ssize_t put = ::pwrite(descriptor, number.data(), number.size(), 0);
    return lock;
}

std::optional<std::int64_t> FolderLock::holder(const std::filesystem::path& folder)
{
    const std::filesystem::path file = folder / lockName;
    const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    if (descriptor < 0)
        return std::nullopt;
    const FolderLock closes(descriptor);
    if (::flock(descriptor, LOCK_SH | LOCK_NB) == 0 || !isBusy())
        return std::nullopt;
    return processIn(file);
}

FolderLock::~FolderLock()
{
    if (descriptor_ >= 0)
        ::close(descriptor_);
}

} // namespace blak::world
