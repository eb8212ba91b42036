// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/blak/terminal.h"

#include <algorithm>
#include <cstdio>
#include <unistd.h>

namespace blak::cli {
namespace {

constexpr std::size_t barWidth = 30;
constexpr std::chrono::milliseconds firstAfter{500}, between{100};

/// Letters, not bytes: continuation bytes of UTF-8 take no room.
std::size_t width(std::string_view text)
{
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

} // namespace

void print(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stdout); }

void printError(std::string_view sentence)
{
    std::fflush(stdout);
    std::fprintf(stderr, "%.*s\n", static_cast<int>(sentence.size()), sentence.data());
}

std::string TextTable::text(std::size_t leftColumns) const
{
    std::vector<std::size_t> widths;
    for (const auto& row : rows_) {
        widths.resize(std::max(widths.size(), row.size()));
        for (std::size_t i = 0; i < row.size(); ++i)
            widths[i] = std::max(widths[i], width(row[i]));
    }
    std::string text;
    for (const auto& row : rows_) {
        std::string line;
        for (std::size_t i = 0; i < row.size(); ++i) {
            const std::string gap(widths[i] - width(row[i]), ' ');
            line += (i == 0 ? "" : "  ") + (i < leftColumns ? row[i] + gap : gap + row[i]);
        }
        line.erase(line.find_last_not_of(' ') + 1);
        text += line + "\n";
    }
    return text;
}

ProgressBar::ProgressBar(std::string_view what)
    : what_(what), isTerminal_(::isatty(STDERR_FILENO) == 1), next_(std::chrono::steady_clock::now() + firstAfter)
{
}

ProgressBar::~ProgressBar()
{
    if (shown_)
        std::fputs("\r\033[K", stderr);
}

void ProgressBar::show(std::size_t done, std::size_t total)
{
    const auto now = std::chrono::steady_clock::now();
    if (!isTerminal_ || now < next_)
        return;
    next_ = now + between;
    shown_ = true;
    if (total == 0) {
        std::fprintf(stderr, "\r\033[K%s %zu", what_.c_str(), done);
        return;
    }
    const std::size_t full = barWidth * std::min(done, total) / total;
    std::fprintf(stderr, "\r\033[K%s [%s%s] %zu of %zu", what_.c_str(), std::string(full, '#').c_str(),
                 std::string(barWidth - full, '.').c_str(), done, total);
}

} // namespace blak::cli
