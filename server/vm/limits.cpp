// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/vm/machine.h"

#include <algorithm>
#include <pthread.h>

/// The accounts that keep one message from taking the server with it.
namespace blak::vm {
namespace {

/// Where the stack of this thread ends; 0 when the system does not say.
std::uintptr_t lowestStackAddress()
{
    thread_local const std::uintptr_t lowest = [] {
        pthread_attr_t attributes;
        if (pthread_getattr_np(pthread_self(), &attributes) != 0)
            return std::uintptr_t{0};
        void* address = nullptr;
        std::size_t size = 0;
        const bool known = pthread_attr_getstack(&attributes, &address, &size) == 0;
        pthread_attr_destroy(&attributes);
        return known ? reinterpret_cast<std::uintptr_t>(address) : std::uintptr_t{0};
    }();
    return lowest;
}

constexpr std::int64_t millisecondsPerSecond = 1000;
constexpr std::int64_t shownErrorsPerSecond = 5000; ///< of all messages

} // namespace

/// Calls out of built-ins (ParseString, SendList, ...) nest on the process's own stack.
template <class Traits>
bool Machine<Traits>::nativeStackIsLow() const
{
    const auto here = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
    return here - lowestStackAddress() < limits_.nativeStackLeft;
}

/// Says why, shows the locals, and lets every handler below return $.
template <class Traits>
void Machine<Traits>::abortMessage(std::string_view why)
{
    if (aborted_ || frameCount_ == 0)
        return;
    const std::string line = position() + std::string(why); // shown however many errors there were
    host_->errorLine(line);
    tellError(line);
    aborted_ = true;
    const Frame& top = frame();
    std::string text = "depth " + std::to_string(frameCount_) + " OBJECT " + std::to_string(top.object) + " CLASS " +
                       names_.classes.name(top.code->owner->id) + " MESSAGE " + names_.messages.name(top.code->message) + " (" +
                       top.code->file->name + ") aborting and returning NIL";
    for (std::size_t i = 0; i < top.code->slotCount; ++i)
        text += "\n" + std::to_string(i) + " : " + valueText(top.locals[i]);
    host_->debugLine(text);
    // Instructions that do not ask find out at the next jump back, send or return.
    forfeited_ = std::max<std::int64_t>(budget_ - ranIn(top), 0);
    budget_ -= forfeited_;
}

template <class Traits>
bool Machine<Traits>::take(std::size_t bytes)
{
    if (frameCount_ == 0)
        return true;
    if (bytes <= memoryLeft_) [[likely]] {
        memoryLeft_ -= bytes;
        return true;
    }
    abortMessage("one message has made the server take more than " + std::to_string(limits_.messageBytes) + " bytes of memory");
    return false;
}

template <class Traits>
bool Machine<Traits>::overworked()
{
    if (frameCount_ == 0)
        return true;
    abortMessage("built-in functions have passed too many list nodes in one message");
    return false;
}

/// As vectors grow, but not by more than the running message may take, and a little when it may take nothing.
template <class Traits>
void Machine<Traits>::growCells()
{
    constexpr std::size_t least = 4096;
    const std::size_t affordable = frameCount_ == 0 ? cells_.size() : memoryLeft_ / 2 / sizeof(Cell);
    // Whoever is at the end already goes on for a few instructions only, or asks before the next one.
    const std::size_t more = std::max(least, std::min(cells_.size(), affordable));
    take(more * sizeof(Cell));
    cells_.reserve(cells_.size() + more);
}

template <class Traits>
bool Machine<Traits>::roomInPacket(std::size_t bytes)
{
    if (packet_.size() + bytes <= limits_.packetBytes)
        return true;
    abortMessage("a packet of more than " + std::to_string(limits_.packetBytes) + " bytes has not been sent");
    return false;
}

template <class Traits>
void Machine<Traits>::beginAccounts(std::int64_t now)
{
    memoryLeft_ = limits_.messageBytes;
    stepsLeft_ = limits_.stepsPerInstruction * maxInstructions_;
    errors_ = hiddenErrors_ = 0;
    logLeft_ = limits_.logBytes;
    hiddenLines_ = 0;
    if (now / millisecondsPerSecond != second_) {
        second_ = now / millisecondsPerSecond;
        errorsInSecond_ = 0;
        timersInSecond_.clear();
    }
}

template <class Traits>
void Machine<Traits>::endAccounts(std::int32_t message)
{
    const auto tell = [&](std::string what) {
        host_->errorLine("[Server] " + std::move(what) + " of MESSAGE " + names_.messages.name(message) +
                        " and what it posted are not shown");
    };
    if (hiddenErrors_ > 0)
        tell(std::to_string(hiddenErrors_) + " more errors");
    if (hiddenLines_ > 0)
        tell(std::to_string(hiddenLines_) + " more lines for the log");
    memoryLeft_ = std::numeric_limits<std::size_t>::max();
}

/// An error of the running message: whether it is shown.
template <class Traits>
bool Machine<Traits>::mayReport()
{
    if (frameCount_ == 0)
        return true;
    if (++errors_ > limits_.errors)
        abortMessage("one message has had more than " + std::to_string(limits_.errors) + " errors");
    if (errors_ <= limits_.shownErrors && errorsInSecond_ < shownErrorsPerSecond) {
        ++errorsInSecond_;
        return true;
    }
    ++hiddenErrors_;
    return false;
}

template <class Traits>
bool Machine<Traits>::mayLog(std::size_t bytes)
{
    constexpr std::size_t stampAndPlace = 64;
    if (frameCount_ == 0)
        return true;
    if (bytes + stampAndPlace <= logLeft_) {
        logLeft_ -= bytes + stampAndPlace;
        return true;
    }
    ++hiddenLines_;
    return false;
}

template <class Traits>
void Machine<Traits>::godLog(std::string_view text)
{
    if (mayLog(text.size()))
        host_->godLine(position() + std::string(text));
}

template <class Traits>
void Machine<Traits>::tooManyPosts(const Post& next)
{
    const Object* target = object(next.object);
    host_->errorLine("[Server] " + std::to_string(limits_.posts) + " posted messages ran in a row; " +
                    std::to_string(posts_.size()) + " wait, the first is MESSAGE " + names_.messages.name(next.message) +
                    " to OBJECT " + std::to_string(next.object) + " CLASS " +
                    (target == nullptr ? std::string("?") : names_.classes.name(target->type->id)));
}

/// Timers that make themselves anew with no time in between keep a server busy for ever: they are named once a minute.
template <class Traits>
void Machine<Traits>::countTimer(const Timer& timer, std::int64_t now)
{
    constexpr std::int64_t pause = 60 * millisecondsPerSecond;
    const Object* target = object(timer.object);
    if (target == nullptr || now / millisecondsPerSecond != second_)
        return;
    const std::int64_t count = ++timersInSecond_[{target->type->id, timer.message}];
    if (count < limits_.timersPerSecond || (namedTimers_ > 0 && now - namedTimers_ < pause))
        return;
    namedTimers_ = now;
    host_->errorLine("[Server] timers of CLASS " + names_.classes.name(target->type->id) + " with MESSAGE " +
                    names_.messages.name(timer.message) + " fired " + std::to_string(count) + " times within a second, " +
                    std::to_string(timers_.size()) + " timers run");
}

#define X(Traits)                                                                                                                \
    template bool Machine<Traits>::nativeStackIsLow() const;                                                                     \
    template void Machine<Traits>::abortMessage(std::string_view);                                                               \
    template bool Machine<Traits>::take(std::size_t);                                                                            \
    template bool Machine<Traits>::overworked();                                                                                 \
    template void Machine<Traits>::growCells();                                                                                  \
    template bool Machine<Traits>::roomInPacket(std::size_t);                                                                    \
    template void Machine<Traits>::beginAccounts(std::int64_t);                                                                  \
    template void Machine<Traits>::endAccounts(std::int32_t);                                                                    \
    template bool Machine<Traits>::mayReport();                                                                                  \
    template bool Machine<Traits>::mayLog(std::size_t);                                                                          \
    template void Machine<Traits>::godLog(std::string_view);                                                                     \
    template void Machine<Traits>::tooManyPosts(const Post&);                                                                    \
    template void Machine<Traits>::countTimer(const Timer&, std::int64_t);
BLAK_VM_FOR_EACH_DIALECT(X)
#undef X

} // namespace blak::vm
