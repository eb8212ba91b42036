// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/dap/framing.h"

#include "formats/base/names.h"

#include <charconv>

namespace blak::dap {
namespace {

constexpr std::string_view lengthName = "content-length";

std::string_view trimmed(std::string_view text)
{
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t'))
        text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t' || text.back() == '\r'))
        text.remove_suffix(1);
    return text;
}

} // namespace

void FrameReader::add(std::string_view bytes)
{
    if (!fault_.empty())
        return;
    buffer_.erase(0, at_);
    at_ = 0;
    buffer_ += bytes;
}

/// Lines of "Name: value" up to an empty one; all but the length are passed over. Whether a length has been found.
bool FrameReader::readHeader()
{
    std::size_t line = at_;
    std::optional<std::size_t> length;
    for (;;) {
        const std::size_t end = buffer_.find('\n', line);
        if (end == std::string::npos) {
            if (buffer_.size() - at_ > longestHeader)
                fault_ = "the header of a message is longer than " + std::to_string(longestHeader) + " bytes";
            return false;
        }
        const std::string_view text = trimmed(std::string_view(buffer_).substr(line, end - line));
        line = end + 1;
        if (text.empty())
            break;
        const std::size_t colon = text.find(':');
        if (colon == std::string_view::npos) {
            fault_ = "expected \"Content-Length: N\" before a message";
            return false;
        }
        if (!equalIgnoringCase(trimmed(text.substr(0, colon)), lengthName))
            continue;
        const std::string_view digits = trimmed(text.substr(colon + 1));
        std::size_t number = 0;
        const auto [stopped, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
        if (error != std::errc() || stopped != digits.data() + digits.size() || number > longestBody) {
            fault_ = "a message has at most " + std::to_string(longestBody) + " bytes";
            return false;
        }
        length = number;
    }
    at_ = line;
    if (!length)
        fault_ = "expected \"Content-Length: N\" before a message";
    wanted_ = length;
    return length.has_value();
}

std::optional<std::string> FrameReader::next()
{
    if (!fault_.empty() || (!wanted_ && !readHeader()) || buffer_.size() - at_ < *wanted_)
        return std::nullopt;
    std::string body = buffer_.substr(at_, *wanted_);
    at_ += *wanted_;
    wanted_.reset();
    return body;
}

std::string framed(std::string_view body)
{
    return "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + std::string(body);
}

} // namespace blak::dap
