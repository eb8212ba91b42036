// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"

#include <filesystem>
#include <optional>
#include <string>

namespace blak::document {

/// What stands in NAME~ beside a file, as it was at one time: for saves that are to leave it as it was.
class KeptVersion
{
public:
    /// Reads it, or that there is none.
    explicit KeptVersion(const std::filesystem::path& file);

    /// Of what it is; of none another one than of any.
    std::string fingerprint() const;
    /// NAME~ is again what it was, or gone where there was none.
    Result<void> putBack() const;

private:
    std::filesystem::path path_; ///< of NAME~
    std::optional<std::string> bytes_;
    std::filesystem::file_time_type written_{};
};

} // namespace blak::document
