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
    out_.open(file, std::ios::binary | std::ios::app);
    separator_ = separator;
    flush_ = flush;
}

void Channel::line(std::int64_t now, std::string_view text)
{
    if (!out_.is_open())
        return;
    out_ << timeText(now) << separator_ << text << "\r\n";
    if (flush_)
        out_.flush();
}

void Channel::mark()
{
    if (!out_.is_open())
        return;
    out_ << "-------------------------------------------------------------------------------------\r\n";
    out_.flush();
}

} // namespace blak::world
