// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/sessions/sessions.h"

#include "formats/base/find_file.h"
#include "server/sessions/fields.h"

#include <algorithm>

namespace blak::serve {
namespace {

constexpr std::size_t mostOutput = 1024 * 1024; ///< bytes that may wait for a slow player
constexpr std::size_t mostTextOutput = 64 * 1024 * 1024;
constexpr std::int64_t millisecondsPerSecond = 1000;
constexpr std::int64_t introductionTime = 30; ///< seconds until somebody at the maintenance port has said who it is
constexpr std::int64_t deafTime = 10'000;
constexpr int resyncMessages = 10;   ///< the reference sends so many BP_RESYNC for a broken stream
constexpr double burstSeconds = 3.0; ///< unused allowance that is kept
constexpr std::size_t bytesPerAllowance = 256;

} // namespace

Sessions::Sessions(world::World& world, world::Admin& admin)
    : world_(world), admin_(admin), settings_(Settings::from(world.config(), world.vm().dialect())), toBlakod_(world.vm()),
      bans_(findOrName(world.folder(), "bans.json"))
{
    world_.setPlayers(this);
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

void Sessions::optionsChanged() { settings_ = Settings::from(world_.config(), world_.vm().dialect()); }

void Sessions::loadProtocol()
{
    if (const auto loaded = reloadProtocol(); !loaded)
        world_.logError(loaded.error().text() + "; the table in use stays");
}

Result<void> Sessions::loadBans() { return bans_.load(); }

// --- connections ---------------------------------------------------------------------------------------------------------------

Session& Sessions::add(const Address& address, State state, std::int64_t now)
{
    now_ = now;
    std::int64_t id = 0; // the lowest free number, as the reference gives them
    for (const auto& [taken, session] : sessions_) {
        if (taken != id)
            break;
        ++id;
    }
    const auto redbook = world_.vm().resourceByName(settings_.redbook);
    auto session = std::make_unique<Session>(id, address, settings_.protocol,
                                             redbook ? world_.vm().resourceText(*redbook).value_or("") : std::string());
    session->state = state;
    session->since = session->lastHeard = session->allowanceAt = now;
    session->allowance = static_cast<double>(settings_.messagesPerSecond) * burstSeconds;
    session->link.setEpoch(epoch_);
    session->link.setTable(protocol_.get());
    ++counters_.accepted;
    return *(sessions_[id] = std::move(session));
}

Session* Sessions::openGame(const Address& address, std::int64_t now)
{
    const auto same = [&](const auto& entry) {
        return entry.second->address == address && entry.second->state != State::Maintenance;
    };
    const std::int64_t there = std::ranges::count_if(sessions_, same);
    const bool barred = blocks_.isBlocked(address, now) || bans_.find(address, world_.unixTime()) != nullptr;
    if (barred || (sessions_.size() >= settings_.mostConnected && !makeRoom(now))) {
        ++counters_.refused;
        return nullptr;
    }
    Session& session = add(address, State::Login, now);
    if (settings_.mostPerAddress > 0 && there >= settings_.mostPerAddress) {
        refuse(session, settings_.tooManyPerAddressText, true);
        return &session;
    }
    send(session, wire::MessageId::AP_GETLOGIN);
    return &session;
}

/// One address must not keep all others out with connections that never log in: the one with the most of those loses its oldest,
/// when that has been silent for a while.
bool Sessions::makeRoom(std::int64_t now)
{
    constexpr std::int64_t patience = 10 * millisecondsPerSecond;
    std::map<std::string_view, std::pair<int, Session*>> strangers; // how many of a network, the oldest
    const std::pair<int, Session*>* most = nullptr;
    for (const auto& [id, session] : sessions_) {
        if (session->state != State::Login || session->account != 0 || session->closing)
            continue;
        auto& [count, oldest] = strangers[session->address.network()];
        ++count;
        if (oldest == nullptr || session->lastHeard < oldest->lastHeard)
            oldest = session.get();
    }
    for (const auto& [network, entry] : strangers)
        if (most == nullptr || entry.first > most->first)
            most = &entry;
    if (most == nullptr || now - most->second->lastHeard < patience)
        return false;
    hangUp(*most->second, "never logged in, and others want its place");
    return true;
}

Session* Sessions::openMaintenance(const Address& address, std::int64_t now)
{
    constexpr std::size_t most = 64;
    const auto there =
        std::ranges::count_if(sessions_, [](const auto& entry) { return entry.second->state == State::Maintenance; });
    const bool barred = blocks_.isBlocked(address, now) || bans_.find(address, world_.unixTime()) != nullptr;
    if (barred || !matchesMask(settings_.maintenanceMask, address) || static_cast<std::size_t>(there) >= most) {
        ++counters_.refused;
        return nullptr;
    }
    Session& session = add(address, State::Maintenance, now);
    if (address.isLoopback() && !settings_.maintenanceLogin) {
        session.mayCommand = true;
        session.role = world::Role::Owner;
    } else {
        sendRaw(session, "login NAME PASSWORD, or token TOKEN\r\n");
    }
    return &session;
}

Session& Sessions::openConsole(std::int64_t now)
{
    Session& session = add({}, State::Maintenance, now);
    session.console = true;
    session.mayCommand = true;
    session.role = world::Role::Owner;
    return session;
}

void Sessions::tellConsole(std::string_view line)
{
    for (auto& [id, session] : sessions_)
        if (session->console && session.get() != asking_)
            sendRaw(*session, std::string(line) + "\r\n");
}

void Sessions::received(Session& session, std::span<const std::byte> bytes, std::int64_t now)
{
    now_ = now;
    counters_.bytesIn += bytes.size();
    if (session.closing || session.state == State::Deaf)
        return;
    if (session.isText()) {
        readText(session, bytes);
        return;
    }
    session.link.feed(bytes);
    process(session);
}

/// Takes frames as long as the session's allowance lasts; the rest waits for a later turn.
void Sessions::process(Session& session)
{
    const double perSecond = static_cast<double>(settings_.messagesPerSecond);
    session.allowance += static_cast<double>(now_ - session.allowanceAt) * perSecond / millisecondsPerSecond;
    session.allowance = std::min(session.allowance, perSecond * burstSeconds);
    session.allowanceAt = now_;
    bool more = true;
    while (more && !paused_ && session.allowance >= 1 && !session.closing &&
           (session.state == State::Login || session.state == State::Game)) {
        const std::size_t before = session.link.buffered();
        more = take(session);
        const std::size_t price = more ? 1 + (before - session.link.buffered()) / bytesPerAllowance : 0;
        session.allowance -= static_cast<double>(price);
    }
    const bool waits = more && (session.allowance < 1 || paused_) && !session.closing && session.state != State::Deaf;
    if (waits == session.waiting)
        return;
    waits ? ++waiting_ : --waiting_;
    session.waiting = waits;
    touch(session);
}

bool Sessions::take(Session& session)
{
    wire::Received got = session.link.next();
    switch (got.verdict) {
    case wire::Verdict::Incomplete: return false;
    case wire::Verdict::Accepted:
        ++counters_.messagesIn;
        ++(got.message.row->family == wire::Family::User ? heardUserCommands_ : heard_)[got.message.row->number];
        session.lastHeard = now_;
        if (session.state == State::Login)
            loginMessage(session, got.message);
        else
            gameMessage(session, got.message);
        return true;
    case wire::Verdict::Stale:
        ++counters_.dropped; // in flight while garbage was collected
        session.lastHeard = now_;
        return true;
    case wire::Verdict::Malformed:
        ++counters_.dropped;
        complain(session, got.why);
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
    ++counters_.forged;
    if (settings_.logSpoofs && !session.seedsSuspected)
        say(session, "sent a message with a " + why + " (forged, replayed or out of order)");
    session.seedsSuspected = true;
    if (settings_.hangUpSpoofs)
        hangUp(session, why);
    else
        broken(session, why);
}

/// The stream cannot be trusted any more: answers as the reference does, then hears nothing.
void Sessions::broken(Session& session, const std::string& why)
{
    say(session, "sent a stream that makes no sense: " + why);
    const bool game = session.state == State::Game;
    for (int i = 0; i < (game ? resyncMessages : 1); ++i)
        send(session, game ? wire::MessageId::BP_RESYNC : wire::MessageId::AP_RESYNC);
    leaveGame(session);
    enter(session, State::Deaf);
}

void Sessions::enter(Session& session, State state)
{
    session.state = state;
    session.since = session.lastHeard = now_;
}

void Sessions::touch(Session& session)
{
    if (session.dirty)
        return;
    session.dirty = true;
    dirty_.push_back(session.id);
}

std::vector<Session*> Sessions::takeDirty()
{
    std::vector<Session*> out;
    for (const std::int64_t id : dirty_)
        if (Session* session = find(id); session != nullptr && session->dirty) {
            session->dirty = false;
            out.push_back(session);
        }
    dirty_.clear();
    return out;
}

void Sessions::send(Session& session, wire::MessageId id, std::vector<wire::Field> fields)
{
    const wire::MessageRow* row = wire::findMessage(settings_.protocol, wire::Direction::ToClient, id);
    if (row == nullptr)
        return; // the protocol does not have it
    auto frame = session.link.send({row, std::move(fields), {}});
    if (!frame) {
        world_.logError("session " + std::to_string(session.id) + ": " + frame.error().text());
        return;
    }
    ++counters_.messagesOut;
    counters_.bytesOut += frame.value().size();
    session.output.insert(session.output.end(), frame.value().begin(), frame.value().end());
    touch(session);
}

void Sessions::sendRaw(Session& session, std::string_view text)
{
    const auto bytes = std::as_bytes(std::span(text));
    session.output.insert(session.output.end(), bytes.begin(), bytes.end());
    touch(session);
    if (session.output.size() > mostTextOutput)
        hangUp(session, "does not read");
}

void Sessions::say(const Session& session, std::string_view text)
{
    world_.logLine(nameOf(session) + " " + std::string(text));
    if (listener_)
        listener_(session, text);
}

std::string Sessions::nameOf(const Session& session)
{
    const std::string who =
        session.account == 0 ? "" : ", account " + std::to_string(session.account) + " (" + session.accountName + ")";
    return "session " + std::to_string(session.id) + " from " + session.address.text() + who;
}

bool Sessions::mayComplain(Session& session)
{
    const bool may = session.complaints.take(now_) && complaints_.take(now_);
    leftOut_ += may ? 0 : 1;
    return may;
}

void Sessions::complain(Session& session, std::string_view text)
{
    constexpr std::size_t longest = 300;
    if (mayComplain(session))
        world_.logError(nameOf(session) + ": " + std::string(text.substr(0, longest)));
}

/// Once a minute.
void Sessions::countComplaints()
{
    if (const std::uint64_t count = std::exchange(leftOut_, 0); count > 0)
        world_.logError("clients sent " + std::to_string(count) + " more messages that were refused");
}

void Sessions::hangUp(Session& session, std::string_view why)
{
    if (session.closing)
        return;
    say(session, "is hung up: " + std::string(why));
    leaveGame(session);
    close(session);
}

void Sessions::close(Session& session)
{
    touch(session);
    if (gate_.loggedOut && session.account != 0 && !session.closing)
        gate_.loggedOut(session.accountName);
    session.closing = true;
    session.closingSince = now_;
}

void Sessions::leaveGame(Session& session)
{
    if (!session.inGame())
        return;
    const std::int64_t object = std::exchange(session.object, -1);
    toBlakod_.deliverQuit(session.id, object);
}

void Sessions::lost(Session& session)
{
    leaveGame(session);
    if (session.account != 0 && !session.closing)
        say(session, "is gone");
    session.output.clear();
    close(session);
}

void Sessions::forget(Session& session)
{
    if (session.waiting)
        --waiting_;
    heldLogins_.erase(session.id);
    for (auto& [number, held] : passwordJobs_) // numbers of sessions come again
        if (held.session == session.id)
            held.session = -1;
    sessions_.erase(session.id);
}

bool Sessions::timedOut(const Session& session) const
{
    const std::int64_t silent = (now_ - session.lastHeard) / millisecondsPerSecond;
    switch (session.state) {
    case State::Login: return silent >= (session.fetching ? settings_.transferTimeout : settings_.loginTimeout);
    case State::Game: return silent >= (session.inGame() ? settings_.gameTimeout : settings_.pickTimeout);
    case State::Administrator: return silent >= settings_.loginTimeout;
    case State::Maintenance:
        return !session.console && silent >= (session.mayCommand ? settings_.maintenanceTimeout : introductionTime);
    case State::Deaf: return now_ - session.since >= deafTime;
    }
    return false;
}

/// Time in the game costs credits; with the usual amount of -1 they count the seconds.
void Sessions::countTime(Session& session)
{
    const std::int64_t period = settings_.drainTime * millisecondsPerSecond;
    if (!session.inGame() || now_ - session.creditedTo < period)
        return;
    const std::int64_t periods = (now_ - session.creditedTo) / period;
    session.creditedTo += periods * period;
    if (world::Account* account = world_.accounts().find(session.account))
        account->credits = std::clamp<std::int64_t>(account->credits - periods * settings_.drainAmount, 0, INT32_MAX);
}

void Sessions::tick(std::int64_t now)
{
    now_ = now;
    if (now - minuteBegan_ >= 60 * millisecondsPerSecond) {
        bytesLastMinute_ = minuteBegan_ == 0 ? 0 : counters_.bytesOut - bytesBeforeMinute_;
        bytesBeforeMinute_ = counters_.bytesOut;
        minuteBegan_ = now;
        countComplaints();
    }
    for (auto& [id, session] : sessions_) {
        if (session->closing)
            continue;
        if (session->waiting)
            process(*session);
        countTime(*session);
        if (session->output.size() > mostOutput && !session->isText()) {
            ++counters_.slowReaders;
            session->output.clear();
            hangUp(*session, "reads too slowly");
        }
        if (paused_ || !timedOut(*session))
            continue;
        if (session->state == State::Login)
            send(*session, wire::MessageId::AP_TIMEOUT);
        else if (session->state == State::Maintenance)
            sendRaw(*session, "Disconnecting for idleness\r\n");
        hangUp(*session, "timeout");
    }
}

void Sessions::setPaused(bool paused)
{
    if (paused_ && !paused)
        for (auto& [id, session] : sessions_)
            session->lastHeard = std::max(session->lastHeard, now_);
    paused_ = paused;
}

Session* Sessions::find(std::int64_t id)
{
    const auto it = sessions_.find(id);
    return it == sessions_.end() ? nullptr : it->second.get();
}

Session* Sessions::findAccount(std::int64_t account)
{
    const auto it = std::ranges::find_if(
        sessions_, [account](const auto& entry) { return entry.second->account == account && !entry.second->closing; });
    return it == sessions_.end() ? nullptr : it->second.get();
}

std::size_t Sessions::playing() const
{
    return static_cast<std::size_t>(
        std::ranges::count_if(sessions_, [](const auto& entry) { return entry.second->state == State::Game; }));
}

} // namespace blak::serve
