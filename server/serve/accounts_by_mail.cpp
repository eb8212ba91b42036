// SPDX-License-Identifier: GPL-3.0-or-later
// Letters that make and delete accounts: group [Email] of the configuration.
#include "formats/base/file_io.h"
#include "formats/base/find_file.h"
#include "server/serve/server.h"
#include "server/world/passwords.h"
#include "server/world/secrets.h"

#include <algorithm>

namespace blak::serve {
namespace {

constexpr std::size_t mostMailPrograms = 16; ///< at once
constexpr std::size_t mostAnswers = 8;       ///< on their way at once
constexpr std::size_t shortestSecret = 16;
constexpr std::uint64_t longestSecretFile = 1024;

std::string withoutBlanksAround(std::string_view text)
{
    constexpr std::string_view blanks = " \t\r\n";
    const std::size_t first = std::min(text.find_first_not_of(blanks), text.size());
    const std::size_t last = text.find_last_not_of(blanks);
    return std::string(text.substr(first, last == text.npos ? 0 : last + 1 - first));
}

} // namespace

/// The secret stands in a file of its own, since configurations are shown to administrators.
Result<void> Server::startMail()
{
    const world::Config& config = world_.config();
    if (!config.yes("Email", "Listen", false))
        return {};
    const auto secret = readTextFile(findOrName(world_.folder(), "mail-secret.txt"), longestSecretFile);
    mailSecret_ = secret ? withoutBlanksAround(secret.value()) : std::string();
    if (mailSecret_.size() < shortestSecret) {
        world_.logError("accounts by mail need a secret of " + std::to_string(shortestSecret) +
                        " characters or more in mail-secret.txt; there will be none");
        return {};
    }
    mailServer_ = config.text("Email", "MailServer");
    mailServerPort_ = static_cast<int>(std::clamp<std::int64_t>(config.number("Email", "MailServerPort", 25), 1, 65535));
    std::string machine = config.text("Email", "LocalMachineName", "unknown");
    if (!isPlainMailAddress(machine))
        machine = "unknown";
    mail_ = {
        machine, config.text("Email", "AccountCreateName", "account-create"),
        config.text("Email", "AccountDeleteName", "account-delete"),
        [this](bool creates, const AccountLetter& letter, std::string_view sender) { return carryOut(creates, letter, sender); },
        [this](std::string_view text) { sessions_->sayOfOthers(ClientLine::Letter, text); }};
    const auto port = static_cast<int>(std::clamp<std::int64_t>(config.number("Email", "Port", 25), 0, 65535));
    const auto opened = openDoor({.address = config.text("Email", "Address", "127.0.0.1"), .port = port, .carried = true},
                                 mostMailPrograms, [this](const Address& from, std::int64_t now) {
                                     const bool banned = sessions_->bannedOnes().find(from, world_.unixTime()) != nullptr;
                                     return banned ? nullptr : std::make_shared<SmtpPeer>(mail_, from.text(), now);
                                 });
    if (!opened)
        return opened.error();
    doorPorts_["mail"] = opened.value();
    return {};
}

Result<std::string> Server::carryOut(bool creates, const AccountLetter& letter, std::string_view sender)
{
    // One throttle for all, whatever address they come from: letters come through the mail server of this machine.
    constexpr std::string_view guessers = "letters";
    const std::int64_t steady = outside_->milliseconds();
    if (!mailGuesses_.mayTry(guessers, steady))
        return Error{"too many wrong secrets, try again later", ""};
    if (!world::sameSecret(letter.secret, mailSecret_)) {
        mailGuesses_.noteFailure(guessers, steady);
        return Error{"the secret is wrong", ""};
    }
    world::Account* account = world_.accounts().find(letter.name);
    std::string said;
    if (creates) {
        if (account != nullptr)
            return Error{"there is an account of that name already", ""};
        if (sessions_->bannedOnes().find(letter.name, world_.unixTime()) != nullptr)
            return Error{"accounts of that name are banned", ""};
        if (!world::isGoodAccountName(letter.name))
            return Error{"an account name has 1 to 50 characters and no colon", ""};
        const std::string email = world::isGoodEmail(sender) ? std::string(sender) : std::string();
        const std::int64_t id = world_.accounts().create(letter.name, "None", world::AccountType::Normal, email);
        const std::string digest = world::passwordText(letter.password);
        if (auto kept = world_.credentials().setPassword(*world_.accounts().find(id), digest); !kept)
            return kept.error();
        world_.createUser(id, world_.vm().dialect().ids.classUser);
        said = "account " + std::to_string(id) + " (" + letter.name + ") is made";
    } else {
        if (account == nullptr)
            return Error{"there is no account of that name", ""};
        if (account->type != world::AccountType::Normal)
            return Error{"that account is not one for letters to delete", ""};
        const std::int64_t id = account->id;
        std::vector<std::int64_t> sessions;
        for (const auto& [number, session] : sessions_->all())
            if (session->account == id)
                sessions.push_back(number);
        for (const std::int64_t session : sessions)
            sessions_->hangUpSession(session);
        bool closes = false;
        admin_->run("delete account " + std::to_string(id), closes, {world::Access::Maintenance, world::Role::Owner, "mail"});
        said = "account " + std::to_string(id) + " (" + letter.name + ") is deleted";
    }
    world_.auditLine("mail: " + said);
    answerByMail(sender, said);
    return said;
}

/// Only letters with the secret are answered, so that nobody can have mail sent to others.
void Server::answerByMail(std::string_view sender, const std::string& said)
{
    std::erase_if(answers_, [](const auto& answer) { return answer.expired(); });
    if (mailServer_.empty() || sender.find('@') == sender.npos || answers_.size() >= mostAnswers)
        return;
    auto answer = std::make_shared<SmtpSender>(SmtpSender::Letter{mail_.machine, mail_.createName + "@" + mail_.machine,
                                                                  std::string(sender), "Your account", said + "\n"},
                                               outside_->milliseconds());
    answers_.push_back(answer);
    if (auto begun = connectPeer(mailServer_, mailServerPort_, answer); !begun)
        world_.logError("no answer by mail: " + begun.error().text());
}

} // namespace blak::serve
