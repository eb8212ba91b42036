// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/telemetry/http_peer.h"

#include "formats/base/names.h"
#include "formats/base/text_lines.h"
#include "server/address/address.h"

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

/// A page in a browser on this machine could ask in its own name (Origin), or under a name of its own that it has let mean this
/// machine (Host). Programs that read counters send no Origin and use the address, or a name that the configuration has.
bool HttpPeer::mayAsk(std::string_view head) const
{
    while (!head.empty()) {
        std::string_view line = head.substr(0, head.find('\n'));
        head.remove_prefix(std::min(line.size() + 1, head.size()));
        const std::size_t colon = line.find(':');
        if (colon == line.npos)
            continue;
        const std::string name = lowerCase(line.substr(0, colon));
        const std::string value = lowerCase(trimmed(line.substr(colon + 1)));
        if (name == "origin" || (name == "sec-fetch-site" && value != "none" && value != "same-origin") ||
            (name == "host" && !isOwnHost(value)))
            return false;
    }
    return true;
}

bool HttpPeer::isOwnHost(std::string_view host) const
{
    if (const std::size_t port = host.rfind(':'); port != host.npos && !host.ends_with(']') && host.find(':') == port)
        host = host.substr(0, port);
    else if (const std::size_t close = host.find(']'); host.starts_with('[') && close != host.npos)
        host = host.substr(1, close - 1);
    if (host == "localhost" || (parseAddressRange(host) && host.find_first_of("*/") == host.npos))
        return true;
    for (std::string_view rest = hosts_; !rest.empty();) {
        const std::string_view one = takeWord(rest);
        if (!one.empty() && equalIgnoringCase(one, host))
            return true;
    }
    return false;
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
    if (!mayAsk(std::string_view(input_).substr(0, end)))
        return answer("403 Forbidden", "this is not for web pages; [Telemetry] MetricsHosts names this machine\n", method == "GET");
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
