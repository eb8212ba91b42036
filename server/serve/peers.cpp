// SPDX-License-Identifier: GPL-3.0-or-later
// Small text connections: readers of counters, mail programs, mail servers, the billing machine.
#include "server/serve/server.h"

#include <algorithm>

namespace blak::serve {
namespace {

constexpr std::size_t chunk = 16 * 1024; ///< at least a TLS record
constexpr std::size_t mostOutput = 4 * 1024 * 1024;
constexpr std::int64_t closingTime = 10'000; ///< a closing peer gets its last bytes within this

} // namespace

Result<int> Server::openDoor(const ListenWish& wish, std::size_t most, MakePeer make)
{
    const auto listening = outside_->listen(wish);
    if (!listening)
        return listening.error();
    doors_[listening.value().handle] = {std::move(make), most, 0};
    return listening.value().port;
}

void Server::acceptPeer(int listener, Door& door)
{
    const Accepted accepted = outside_->accept(listener);
    if (accepted.handle < 0)
        return;
    std::shared_ptr<Peer> peer;
    if (door.open >= door.most) { // the oldest gives way: who asks and goes is never long here
        const auto oldest = std::ranges::min_element(peers_, {}, [listener](const auto& entry) {
            return entry.second.listener == listener ? entry.second.since : INT64_MAX;
        });
        if (oldest != peers_.end() && oldest->second.listener == listener)
            dropPeer(oldest->first);
    }
    if (door.open < door.most && !peers_.contains(accepted.handle))
        peer = door.make(accepted.address, outside_->milliseconds());
    if (!peer)
        return outside_->close(accepted.handle);
    ++door.open;
    peers_[accepted.handle] = {std::move(peer), listener};
    peers_[accepted.handle].since = outside_->milliseconds();
    flushPeer(accepted.handle);
}

Result<void> Server::connectPeer(const std::string& host, int port, std::shared_ptr<Peer> peer)
{
    const auto handle = outside_->connect(host, port);
    if (!handle) {
        peer->lost(outside_->milliseconds());
        return handle.error();
    }
    if (peers_.contains(handle.value()))
        return Error{"has the handle of another connection", host};
    PeerLink link{std::move(peer), -1, host + ", port " + std::to_string(port)};
    link.connecting = true;
    link.interest = Outside::reading | Outside::writing;
    peers_[handle.value()] = std::move(link);
    return {};
}

void Server::servePeer(int handle, const Ready& ready)
{
    PeerLink& link = peers_.at(handle);
    if (link.connecting && ready.broken) {
        const std::string why = outside_->fact(Fact::ConnectFault, [&] { return sockets_.connectFault(handle); });
        world_.logError(link.host + ": " + why);
        return dropPeer(handle);
    }
    if (link.connecting && ready.writable) {
        link.connecting = false;
        link.peer->connected(outside_->milliseconds());
    }
    if (ready.readable || ready.broken) {
        std::byte buffer[chunk];
        const Transfer got = outside_->read(handle, buffer);
        if (got.state == TransferState::Ended)
            return dropPeer(handle);
        if (got.state == TransferState::Done && !link.peer->closing)
            link.peer->received({reinterpret_cast<const char*>(buffer), got.size}, outside_->milliseconds());
    }
    flushPeer(handle);
}

void Server::flushPeer(int handle)
{
    const auto it = peers_.find(handle);
    if (it == peers_.end())
        return;
    PeerLink& link = it->second;
    if (link.connecting)
        return link.peer->closing ? dropPeer(handle) : void();
    std::string& output = link.peer->output;
    std::size_t written = 0;
    while (written < output.size()) {
        const Transfer sent = outside_->write(handle, std::as_bytes(std::span(output)).subspan(written));
        if (sent.state == TransferState::Ended)
            return dropPeer(handle);
        if (sent.state == TransferState::Later || sent.size == 0)
            break;
        written += sent.size;
    }
    output.erase(0, written);
    if ((link.peer->closing && output.empty()) || output.size() > mostOutput)
        return dropPeer(handle);
    const std::uint32_t interest = Outside::reading | (output.empty() ? 0 : Outside::writing);
    if (interest != link.interest)
        outside_->watch(handle, interest);
    link.interest = interest;
}

void Server::flushPeers()
{
    std::vector<int> busy;
    for (const auto& [handle, link] : peers_)
        if (!link.connecting && (link.peer->closing || !link.peer->output.empty()) && (link.interest & Outside::writing) == 0)
            busy.push_back(handle);
    for (const int handle : busy)
        flushPeer(handle);
}

void Server::tickPeers(std::int64_t now)
{
    std::vector<int> stale;
    for (auto& [handle, link] : peers_) {
        link.peer->tick(now);
        if (!link.peer->closing)
            continue;
        if (link.closingSince == 0)
            link.closingSince = now;
        if (link.connecting || now - link.closingSince > closingTime)
            stale.push_back(handle);
    }
    for (const int handle : stale)
        dropPeer(handle);
}

void Server::dropPeer(int handle)
{
    const auto it = peers_.find(handle);
    if (it == peers_.end())
        return;
    const PeerLink link = std::move(it->second);
    peers_.erase(it);
    if (const auto door = doors_.find(link.listener); door != doors_.end())
        --door->second.open;
    outside_->close(handle);
    link.peer->lost(outside_->milliseconds());
}

} // namespace blak::serve
