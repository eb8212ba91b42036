// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"

#include <filesystem>
#include <string_view>
#include <system_error>

/// Failures of the operating system as errors of ours.
namespace blak {

/// By a number of errno.
ErrorCode errorCodeOf(int number);

/// "cannot open: No such file or directory" at a file.
Error systemError(std::string_view action, const std::filesystem::path& file, int number);
Error systemError(std::string_view action, const std::filesystem::path& file, const std::error_code& code);

} // namespace blak
