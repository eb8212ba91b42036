// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace blak::test {

/// The top folder of the checkout.
std::filesystem::path sourceDir();

/// tests/data of the checkout.
std::filesystem::path dataDir();

/// A folder of the shared material beside the checkout (../shared, or $BLAK_SHARED_DIR), e.g. "corpus/roo"; empty when it is
/// missing. With BLAK_REQUIRE_SHARED=1 a missing folder is fatal.
std::filesystem::path sharedDir(std::string_view part);

/// Regular files below `folder` with this ending (lower case, with dot), sorted by name.
std::vector<std::filesystem::path> filesBelow(const std::filesystem::path& folder, std::string_view ending);

/// Content of a file that must be there; aborts the test program otherwise.
std::vector<std::byte> bytesOf(const std::filesystem::path& file);

} // namespace blak::test

/// Skips the running test function with a message when the shared material is missing.
#define BLAK_NEED_SHARED(variable, part)                                                                                         \
    const std::filesystem::path variable = blak::test::sharedDir(part);                                                          \
    if (variable.empty())                                                                                                        \
    QSKIP("shared material is missing: " part)
