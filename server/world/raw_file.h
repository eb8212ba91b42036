// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/byte_sink.h"

#include <string>

namespace blak::world {

/// A file that is written where nothing may be allocated: a temporary file, flushed, renamed. Its names are made before.
class RawFile final : public ByteSink
{
public:
    /// `path` is written beside itself first; a number tells processes apart.
    RawFile(std::string path, std::int64_t number);

    const std::string& path() const { return path_; }

    // --- nothing but system calls ---
    bool create();
    void take(std::span<const std::byte> bytes) override;
    /// Flushes and renames. False when anything went wrong since create(); the temporary file is gone then.
    bool finish();

private:
    std::string path_;
    std::string temporary_;
    int descriptor_ = -1;
    bool failed_ = false;
};

/// Makes names of files last: flushes their folder.
void flushFolderRaw(const char* folder);

} // namespace blak::world
