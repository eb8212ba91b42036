// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/mail/smtp_sender.h"

#include <algorithm>
#include <array>

namespace blak::serve {
namespace {

constexpr std::size_t mostInput = 16 * 1024;
constexpr std::array<char, 6> expected{'2', '2', '2', '2', '3', '2'}; ///< first digits: greeting, HELO, MAIL, RCPT, DATA, letter

} // namespace

/// Header and body; lines that begin with a dot get another one.
std::string SmtpSender::text() const
{
    std::string out = "From: <" + letter_.from + ">\r\nTo: <" + letter_.to + ">\r\nSubject: " + letter_.subject + "\r\n\r\n";
    std::string_view rest = letter_.body;
    while (!rest.empty()) {
        const std::string_view line = rest.substr(0, rest.find('\n'));
        rest.remove_prefix(std::min(line.size() + 1, rest.size()));
        out += (line.starts_with('.') ? "." : "") + std::string(line) + "\r\n";
    }
    return out + ".\r\n";
}

void SmtpSender::received(std::string_view bytes, std::int64_t)
{
    input_.append(bytes);
    std::size_t start = 0;
    for (std::size_t end = input_.find('\n'); end != std::string::npos && !closing; end = input_.find('\n', start)) {
        answer(std::string_view(input_).substr(start, end - start));
        start = end + 1;
    }
    input_.erase(0, start);
    if (input_.size() > mostInput)
        closing = true;
}

void SmtpSender::answer(std::string_view line)
{
    constexpr std::size_t codeSize = 3;
    if (line.size() > codeSize && line[codeSize] == '-')
        return; // more lines of the same answer follow
    if (step_ >= expected.size() || line.empty() || line[0] != expected[step_]) {
        output += "QUIT\r\n";
        closing = true;
        return;
    }
    const std::array<std::string, expected.size()> next{"HELO " + letter_.machine + "\r\n",
                                                        "MAIL FROM:<" + letter_.from + ">\r\n",
                                                        "RCPT TO:<" + letter_.to + ">\r\n",
                                                        "DATA\r\n",
                                                        text(),
                                                        "QUIT\r\n"};
    output += next[step_];
    if (++step_ == expected.size())
        delivered_ = closing = true;
}

void SmtpSender::lost(std::int64_t) { closing = true; }

void SmtpSender::tick(std::int64_t now)
{
    if (now - since_ > longestTime)
        closing = true;
}

} // namespace blak::serve
