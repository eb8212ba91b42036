// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/world/secrets.h"

#include "formats/base/file_io.h"

#include <sodium.h>

namespace blak::world {
namespace {

// A world is one thread: a check must not hold it up. The figures are OWASP's for Argon2id with little memory.
constexpr unsigned long long passes = 4;
constexpr std::size_t memory = 9 * 1024 * 1024;

bool isReady() { return sodium_init() >= 0; }

} // namespace

Result<std::string> slowHash(std::string_view secret)
{
    std::string hash(crypto_pwhash_STRBYTES, '\0');
    if (secret.size() > longestPassword)
        return Error{"a password of more than " + std::to_string(longestPassword) + " bytes", ""};
    if (!isReady() || crypto_pwhash_str(hash.data(), secret.data(), secret.size(), passes, memory) != 0)
        return Error{"not enough memory to hash a password", ""};
    hash.resize(hash.find('\0'));
    return hash;
}

bool matchesSlowHash(const std::string& hash, std::string_view secret)
{
    if (hash.empty() || hash.size() >= crypto_pwhash_STRBYTES || secret.size() > longestPassword || !isReady())
        return false;
    std::string padded = hash;
    padded.resize(crypto_pwhash_STRBYTES, '\0');
    return crypto_pwhash_str_verify(padded.c_str(), secret.data(), secret.size()) == 0;
}

/// Of the same passes and memory as those above.
std::string hashOfNobody()
{
    return "$argon2id$v=19$m=9216,t=4,p=1$YSH6lO0lxCLif4dgm3RmIg$EKBa1+2u+qioD07Pe6k2i+e1FGdlZbdLIw/JZx+4tYk";
}

bool sameSecret(std::string_view a, std::string_view b)
{
    return a.size() == b.size() && isReady() && sodium_memcmp(a.data(), b.data(), a.size()) == 0;
}

Result<void> writeSecretFile(const std::filesystem::path& file, std::string_view text)
{
    return writeFileAtomically(file, text, Backup::None, Rights::OwnerOnly);
}

} // namespace blak::world
