// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/telemetry/http_peer.h"

#include <algorithm>
#include <array>

namespace blak::serve {
namespace {

/// What goes up and down; everything else only rises.
constexpr std::array<std::string_view, 8> gauges{
    "blakston_sessions", "blakston_playing", "blakston_objects", "blakston_list_nodes",
    "blakston_strings",  "blakston_tables",  "blakston_timers",  "blakston_snapshot_pause_microseconds"};

std::string_view takeWord(std::string_view& line)
{
    const std::string_view word = line.substr(0, line.find(' '));
    line.remove_prefix(std::min(word.size() + 1, line.size()));
    return word;
}

} // namespace

void HttpPeer::answer(std::string_view status, std::string_view body, bool withBody)
{
    output += "HTTP/1.1 " + std::string(status) +
              "\r\nContent-Type: text/plain; version=0.0.4; charset=utf-8\r\nContent-Length: " + std::to_string(body.size()) +
              "\r\nConnection: close\r\n\r\n";
    if (withBody)
        output += body;
    closing = true;
}

void HttpPeer::received(std::string_view bytes, std::int64_t)
{
    if (closing)
        return;
    input_.append(bytes.substr(0, longestRequest + 1));
    const std::size_t end = std::min(input_.find("\r\n\r\n"), input_.find("\n\n"));
    if (end == std::string::npos) {
        if (input_.size() > longestRequest)
            answer("431 Request Header Fields Too Large", "the request is too long\n");
        return;
    }
    std::string_view line = std::string_view(input_).substr(0, input_.find_first_of("\r\n"));
    const std::string_view method = takeWord(line);
    const std::string_view path = takeWord(line);
    if (!line.starts_with("HTTP/1."))
        return answer("400 Bad Request", "this is no request\n");
    if (method != "GET" && method != "HEAD")
        return answer("405 Method Not Allowed", "only GET and HEAD\n");
    if (path != "/metrics")
        return answer("404 Not Found", "there is /metrics\n", method == "GET");
    answer("200 OK", metrics_(), method == "GET");
}

void HttpPeer::tick(std::int64_t now)
{
    if (now - since_ > longestTime)
        closing = true;
}

std::string withTypes(std::string_view counters)
{
    std::string out;
    while (!counters.empty()) {
        const std::string_view line = counters.substr(0, counters.find('\n'));
        counters.remove_prefix(std::min(line.size() + 1, counters.size()));
        const std::string_view name = line.substr(0, line.find(' '));
        if (name.empty())
            continue;
        const bool gauge = std::ranges::find(gauges, name) != gauges.end();
        out += "# TYPE " + std::string(name) + (gauge ? " gauge\n" : " counter\n") + std::string(line) + "\n";
    }
    return out;
}

} // namespace blak::serve
