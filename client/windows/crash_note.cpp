// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/windows/crash_note.h"

#include <array>
#include <csignal>
#include <cstddef>
#include <cstring>
#include <execinfo.h>
#include <unistd.h>

namespace blak::client {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)

void noteCrashes() {}

#else
namespace {

constexpr int mostFrames = 40;
constexpr int ownFrames = 2; ///< note() and the way of the system to it
constexpr std::size_t stackBytes = 64 * 1024;
constexpr std::array faults{SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};

/// Only what may be called while everything is in disorder.
void note(int fault)
{
    const auto say = [](const char* text) { [[maybe_unused]] const ssize_t done = ::write(STDERR_FILENO, text, std::strlen(text)); };
    std::array<void*, mostFrames> frames{};
    const int count = ::backtrace(frames.data(), mostFrames);
    ::backtrace_symbols_fd(frames.data(), count, STDERR_FILENO);
    // Last, for who reads the last line alone.
    const char* name = ::sigabbrev_np(fault);
    say("blakston-client: SIG");
    say(name == nullptr ? "?" : name);
    say(" in ");
    if (count > ownFrames)
        ::backtrace_symbols_fd(&frames[ownFrames], 1, STDERR_FILENO);
    else
        say("?\n");
    ::raise(fault); // its usual end, once this has returned
}

} // namespace

void noteCrashes()
{
    std::array<void*, 1> none{};
    ::backtrace(none.data(), 1); // loads what it needs, while there is order
    static std::array<std::byte, stackBytes> stack; // the usual one may have run over
    stack_t other{};
    other.ss_sp = stack.data();
    other.ss_size = stack.size();
    ::sigaltstack(&other, nullptr);
    struct sigaction action = {};
    action.sa_handler = note;
    action.sa_flags = static_cast<int>(SA_RESETHAND | SA_ONSTACK);
    for (const int fault : faults)
        ::sigaction(fault, &action, nullptr);
}

#endif

} // namespace blak::client
