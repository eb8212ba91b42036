// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/base/log_file.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace blak {
namespace {

constexpr std::size_t mostWaiting = 64 * 1024;
constexpr mode_t readable = 0666; ///< less the umask

} // namespace

void LogFile::open(const std::filesystem::path& file, Note note)
{
    close();
    file_ = file;
    note_ = std::move(note);
    wanted_ = true;
    reopen();
}

bool LogFile::reopen()
{
    if (descriptor_ >= 0)
        return true;
    descriptor_ = ::open(file_.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, readable);
    struct stat facts{};
    size_ = descriptor_ >= 0 && ::fstat(descriptor_, &facts) == 0 ? static_cast<std::uint64_t>(facts.st_size) : 0;
    return descriptor_ >= 0;
}

void LogFile::close()
{
    flush();
    if (descriptor_ >= 0)
        ::close(std::exchange(descriptor_, -1));
    wanted_ = false;
    size_ = 0;
}

void LogFile::put(std::string_view lines, bool flushNow)
{
    if (!wanted_)
        return;
    buffer_ += lines;
    if (flushNow || buffer_.size() > mostWaiting)
        flush();
}

void LogFile::flush()
{
    if (!buffer_.empty())
        append(std::exchange(buffer_, {}));
}

void LogFile::retry()
{
    flush();
    if (lost_ > 0)
        append({});
}

void LogFile::append(const std::string& lines)
{
    if (!wanted_)
        return;
    if (!reopen())
        return lose(lines, errno);
    if (lost_ > 0) {
        const std::uint64_t before = lost_;
        if (!write((torn_ ? "\r\n" : "") + note_(lost_, why_)))
            return lose(lines, errno);
        lost_ -= before;
        torn_ = false;
    }
    write(lines);
}

/// False when not all of it could be written; what is missing is counted.
bool LogFile::write(std::string_view text)
{
    const bool isNote = lost_ > 0;
    while (!text.empty()) {
        const ssize_t put = ::write(descriptor_, text.data(), text.size());
        if (put < 0 && errno == EINTR)
            continue;
        if (put <= 0) {
            if (!isNote)
                lose(text, errno);
            return false;
        }
        const auto done = static_cast<std::size_t>(put);
        size_ += done;
        torn_ = text[done - 1] != '\n';
        text.remove_prefix(done);
    }
    return true;
}

void LogFile::lose(std::string_view text, int fault)
{
    if (text.empty())
        return;
    lost_ += static_cast<std::uint64_t>(std::max<std::ptrdiff_t>(std::ranges::count(text, '\n'), 1));
    why_ = std::strerror(fault);
}

} // namespace blak
