// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/sessions/connections.h"

#include "formats/base/file_io.h"
#include "formats/base/find_file.h"

#include <algorithm>
#include <utility>

namespace blak::serve {
namespace {

constexpr std::size_t mostTextOutput = 64 * 1024 * 1024;

} // namespace

Connections::Connections(world::World& world)
    : world_(world), settings_(Settings::from(world.config(), world.vm().dialect())), toBlakod_(world.vm()),
      bans_(findOrName(world.folder(), "bans.json"))
{
}

void Connections::readSettings()
{
    settings_ = Settings::from(world_.config(), world_.vm().dialect());
    fairness_.setRates({static_cast<double>(settings_.messagesPerSecond), settings_.workPerSecond});
}

Session& Connections::add(const Address& address, State state)
{
    // The lowest free number, as the reference gives them.
    const std::int64_t id = freeNumbers_.empty() ? static_cast<std::int64_t>(sessions_.size()) : *freeNumbers_.begin();
    freeNumbers_.erase(id);
    const auto redbook = world_.vm().resourceByName(settings_.redbook);
    auto session = std::make_unique<Session>(id, address, settings_.protocol,
                                             redbook ? world_.vm().resourceText(*redbook).value_or("") : std::string());
    session->state = state;
    session->since = session->lastHeard = now_;
    session->share = fairness_.newcomer(now_);
    session->link.setEpoch(epoch_);
    session->link.setTable(protocol_.get());
    ++counters().accepted;
    return *(sessions_[id] = std::move(session));
}

Session* Connections::find(std::int64_t id)
{
    const auto it = sessions_.find(id);
    return it == sessions_.end() ? nullptr : it->second.get();
}

Session* Connections::findAccount(std::int64_t account)
{
    const auto it = std::ranges::find_if(
        sessions_, [account](const auto& entry) { return entry.second->account == account && !entry.second->closing; });
    return it == sessions_.end() ? nullptr : it->second.get();
}

std::size_t Connections::playing() const
{
    return static_cast<std::size_t>(
        std::ranges::count_if(sessions_, [](const auto& entry) { return entry.second->state == State::Game; }));
}

bool Connections::isAdministrator(const Session& session)
{
    const world::Account* account = world_.accounts().find(session.account);
    return account != nullptr && account->type == world::AccountType::Admin;
}

void Connections::forget(Session& session)
{
    fairness_.forget(session.share);
    strangers_.remove(session.id);
    const std::int64_t id = session.id;
    sessions_.erase(id);
    freeNumbers_.insert(id);
    while (!freeNumbers_.empty() &&
           *freeNumbers_.rbegin() == static_cast<std::int64_t>(sessions_.size() + freeNumbers_.size()) - 1)
        freeNumbers_.erase(std::prev(freeNumbers_.end())); // those above the highest in use
}

void Connections::enter(Session& session, State state)
{
    session.state = state;
    session.since = session.lastHeard = now_;
}

void Connections::touch(Session& session)
{
    if (session.dirty)
        return;
    session.dirty = true;
    dirty_.push_back(session.id);
}

std::vector<Session*> Connections::takeDirty()
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

void Connections::send(Session& session, wire::MessageId id, std::vector<wire::Field> fields)
{
    const wire::MessageRow* row = wire::findMessage(settings_.protocol, wire::Direction::ToClient, id);
    if (row == nullptr)
        return; // the protocol does not have it
    auto frame = session.link.send({row, std::move(fields), {}});
    if (!frame) {
        world_.logError("session " + std::to_string(session.id) + ": " + frame.error().text());
        return;
    }
    ++counters().messagesOut;
    counters().bytesOut += frame.value().size();
    session.output.insert(session.output.end(), frame.value().begin(), frame.value().end());
    touch(session);
}

void Connections::sendRaw(Session& session, std::string_view text)
{
    const auto bytes = std::as_bytes(std::span(text));
    session.output.insert(session.output.end(), bytes.begin(), bytes.end());
    touch(session);
    if (session.output.size() > mostTextOutput)
        hangUp(session, "does not read");
}

void Connections::say(Session& session, ClientLine kind, std::string_view text)
{
    const bool own = kind != ClientLine::HangUp && kind != ClientLine::Refusal; // of those there is one for each connection
    if (clientLog_.may(kind, own ? &session.lines : nullptr, now_))
        world_.logLine(nameOf(session) + " " + std::string(text));
    if (listener_)
        listener_(session, text);
}

void Connections::sayOfOthers(ClientLine kind, std::string_view text)
{
    if (clientLog_.may(kind, nullptr, now_))
        world_.logLine(text);
}

std::string Connections::nameOf(const Session& session)
{
    const std::string who =
        session.account == 0 ? "" : ", account " + std::to_string(session.account) + " (" + session.accountName + ")";
    return "session " + std::to_string(session.id) + " from " + session.address.text() + who;
}

void Connections::complain(Session& session, std::string_view text)
{
    constexpr std::size_t longest = 300;
    if (clientLog_.may(ClientLine::Complaint, &session.lines, now_))
        world_.logError(nameOf(session) + ": " + std::string(text.substr(0, longest)));
}

void Connections::hangUp(Session& session, std::string_view why)
{
    if (session.closing)
        return;
    say(session, ClientLine::HangUp, "is hung up: " + std::string(why));
    leaveGame(session);
    close(session);
}

void Connections::close(Session& session)
{
    touch(session);
    if (loggedOut_ && session.account != 0 && !session.closing)
        loggedOut_(session.accountName);
    strangers_.remove(session.id);
    if (session.account != 0 && !session.closing)
        fairness_.left(session.account, session.share, now_);
    session.closing = true;
    session.closingSince = now_;
}

void Connections::leaveGame(Session& session)
{
    if (!session.inGame())
        return;
    const std::int64_t object = std::exchange(session.object, -1);
    toBlakod_.deliverQuit(session.id, object);
}

void Connections::nextEpoch()
{
    constexpr std::uint8_t lastEpoch = 255;
    epoch_ = epoch_ == lastEpoch ? 1 : static_cast<std::uint8_t>(epoch_ + 1);
    for (auto& [id, session] : sessions_)
        session->link.setEpoch(epoch_);
}

Result<std::size_t> Connections::reloadProtocol()
{
    const std::filesystem::path file = findOrName(world_.folder(), wire::ProtocolTable::fileName);
    std::shared_ptr<const wire::ProtocolTable> fresh;
    std::error_code ignored;
    if (std::filesystem::exists(file, ignored)) {
        const auto text = readTextFile(file, wire::ProtocolTable::largestFile);
        if (!text)
            return text.error();
        auto table = wire::ProtocolTable::read(text.value(), wire::ProtocolTable::fileName, settings_.protocol);
        if (!table)
            return table.error();
        fresh = std::make_shared<const wire::ProtocolTable>(std::move(table).value());
    }
    for (auto& [id, session] : sessions_)
        session->link.setTable(fresh.get());
    protocol_ = std::move(fresh);
    return protocol_ == nullptr ? 0 : protocol_->size();
}

void Connections::noteStop(std::int64_t milliseconds)
{
    stopped_ += milliseconds;
    for (auto& [id, session] : sessions_) {
        session->lastHeard += milliseconds;
        session->since += milliseconds;
        session->creditedTo += milliseconds;
    }
}

} // namespace blak::serve
