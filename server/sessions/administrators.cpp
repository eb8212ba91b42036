// SPDX-License-Identifier: GPL-3.0-or-later
// Administrators: raw text over the maintenance port or over the game port, and commands from within the game.
#include "server/sessions/fields.h"
#include "server/sessions/sessions.h"

namespace blak::serve {
namespace {

constexpr std::size_t longestLine = 64 * 1024;
constexpr std::size_t longestAnswer = 32'000; ///< of one BP_ADMIN; clients take 40 000 bytes

/// Ends raw text over the game port.
constexpr std::string_view endOfText = "\x1BG";

std::string withoutCarriageReturns(std::string text)
{
    std::erase(text, '\r');
    return text;
}

} // namespace

bool Sessions::isAdministrator(const Session& session)
{
    const world::Account* account = world_.accounts().find(session.account);
    return account != nullptr && account->type == world::AccountType::Admin;
}

/// A carriage return or a line feed ends a command.
void Sessions::readText(Session& session, std::span<const std::byte> bytes)
{
    session.lastHeard = now_;
    session.text.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    for (std::size_t end = session.text.find_first_of("\r\n"); end != std::string::npos && !session.closing && session.isText();
         end = session.text.find_first_of("\r\n")) {
        const std::string command = session.text.substr(0, end);
        session.text.erase(0, end + 1);
        if (!command.empty())
            runCommand(session, command);
    }
    if (session.text.size() > longestLine)
        hangUp(session, "a command of more than 64 KiB");
}

void Sessions::runCommand(Session& session, std::string_view command)
{
    const bool maintenance = session.state == State::Maintenance;
    if (!maintenance && !isAdministrator(session)) // rights may have been taken away meanwhile
        return hangUp(session, "is no administrator any more");
    const bool plain = !maintenance && world_.extended(); // that server ends lines with LF alone there
    sendRaw(session, "> " + std::string(command) + (plain ? "\n" : "\r\n"));
    asking_ = &session;
    bool closes = false;
    std::string answer = admin_.run(command, closes, maintenance ? world::Access::Maintenance : world::Access::Admin);
    asking_ = nullptr;
    world_.auditLine((maintenance ? "maintenance port " + session.address.text()
                                  : "account " + std::to_string(session.account) + " (" + session.accountName + ")") +
                     ": " + world::withoutSecrets(command));
    sendRaw(session, plain ? withoutCarriageReturns(std::move(answer)) : answer);
    if (!closes || session.closing)
        return;
    if (maintenance)
        return close(session);
    sendRaw(session, endOfText);
    session.text.clear();
    enter(session, State::Login);
    sendMenu(session);
}

/// The echo in a message of its own, then the answer.
void Sessions::adminCommandInGame(Session& session, std::string_view command)
{
    if (!isAdministrator(session)) {
        say(session, "tried an administrator's command");
        return;
    }
    const bool plain = world_.extended();
    send(session, "BP_ADMIN", {text("text", "> " + std::string(command) + (plain ? "\n" : "\r\n"))});
    asking_ = &session;
    bool closes = false;
    std::string answer = admin_.run(command, closes, world::Access::Admin);
    asking_ = nullptr;
    world_.auditLine("account " + std::to_string(session.account) + " (" + session.accountName +
                     "): " + world::withoutSecrets(command));
    if (plain)
        answer = withoutCarriageReturns(std::move(answer));
    for (std::size_t at = 0; at < answer.size() && session.state == State::Game; at += longestAnswer)
        send(session, "BP_ADMIN", {text("text", answer.substr(at, longestAnswer))});
}

} // namespace blak::serve
