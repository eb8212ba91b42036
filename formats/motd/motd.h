// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"
#include "formats/base/text_lines.h"

#include <cstddef>

/// motd.txt: the message of the day, shown when a player chooses a character (docs/formats/motd.md). The file is the text.
namespace blak::motd {

/// Bytes: the message travels as a text of the protocol, whose length has 16 bits.
constexpr std::size_t maxSize = 0xFFFF;

struct Message
{
    std::vector<TextLine> lines; ///< Windows-1252

    friend bool operator==(const Message&, const Message&) = default;
};

/// Fails on a byte 0, which ends the message for servers, and on more than maxSize bytes.
Result<Message> read(std::string_view text, std::string_view file);
std::string write(const Message& message);

/// The message for a screen: UTF-8, lines end in \n.
std::string toUtf8(const Message& message);

/// Takes a message from an editor; new lines end as those of `before` do, and so does the last one. Fails on a character that
/// Windows-1252 lacks, naming its line, and on what read() refuses.
Result<Message> fromUtf8(std::string_view text, const Message& before);

} // namespace blak::motd
