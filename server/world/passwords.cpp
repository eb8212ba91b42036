// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/world/passwords.h"

#include "formats/base/md5.h"
#include "formats/base/names.h"
#include "server/world/secrets.h"

namespace blak::world {
namespace {

std::string hexOf(std::string_view bytes)
{
    constexpr std::string_view digits = "0123456789abcdef";
    std::string out;
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        out.push_back(digits[byte >> 4]);
        out.push_back(digits[byte & 15]);
    }
    return out;
}

} // namespace

std::string passwordText(std::string_view password)
{
    std::string digest;
    for (const std::uint8_t byte : md5(password))
        digest.push_back(static_cast<char>(byte == 0 ? 1 : byte));
    return hexOf(digest);
}

std::string passwordFromField(std::string_view digest) { return hexOf(digest); }

bool keepsDigest(const Account& account)
{
    return account.password.size() == 2 * digestSize &&
           account.password.find_first_not_of("0123456789abcdefABCDEF") == std::string::npos;
}

/// Hex digits of other programs may be capitals.
bool passwordMatches(const Account& account, std::string_view digestText)
{
    return keepsDigest(account) && sameSecret(lowerCase(account.password), digestText);
}

} // namespace blak::world
