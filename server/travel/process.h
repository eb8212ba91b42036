// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <sys/types.h>

/// What copies of the process need of the system.
namespace blak::serve {

/// A handle that is closed with its owner.
class OwnHandle
{
public:
    explicit OwnHandle(int number = -1) : number_(number) {}
    OwnHandle(OwnHandle&& other) noexcept : number_(other.release()) {}
    OwnHandle& operator=(OwnHandle&& other) noexcept;
    ~OwnHandle() { close(); }

    int number() const { return number_; }
    explicit operator bool() const { return number_ >= 0; }
    int release();
    void close();

private:
    int number_;
};

/// Texts in both directions, each with its size in front.
class Channel
{
public:
    explicit Channel(OwnHandle handle = OwnHandle()) : handle_(std::move(handle)) {}

    bool send(std::string_view text);
    /// Nothing when the other end is gone, or when so many milliseconds have passed; -1 = waits for ever.
    std::optional<std::string> receive(int patience);
    bool open() const { return static_cast<bool>(handle_); }
    int number() const { return handle_.number(); }
    void close() { handle_.close(); }

private:
    OwnHandle handle_;
};

/// Two ends of a connection; closed handles when the system has none.
std::pair<OwnHandle, OwnHandle> connectedPair();
/// Gives a handle to the process at the other end, and takes one: nothing when that process has ended.
bool giveHandle(int to, int handle);
std::optional<OwnHandle> takeHandle(int from);

/// A copy of a server: ends with `parent`, has no handles but these, hears no signals but those that end it.
void becomeCopy(pid_t parent, std::initializer_list<int> kept);

} // namespace blak::serve
