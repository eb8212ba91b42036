// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/document/kept_version.h"

#include "formats/base/file_io.h"
#include "formats/base/system_error.h"
#include "formats/document/document.h"

namespace blak::document {

KeptVersion::KeptVersion(const std::filesystem::path& file)
{
    std::error_code code;
    const bool isLink = std::filesystem::is_symlink(file, code);
    path_ = (isLink ? std::filesystem::weakly_canonical(file, code) : file).string() + "~"; // as writeFileAtomically() keeps it
    if (auto bytes = readTextFile(path_)) {
        bytes_ = std::move(bytes).value();
        written_ = std::filesystem::last_write_time(path_, code);
    }
}

std::string KeptVersion::fingerprint() const { return bytes_ ? contentFingerprint(*bytes_) : std::string(); }

Result<void> KeptVersion::putBack() const
{
    std::error_code code;
    if (!bytes_) {
        std::filesystem::remove(path_, code);
        return code ? systemError("cannot take away", path_, code) : Result<void>();
    }
    if (auto done = writeFileAtomically(path_, *bytes_, Backup::None); !done)
        return done;
    std::filesystem::last_write_time(path_, written_, code); // as old as it is
    return {};
}

} // namespace blak::document
