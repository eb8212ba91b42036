// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/world/snapshots.h"

#include "server/world/raw_file.h"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

namespace blak::world {
namespace {

constexpr int lowPriority = 10;

/// The files of a snapshot, with all their names. Everything here runs in the child.
class Writer
{
public:
    explicit Writer(Saves::SnapshotWork work)
        : work_(std::move(work)), mark_(work_.files.mark, ::getpid()), game_(work_.files.game, ::getpid()),
          strings_(work_.files.strings, ::getpid()), resources_(work_.files.resources, ::getpid()),
          accounts_(work_.files.accounts, ::getpid()), last_(work_.files.lastSave, ::getpid()),
          folder_(work_.files.game.substr(0, work_.files.game.rfind('/')))
    {
    }

    bool run()
    {
        vm::SnapshotPlan& plan = *work_.plan;
        plan.findReachable();
        const bool written = write(mark_, [](ByteSink&) {}) && write(game_, [&](ByteSink& out) { plan.writeGame(out); }) &&
                             write(strings_, [&](ByteSink& out) { plan.writeStrings(out); }) &&
                             write(resources_, [&](ByteSink& out) { plan.writeResources(out); }) &&
                             write(accounts_, [&](ByteSink& out) { out.take(std::as_bytes(std::span(work_.accounts))); });
        flushFolderRaw(folder_.c_str());
        return written && write(last_, [&](ByteSink& out) { out.take(std::as_bytes(std::span(work_.files.lastSaveText))); });
    }

private:
    template <class Fill>
    bool write(RawFile& file, Fill fill)
    {
        if (!file.create())
            return false;
        fill(file);
        return file.finish();
    }

    Saves::SnapshotWork work_;
    RawFile mark_, game_, strings_, resources_, accounts_, last_;
    std::string folder_;
};

} // namespace

void Snapshots::prepare()
{
    start_ = std::chrono::steady_clock::now();
    work_ = world_.saves().planSnapshot();
}

Result<void> Snapshots::begin()
{
    if (underWay() || !work_)
        return {};
    Writer writer(std::move(*std::exchange(work_, std::nullopt)));
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
        ::_exit(writer.run() ? 0 : 1);
    }
    child_ = child;
    const auto took = std::chrono::steady_clock::now() - start_;
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
