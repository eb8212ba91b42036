// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/sessions/login_mode.h"

#include "server/sessions/fields.h"
#include "server/world/accounts.h"
#include "server/world/passwords.h"

#include <algorithm>
#include <utility>

namespace blak::serve {
namespace {

using world::Account;
using world::AccountType;

constexpr std::size_t longestName = 50;
constexpr std::uint32_t creditsShown = 20; ///< a constant in the reference

/// Game masters came after 1997, and guests got another number then.
std::uint32_t shownType(AccountType type, wire::Dialect protocol)
{
    constexpr std::uint32_t guestOf1997 = 2;
    if (protocol != wire::Dialect::Classic97 || type == AccountType::Normal || type == AccountType::Admin)
        return static_cast<std::uint32_t>(type);
    return type == AccountType::Guest ? guestOf1997 : static_cast<std::uint32_t>(AccountType::Normal);
}

} // namespace

void LoginMode::setGate(LoginGate gate)
{
    gate_ = std::move(gate);
    all_.setLoggedOut(gate_.loggedOut);
}

void LoginMode::take(Session& session, const wire::Message& message)
{
    const wire::MessageId id = message.row->id;
    if (id == wire::MessageId::AP_LOGIN)
        return logIn(session, message);
    if (session.account == 0)
        return; // nothing else has an answer before the login
    if (id == wire::MessageId::AP_REQ_GAME)
        return requestGame(session, message);
    if (id == wire::MessageId::AP_REQ_MENU)
        return sendMenu(session);
    if (id == wire::MessageId::AP_REQ_ADMIN && all_.isAdministrator(session)) {
        all_.send(session, wire::MessageId::AP_ADMIN);
        all_.enter(session, State::Administrator);
        all_.sendRaw(session, world_.extended() ? "Administrator mode\n" : "Administrator mode\r\n");
    }
    // AP_PING keeps alive. AP_REGISTER and AP_ADMINNOTE filled disks: a few notes are kept in memory, forms are not kept.
    constexpr std::int64_t betweenNotes = 60'000;
    if (id == wire::MessageId::AP_ADMINNOTE && (session.notedAt == 0 || all_.now() - session.notedAt >= betweenNotes)) {
        session.notedAt = all_.now();
        admin_.addNote("account " + std::to_string(session.account) + " (" + session.accountName +
                       "): " + std::string(textOf(message, "text")));
        world_.players()->tellAdministrators("[Admin] there is mail");
    }
}

void LoginMode::refuse(Session& session, std::string text, bool hangs)
{
    all_.send(session, wire::MessageId::AP_MESSAGE, {serve::text("text", std::move(text)), u8("action", 1)});
    if (hangs)
        all_.close(session);
}

bool LoginMode::isGuestName(std::string_view name) const
{
    return !all_.settings().guestAccount.empty() && lowerCase(name) == lowerCase(all_.settings().guestAccount);
}

/// An account for a guest; nullptr when there is none, which the client has been told.
Account* LoginMode::freeGuest(Session& session)
{
    auto& list = world_.accounts().list;
    const auto free = std::ranges::find_if(
        list, [&](const Account& one) { return one.type == AccountType::Guest && all_.findAccount(one.id) == nullptr; });
    const auto playing = std::ranges::count_if(
        list, [&](const Account& one) { return one.type == AccountType::Guest && all_.findAccount(one.id) != nullptr; });
    const bool full = free == list.end() || playing >= all_.settings().mostGuests;
    all_.send(session, wire::MessageId::AP_GUEST,
              {u8("status", full ? 1 : 0), u32("server_low", static_cast<std::uint32_t>(all_.settings().guestServerLow)),
               u32("server_high", static_cast<std::uint32_t>(all_.settings().guestServerHigh))});
    if (full)
        all_.close(session);
    return full ? nullptr : &*free;
}

/// `counts` = the password was looked at.
void LoginMode::failed(Session& session, std::string_view name, bool counts)
{
    ++all_.counters().failedLogins;
    if (counts)
        all_.blocks().noteFailure(session.address, name, all_.now());
    all_.say(session, ClientLine::FailedLogin,
             "failed to log in as \"" + std::string(name.substr(0, longestName)) + "\"" + (counts ? "" : ", and too often"));
    if (++session.failures >= all_.settings().loginAttempts) {
        all_.send(session, wire::MessageId::AP_TOOMANYLOGINS);
        all_.close(session);
    } else {
        all_.send(session, wire::MessageId::AP_LOGINFAILED);
    }
}

void LoginMode::logIn(Session& session, const wire::Message& message)
{
    const std::string_view name = textOf(message, "account");
    if (name.size() > longestName || passwords_.awaits(session))
        return; // the first as the reference: no answer; one password at a time
    if (std::exchange(session.account, 0) != 0)
        all_.strangers().add(session.id, session.address, all_.now());
    if (!isGuestName(name))
        return checkPassword(session, message);
    if (Account* guest = freeGuest(session))
        passwordWasRight(session, *guest, message);
}

/// By the time it is known the client may be gone, the account deleted, its password another.
void LoginMode::checkPassword(Session& session, const wire::Message& message)
{
    const std::string_view name = textOf(message, "account");
    const std::string_view password = textOf(message, "password");
    const bool mayTry = all_.blocks().mayLogIn(session.address, name, all_.now());
    if (!mayTry || password.size() != world::digestSize)
        return failed(session, name, mayTry);
    const std::string digest = world::passwordFromField(password);
    const world::Account* account = world_.accounts().find(name);
    const auto proof = world_.credentials().proofOf(account, digest);
    const std::int64_t id = account == nullptr ? -1 : account->id;
    const Standing standing = all_.blocks().standing(session.address, name, all_.now());
    const bool begun =
        passwords_.prove(session.id, standing, proof, [this, id, proof, digest, message](Session* there, bool right) {
            if (there == nullptr || there->closing || there->state != State::Login)
                return;
            all_.strangers().add(there->id, there->address, there->since);
            world::Account* known = world_.accounts().find(id);
            const std::string_view as = textOf(message, "account");
            if (!right || known == nullptr || !world_.credentials().provesToBe(*known, proof))
                return failed(*there, as, true);
            all_.blocks().noteSuccess(there->address, as, all_.now());
            passwords_.dropDigest(*known, digest);
            passwordWasRight(*there, *known, message);
        });
    if (!begun)
        return failed(session, name, false);
    if (passwords_.awaits(session))
        all_.strangers().remove(session.id); // nobody takes its place meanwhile; there are only so many of them
}

void LoginMode::passwordWasRight(Session& session, Account& account, const wire::Message& message)
{
    if (all_.bans().find(account.name, world_.unixTime()) != nullptr) {
        all_.say(session, ClientLine::FailedLogin, "is banned: account " + account.name);
        return refuse(session, all_.settings().suspendText, true);
    }
    if (account.suspendedUntil > world_.unixTime())
        return refuse(session, all_.settings().suspendText, true);
    if (gate_.ask)
        return askGate(session, account, message);
    finish(session, account, message);
}

void LoginMode::finish(Session& session, Account& account, const wire::Message& message)
{
    if (!admit(session, account, message))
        return;
    ++all_.counters().logins;
    account.lastLogin = world_.unixTime();
    all_.say(session, ClientLine::Coming, "logged in");
    sendMenu(session);
}

/// After the password: second logins, versions.
bool LoginMode::admit(Session& session, Account& account, const wire::Message& message)
{
    Session* other = all_.findAccount(account.id);
    if (other != nullptr && other != &session) {
        if (!all_.settings().secondLoginWins) {
            all_.send(session, wire::MessageId::AP_ACCOUNTUSED);
            return false;
        }
        all_.hangUp(*other, "logged in again from " + session.address.text());
    }
    const auto playersThere = std::ranges::count_if(
        all_.all(), [&](const auto& entry) { return entry.second->account != 0 && !entry.second->closing; });
    if (static_cast<std::size_t>(playersThere) >= all_.settings().mostConnected && account.type != AccountType::Admin) {
        refuse(session, all_.settings().busyText, true);
        return false;
    }
    session.account = account.id;
    session.accountName = account.name;
    all_.strangers().remove(session.id);
    all_.fairness().came(account.id, session.share, all_.now());
    session.version = static_cast<int>(numberOf(message, "major") * 100 + numberOf(message, "minor"));
    std::vector<wire::Field> fields{u8("account_type", shownType(account.type, all_.settings().protocol))};
    if (wire::isOpen(all_.settings().protocol))
        fields.push_back(i32("session", static_cast<std::int32_t>(session.id)));
    all_.send(session, wire::MessageId::AP_LOGINOK, std::move(fields));
    const ClientFiles::Verdict verdict = files_.check(session, message);
    if (verdict == ClientFiles::Verdict::Invalid)
        refuse(session, all_.settings().invalidVersionText, true);
    return verdict == ClientFiles::Verdict::Current;
}

/// Fresh seeds; also each time the session comes back from the game.
void LoginMode::sendMenu(Session& session)
{
    std::vector<std::vector<wire::Field>> seeds;
    for (int i = 0; i < 5; ++i)
        seeds.push_back({u32("seed", static_cast<std::uint32_t>(world_.random() ^ world_.random() << 16))});
    all_.send(session, wire::MessageId::AP_GETCHOICE, {elements("seeds", std::move(seeds))});
    if (!wire::isOpen(all_.settings().protocol))
        all_.send(session, wire::MessageId::AP_CREDITS, {u32("credits", creditsShown)});
}

void LoginMode::requestGame(Session& session, const wire::Message& message)
{
    const Account* account = world_.accounts().find(session.account);
    if (account == nullptr)
        return all_.hangUp(session, "the account is gone");
    const bool privileged = account->type == AccountType::Admin || account->type == AccountType::Dm;
    if (const auto lock = lock_ ? lock_() : std::nullopt; lock && !privileged)
        return refuse(session, *lock, false);
    if (session.version < all_.settings().minVersion)
        return refuse(session, all_.settings().oldVersionText, true);
    if (files_.offer(session, message))
        return;
    if (all_.playing() >= all_.settings().mostPlaying && account->type != AccountType::Admin)
        return refuse(session, all_.settings().busyText, true);
    if (std::ranges::find(world_.accounts().users, account->id, &world::User::account) == world_.accounts().users.end())
        return all_.send(session, wire::MessageId::AP_NOCHARACTERS);
    if (all_.settings().service)
        all_.send(session, wire::MessageId::AP_SERVICEREPORT,
                  {text("machine", all_.settings().serviceMachine), text("directory", all_.settings().serviceDirectory),
                   text("user", all_.settings().serviceUser), text("password", all_.settings().servicePassword)});
    session.fetching = false;
    all_.send(session, wire::MessageId::AP_GAME);
    all_.enter(session, State::Game);
    const vm::ReservedIds& ids = world_.vm().dialect().ids;
    const vm::Parameter parameter{ids.sessionId, {bof::Tag::Session, session.id}};
    world_.vm().send(world_.vm().systemObject(), ids.systemLogon, std::span(&parameter, 1));
}

void LoginMode::askGate(Session& session, const world::Account& account, const wire::Message& message)
{
    held_[session.id] = {account.id, message};
    if (const auto verdict = gate_.ask(session.id, account.name))
        answer(session.id, *verdict);
}

/// The account may be gone, suspended or banned, or the client too, by the time the answer comes.
void LoginMode::answer(std::int64_t id, LoginVerdict verdict)
{
    const auto held = held_.find(id);
    if (held == held_.end())
        return;
    const Held login = std::move(held->second);
    held_.erase(held);
    Session* session = all_.find(id);
    world::Account* account = world_.accounts().find(login.account);
    if (session == nullptr || session->closing || session->state != State::Login || account == nullptr)
        return;
    switch (verdict) {
    case LoginVerdict::Allowed:
        if (account->suspendedUntil > world_.unixTime() || all_.bans().find(account->name, world_.unixTime()) != nullptr)
            return refuse(*session, all_.settings().suspendText, true);
        return finish(*session, *account, login.message);
    case LoginVerdict::Refused:
        all_.say(*session, ClientLine::FailedLogin, "may not log in as \"" + account->name + "\", says the billing machine");
        return all_.send(*session, wire::MessageId::AP_LOGINFAILED);
    case LoginVerdict::Unavailable: return refuse(*session, gate_.unavailable, false);
    }
}

} // namespace blak::serve
