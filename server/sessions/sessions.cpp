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

} // namespace

Sessions::Sessions(world::World& world, world::Admin& admin)
    : world_(world), admin_(admin), settings_(Settings::from(world.config(), world.vm().dialect())), toBlakod_(world.vm()),
      bans_(findOrName(world.folder(), "bans.json"))
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

void Sessions::optionsChanged()
{
    settings_ = Settings::from(world_.config(), world_.vm().dialect());
    fairness_.setRates({static_cast<double>(settings_.messagesPerSecond), settings_.workPerSecond});
}

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
    // The lowest free number, as the reference gives them.
    const std::int64_t id = freeNumbers_.empty() ? static_cast<std::int64_t>(sessions_.size()) : *freeNumbers_.begin();
    freeNumbers_.erase(id);
    const auto redbook = world_.vm().resourceByName(settings_.redbook);
    auto session = std::make_unique<Session>(id, address, settings_.protocol,
                                             redbook ? world_.vm().resourceText(*redbook).value_or("") : std::string());
    session->state = state;
    session->since = session->lastHeard = now;
    session->share = fairness_.newcomer(now);
    session->link.setEpoch(epoch_);
    session->link.setTable(protocol_.get());
    ++counters_.accepted;
    return *(sessions_[id] = std::move(session));
}

Session* Sessions::openGame(const Address& address, std::int64_t now)
{
    now_ = now;
    if (blocks_.isBlocked(address, now))
        return refused(address, "its address is blocked");
    if (bans_.find(address, world_.unixTime()) != nullptr)
        return refused(address, "its address is banned");
    const auto same = [&](const auto& entry) {
        return entry.second->address == address && entry.second->state != State::Maintenance;
    };
    const bool tooMany =
        settings_.mostPerAddress > 0 && std::ranges::count_if(sessions_, same) >= settings_.mostPerAddress;
    makeRoom(address);
    Session& session = add(address, State::Login, now);
    strangers_.add(session.id, address, now);
    if (tooMany) {
        refuse(session, settings_.tooManyPerAddressText, true);
        return &session;
    }
    send(session, wire::MessageId::AP_GETLOGIN);
    return &session;
}

Session* Sessions::refused(const Address& address, std::string_view why)
{
    ++counters_.refused;
    sayOfOthers(ClientLine::Refusal, "a connection from " + address.text() + " is refused: " + std::string(why));
    return nullptr;
}

/// Whoever has logged in never gives way to somebody who has not, and nobody who comes is sent away because of those who were
/// there before and said nothing: the oldest of the same address goes, or of the network that has most.
void Sessions::makeRoom(const Address& address)
{
    while (strangers_.of(address) >= settings_.strangersPerAddress)
        giveWay(strangers_.oldestOf(address));
    while (strangers_.size() >= settings_.mostStrangers)
        giveWay(strangers_.first());
}

void Sessions::giveWay(std::optional<std::int64_t> id)
{
    strangers_.remove(id.value_or(-1));
    Session* session = id ? find(*id) : nullptr;
    if (session == nullptr)
        return;
    ++counters_.gaveWay;
    say(*session, ClientLine::Refusal, "gives way: it never logged in, and others want its place");
    session->output.clear(); // that its end does not wait for somebody who may not read
    close(*session);
}

/// A deadline that messages do not extend.
void Sessions::endStrangers()
{
    for (const std::int64_t id : strangers_.before(now_ - settings_.strangerTime * millisecondsPerSecond)) {
        Session* session = find(id);
        if (session == nullptr || session->closing) {
            strangers_.remove(id);
            continue;
        }
        if (passwords_.awaits(session->id) || heldLogins_.contains(id))
            continue;
        if (session->state == State::Login)
            send(*session, wire::MessageId::AP_TIMEOUT);
        hangUp(*session, "nobody logged in");
    }
}

Session* Sessions::openMaintenance(const Address& address, std::int64_t now)
{
    constexpr std::size_t most = 64;
    now_ = now;
    if (blocks_.isBlocked(address, now) || bans_.find(address, world_.unixTime()) != nullptr)
        return refused(address, "its address is blocked or banned, for maintenance too");
    if (!matchesMask(settings_.maintenanceMask, address))
        return refused(address, "[Socket] MaintenanceMask does not have it");
    std::size_t there = 0;
    Session* oldest = nullptr; // of those who have not said who they are
    for (const auto& [id, session] : sessions_) {
        if (session->state != State::Maintenance || session->closing)
            continue;
        ++there;
        if (!session->mayCommand && (oldest == nullptr || session->since < oldest->since))
            oldest = session.get();
    }
    if (there >= most && oldest == nullptr)
        return refused(address, "there are " + std::to_string(most) + " maintenance connections already");
    if (there >= most)
        hangUp(*oldest, "others want its place");
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

bool Sessions::take(Session& session)
{
    wire::Received got = session.link.next();
    switch (got.verdict) {
    case wire::Verdict::Incomplete: return false;
    case wire::Verdict::Accepted:
        ++counters_.messagesIn;
        count(*got.message.row);
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

/// As the servers do it: those of the login in no table.
void Sessions::count(const wire::MessageRow& row)
{
    using world::MessageTable;
    if (row.family == wire::Family::Login)
        return;
    const MessageTable table = row.family == wire::Family::User     ? MessageTable::User
                               : row.family == wire::Family::System ? MessageTable::System
                                                                    : MessageTable::Regular;
    ++heard_[static_cast<std::size_t>(table)][row.number];
}

/// A wrong check word: a forged, replayed or reordered message. With HangupSpoofs off the session goes deaf after the
/// reference's ten answers, since its random streams no longer agree.
void Sessions::forged(Session& session, const std::string& why)
{
    ++counters_.forged;
    if (settings_.logSpoofs && !session.seedsSuspected)
        say(session, ClientLine::Complaint, "sent a message with a " + why + " (forged, replayed or out of order)");
    session.seedsSuspected = true;
    if (settings_.hangUpSpoofs)
        hangUp(session, why);
    else
        broken(session, why);
}

/// The stream cannot be trusted any more: answers as the reference does, then hears nothing.
void Sessions::broken(Session& session, const std::string& why)
{
    say(session, ClientLine::Complaint, "sent a stream that makes no sense: " + why);
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

void Sessions::say(Session& session, ClientLine kind, std::string_view text)
{
    const bool own = kind != ClientLine::HangUp && kind != ClientLine::Refusal; // of those there is one for each connection
    if (clientLog_.may(kind, own ? &session.lines : nullptr, now_))
        world_.logLine(nameOf(session) + " " + std::string(text));
    if (listener_)
        listener_(session, text);
}

void Sessions::sayOfOthers(ClientLine kind, std::string_view text)
{
    if (clientLog_.may(kind, nullptr, now_))
        world_.logLine(text);
}

std::string Sessions::nameOf(const Session& session)
{
    const std::string who =
        session.account == 0 ? "" : ", account " + std::to_string(session.account) + " (" + session.accountName + ")";
    return "session " + std::to_string(session.id) + " from " + session.address.text() + who;
}

void Sessions::complain(Session& session, std::string_view text)
{
    constexpr std::size_t longest = 300;
    if (clientLog_.may(ClientLine::Complaint, &session.lines, now_))
        world_.logError(nameOf(session) + ": " + std::string(text.substr(0, longest)));
}

/// Once a minute.
void Sessions::tellLines()
{
    clientLog_.tell([this](const std::string& line) { world_.logError(line); });
}

void Sessions::hangUp(Session& session, std::string_view why)
{
    if (session.closing)
        return;
    say(session, ClientLine::HangUp, "is hung up: " + std::string(why));
    leaveGame(session);
    close(session);
}

void Sessions::close(Session& session)
{
    touch(session);
    if (gate_.loggedOut && session.account != 0 && !session.closing)
        gate_.loggedOut(session.accountName);
    strangers_.remove(session.id);
    if (session.account != 0 && !session.closing)
        fairness_.left(session.account, session.share, now_);
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
        say(session, ClientLine::Coming, "is gone");
    session.output.clear();
    close(session);
}

void Sessions::forget(Session& session)
{
    fairness_.forget(session.share);
    heldLogins_.erase(session.id);
    passwords_.forget(session.id);
    strangers_.remove(session.id);
    const std::int64_t id = session.id;
    sessions_.erase(id);
    freeNumbers_.insert(id);
    while (!freeNumbers_.empty() && *freeNumbers_.rbegin() == static_cast<std::int64_t>(sessions_.size() + freeNumbers_.size()) - 1)
        freeNumbers_.erase(std::prev(freeNumbers_.end())); // those above the highest in use
}

bool Sessions::timedOut(const Session& session) const
{
    const std::int64_t silent = (now_ - session.lastHeard) / millisecondsPerSecond;
    switch (session.state) {
    case State::Login: return silent >= (session.fetching ? settings_.transferTimeout : settings_.loginTimeout);
    case State::Game: return silent >= (session.inGame() ? settings_.gameTimeout : settings_.pickTimeout);
    case State::Administrator: return silent >= settings_.loginTimeout;
    case State::Maintenance:
        if (!session.mayCommand) // what it says does not make it anybody
            return now_ - session.since >= introductionTime * millisecondsPerSecond;
        return !session.console && silent >= settings_.maintenanceTimeout;
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
        tellLines();
    }
    endStrangers();
    for (auto& [id, session] : sessions_) {
        if (session->closing)
            continue;
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
