// SPDX-License-Identifier: GPL-3.0-or-later
// The bytes of players and administrators: between their connections and their sessions.
#include "server/serve/server.h"

namespace blak::serve {
namespace {

constexpr int acceptsPerTurn = 64;
constexpr int datagramsPerTurn = 256;
constexpr std::size_t chunk = 16 * 1024;
constexpr std::size_t largestDatagram = 2048;
constexpr std::size_t keptCapacity = 4 * 1024; ///< of an idle session's output buffer
constexpr std::size_t heldAtMost = 8 * 1024;   ///< bytes of output that may wait for more
constexpr std::int64_t closingTime = 10'000;   ///< a closing session gets its last bytes within this

} // namespace

void Server::accept(const Listening& listener, bool maintenance)
{
    for (int i = 0; i < acceptsPerTurn; ++i) {
        const Accepted accepted = outside_->accept(listener.handle);
        if (accepted.handle < 0) {
            if (accepted.exhausted) // would be reported again and again
                pauseListeners(true);
            return;
        }
        const std::int64_t now = outside_->milliseconds();
        const auto index = static_cast<std::size_t>(accepted.handle);
        const bool taken = index < byHandle_.size() && byHandle_[index] != nullptr;
        Session* session = taken         ? nullptr
                           : maintenance ? sessions_->openMaintenance(accepted.address, now)
                                         : sessions_->openGame(accepted.address, now);
        if (session == nullptr)
            outside_->close(accepted.handle);
        else
            attach(*session, accepted.handle);
    }
}

void Server::attach(Session& session, int handle)
{
    const auto index = static_cast<std::size_t>(handle);
    if (byHandle_.size() <= index) {
        byHandle_.resize(index + 1, nullptr);
        paces_.resize(index + 1);
    }
    session.handle = handle;
    session.interest = Outside::reading;
    byHandle_[index] = &session;
    paces_[index] = {};
}

/// Administrators' commands from the terminal, which shows the log and errors too.
void Server::openConsole()
{
    const auto console = outside_->openConsole();
    if (!console)
        return;
    attach(sessions_->openConsole(outside_->milliseconds()), console.value());
    world_.logs().setListener(this, [this](world::LogKind kind, std::string_view text) {
        if (kind == world::LogKind::Log || kind == world::LogKind::Error)
            sessions_->tellConsole(text);
    });
}

/// One chunk a turn, so that nobody keeps the others waiting.
void Server::receive(Session& session)
{
    std::byte buffer[chunk];
    const Transfer got = outside_->read(session.handle, buffer);
    if (got.state == TransferState::Done) {
        if (session.isText())
            outside_->noteFiles(); // commands read files
        paces_[static_cast<std::size_t>(session.handle)].asked = true;
        sessions_->received(session, std::span(buffer, got.size), outside_->milliseconds());
    } else if (got.state == TransferState::Ended) {
        sessions_->lost(session);
    }
}

void Server::receiveDatagrams()
{
    for (int i = 0; i < datagramsPerTurn; ++i) {
        std::byte buffer[largestDatagram];
        Address from;
        const Transfer got = outside_->readDatagram(datagrams_.handle, buffer, from);
        if (got.state != TransferState::Done)
            return;
        sessions_->receivedDatagram(from, std::span(buffer, got.size), outside_->milliseconds());
    }
}

/// A player who got something a moment ago and asked nothing waits a little for the next: in a full room everybody's steps are
/// news for everybody, and a write for each of them would cost more than all the rest.
bool Server::mayHold(const Session& session, std::int64_t now) const
{
    const bool reads = (session.interest & Outside::reading) != 0;
    const Pace& pace = paces_[static_cast<std::size_t>(session.handle)];
    return session.inGame() && !pace.asked && !session.closing && session.share.waiting != reads &&
           session.output.size() < heldAtMost && now - pace.flushedAt < heldMilliseconds;
}

void Server::flushSessions()
{
    const std::int64_t now = outside_->milliseconds();
    const auto flushOrHold = [&](Session& session) {
        Pace& pace = paces_[static_cast<std::size_t>(session.handle)];
        pace.held = mayHold(session, now);
        if (pace.held) {
            held_.push_back(session.id);
            return;
        }
        pace = {now, false, false};
        flush(session);
    };
    const auto held = std::exchange(held_, {});
    for (Session* session : sessions_->takeDirty())
        if (!paces_[static_cast<std::size_t>(session->handle)].held) // its turn comes below
            flushOrHold(*session);
    for (const std::int64_t id : held)
        if (const auto it = sessions_->all().find(id); it != sessions_->all().end())
            flushOrHold(*it->second);
}

/// Writes what there is; what the connection does not take waits until it does.
void Server::flush(Session& session)
{
    while (session.written < session.output.size()) {
        const Transfer sent = outside_->write(session.handle, std::span(session.output).subspan(session.written));
        if (sent.state == TransferState::Ended) {
            sessions_->lost(session);
            return drop(session);
        }
        if (sent.state == TransferState::Later || sent.size == 0)
            break;
        session.written += sent.size;
    }
    if (session.written == session.output.size()) {
        session.output.clear();
        if (session.output.capacity() > keptCapacity)
            session.output.shrink_to_fit();
    } else {
        session.output.erase(session.output.begin(), session.output.begin() + static_cast<std::ptrdiff_t>(session.written));
    }
    session.written = 0;
    if (session.closing && session.output.empty())
        return drop(session);
    const std::uint32_t interest =
        (session.closing || session.share.waiting ? 0 : Outside::reading) | (session.output.empty() ? 0 : Outside::writing);
    if (interest != session.interest)
        outside_->watch(session.handle, interest);
    session.interest = interest;
}

void Server::drop(Session& session)
{
    byHandle_[static_cast<std::size_t>(session.handle)] = nullptr;
    outside_->close(session.handle);
    sessions_->forget(session);
}

/// Closing sessions whose peer does not read its last bytes; listeners that waited for a free descriptor.
void Server::dropStale()
{
    std::vector<Session*> stale;
    const std::int64_t now = outside_->milliseconds();
    for (const auto& [id, session] : sessions_->all())
        if (session->closing && now - session->closingSince > closingTime)
            stale.push_back(session.get());
    for (Session* session : stale)
        drop(*session);
    if (listenersPaused_)
        pauseListeners(false);
}

void Server::pauseListeners(bool pause)
{
    listenersPaused_ = pause;
    for (const Listening& listener : {game_, secureGame_, maintenance_})
        if (listener.handle >= 0)
            outside_->watch(listener.handle, pause ? 0 : Outside::reading);
}

} // namespace blak::serve
