// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/world/channel.h"
#include "formats/base/counted.h"

#include <algorithm>
#include <ctime>
#include <vector>

namespace blak::world {
namespace {

constexpr std::int64_t secondsPerDay = 24 * 60 * 60;

std::tm localTime(std::int64_t unixSeconds)
{
    const auto time = static_cast<std::time_t>(unixSeconds);
    std::tm parts{};
    localtime_r(&time, &parts);
    return parts;
}

/// "-2026-11-22" in local time; days compare as their texts do.
std::string dayText(std::int64_t unixSeconds)
{
    const std::tm parts = localTime(unixSeconds);
    char day[32];
    return {day, std::strftime(day, sizeof day, "-%Y-%m-%d", &parts)};
}

/// The day of a file that rotate() named "STEM-YYYY-MM-DD.txt" or "STEM-YYYY-MM-DD-N.txt", "" for any other name.
std::string dayOfRotated(std::string_view name, std::string_view stem)
{
    constexpr std::string_view pattern = "-0000-00-00";
    if (!name.starts_with(stem) || !name.ends_with(".txt") || name.size() < stem.size() + pattern.size() + 4)
        return {};
    name.remove_prefix(stem.size());
    name.remove_suffix(4);
    const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
    for (std::size_t i = 0; i < pattern.size(); ++i)
        if (pattern[i] == '0' ? !isDigit(name[i]) : name[i] != pattern[i])
            return {};
    const std::string_view number = name.substr(pattern.size());
    if (!number.empty() && (number.size() != 2 || number[0] != '-' || !isDigit(number[1])))
        return {};
    return std::string(name.substr(0, pattern.size()));
}

} // namespace

std::string withoutControls(std::string_view text)
{
    constexpr std::string_view digits = "0123456789ABCDEF";
    const auto harmless = [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return (byte >= 0x20 && byte < 0x7F) || byte >= 0xA0 || c == '\t';
    };
    std::string out;
    out.reserve(text.size());
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (harmless(c))
            out += c;
        else if (c == '\r' || c == '\n')
            out += c == '\r' ? "\\r" : "\\n";
        else
            out.append("\\x").append(1, digits[byte >> 4]).append(1, digits[byte & 15]);
    }
    return out;
}

std::string timeText(std::int64_t unixSeconds)
{
    const std::tm parts = localTime(unixSeconds);
    char text[64];
    return {text, std::strftime(text, sizeof text, "%b %d %Y %H:%M:%S", &parts)};
}

void Channel::open(const std::filesystem::path& file, std::string_view separator, bool flush)
{
    file_ = file;
    separator_ = separator;
    flush_ = flush;
    out_.open(file, [this](std::uint64_t lost, std::string_view why) {
        return timeText(now_) + separator_ + counted(lost, "line") + (lost == 1 ? " is missing here, it" : " are missing here, they") + " could not be written: " +
               std::string(why) + "\r\n";
    });
}

void Channel::line(std::int64_t now, std::string_view text)
{
    if (!out_.isWanted())
        return;
    now_ = now;
    out_.put(timeText(now) + separator_ + std::string(text) + "\r\n", flush_);
    if (out_.size() > largest)
        rotate(now);
}

void Channel::add(std::string_view lines) { out_.put(lines, flush_); }

void Channel::retry(std::int64_t now)
{
    if (out_.lost() == 0)
        return;
    now_ = now;
    out_.retry();
}

void Channel::rotate(std::int64_t now)
{
    namespace fs = std::filesystem;
    if (!isOpen())
        return;
    out_.close();
    const std::string day = dayText(now);
    std::error_code error;
    fs::path kept;
    for (int i = 0; i < mostOfOneDay; ++i) {
        kept = file_.parent_path() / (file_.stem().string() + day + (i == 0 ? "" : "-" + std::to_string(i)) + ".txt");
        if (!fs::exists(kept, error))
            break; // the last one of a day is overwritten
    }
    fs::rename(file_, kept, error);
    open(file_, std::string(separator_), flush_);
    removeOld(now);
}

void Channel::keepDays(std::int64_t days, std::int64_t now, std::int64_t cleaning)
{
    cleaningLag_ = std::max<std::int64_t>(now - cleaning, 0);
    constexpr std::int64_t most = 36'500;
    days_ = std::clamp<std::int64_t>(days, 0, most);
    removeOld(now);
}

void Channel::removeOld(std::int64_t now) const
{
    namespace fs = std::filesystem;
    if (days_ == 0 || !isOpen())
        return;
    const std::string oldest = dayText(now - cleaningLag_ - days_ * secondsPerDay);
    std::error_code error;
    std::vector<fs::path> old; // a folder that changes while it is listed may show a file twice or not at all
    for (const auto& entry : fs::directory_iterator(file_.parent_path(), error)) {
        const std::string day = dayOfRotated(entry.path().filename().string(), file_.stem().string());
        if (!day.empty() && day < oldest && entry.is_regular_file(error) && !entry.is_symlink(error))
            old.push_back(entry.path());
    }
    for (const fs::path& file : old)
        fs::remove(file, error);
}

void Channel::mark()
{
    if (!isOpen())
        return;
    out_.put("-------------------------------------------------------------------------------------\r\n", true);
}

} // namespace blak::world
