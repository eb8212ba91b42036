// SPDX-License-Identifier: GPL-3.0-or-later
// The sockets of the control channel. The file control.json in the run directory, readable for its owner alone, names the port
// and the token.
#include "formats/base/file_io.h"
#include "server/serve/server.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <nlohmann/json.hpp>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

namespace blak::serve {
namespace {

constexpr std::size_t chunk = 64 * 1024;

Result<std::string> randomToken()
{
    std::array<unsigned char, 24> bytes{};
    if (::getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size()))
        return Error{"no random bytes", "control channel"};
    constexpr std::string_view digits = "0123456789abcdef";
    std::string token;
    for (const unsigned char byte : bytes) {
        token.push_back(digits[byte >> 4]);
        token.push_back(digits[byte & 15]);
    }
    return token;
}

/// Created with its final rights, so that the token is never readable for others.
Result<void> writeSecretFile(const std::filesystem::path& file, const std::string& text)
{
    ::unlink(file.c_str());
    const Handle out(::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, S_IRUSR | S_IWUSR));
    if (!out || ::write(out.get(), text.data(), text.size()) != static_cast<ssize_t>(text.size()))
        return Error{"cannot be written", file.string()};
    return {};
}

} // namespace

Result<void> Server::listenForTools()
{
    auto token = randomToken();
    if (!token)
        return token.error();
    control_ = std::make_unique<Control>(world_, *admin_, *sessions_, token.value());
    control_->stop = [this] { stopping_ = true; };
    control_->configure = [this] { configure(); };
    control_->snapshot = [this] { return snapshots_.begin(); };
    const auto wanted = std::clamp<std::int64_t>(world_.config().number("Control", "Port", 0), 0, 65535);
    auto socket = listenOn("127.0.0.1", options_.controlPort.value_or(static_cast<int>(wanted)));
    if (!socket)
        return socket.error();
    controlListener_ = std::move(socket).value();
    poller_.add(controlListener_.get(), Poller::reading);
    const nlohmann::json facts{{"port", controlPort()},
                               {"token", token.value()},
                               {"players", port()},
                               {"maintenance", maintenancePort()},
                               {"process", ::getpid()}};
    return writeSecretFile(world_.folder() / "control.json", facts.dump(2) + "\n");
}

void Server::acceptTool()
{
    Handle socket(::accept4(controlListener_.get(), nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC));
    if (!socket)
        return;
    ControlClient* client = control_->open(world::World::realMilliseconds());
    if (client == nullptr)
        return;
    client->handle = socket.release();
    tools_[client->handle] = client;
    poller_.add(client->handle, Poller::reading);
}

void Server::serveTool(ControlClient& client, const Ready& ready)
{
    if (ready.readable || ready.broken) {
        char buffer[chunk];
        const ssize_t got = ::recv(client.handle, buffer, sizeof buffer, 0);
        if (got > 0)
            control_->received(client, std::string_view(buffer, static_cast<std::size_t>(got)), world::World::realMilliseconds());
        else if (got == 0 || (errno != EAGAIN && errno != EINTR))
            return dropTool(client);
    }
    flushTool(client);
}

void Server::flushTool(ControlClient& client)
{
    while (client.written < client.output.size()) {
        const ssize_t sent =
            ::send(client.handle, client.output.data() + client.written, client.output.size() - client.written, MSG_NOSIGNAL);
        if (sent <= 0) {
            if (sent < 0 && errno == EINTR)
                continue;
            if (sent < 0 && errno != EAGAIN)
                return dropTool(client);
            break;
        }
        client.written += static_cast<std::size_t>(sent);
    }
    client.output.erase(0, client.written);
    client.written = 0;
    if (client.closing)
        return dropTool(client);
    poller_.change(client.handle, Poller::reading | (client.output.empty() ? 0 : Poller::writing));
}

void Server::dropTool(ControlClient& client)
{
    poller_.remove(client.handle);
    ::close(client.handle);
    tools_.erase(client.handle);
    control_->forget(client);
}

} // namespace blak::serve
