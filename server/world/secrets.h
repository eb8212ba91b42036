// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"

#include <filesystem>
#include <string>
#include <string_view>

/// Secrets on disk: slow salted hashes, files that only their owner can read.
namespace blak::world {

/// Longest password that is taken, bytes.
inline constexpr std::size_t longestPassword = 512;

/// Argon2id of libsodium with a salt of its own, about 15 ms and 9 MiB of memory; the text holds everything a check needs.
Result<std::string> slowHash(std::string_view secret);
bool matchesSlowHash(const std::string& hash, std::string_view secret);
/// For names that do not exist, so that a check of theirs takes as long as others; whatever comes of it counts for nothing.
std::string hashOfNobody();

/// Compares in a time that does not depend on where the two differ.
bool sameSecret(std::string_view a, std::string_view b);

/// Replaces the file by one rename; rights 0600 from its first byte on.
Result<void> writeSecretFile(const std::filesystem::path& file, std::string_view text);

} // namespace blak::world
