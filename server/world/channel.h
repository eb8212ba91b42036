// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

namespace blak::world {

/// "Nov 20 2026 18:27:16" in local time.
std::string timeText(std::int64_t unixSeconds);

/// One log file of the folder `channel`; lines end with CR LF and are stamped.
class Channel
{
public:
    /// `separator` stands between stamp and text: "|" in debug, " | " in the others.
    void open(const std::filesystem::path& file, std::string_view separator, bool flush);
    void line(std::int64_t now, std::string_view text);
    /// A line of its own that marks a place in the log.
    void mark();

private:
    std::ofstream out_;
    std::string separator_;
    bool flush_ = true;
};

} // namespace blak::world
