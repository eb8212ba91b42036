// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/entry_lines.h"

#include <variant>

/// accounts.N: who may log in, one part of a saved game (docs/formats/account.md).
///
///     ACCOUNT ID:NAME:PASSWORD:TYPE:LAST LOGIN:CREDITS[:SUSPENDED UNTIL[:E-MAIL]]
///     NEXT_ACCOUNT_ID ID
namespace blak::account {

// One list: types by number.
#define ACCOUNT_TYPES(X)                                                                                                         \
    X(Normal, 0, "normal")                                                                                                       \
    X(Admin, 1, "administrator")                                                                                                 \
    X(Dm, 2, "DM")                                                                                                               \
    X(Guest, 3, "guest")

enum class Type : std::uint8_t {
#define X(name, number, text) name = number,
    ACCOUNT_TYPES(X)
#undef X
};

std::string_view typeName(Type type);

struct Account
{
    static constexpr std::int64_t creditsPerUnit = 100; ///< of `credits` in those before

    std::int32_t id = 0;
    std::string name;     ///< Windows-1252, without ":"
    std::string password; ///< MD5 in hex up to its first zero byte; "None" = cannot log in
    Type type = Type::Normal;
    std::int64_t lastLogin = 0;                 ///< Unix time
    std::int64_t credits = 0;                   ///< seconds played in the newer servers, 1/100 credits before
    std::optional<std::int64_t> suspendedUntil; ///< Unix time, 0 = not suspended
    std::optional<std::string> email;           ///< open105 only

    friend bool operator==(const Account&, const Account&) = default;
};

struct NextId
{
    std::int32_t id = 0;

    friend bool operator==(const NextId&, const NextId&) = default;
};

using Entry = std::variant<Account, NextId>;

struct File
{
    EntryLines<Entry> lines;

    std::vector<const Account*> accounts() const;
    /// What the file says, but never a number in use; 1 when it says nothing.
    std::int32_t nextId() const;

    friend bool operator==(const File&, const File&) = default;
};

/// Fails on a line that is neither a comment, an account nor the next number, and on an account number that comes twice.
Result<File> read(std::string_view text, std::string_view file);
/// Untouched lines as they were read.
std::string write(const File& file);

} // namespace blak::account
