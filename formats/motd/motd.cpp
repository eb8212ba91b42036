// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/motd/motd.h"

#include "formats/base/windows1252.h"

namespace blak::motd {

Result<Message> read(std::string_view text, std::string_view file)
{
    if (text.size() > maxSize)
        return Error{"expected at most 65535 bytes of message, found " + std::to_string(text.size()), std::string(file)};
    Message message{splitLines(text)};
    for (std::size_t i = 0; i < message.lines.size(); ++i)
        if (message.lines[i].text.find('\0') != std::string::npos)
            return Error{"expected text, found a byte 0", std::string(file) + ", line " + std::to_string(i + 1)};
    return message;
}

std::string write(const Message& message) { return joinLines(message.lines); }

std::string toUtf8(const Message& message)
{
    std::string text;
    for (const TextLine& line : message.lines)
        text += windows1252::toUtf8(line.text) + (line.end == LineEnd::None ? "" : "\n");
    return text;
}

Result<Message> fromUtf8(std::string_view text, const Message& before)
{
    Message message{splitLines(text)};
    for (std::size_t i = 0; i < message.lines.size(); ++i) {
        TextLine& line = message.lines[i];
        const auto bytes = windows1252::fromUtf8(line.text);
        if (!bytes)
            return Error{"a character that Windows-1252 does not have", "message of the day, line " + std::to_string(i + 1)};
        line.text = *bytes;
        line.end = usualEnd(before.lines);
    }
    if (!message.lines.empty() && !before.lines.empty() && before.lines.back().end == LineEnd::None)
        message.lines.back().end = LineEnd::None;
    return read(write(message), "message of the day");
}

} // namespace blak::motd
