// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/blak/tool_connection.h"

#include "formats/base/file_io.h"
#include "studio/play/run_folder.h"

#include <array>
#include <cerrno>
#include <fcntl.h>
#include <netdb.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace blak::cli {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

constexpr std::size_t mostBytes = 256u << 20; ///< of an answer

} // namespace

int connectTo(const std::string& host, int port)
{
    addrinfo hints{};
    hints.ai_socktype = SOCK_STREAM;
    addrinfo* found = nullptr;
    if (::getaddrinfo(host.c_str(), std::to_string(port).c_str(), &hints, &found) != 0)
        return -1;
    int connection = -1;
    for (const addrinfo* one = found; one != nullptr && connection < 0; one = one->ai_next) {
        const int handle = ::socket(one->ai_family, one->ai_socktype | SOCK_CLOEXEC, one->ai_protocol);
        if (handle >= 0 && ::connect(handle, one->ai_addr, one->ai_addrlen) == 0)
            connection = handle;
        else if (handle >= 0)
            ::close(handle);
    }
    ::freeaddrinfo(found);
    return connection;
}

Result<ToolConnection> ToolConnection::open(const fs::path& folder)
{
    std::error_code code;
    const fs::path own = folder / "control.json";
    const fs::path file = fs::exists(own, code) ? own : play::runFolderOf(folder) / "control.json";
    const auto text = readTextFile(file);
    const json facts = text ? json::parse(text.value(), nullptr, false) : json();
    if (!facts.is_object() || !facts.contains("port") || !facts["port"].is_number_integer() || !facts.contains("token"))
        return Error{"no server runs here", folder.string()};
    const int socket = connectTo("127.0.0.1", facts["port"].get<int>());
    if (socket < 0)
        return Error{"no server runs here any more", folder.string()};
    ToolConnection connection(socket);
    if (const auto welcome = connection.ask("hello", {{"token", facts["token"]}}); !welcome)
        return welcome.error();
    return connection;
}

ToolConnection::~ToolConnection()
{
    if (socket_ >= 0)
        ::close(socket_);
}

/// Events that come in between are left out.
Result<json> ToolConnection::ask(std::string_view action, json fields, std::chrono::milliseconds most)
{
    const int number = ++number_;
    fields["id"] = number;
    fields["do"] = action;
    const std::string line = fields.dump() + "\n";
    for (std::size_t sent = 0; sent < line.size();) {
        const ssize_t count = ::send(socket_, line.data() + sent, line.size() - sent, MSG_NOSIGNAL);
        if (count <= 0 && errno != EINTR)
            return Error{"the server has gone", std::string(action)};
        sent += static_cast<std::size_t>(std::max<ssize_t>(count, 0));
    }
    const auto end = std::chrono::steady_clock::now() + most;
    std::array<char, 64 * 1024> buffer;
    for (;;) {
        for (std::size_t at = read_.find('\n'); at != read_.npos; at = read_.find('\n')) {
            const json answer = json::parse(read_.substr(0, at), nullptr, false);
            read_.erase(0, at + 1);
            if (!answer.is_object() || answer.value("id", json()) != number)
                continue;
            if (answer.value("ok", json(false)) != true)
                return Error{answer.value("error", json()).is_string() ? answer["error"].get<std::string>() : answer.dump(), std::string(action)};
            return answer.value("result", json());
        }
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - std::chrono::steady_clock::now()).count();
        pollfd waiting{socket_, POLLIN, 0};
        if (left <= 0 || ::poll(&waiting, 1, static_cast<int>(left)) == 0)
            return Error{"the server does not answer", std::string(action)};
        const ssize_t count = ::recv(socket_, buffer.data(), buffer.size(), 0);
        if (count == 0 || (count < 0 && errno != EINTR) || read_.size() > mostBytes)
            return Error{"the server has gone", std::string(action)};
        if (count > 0)
            read_.append(buffer.data(), static_cast<std::size_t>(count));
    }
}

} // namespace blak::cli
