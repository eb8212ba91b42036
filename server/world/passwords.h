// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/world/accounts.h"

#include <string>
#include <string_view>

namespace blak::world {

inline constexpr std::size_t digestSize = 16;

/// The hexadecimal text that accounts keep, of a password as people write it.
std::string passwordText(std::string_view password);

/// The same of what clients send: the MD5 digest with every zero byte replaced by one.
std::string passwordFromField(std::string_view digest);

/// Whether the account keeps a digest; without one nobody logs in by it.
bool keepsDigest(const Account& account);

/// Whether a digest in hexadecimal text is that of the account. Takes the same time whatever differs.
bool passwordMatches(const Account& account, std::string_view digestText);

} // namespace blak::world
