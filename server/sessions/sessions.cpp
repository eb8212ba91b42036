// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/sessions/sessions.h"

#include "server/sessions/fields.h"

#include <algorithm>

namespace blak::serve {
namespace {

constexpr std::size_t mostOutput = 1024 * 1024; ///< bytes that may wait for a slow player
constexpr std::int64_t millisecondsPerSecond = 1000;
constexpr std::int64_t introductionTime = 30; ///< seconds until somebody at the maintenance port has said who it is
constexpr std::int64_t deafTime = 10'000;
constexpr int resyncMessages = 10; ///< the reference sends so many BP_RESYNC for a broken stream

} // namespace

Sessions::Sessions(world::World& world, world::Admin& admin)
    : world_(world), all_(world), passwords_(world, all_), login_(world, admin, all_, passwords_),
      text_(world, admin, all_, passwords_, login_), game_(world, all_, passwords_, login_, text_), datagrams_(world, all_)
{
    world_.setPlayers(this);
    optionsChanged();
    loadProtocol();
}

Sessions::~Sessions() { world_.setPlayers(nullptr); }

void Sessions::configure()
{
    optionsChanged();
    if (auto loaded = loadBans(); !loaded)
        world_.logError(loaded.error().text() + "; those in use stay");
    loadProtocol();
}

void Sessions::optionsChanged() { all_.readSettings(); }

void Sessions::loadProtocol()
{
    if (const auto loaded = reloadProtocol(); !loaded)
        world_.logError(loaded.error().text() + "; the table in use stays");
}

Result<void> Sessions::loadBans() { return all_.bans().load(); }

// --- connections ---------------------------------------------------------------------------------------------------------------

Session* Sessions::openGame(const Address& address, std::int64_t now)
{
    all_.setNow(now);
    if (all_.blocks().isBlocked(address, now))
        return refused(address, "its address is blocked");
    if (all_.bans().find(address, world_.unixTime()) != nullptr)
        return refused(address, "its address is banned");
    const auto same = [&](const auto& entry) {
        return entry.second->address == address && entry.second->state != State::Maintenance;
    };
    const bool tooMany =
        all_.settings().mostPerAddress > 0 && std::ranges::count_if(all_.all(), same) >= all_.settings().mostPerAddress;
    makeRoom(address);
    Session& session = all_.add(address, State::Login);
    all_.strangers().add(session.id, address, now);
    if (tooMany) {
        login_.refuse(session, all_.settings().tooManyPerAddressText, true);
        return &session;
    }
    all_.send(session, wire::MessageId::AP_GETLOGIN);
    return &session;
}

Session* Sessions::refused(const Address& address, std::string_view why)
{
    ++all_.counters().refused;
    all_.sayOfOthers(ClientLine::Refusal, "a connection from " + address.text() + " is refused: " + std::string(why));
    return nullptr;
}

/// Whoever has logged in never gives way to somebody who has not, and nobody who comes is sent away because of those who were
/// there before and said nothing: the oldest of the same address goes, or of the network that has most.
void Sessions::makeRoom(const Address& address)
{
    while (all_.strangers().of(address) >= all_.settings().strangersPerAddress)
        giveWay(all_.strangers().oldestOf(address));
    while (all_.strangers().size() >= all_.settings().mostStrangers)
        giveWay(all_.strangers().first());
}

void Sessions::giveWay(std::optional<std::int64_t> id)
{
    all_.strangers().remove(id.value_or(-1));
    Session* session = id ? all_.find(*id) : nullptr;
    if (session == nullptr)
        return;
    ++all_.counters().gaveWay;
    all_.say(*session, ClientLine::Refusal, "gives way: it never logged in, and others want its place");
    session->output.clear(); // that its end does not wait for somebody who may not read
    all_.close(*session);
}

/// A deadline that messages do not extend.
void Sessions::endStrangers()
{
    for (const std::int64_t id : all_.strangers().before(all_.now() - all_.settings().strangerTime * millisecondsPerSecond)) {
        Session* session = all_.find(id);
        if (session == nullptr || session->closing) {
            all_.strangers().remove(id);
            continue;
        }
        if (login_.awaits(*session))
            continue;
        if (session->state == State::Login)
            all_.send(*session, wire::MessageId::AP_TIMEOUT);
        all_.hangUp(*session, "nobody logged in");
    }
}

Session* Sessions::openMaintenance(const Address& address, std::int64_t now)
{
    constexpr std::size_t most = 64;
    all_.setNow(now);
    if (all_.blocks().isBlocked(address, now) || all_.bans().find(address, world_.unixTime()) != nullptr)
        return refused(address, "its address is blocked or banned, for maintenance too");
    if (!matchesMask(all_.settings().maintenanceMask, address))
        return refused(address, "[Socket] MaintenanceMask does not have it");
    std::size_t there = 0;
    Session* oldest = nullptr; // of those who have not said who they are
    for (const auto& [id, session] : all_.all()) {
        if (session->state != State::Maintenance || session->closing)
            continue;
        ++there;
        if (!session->mayCommand && (oldest == nullptr || session->since < oldest->since))
            oldest = session.get();
    }
    if (there >= most && oldest == nullptr)
        return refused(address, "there are " + std::to_string(most) + " maintenance connections already");
    if (there >= most)
        all_.hangUp(*oldest, "others want its place");
    Session& session = all_.add(address, State::Maintenance);
    if (address.isLoopback() && !all_.settings().maintenanceLogin) {
        session.mayCommand = true;
        session.role = world::Role::Owner;
    } else {
        all_.sendRaw(session, "login NAME PASSWORD, or token TOKEN\r\n");
    }
    return &session;
}

Session& Sessions::openConsole(std::int64_t now)
{
    all_.setNow(now);
    Session& session = all_.add({}, State::Maintenance);
    session.console = true;
    session.mayCommand = true;
    session.role = world::Role::Owner;
    return session;
}

void Sessions::tellConsole(std::string_view line)
{
    for (auto& [id, session] : all_.all())
        if (session->console && session.get() != text_.asking())
            all_.sendRaw(*session, std::string(line) + "\r\n");
}

void Sessions::received(Session& session, std::span<const std::byte> bytes, std::int64_t now)
{
    all_.setNow(now);
    all_.counters().bytesIn += bytes.size();
    if (session.closing || session.state == State::Deaf)
        return;
    if (session.isText()) {
        text_.take(session, bytes);
        return;
    }
    session.link.feed(bytes);
    process(session);
}

bool Sessions::take(Session& session)
{
    wire::Received got = session.link.next();
    switch (got.verdict) {
    case wire::Verdict::Incomplete: return false;
    case wire::Verdict::Accepted:
        ++all_.counters().messagesIn;
        all_.traffic().count(*got.message.row);
        session.lastHeard = all_.now();
        if (session.state == State::Login)
            login_.take(session, got.message);
        else
            game_.take(session, got.message);
        return true;
    case wire::Verdict::Stale:
        ++all_.counters().dropped; // in flight while garbage was collected
        session.lastHeard = all_.now();
        return true;
    case wire::Verdict::Malformed:
        ++all_.counters().dropped;
        all_.complain(session, got.why);
        return true;
    case wire::Verdict::Forged: forged(session, got.why); return true;
    case wire::Verdict::BrokenFrame: broken(session, got.why); return false;
    }
    return false;
}

/// A wrong check word: a forged, replayed or reordered message. With HangupSpoofs off the session goes deaf after the
/// reference's ten answers, since its random streams no longer agree.
void Sessions::forged(Session& session, const std::string& why)
{
    ++all_.counters().forged;
    if (all_.settings().logSpoofs && !session.seedsSuspected)
        all_.say(session, ClientLine::Complaint, "sent a message with a " + why + " (forged, replayed or out of order)");
    session.seedsSuspected = true;
    if (all_.settings().hangUpSpoofs)
        all_.hangUp(session, why);
    else
        broken(session, why);
}

/// The stream cannot be trusted any more: answers as the reference does, then hears nothing.
void Sessions::broken(Session& session, const std::string& why)
{
    all_.say(session, ClientLine::Complaint, "sent a stream that makes no sense: " + why);
    const bool game = session.state == State::Game;
    for (int i = 0; i < (game ? resyncMessages : 1); ++i)
        all_.send(session, game ? wire::MessageId::BP_RESYNC : wire::MessageId::AP_RESYNC);
    all_.leaveGame(session);
    all_.enter(session, State::Deaf);
}

/// Once a minute.
void Sessions::tellLines()
{
    all_.clientLog().tell([this](const std::string& line) { world_.logError(line); });
}

void Sessions::lost(Session& session)
{
    all_.leaveGame(session);
    if (session.account != 0 && !session.closing)
        all_.say(session, ClientLine::Coming, "is gone");
    session.output.clear();
    all_.close(session);
}

void Sessions::forget(Session& session)
{
    login_.forget(session);
    passwords_.forget(session);
    all_.forget(session);
}

bool Sessions::timedOut(const Session& session) const
{
    const std::int64_t silent = (all_.now() - session.lastHeard) / millisecondsPerSecond;
    switch (session.state) {
    case State::Login: return silent >= (session.fetching ? all_.settings().transferTimeout : all_.settings().loginTimeout);
    case State::Game: return silent >= (session.inGame() ? all_.settings().gameTimeout : all_.settings().pickTimeout);
    case State::Administrator: return silent >= all_.settings().loginTimeout;
    case State::Maintenance:
        if (!session.mayCommand) // what it says does not make it anybody
            return all_.now() - session.since >= introductionTime * millisecondsPerSecond;
        return !session.console && silent >= all_.settings().maintenanceTimeout;
    case State::Deaf: return all_.now() - session.since >= deafTime;
    }
    return false;
}

/// Time in the game costs credits; with the usual amount of -1 they count the seconds.
void Sessions::countTime(Session& session)
{
    const std::int64_t period = all_.settings().drainTime * millisecondsPerSecond;
    if (!session.inGame() || all_.now() - session.creditedTo < period)
        return;
    const std::int64_t periods = (all_.now() - session.creditedTo) / period;
    session.creditedTo += periods * period;
    if (world::Account* account = world_.accounts().find(session.account))
        account->credits = std::clamp<std::int64_t>(account->credits - periods * all_.settings().drainAmount, 0, INT32_MAX);
}

void Sessions::tick(std::int64_t now)
{
    all_.setNow(now);
    if (all_.traffic().minuteEnds(now))
        tellLines();
    endStrangers();
    for (auto& [id, session] : all_.all()) {
        if (session->closing)
            continue;
        countTime(*session);
        if (session->output.size() > mostOutput && !session->isText()) {
            ++all_.counters().slowReaders;
            session->output.clear();
            all_.hangUp(*session, "reads too slowly");
        }
        if (paused_ || !timedOut(*session))
            continue;
        if (session->state == State::Login)
            all_.send(*session, wire::MessageId::AP_TIMEOUT);
        else if (session->state == State::Maintenance)
            all_.sendRaw(*session, "Disconnecting for idleness\r\n");
        all_.hangUp(*session, "timeout");
    }
}

void Sessions::answerPasswords(std::string_view answers, std::int64_t now)
{
    all_.setNow(now);
    passwords_.answer(answers);
}

void Sessions::logInAdministrator(std::int64_t session, const Address& address, const std::string& name,
                                  const std::string& password, std::int64_t now, const PasswordChecks::AdministratorCame& then)
{
    all_.setNow(now);
    passwords_.logInAdministrator(session, address, name, password, then);
}

void Sessions::setPaused(bool paused)
{
    if (paused_ && !paused)
        for (auto& [id, session] : all_.all())
            session->lastHeard = std::max(session->lastHeard, all_.now());
    paused_ = paused;
}

} // namespace blak::serve
