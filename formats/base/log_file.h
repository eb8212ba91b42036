// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

namespace blak {

/// A file of lines that grows at its end and outlives a full disk: lines that could not be written are counted, each later one
/// tries again, and the first that succeeds is preceded by a line that says how many are missing.
class LogFile
{
public:
    /// Makes the line about lines that are missing, with its line end.
    using Note = std::function<std::string(std::uint64_t lost, std::string_view why)>;

    LogFile() = default;
    ~LogFile() { close(); }
    LogFile(const LogFile&) = delete;
    LogFile& operator=(const LogFile&) = delete;

    /// From here on the file is wanted, whether or not it can be opened now.
    void open(const std::filesystem::path& file, Note note);
    void close();
    bool isWanted() const { return wanted_; }
    bool isOpen() const { return descriptor_ >= 0; }

    /// Whole lines. Without `flush` they may wait for more, some 64 KB at most.
    void put(std::string_view lines, bool flush);
    void flush();
    /// Says what is missing when that can be written again.
    void retry();

    std::uint64_t size() const { return size_ + buffer_.size(); } ///< bytes, with those that wait
    std::uint64_t lost() const { return lost_; }                  ///< lines not told of yet

private:
    void append(const std::string& lines);
    bool reopen();
    bool write(std::string_view text);
    void lose(std::string_view text, int fault);

    std::filesystem::path file_;
    Note note_;
    std::string buffer_, why_;
    std::uint64_t size_ = 0, lost_ = 0;
    int descriptor_ = -1;
    bool wanted_ = false;
    bool torn_ = false; ///< the last line of the file lacks its end
};

} // namespace blak
