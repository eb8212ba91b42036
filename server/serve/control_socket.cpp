// SPDX-License-Identifier: GPL-3.0-or-later
// The sockets of the control channel. The file control.json in the run directory, readable for its owner alone, names the port
// and the token.
#include "server/serve/server.h"
#include "server/world/secrets.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <nlohmann/json.hpp>
#include <thread>
#include <unistd.h>

namespace blak::serve {
namespace {

constexpr std::size_t chunk = 64 * 1024;

std::string randomToken(Outside& outside)
{
    std::array<std::byte, 24> bytes{};
    outside.random(bytes);
    constexpr std::string_view digits = "0123456789abcdef";
    std::string token;
    for (const std::byte byte : bytes) {
        token.push_back(digits[std::to_integer<std::size_t>(byte) >> 4]);
        token.push_back(digits[std::to_integer<std::size_t>(byte) & 15]);
    }
    return token;
}

} // namespace

void Server::makeControl(const std::string& token)
{
    control_ = std::make_unique<Control>(world_, *admin_, *sessions_, token);
    control_->stop = [this] { stopping_ = true; };
    control_->configure = [this] { configure(); };
    control_->snapshot = [this] { return beginSnapshot(); };
    control_->setServeTools([this] { return serveToolsAlone(); });
    control_->setServePulse([this] { serveDebuggersOnce(); });
    control_->flushPlayers = [this] { writePlayers(); };
    control_->debugging = [this](bool attached) {
        if (attached && !recorder_ && !replayer_) // a replay could not repeat when they came
            pulse_.start([this] { control_->pulse(); });
        else
            pulse_.stop();
    };
    control_->writePast = [this](const std::filesystem::path& file, const SavedPast& past) { return writePast(file, past); };
}

Result<void> Server::listenForTools()
{
    const std::string token = randomToken(*outside_);
    makeControl(token);
    const auto wanted = std::clamp<std::int64_t>(world_.config().number("Control", "Port", 0), 0, 65535);
    const auto listening = outside_->listen(
        {.address = "127.0.0.1", .port = options_.controlPort.value_or(static_cast<int>(wanted)), .carried = true});
    if (!listening)
        return listening.error();
    controlListener_ = listening.value();
    return outside_->replays() ? Result<void>() : writeFacts(token); // nobody can connect there
}

Result<void> Server::writeFacts(const std::string& token)
{
    nlohmann::json facts{{"port", controlPort()},
                         {"token", token},
                         {"players", port()},
                         {"maintenance", maintenancePort()},
                         {"process", ::getpid()}};
    for (const auto& [name, number] : doorPorts_)
        facts[name] = number;
    return world::writeSecretFile(world_.folder() / "control.json", facts.dump(2) + "\n");
}

/// The connections of the recording are gone; tools of now may come.
Result<void> Server::listenBehindReplay()
{
    if (auto opened = sockets_.open(); !opened)
        return opened;
    outside_ = &sockets_;
    for (const auto& [handle, client] : tools_)
        control_->forget(*client);
    tools_.clear();
    control_->flushPlayers = [] {}; // their handles are numbers of then
    const std::string token = randomToken(sockets_); // that of the recording is no secret
    control_->setToken(token);
    const auto listening = sockets_.listen({.address = "127.0.0.1", .port = options_.controlPort.value_or(0), .carried = true});
    if (!listening)
        return listening.error();
    controlListener_ = listening.value();
    return writeFacts(token);
}

void Server::acceptTool()
{
    const Accepted accepted = outside_->accept(controlListener_.handle);
    if (accepted.handle < 0)
        return;
    ControlClient* client = tools_.contains(accepted.handle) ? nullptr : control_->open(outside_->milliseconds());
    if (client == nullptr)
        return outside_->close(accepted.handle);
    client->handle = accepted.handle;
    tools_[client->handle] = client;
}

void Server::serveTool(ControlClient& client, const Ready& ready)
{
    if (ready.readable || ready.broken) {
        std::byte buffer[chunk];
        const Transfer got = outside_->read(client.handle, buffer);
        if (got.state == TransferState::Done) {
            outside_->noteFiles(); // requests read files
            control_->received(client, std::string_view(reinterpret_cast<const char*>(buffer), got.size),
                               outside_->milliseconds());
            if (client.gone) // while a handler was stopped
                return;
        } else if (got.state == TransferState::Ended) {
            return dropTool(client);
        }
    }
    flushTool(client);
}

/// While a handler is stopped: players and everybody else wait. False when the server ends.
bool Server::serveToolsAlone()
{
    constexpr int patience = 50;
    const std::int64_t begun = outside_->milliseconds();
    constexpr std::chrono::milliseconds pause(5); // connections of others stay ready all the time
    for (ControlClient* client : control_->takeDirty()) // such as those that are to hear of the stop
        flushTool(*client);
    const auto ready = outside_->wait(patience);
    if (!ready) {
        ended_ = true;
        return false;
    }
    const std::vector<Ready> all(ready->begin(), ready->end());
    bool served = false;
    for (const Ready& one : all)
        if (one.handle == controlListener_.handle || one.handle == Outside::signalHandle || tools_.contains(one.handle)) {
            serve(one);
            served = true;
        }
    for (ControlClient* client : control_->takeDirty())
        flushTool(*client);
    if (!served && !outside_->replays())
        std::this_thread::sleep_for(pause);
    sessions_->noteStop(outside_->milliseconds() - begun);
    return !stopping_ && !ended_;
}

/// While a handler runs on: what debuggers say, such as that it shall stop.
void Server::serveDebuggersOnce()
{
    const auto ready = outside_->wait(0);
    if (!ready)
        return;
    const std::vector<Ready> all(ready->begin(), ready->end());
    for (const Ready& one : all)
        if (const auto it = tools_.find(one.handle); it != tools_.end() && it->second->debugs)
            serve(one);
    for (ControlClient* client : control_->takeDirty())
        if (client->debugs)
            flushTool(*client);
}

/// What players are told when the world stops or goes on. A connection that has ended is found out by the next turn: its
/// character must not leave in the middle of a handler.
void Server::writePlayers()
{
    for (const auto& [id, session] : sessions_->all()) {
        while (session->handle >= 0 && session->written < session->output.size()) {
            const Transfer sent = outside_->write(session->handle, std::span(session->output).subspan(session->written));
            if (sent.state != TransferState::Done || sent.size == 0)
                break;
            session->written += sent.size;
        }
    }
}

void Server::flushTool(ControlClient& client)
{
    while (client.written < client.output.size()) {
        const Transfer sent = outside_->write(client.handle, std::as_bytes(std::span(client.output)).subspan(client.written));
        if (sent.state == TransferState::Ended)
            return dropTool(client);
        if (sent.state == TransferState::Later || sent.size == 0)
            break;
        client.written += sent.size;
    }
    client.output.erase(0, client.written);
    client.written = 0;
    if (client.closing)
        return dropTool(client);
    outside_->watch(client.handle, Outside::reading | (client.output.empty() ? 0 : Outside::writing));
}

void Server::dropTool(ControlClient& client)
{
    tools_.erase(client.handle);
    outside_->close(client.handle);
    control_->forget(client);
}

} // namespace blak::serve
