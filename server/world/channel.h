// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/log_file.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace blak::world {

#define BLAK_LOG_KINDS(X)                                                                                                        \
    X(Debug, "debug")                                                                                                            \
    X(Error, "error")                                                                                                            \
    X(Log, "log")                                                                                                                \
    X(God, "god")     /* what game masters do */                                                                                 \
    X(Admin, "admin") /* commands of administrators */

enum class LogKind : std::uint8_t {
#define X(name, text) name,
    BLAK_LOG_KINDS(X)
#undef X
};

/// "Nov 20 2026 18:27:16" in local time.
std::string timeText(std::int64_t unixSeconds);

/// A text as it may stand in one line of a log: control characters become "\\xHH", a line end "\\r" and "\\n"; tabs stay. Those
/// of 0x80-0x9F are escaped too: a terminal may take them for commands, and the letters that Windows-1252 has there are rare in
/// what logs say. Whoever sent a part of the text can neither begin a line of his own with it nor move an operator's cursor.
std::string withoutControls(std::string_view text);

/// One log file of the folder `channel`; lines end with CR LF and are stamped. It outlives a full disk (formats/base/log_file.h).
class Channel
{
public:
    /// `separator` stands between stamp and text: "|" in debug, " | " in the others.
    void open(const std::filesystem::path& file, std::string_view separator, bool flush);
    bool isOpen() const { return out_.isOpen(); }
    void setFlush(bool flush) { flush_ = flush; }
    void close() { out_.close(); }
    void line(std::int64_t now, std::string_view text);
    /// Lines that belong to the one before, without a stamp; each with its CR LF.
    void add(std::string_view lines);
    /// From time to time: says what a full disk has cost as soon as there is room.
    void retry(std::int64_t now);
    /// Renames the file to "NAME-YYYY-MM-DD.txt" (a number follows when that exists) and begins a new one.
    void rotate(std::int64_t now);
    /// A line of its own that marks a place in the log.
    void mark();
    /// Files that rotate() has put aside go when their day is more than `days` ago, now and with every rotation; 0 = never. What of that is
    /// long ago goes by `cleaning`, which a clock that was set ahead does not move.
    void keepDays(std::int64_t days, std::int64_t now, std::int64_t cleaning);

private:
    void removeOld(std::int64_t now) const;

    /// A file of more bytes is rotated whatever the day, so that a flood of errors does not fill the disk unseen.
    static constexpr std::uint64_t largest = 256ull * 1024 * 1024;
    static constexpr int mostOfOneDay = 8;

    LogFile out_;
    std::filesystem::path file_;
    std::int64_t now_ = 0; ///< of the last line
    std::string separator_;
    std::int64_t days_ = 0;
    std::int64_t cleaningLag_ = 0; ///< seconds that the clock is ahead of the time to delete by
    bool flush_ = true;
};

} // namespace blak::world
