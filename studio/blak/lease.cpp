// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/blak/lease.h"

#include "studio/play/prepare/scratch_folder.h"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <functional>
#include <thread>
#include <unistd.h>

namespace blak::cli {
namespace {

namespace fs = std::filesystem;

constexpr auto patience = std::chrono::seconds(2); ///< of a server whose Blakod goes around and around

/// The server's folder lies in one that was made for the play as a whole; a lock in it is no longer of use to anybody.
void removeScratch(const fs::path& folder)
{
    std::error_code code;
    const fs::path whole = folder.parent_path();
    if (whole.filename().string().starts_with("play-"))
        play::removeHeld(whole);
    else
        fs::remove_all(folder, code);
}

void waitForEnd()
{
    char byte = 0;
    ssize_t got = 0;
    while ((got = ::read(STDIN_FILENO, &byte, 1)) > 0 || (got < 0 && errno == EINTR)) {
    }
}

/// Signals are for the other threads.
void beside(std::function<void()> work)
{
    sigset_t all, before;
    sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before);
    std::thread(std::move(work)).detach();
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

} // namespace

void endWithStandardInput()
{
    beside([] {
        waitForEnd();
        ::_exit(0);
    });
}

Result<Lease> Lease::take(const fs::path& folder)
{
    std::error_code code;
    auto state = std::make_shared<State>();
    state->folder = fs::absolute(folder, code);
    if (!fs::is_regular_file(state->folder / play::scratchMark, code))
        return Error{std::string("expected a folder made for playing (with a file ") + play::scratchMark + ")", folder.string()};
    beside([state] {
        waitForEnd();
        ::kill(::getpid(), SIGTERM);
        std::this_thread::sleep_for(patience);
        if (state->over.exchange(true))
            return;
        removeScratch(state->folder);
        ::_exit(0);
    });
    return Lease(std::move(state));
}

Lease::~Lease()
{
    if (state_ && !state_->over.exchange(true))
        removeScratch(state_->folder);
}

} // namespace blak::cli
