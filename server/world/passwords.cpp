// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/world/passwords.h"

#include "formats/base/md5.h"

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

bool passwordMatches(const Account& account, std::string_view digest)
{
    const std::string given = hexOf(digest);
    if (given.size() != 2 * digestSize || account.password.size() != given.size())
        return false;
    unsigned difference = 0;
    for (std::size_t i = 0; i < given.size(); ++i) {
        const auto stored = static_cast<unsigned char>(account.password[i]);
        const bool upper = stored >= 'A' && stored <= 'F';
        const unsigned lower = upper ? stored + 32u : stored; // hex digits of other programs may be capitals
        difference |= lower ^ static_cast<unsigned char>(given[i]);
    }
    return difference == 0;
}

} // namespace blak::world
