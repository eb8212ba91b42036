// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/world/snapshots.h"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace blak::world {
namespace {

constexpr int lowPriority = 10;

} // namespace

Result<void> Snapshots::begin()
{
    if (underWay())
        return {};
    const auto start = std::chrono::steady_clock::now();
    const pid_t parent = ::getpid();
    const pid_t child = ::fork();
    if (child < 0)
        return Error{std::strerror(errno), "snapshot"};
    if (child == 0) {
        // Must not outlive the server: a new one could be saving already.
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (::getppid() != parent)
            ::_exit(1);
        ::setpriority(PRIO_PROCESS, 0, lowPriority);
        world_.becomeSilent();
        const auto written = world_.saveQuietly(true);
        ::_exit(written ? 0 : 1);
    }
    child_ = child;
    const auto took = std::chrono::steady_clock::now() - start;
    pause_ = std::chrono::duration_cast<std::chrono::microseconds>(took).count();
    return {};
}

std::optional<Result<void>> Snapshots::poll()
{
    int status = 0;
    if (!underWay() || ::waitpid(child_, &status, WNOHANG) != child_)
        return std::nullopt;
    child_ = -1;
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
        return Result<void>(Error{"the snapshot could not be written", world_.path("LoadSave", "savegame/").string()});
    ++made_;
    return Result<void>();
}

void Snapshots::abandon()
{
    if (!underWay())
        return;
    ::kill(child_, SIGKILL);
    ::waitpid(child_, nullptr, 0);
    child_ = -1;
}

} // namespace blak::world
