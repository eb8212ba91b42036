// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/world/channel.h"

#include <ctime>

namespace blak::world {

std::string timeText(std::int64_t unixSeconds)
{
    const auto time = static_cast<std::time_t>(unixSeconds);
    std::tm parts{};
    localtime_r(&time, &parts);
    char text[64];
    const std::size_t size = std::strftime(text, sizeof text, "%b %d %Y %H:%M:%S", &parts);
    return {text, size};
}

void Channel::open(const std::filesystem::path& file, std::string_view separator, bool flush)
{
    file_ = file;
    out_.open(file, std::ios::binary | std::ios::app);
    std::error_code error;
    size_ = std::filesystem::file_size(file, error);
    if (error)
        size_ = 0;
    separator_ = separator;
    flush_ = flush;
}

void Channel::line(std::int64_t now, std::string_view text)
{
    if (!out_.is_open())
        return;
    out_ << timeText(now) << separator_ << text << "\r\n";
    size_ += text.size() + 32; // with the stamp, roughly
    if (flush_)
        out_.flush();
    if (size_ > largest)
        rotate(now);
}

void Channel::rotate(std::int64_t now)
{
    namespace fs = std::filesystem;
    if (!out_.is_open())
        return;
    out_.close();
    const auto time = static_cast<std::time_t>(now);
    std::tm parts{};
    localtime_r(&time, &parts);
    char day[32];
    std::strftime(day, sizeof day, "-%Y-%m-%d", &parts);
    std::error_code error;
    fs::path kept;
    for (int i = 0; i < mostOfOneDay; ++i) {
        kept = file_.parent_path() / (file_.stem().string() + day + (i == 0 ? "" : "-" + std::to_string(i)) + ".txt");
        if (!fs::exists(kept, error))
            break; // the last one of a day is overwritten
    }
    fs::rename(file_, kept, error);
    open(file_, std::string(separator_), flush_);
}

void Channel::mark()
{
    if (!out_.is_open())
        return;
    out_ << "-------------------------------------------------------------------------------------\r\n";
    out_.flush();
}

} // namespace blak::world
