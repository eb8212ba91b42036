// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/mail/smtp_peer.h"

#include "formats/base/names.h"
#include "server/address/foreign_line.h"
#include "server/record/peer_lines.h"

#include <algorithm>

namespace blak::serve {
namespace {

constexpr std::size_t longestAddress = 254;

/// The address in `FROM:<ann@example.org> SIZE=5`; nothing when there is none.
std::optional<std::string> addressIn(std::string_view argument, std::string_view word)
{
    if (!equalIgnoringCase(argument.substr(0, word.size()), word))
        return std::nullopt;
    argument.remove_prefix(word.size());
    argument.remove_prefix(std::min(argument.find_first_not_of(' '), argument.size()));
    const std::size_t end = argument.find('>');
    if (!argument.starts_with('<') || end == argument.npos)
        return std::nullopt;
    return std::string(argument.substr(1, end - 1));
}

} // namespace

bool isPlainMailAddress(std::string_view address)
{
    return !address.empty() && address.size() <= longestAddress && std::ranges::count(address, '@') <= 1 &&
           std::ranges::all_of(address, [](char c) { return c > ' ' && c < 0x7F && c != '<' && c != '>' && c != '"'; });
}

SmtpPeer::SmtpPeer(MailRules rules, std::string from, std::int64_t now)
    : rules_(std::move(rules)), from_(std::move(from)), since_(now), lastHeard_(now)
{
    reply("220 " + rules_.machine + " ESMTP");
}

void SmtpPeer::received(std::string_view bytes, std::int64_t now)
{
    lastHeard_ = now;
    takeLines(input_, bytes, closing, [this](std::string_view text) { line(text); });
    if (input_.size() <= longestLine || closing)
        return;
    reply("500 the line is too long");
    closing = true;
}

void SmtpPeer::line(std::string_view text)
{
    if (!inLetter_)
        return command(text);
    if (text == ".")
        return endOfLetter();
    if (text.starts_with('.'))
        text.remove_prefix(1);
    if (letter_.size() + text.size() + 1 > longestLetter)
        tooLong_ = true;
    else
        letter_ += std::string(text) + "\n";
}

void SmtpPeer::reset()
{
    sender_.reset();
    creates_.reset();
    letter_.clear();
    inLetter_ = tooLong_ = false;
}

void SmtpPeer::command(std::string_view text)
{
    if (isHttpLine(text)) {
        reply("421 this is no web server");
        closing = true;
        return;
    }
    if (++commands_ > mostCommands) {
        reply("421 enough");
        closing = true;
        return;
    }
    const std::string_view verb = text.substr(0, text.find(' '));
    const std::string_view argument = text.substr(std::min(verb.size() + 1, text.size()));
    if (equalIgnoringCase(verb, "HELO") || equalIgnoringCase(verb, "EHLO")) {
        reset();
        reply("250 " + rules_.machine);
    } else if (equalIgnoringCase(verb, "MAIL")) {
        addSender(argument);
    } else if (equalIgnoringCase(verb, "RCPT")) {
        addRecipient(argument);
    } else if (equalIgnoringCase(verb, "DATA")) {
        inLetter_ = sender_ && creates_;
        reply(inLetter_ ? "354 end with a line of one dot" : "503 MAIL and RCPT come first");
    } else if (equalIgnoringCase(verb, "RSET")) {
        reset();
        reply("250 as before");
    } else if (equalIgnoringCase(verb, "NOOP")) {
        reply("250 yes");
    } else if (equalIgnoringCase(verb, "VRFY")) {
        reply("252 send it and see");
    } else if (equalIgnoringCase(verb, "QUIT")) {
        reply("221 good bye");
        closing = true;
    } else {
        reply("502 there is no such command");
    }
}

void SmtpPeer::addSender(std::string_view argument)
{
    const auto address = addressIn(argument, "FROM:");
    if (!address || (!address->empty() && !isPlainMailAddress(*address)))
        return reply("501 MAIL FROM:<address>");
    reset();
    sender_ = *address;
    reply("250 sender noted");
}

void SmtpPeer::addRecipient(std::string_view argument)
{
    const auto address = addressIn(argument, "TO:");
    if (!sender_ || !address || !isPlainMailAddress(*address))
        return reply(sender_ ? "501 RCPT TO:<address>" : "503 MAIL comes first");
    if (creates_)
        return reply("452 one recipient for a letter");
    const std::string_view box = std::string_view(*address).substr(0, address->find('@'));
    if (!equalIgnoringCase(box, rules_.createName) && !equalIgnoringCase(box, rules_.deleteName))
        return reply("550 nobody of that name");
    creates_ = equalIgnoringCase(box, rules_.createName);
    reply("250 recipient noted");
}

void SmtpPeer::endOfLetter()
{
    Result<std::string> done = Error{"the letter is too long", ""};
    if (!tooLong_) {
        const auto letter = readAccountLetter(letter_, *creates_);
        done = letter ? rules_.carryOut(*creates_, letter.value(), *sender_) : Result<std::string>(letter.error());
    }
    std::ranges::fill(letter_, '\0'); // a password was in it
    reset();
    if (done) {
        rules_.log("mail from " + from_ + ": " + done.value());
        return reply("250 " + done.value());
    }
    rules_.log("mail from " + from_ + " refused: " + done.error().what);
    reply("554 " + done.error().what);
    if (++refusals_ >= mostRefusals)
        closing = true;
}

void SmtpPeer::tick(std::int64_t now)
{
    if (closing || (now - lastHeard_ <= longestSilence && now - since_ <= longestConnection))
        return;
    reply("421 it takes too long");
    closing = true;
}

} // namespace blak::serve
