// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/lsp/lsp_text.h"

#include "formats/base/text_encoding.h"
#include "server/dap/protocol.h"

#include <algorithm>

namespace blak::lsp {
namespace {

using nlohmann::json;

bool continues(char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; }

/// Units of the letter that begins with the byte.
std::size_t unitsOf(char c) { return static_cast<unsigned char>(c) >= 0xf0 ? 2 : 1; }

int hexValue(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

} // namespace

Utf16Text::Utf16Text(std::string_view text) : text_(text), isUtf8_(isValidUtf8(text)), lines_{0}
{
    for (std::size_t at = text.find('\n'); at != std::string_view::npos; at = text.find('\n', at + 1))
        lines_.push_back(static_cast<std::uint32_t>(at + 1));
}

json Utf16Text::position(std::uint32_t offset) const
{
    const std::uint32_t at = std::min(offset, static_cast<std::uint32_t>(text_.size()));
    const auto line = std::ranges::upper_bound(lines_, at) - 1;
    std::size_t units = at - *line;
    if (isUtf8_) {
        units = 0;
        for (const char c : text_.substr(*line, at - *line))
            units += continues(c) ? 0 : unitsOf(c);
    }
    return {{"line", line - lines_.begin()}, {"character", units}};
}

json Utf16Text::range(std::uint32_t begin, std::uint32_t end) const
{
    return {{"start", position(begin)}, {"end", position(end)}};
}

std::uint32_t Utf16Text::offset(const json& position) const
{
    const std::int64_t line = dap::numberOf(position, "line");
    const std::int64_t character = std::max<std::int64_t>(dap::numberOf(position, "character"), 0);
    if (line < 0)
        return 0;
    if (line >= static_cast<std::int64_t>(lines_.size()))
        return static_cast<std::uint32_t>(text_.size());
    const auto index = static_cast<std::size_t>(line);
    std::size_t at = lines_[index];
    std::size_t end = index + 1 < lines_.size() ? lines_[index + 1] - 1 : text_.size();
    if (end > at && text_[end - 1] == '\r')
        --end;
    for (std::int64_t units = 0; at < end && units < character;) {
        if (!isUtf8_) {
            ++at;
            ++units;
            continue;
        }
        units += static_cast<std::int64_t>(unitsOf(text_[at]));
        if (units > character) // in the middle of a letter of two units
            break;
        for (++at; at < end && continues(text_[at]);)
            ++at;
    }
    return static_cast<std::uint32_t>(at);
}

std::optional<std::filesystem::path> pathOfUri(std::string_view uri)
{
    constexpr std::string_view scheme = "file://";
    if (!uri.starts_with(scheme))
        return std::nullopt;
    uri.remove_prefix(scheme.size());
    if (uri.starts_with("localhost/"))
        uri.remove_prefix(9);
    std::string path;
    for (std::size_t i = 0; i < uri.size(); ++i) {
        const int high = uri[i] == '%' && i + 2 < uri.size() ? hexValue(uri[i + 1]) : -1;
        const int low = high >= 0 ? hexValue(uri[i + 2]) : -1;
        if (low >= 0) {
            path += static_cast<char>(high * 16 + low);
            i += 2;
        } else {
            path += uri[i];
        }
    }
    if (!path.starts_with('/') || path.find('\0') != std::string::npos)
        return std::nullopt;
    return std::filesystem::path(path);
}

std::string uriOf(const std::filesystem::path& path)
{
    constexpr std::string_view plain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/";
    constexpr std::string_view digits = "0123456789ABCDEF";
    std::string uri = "file://";
    for (const char c : path.string()) {
        if (plain.find(c) != std::string_view::npos) {
            uri += c;
        } else {
            const auto byte = static_cast<unsigned char>(c);
            uri += '%';
            uri += digits[byte >> 4];
            uri += digits[byte & 15];
        }
    }
    return uri;
}

void applyChange(std::string& text, const json& change)
{
    const std::string fresh = dap::textOf(change, "text");
    if (!change.contains("range")) {
        text = fresh;
        return;
    }
    const Utf16Text places(text);
    const json& range = dap::objectOf(change, "range");
    const std::uint32_t begin = places.offset(dap::objectOf(range, "start"));
    const std::uint32_t end = std::max(begin, places.offset(dap::objectOf(range, "end")));
    text.replace(begin, end - begin, fresh);
}

} // namespace blak::lsp
