// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/mail/letter.h"
#include "server/record/peer.h"

#include <functional>
#include <optional>

namespace blak::serve {

/// What letters to this server may do.
struct MailRules
{
    std::string machine;    ///< its name in greetings
    std::string createName; ///< mailboxes
    std::string deleteName;
    /// Carries a letter out. The text goes into the answer to the sender; an error says why nothing happened.
    std::function<Result<std::string>(bool creates, const AccountLetter& letter, std::string_view sender)> carryOut;
    std::function<void(std::string_view)> log; ///< what happens, without secrets; [Debug] SMTP
};

/// A mail program that brings letters (RFC 5321, the parts a listener must have). Bounded in length, number and time.
class SmtpPeer final : public Peer
{
public:
    SmtpPeer(MailRules rules, std::string from, std::int64_t now);

    void received(std::string_view bytes, std::int64_t now) override;
    void tick(std::int64_t now) override;

    static constexpr std::size_t longestLine = 1000;
    static constexpr std::size_t longestLetter = 16 * 1024;
    static constexpr int mostCommands = 200;
    static constexpr int mostRefusals = 3;                 ///< letters with faults before the connection ends
    static constexpr std::int64_t longestSilence = 60'000; ///< milliseconds
    static constexpr std::int64_t longestConnection = 300'000;

private:
    void line(std::string_view text);
    void command(std::string_view text);
    void addSender(std::string_view argument);
    void addRecipient(std::string_view argument);
    void endOfLetter();
    void reply(std::string_view text) { output += std::string(text) + "\r\n"; }
    void reset();

    MailRules rules_;
    std::string from_; ///< address, for the log
    std::string input_;
    std::optional<std::string> sender_;
    std::optional<bool> creates_; ///< the recipient
    std::string letter_;
    bool inLetter_ = false;
    bool tooLong_ = false;
    int commands_ = 0;
    int refusals_ = 0;
    std::int64_t since_, lastHeard_;
};

/// Whether an address may stand in a line of SMTP: one `@` at most, no blanks, brackets or control characters, at most 254 bytes.
bool isPlainMailAddress(std::string_view address);

} // namespace blak::serve
