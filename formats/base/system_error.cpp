// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/base/system_error.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

namespace blak {
namespace {

constexpr std::array codes{
    std::pair{ENOENT, ErrorCode::NotFound},    std::pair{ENOTDIR, ErrorCode::NotFound},
    std::pair{EACCES, ErrorCode::NoPermission}, std::pair{EPERM, ErrorCode::NoPermission},
    std::pair{EROFS, ErrorCode::ReadOnly},     std::pair{ENOSPC, ErrorCode::DiskFull},
    std::pair{EDQUOT, ErrorCode::QuotaUsed},   std::pair{EIO, ErrorCode::DeviceFault},
    std::pair{EEXIST, ErrorCode::Exists},      std::pair{EISDIR, ErrorCode::NotAFile},
    std::pair{EFBIG, ErrorCode::TooLarge},     std::pair{ETXTBSY, ErrorCode::Locked},
    std::pair{EBUSY, ErrorCode::Locked},
};

} // namespace

ErrorCode errorCodeOf(int number)
{
    const auto found = std::ranges::find(codes, number, &std::pair<int, ErrorCode>::first);
    return found == codes.end() ? ErrorCode::Other : found->second;
}

Error systemError(std::string_view action, const std::filesystem::path& file, int number)
{
    return {std::string(action) + ": " + std::generic_category().message(number), file.string(), errorCodeOf(number)};
}

Error systemError(std::string_view action, const std::filesystem::path& file, const std::error_code& code)
{
    const std::error_condition portable = code.default_error_condition();
    return {std::string(action) + ": " + code.message(), file.string(),
            portable.category() == std::generic_category() ? errorCodeOf(portable.value()) : ErrorCode::Other};
}

} // namespace blak
