// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/sessions/text_mode.h"

#include "server/address/foreign_line.h"
#include "server/admin/text.h"
#include "server/sessions/fields.h"
#include "server/world/secrets.h"

#include <utility>

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

/// A carriage return or a line feed ends a command. While a password is checked commands wait.
void TextMode::take(Session& session, std::span<const std::byte> bytes)
{
    session.lastHeard = all_.now();
    session.text.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    for (std::size_t end = session.text.find_first_of("\r\n");
         end != std::string::npos && !session.closing && session.isText() && !passwords_.awaits(session);
         end = session.text.find_first_of("\r\n")) {
        const std::string command = session.text.substr(0, end);
        session.text.erase(0, end + 1);
        if (command.empty())
            continue;
        const bool first = !std::exchange(session.spoke, true);
        if (!session.console && (isHttpLine(command) || (first && isForeignLine(command))))
            return all_.hangUp(session, "speaks another protocol: was a web page to give commands?");
        runCommand(session, command);
    }
    if (session.text.size() > longestLine)
        all_.hangUp(session, "a command of more than 64 KiB");
}

/// Before the first command: `login NAME PASSWORD`, `token TOKEN` or `quit`. Nothing of it is echoed or logged.
void TextMode::introduce(Session& session, std::string_view line)
{
    std::string_view rest = line;
    const std::string word = lowerCase(world::takeWord(rest));
    if (word == "quit")
        return all_.close(session);
    const std::string name(world::takeWord(rest));
    const std::string password(world::takeWord(rest));
    if (word == "login")
        return passwords_.logInAdministrator(session.id, session.address, name, password,
                                             [this](Session* there, const std::optional<world::Credentials::Login>& login) {
                                                 if (there == nullptr || there->closing)
                                                     return;
                                                 welcome(*there, login);
                                                 take(*there, {}); // what came meanwhile
                                             });
    const std::string comer = "token from " + session.address.text();
    const bool mayTry = word == "token" && all_.blocks().mayLogIn(session.address, comer, all_.now());
    const bool right = mayTry && !token_.empty() && world::sameSecret(name, token_);
    if (mayTry && !right)
        all_.blocks().noteFailure(session.address, comer, all_.now());
    welcome(session, right ? std::optional(world::Credentials::Login{{}, world::Role::Owner}) : std::nullopt);
}

/// `login` = who has come; without a name with the token.
void TextMode::welcome(Session& session, const std::optional<world::Credentials::Login>& login)
{
    constexpr int mostAttempts = 3;
    if (login) {
        session.mayCommand = true;
        session.role = login->role;
        session.administrator = login->name;
        world_.auditLine("maintenance port " + session.address.text() + ": " +
                         (session.administrator.empty() ? "the token" : session.administrator) + " came as " +
                         std::string(world::roleName(session.role)));
        return all_.sendRaw(session, "Welcome.\r\n");
    }
    all_.say(session, ClientLine::FailedLogin, "failed to log in for maintenance");
    ++all_.counters().failedLogins;
    if (++session.failures >= mostAttempts)
        return all_.hangUp(session, "too many failures at the maintenance port");
    all_.sendRaw(session, "login NAME PASSWORD, or token TOKEN\r\n");
}

world::Asker TextMode::askerInGame(const Session& session)
{
    const world::Account* account = world_.accounts().find(session.account);
    return {world::Access::Admin, account == nullptr ? world::Role::Observer : world_.credentials().roleOf(*account),
            "account " + std::to_string(session.account) + " (" + session.accountName + ")"};
}

void TextMode::runCommand(Session& session, std::string_view command)
{
    const bool maintenance = session.state == State::Maintenance;
    if (!maintenance && !all_.isAdministrator(session)) // rights may have been taken away meanwhile
        return all_.hangUp(session, "is no administrator any more");
    if (maintenance && !session.mayCommand)
        return introduce(session, command);
    const std::string port = session.console ? "console" : "maintenance port " + session.address.text();
    const world::Asker asker = maintenance
                                   ? world::Asker{world::Access::Maintenance, session.role,
                                                  session.administrator.empty() ? port : session.administrator + ", " + port}
                                   : askerInGame(session);
    const bool plain = world_.extended(); // that server ends lines with LF alone
    if (!session.console)                 // the terminal has shown it
        all_.sendRaw(session, "> " + std::string(command) + (plain ? "\n" : "\r\n"));
    asking_ = &session;
    bool closes = false;
    std::string answer = admin_.run(command, closes, asker);
    asking_ = nullptr;
    all_.sendRaw(session, plain ? withoutCarriageReturns(std::move(answer)) : answer);
    if (!closes || session.closing)
        return;
    if (maintenance)
        return all_.close(session);
    all_.sendRaw(session, endOfText);
    session.text.clear();
    all_.enter(session, State::Login);
    login_.sendMenu(session);
}

/// The echo in a message of its own, then the answer.
void TextMode::takeInGame(Session& session, std::string_view command)
{
    if (!all_.isAdministrator(session)) {
        all_.say(session, ClientLine::Complaint, "tried an administrator's command");
        return;
    }
    const bool plain = world_.extended();
    all_.send(session, wire::MessageId::BP_ADMIN, {text("text", "> " + std::string(command) + (plain ? "\n" : "\r\n"))});
    asking_ = &session;
    bool closes = false;
    std::string answer = admin_.run(command, closes, askerInGame(session));
    asking_ = nullptr;
    if (plain)
        answer = withoutCarriageReturns(std::move(answer));
    for (std::size_t at = 0; at < answer.size() && session.state == State::Game; at += longestAnswer)
        all_.send(session, wire::MessageId::BP_ADMIN, {text("text", answer.substr(at, longestAnswer))});
}

void TextMode::tellAdministrators(std::string_view text)
{
    for (auto& [id, session] : all_.all()) {
        if (session.get() == asking_)
            continue; // has its answer
        if (session->state == State::Administrator || session->mayCommand)
            all_.sendRaw(*session, std::string(text) + "\r\n");
        else if (session->state == State::Game && all_.isAdministrator(*session))
            all_.send(*session, wire::MessageId::BP_ADMIN, {serve::text("text", std::string(text) + "\n")});
    }
}

} // namespace blak::serve
