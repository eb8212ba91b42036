// SPDX-License-Identifier: GPL-3.0-or-later
// Login mode (reference protocol.md section 1.5, with the corrections): from AP_GETLOGIN to AP_GAME or AP_ADMIN.
#include "server/sessions/fields.h"
#include "server/sessions/sessions.h"
#include "server/world/accounts.h"
#include "server/world/passwords.h"

#include <algorithm>
#include <utility>

namespace blak::serve {
namespace {

using world::Account;
using world::AccountType;

constexpr std::size_t longestName = 50;
constexpr int classicMajor = 50; ///< open105: the old client's line of versions
constexpr int ogreMajor = 90;
constexpr std::uint32_t creditsShown = 20; ///< a constant in the reference

/// Clients of open105 send the digest of their resource file from these versions on.
bool sendsResourceHash(std::uint32_t major, std::uint32_t minor)
{
    return (major == classicMajor && minor > 42) || (major == ogreMajor && minor > 6);
}

/// Game masters came after 1997, and guests got another number then.
std::uint32_t shownType(AccountType type, wire::Dialect protocol)
{
    constexpr std::uint32_t guestOf1997 = 2;
    if (protocol != wire::Dialect::Classic97 || type == AccountType::Normal || type == AccountType::Admin)
        return static_cast<std::uint32_t>(type);
    return type == AccountType::Guest ? guestOf1997 : static_cast<std::uint32_t>(AccountType::Normal);
}

} // namespace

void Sessions::loginMessage(Session& session, const wire::Message& message)
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
    if (id == wire::MessageId::AP_REQ_ADMIN && isAdministrator(session)) {
        send(session, wire::MessageId::AP_ADMIN);
        enter(session, State::Administrator);
        sendRaw(session, world_.extended() ? "Administrator mode\n" : "Administrator mode\r\n");
    }
    // AP_PING keeps alive. AP_REGISTER and AP_ADMINNOTE filled disks: a few notes are kept in memory, forms are not kept.
    constexpr std::int64_t betweenNotes = 60'000;
    if (id == wire::MessageId::AP_ADMINNOTE && (session.notedAt == 0 || now_ - session.notedAt >= betweenNotes)) {
        session.notedAt = now_;
        admin_.addNote("account " + std::to_string(session.account) + " (" + session.accountName +
                       "): " + std::string(textOf(message, "text")));
        tellAdministrators("[Admin] there is mail");
    }
}

void Sessions::refuse(Session& session, std::string text, bool hangs)
{
    send(session, wire::MessageId::AP_MESSAGE, {serve::text("text", std::move(text)), u8("action", 1)});
    if (hangs)
        close(session);
}

bool Sessions::isGuestName(std::string_view name) const
{
    return !settings_.guestAccount.empty() && lowerCase(name) == lowerCase(settings_.guestAccount);
}

/// An account for a guest; nullptr when there is none, which the client has been told.
Account* Sessions::freeGuest(Session& session)
{
    auto& list = world_.accounts().list;
    const auto free = std::ranges::find_if(
        list, [&](const Account& one) { return one.type == AccountType::Guest && findAccount(one.id) == nullptr; });
    const auto playing = std::ranges::count_if(
        list, [&](const Account& one) { return one.type == AccountType::Guest && findAccount(one.id) != nullptr; });
    const bool full = free == list.end() || playing >= settings_.mostGuests;
    send(session, wire::MessageId::AP_GUEST,
         {u8("status", full ? 1 : 0), u32("server_low", static_cast<std::uint32_t>(settings_.guestServerLow)),
          u32("server_high", static_cast<std::uint32_t>(settings_.guestServerHigh))});
    if (full)
        close(session);
    return full ? nullptr : &*free;
}

/// `counts` = the password was looked at.
void Sessions::loginFailed(Session& session, std::string_view name, bool counts)
{
    ++counters_.failedLogins;
    if (counts)
        blocks_.noteFailure(session.address, name, now_);
    say(session, ClientLine::FailedLogin,
        "failed to log in as \"" + std::string(name.substr(0, longestName)) + "\"" + (counts ? "" : ", and too often"));
    if (++session.failures >= settings_.loginAttempts) {
        send(session, wire::MessageId::AP_TOOMANYLOGINS);
        close(session);
    } else {
        send(session, wire::MessageId::AP_LOGINFAILED);
    }
}

void Sessions::logIn(Session& session, const wire::Message& message)
{
    const std::string_view name = textOf(message, "account");
    if (name.size() > longestName || passwords_.awaits(session.id))
        return; // the first as the reference: no answer; one password at a time
    if (std::exchange(session.account, 0) != 0)
        strangers_.add(session.id, session.address, now_);
    if (!isGuestName(name))
        return checkPassword(session, message);
    if (Account* guest = freeGuest(session))
        passwordWasRight(session, *guest, message);
}

void Sessions::passwordWasRight(Session& session, Account& account, const wire::Message& message)
{
    if (bans_.find(account.name, world_.unixTime()) != nullptr) {
        say(session, ClientLine::FailedLogin, "is banned: account " + account.name);
        return refuse(session, settings_.suspendText, true);
    }
    if (account.suspendedUntil > world_.unixTime())
        return refuse(session, settings_.suspendText, true);
    if (gate_.ask)
        return askGate(session, account, message);
    finishLogin(session, account, message);
}

void Sessions::finishLogin(Session& session, Account& account, const wire::Message& message)
{
    if (!admit(session, account, message))
        return;
    ++counters_.logins;
    account.lastLogin = world_.unixTime();
    say(session, ClientLine::Coming, "logged in");
    sendMenu(session);
}

/// After the password: second logins, versions.
bool Sessions::admit(Session& session, Account& account, const wire::Message& message)
{
    Session* other = findAccount(account.id);
    if (other != nullptr && other != &session) {
        if (!settings_.secondLoginWins) {
            send(session, wire::MessageId::AP_ACCOUNTUSED);
            return false;
        }
        hangUp(*other, "logged in again from " + session.address.text());
    }
    const auto playersThere =
        std::ranges::count_if(sessions_, [&](const auto& entry) { return entry.second->account != 0 && !entry.second->closing; });
    if (static_cast<std::size_t>(playersThere) >= settings_.mostConnected && account.type != AccountType::Admin) {
        refuse(session, settings_.busyText, true);
        return false;
    }
    session.account = account.id;
    session.accountName = account.name;
    strangers_.remove(session.id);
    fairness_.came(account.id, session.share, now_);
    session.version = static_cast<int>(numberOf(message, "major") * 100 + numberOf(message, "minor"));
    std::vector<wire::Field> fields{u8("account_type", shownType(account.type, settings_.protocol))};
    if (settings_.protocol == wire::Dialect::Open105)
        fields.push_back(i32("session", static_cast<std::int32_t>(session.id)));
    send(session, wire::MessageId::AP_LOGINOK, std::move(fields));
    return clientIsCurrent(session, message);
}

bool Sessions::clientIsCurrent(Session& session, const wire::Message& message)
{
    if (session.version < settings_.invalidVersion) {
        refuse(session, settings_.invalidVersionText, true);
        return false;
    }
    if (settings_.protocol == wire::Dialect::Open105)
        return clientIsPatched(session, message);
    const bool old = session.version < settings_.minVersion;
    if (old)
        sendClientFile(session);
    return !old;
}

void Sessions::sendClientFile(Session& session)
{
    session.fetching = true;
    send(session, wire::MessageId::AP_GETCLIENT, {text("machine", settings_.clientMachine), text("file", settings_.clientFile)});
}

void Sessions::sendPatch(Session& session, const Settings::Patch& patch)
{
    session.fetching = true;
    send(session, wire::MessageId::AP_CLIENT_PATCH,
         {text("host", patch.host), text("path", patch.path), text("cache_path", patch.cachePath),
          text("cache_file", patch.cacheFile), text("updater", patch.updater), text("reason", settings_.downloadReason)});
}

/// Two lines of clients have a minimum each; others, whatever their version, pass here, and at the door to the game only the
/// classic minimum counts. Clients too old to fetch a patch are sent the whole, those of two releases the old message as well.
bool Sessions::clientIsPatched(Session& session, const wire::Message& message)
{
    constexpr std::uint32_t lastWithoutPatchClassic = 38, lastWithOldPatch = 40, lastWithoutPatchOgre = 4;
    const std::uint32_t major = numberOf(message, "major");
    const std::uint32_t minor = numberOf(message, "minor");
    if (major == classicMajor && session.version < settings_.minVersion) {
        const Settings::Patch& patch = settings_.classicPatch;
        if (minor <= lastWithoutPatchClassic)
            sendClientFile(session);
        else if (minor <= lastWithOldPatch)
            send(session, wire::MessageId::AP_CLIENT_PATCH_OLD,
                 {text("host", patch.host), text("path", patch.path), text("cache_path", patch.cachePath),
                  text("cache_file", patch.cacheFile), text("reason", settings_.downloadReason)});
        if (minor > lastWithoutPatchClassic)
            sendPatch(session, patch);
        return false;
    }
    if (major == ogreMajor && session.version < settings_.minOgreVersion) {
        if (minor <= lastWithoutPatchOgre)
            sendClientFile(session);
        else
            sendPatch(session, settings_.ogrePatch);
        return false;
    }
    const std::string_view hash = textOf(message, "resource_hash");
    if (resourceHash.empty() || hash.empty() || !sendsResourceHash(major, minor) || hash == resourceHash)
        return true;
    sendPatch(session, major == classicMajor ? settings_.classicPatch : settings_.ogrePatch);
    return false;
}

/// Fresh seeds; also each time the session comes back from the game.
void Sessions::sendMenu(Session& session)
{
    std::vector<std::vector<wire::Field>> seeds;
    for (int i = 0; i < 5; ++i)
        seeds.push_back({u32("seed", static_cast<std::uint32_t>(world_.random() ^ world_.random() << 16))});
    send(session, wire::MessageId::AP_GETCHOICE, {elements("seeds", std::move(seeds))});
    if (settings_.protocol != wire::Dialect::Open105)
        send(session, wire::MessageId::AP_CREDITS, {u32("credits", creditsShown)});
}

void Sessions::requestGame(Session& session, const wire::Message& message)
{
    const Account* account = world_.accounts().find(session.account);
    if (account == nullptr)
        return hangUp(session, "the account is gone");
    const bool privileged = account->type == AccountType::Admin || account->type == AccountType::Dm;
    if (const auto lock = lock_ ? lock_() : std::nullopt; lock && !privileged)
        return refuse(session, *lock, false);
    if (session.version < settings_.minVersion)
        return refuse(session, settings_.oldVersionText, true);
    if (offerPackages(session, message))
        return;
    if (playing() >= settings_.mostPlaying && account->type != AccountType::Admin)
        return refuse(session, settings_.busyText, true);
    if (std::ranges::find(world_.accounts().users, account->id, &world::User::account) == world_.accounts().users.end())
        return send(session, wire::MessageId::AP_NOCHARACTERS);
    if (settings_.service)
        send(session, wire::MessageId::AP_SERVICEREPORT,
             {text("machine", settings_.serviceMachine), text("directory", settings_.serviceDirectory),
              text("user", settings_.serviceUser), text("password", settings_.servicePassword)});
    session.fetching = false;
    send(session, wire::MessageId::AP_GAME);
    enter(session, State::Game);
    const vm::ReservedIds& ids = world_.vm().dialect().ids;
    const vm::Parameter parameter{ids.sessionId, {bof::Tag::Session, session.id}};
    world_.vm().send(world_.vm().systemObject(), ids.systemLogon, std::span(&parameter, 1));
}

/// Packages that are newer than what the client last fetched (protocol.md, section 1.9). True when it has to fetch some first.
bool Sessions::offerPackages(Session& session, const wire::Message& message)
{
    if (settings_.protocol == wire::Dialect::Open105)
        return false; // has AP_CLIENT_PATCH instead
    const auto last = static_cast<std::int32_t>(numberOf(message, "last_download"));
    const bool sizes = settings_.protocol != wire::Dialect::Classic97;
    std::vector<std::vector<wire::Field>> offered;
    for (const Package& package : packages) {
        if (package.time <= last)
            continue;
        std::vector<wire::Field> fields{u32("time", static_cast<std::uint32_t>(package.time)), u32("flags", package.flags)};
        if (sizes)
            fields.push_back(u32("size", package.size));
        fields.push_back(text("name", package.name));
        offered.push_back(std::move(fields));
    }
    if (offered.empty())
        return false;
    std::vector<wire::Field> fields{u16("count", static_cast<std::uint32_t>(offered.size())),
                                    text("machine", settings_.packageMachine), text("path", settings_.packagePath)};
    if (sizes) {
        fields.push_back(text("reason", settings_.downloadReason));
        fields.push_back(text("demo", settings_.demoButton));
    }
    fields.push_back(elements("packages", std::move(offered)));
    send(session, wire::MessageId::AP_DOWNLOAD, std::move(fields));
    session.fetching = true;
    return true;
}

} // namespace blak::serve
