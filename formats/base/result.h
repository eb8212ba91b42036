// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace blak {

/// The kinds of failure that a program may have to tell apart; nobody compares the words of an Error.
enum class ErrorCode : std::uint8_t {
    Other, ///< what a file holds, a value out of range, ...
    NotFound,
    NoPermission,
    ReadOnly, ///< the disk, as a whole
    DiskFull,
    QuotaUsed,
    DeviceFault,
    Exists,
    NotAFile, ///< a folder or a device
    TooLarge,
    Locked,   ///< another program has it
    Conflict, ///< another program changed it meanwhile

    // What a reader of a format finds.
    WrongKind,      ///< not of the format at all
    UnknownVersion, ///< of the format, in a version that this build does not know
    Truncated,      ///< ends in the middle
};

/// What went wrong outside our own code, in words a user can act on.
struct Error
{
    std::string what;  ///< "expected 12 to 15, found 99"
    std::string where; ///< "room.roo, offset 4 (version)"
    ErrorCode code = ErrorCode::Other;

    std::string text() const { return where.empty() ? what : where + ": " + what; }
    friend bool operator==(const Error&, const Error&) = default;
};

/// A value, or the reason there is none. For everything that can fail because of input; bugs are asserted.
template <typename T> class [[nodiscard]] Result
{
public:
    Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
    Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

    explicit operator bool() const { return state_.index() == 0; }

    const T& value() const& { return std::get<0>(state_); }
    T& value() & { return std::get<0>(state_); }
    T&& value() && { return std::get<0>(std::move(state_)); }
    const Error& error() const { return std::get<1>(state_); }

private:
    std::variant<T, Error> state_;
};

/// Success, or the reason why not.
template <> class [[nodiscard]] Result<void>
{
public:
    Result() = default;
    Result(Error error) : error_(std::move(error)) {}

    explicit operator bool() const { return !error_; }
    const Error& error() const { return *error_; }

private:
    std::optional<Error> error_;
};

} // namespace blak
