// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"

#include <string>
#include <string_view>

namespace blak::serve {

/// A letter that makes or deletes an account (1997 document, section A.2), with the secret that this server wants besides.
///
///     VERSION: 1
///     NAME: ann
///     PASSWORD: open sesame      only to make one
///     SECRET: ...
struct AccountLetter
{
    std::string name;
    std::string password;
    std::string secret;
};

/// `message` is a whole message: header lines, an empty line, the body. Keys count in any case and order, also several in one
/// line; other text is passed over. The error says what is missing or wrong, and never quotes the letter.
Result<AccountLetter> readAccountLetter(std::string_view message, bool needsPassword);

constexpr std::size_t longestAccountName = 50;
constexpr std::size_t longestPassword = 50;

} // namespace blak::serve
