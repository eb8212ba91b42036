// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/bots/swarm.h"
#include "studio/blak/commands.h"
#include "studio/blak/terminal.h"

#include <array>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>

namespace blak::cli {
namespace {

nlohmann::json percentilesJson(const std::vector<std::uint32_t>& times)
{
    const bots::Percentiles p = bots::percentilesOf(times);
    return {{"count", p.count}, {"p50_ms", p.p50}, {"p90_ms", p.p90}, {"p99_ms", p.p99}, {"max_ms", p.most}};
}

nlohmann::json reportJson(const bots::SwarmReport& report)
{
    const bots::Tally& t = report.tally;
    return {{"seconds", report.seconds},
            {"playing_at_end", report.playingAtEnd},
            {"entered", t.entered},
            {"lost", t.lost},
            {"refused", t.refused},
            {"undecoded", t.undecoded},
            {"moves", t.moves},
            {"refused_moves", t.refusedMoves},
            {"said", t.said},
            {"heard", t.heard},
            {"messages_in", t.messagesIn},
            {"messages_out", t.messagesOut},
            {"bytes_in_per_second", static_cast<double>(t.bytesIn) / report.seconds},
            {"bytes_out_per_second", static_cast<double>(t.bytesOut) / report.seconds},
            {"ping", percentilesJson(t.pingTimes)},
            {"login", percentilesJson(t.loginTimes)}};
}

std::string reportText(const bots::SwarmReport& report)
{
    const bots::Tally& t = report.tally;
    const auto line = [](const char* what, const bots::Percentiles& p) {
        char text[160];
        std::snprintf(text, sizeof text, "%-8s %zu times, median %.2f ms, 90 %% %.2f, 99 %% %.2f, at most %.2f\n", what, p.count,
                      p.p50, p.p90, p.p99, p.most);
        return std::string(text);
    };
    return std::to_string(t.entered) + " entered the game, " + std::to_string(report.playingAtEnd) + " play at the end, " +
           std::to_string(t.lost) + " connections lost, " + std::to_string(t.refused) + " refused\n" +
           std::to_string(t.messagesIn) + " messages heard, " + std::to_string(t.messagesOut) + " sent, " +
           std::to_string(t.undecoded) + " not understood\n" + std::to_string(t.moves) + " moves, " +
           std::to_string(t.refusedMoves) + " corrected by the server\n" + line("ping", bots::percentilesOf(t.pingTimes)) +
           line("login", bots::percentilesOf(t.loginTimes));
}

/// A number of the command line within bounds; nothing when it is none.
std::optional<double> numberOf(const std::string& text, double least, double most)
{
    char* end = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    if (text.empty() || *end != '\0' || !std::isfinite(value) || value < least || value > most)
        return std::nullopt;
    return value;
}

int run(const Arguments& arguments)
{
    bots::SwarmOptions options;
    options.bots.password = arguments.value("--password").value_or("botsecret");
    options.accounts = arguments.value("--accounts").value_or("bot");
    const std::string server = arguments.value("--server").value_or("127.0.0.1:5959");
    const std::size_t colon = server.rfind(':');
    const auto port = colon == server.npos ? std::nullopt : numberOf(server.substr(colon + 1), 1, 65535);
    if (!port)
        return complainAboutUsage(botCommand, "--server needs HOST:PORT");
    options.host = server.substr(0, colon);
    options.port = static_cast<int>(*port);
    const auto script = arguments.value("--script").value_or("wander");
    if (script == "say")
        options.bots.script = bots::Script::Say;
    else if (script == "login-storm")
        options.bots.script = bots::Script::LoginStorm;
    else if (script != "wander")
        return complainAboutUsage(botCommand, "--script is wander, say or login-storm");
    const auto dialect = arguments.value("--protocol").value_or("mainline");
    const auto known = std::ranges::find(wire::dialectNames, std::string_view(dialect), &wire::DialectName::name);
    if (known == wire::dialectNames.end())
        return complainAboutUsage(botCommand, "--protocol is 1997, 2012, mainline or open105");
    options.bots.dialect = known->dialect;
    double count = 1;
    double maintenance = 0;
    for (const auto& [name, target, least, most] : {std::tuple{"--count", &count, 1.0, 100000.0},
                                                    {"--seconds", &options.seconds, 0.1, 1e7},
                                                    {"--rate", &options.bots.actionsPerSecond, 0.001, 100.0},
                                                    {"--connects", &options.connectsPerSecond, 0.1, 100000.0},
                                                    {"--maintenance", &maintenance, 1.0, 65535.0}})
        if (const auto given = arguments.value(name)) {
            const auto value = numberOf(*given, least, most);
            if (!value)
                return complainAboutUsage(botCommand, std::string(name) + " needs a number");
            *target = *value;
        }
    options.count = static_cast<std::size_t>(count);
    options.maintenancePort = static_cast<int>(maintenance);

    bots::Knowledge knowledge;
    if (const auto folder = arguments.value("--resources"); folder && knowledge.readResources(*folder) == 0)
        return complain(*folder + ": no resources there");
    if (const auto folder = arguments.value("--rooms"))
        knowledge.setRooms(*folder);
    if (const auto text = arguments.value("--redbook"))
        knowledge.setRedbook(*text);
    const auto report = bots::runSwarm(options, knowledge);
    if (!report)
        return complain(report.error().text());
    print(arguments.has("--json") ? reportJson(report.value()).dump(2) + "\n" : reportText(report.value()));
    return report.value().tally.entered > 0 ? success : failure;
}

constexpr std::array options{
    Option{"--server", "HOST:PORT", "where to, 127.0.0.1:5959 otherwise"},
    Option{"--count", "N", "how many bots, 1 otherwise"},
    Option{"--seconds", "S", "how long, 10 otherwise"},
    Option{"--script", "NAME", "wander, say or login-storm"},
    Option{"--rate", "N", "actions of each bot per second, 1 otherwise"},
    Option{"--connects", "N", "new connections per second, 50 otherwise"},
    Option{"--protocol", "NAME", "1997, 2012, mainline (otherwise) or open105"},
    Option{"--accounts", "NAME", "they log in as NAME1, NAME2, ..., bot1 otherwise"},
    Option{"--password", "TEXT", "of all of them"},
    Option{"--maintenance", "PORT", "make the accounts there first"},
    Option{"--resources", "FOLDER", ".rsc and .rsb files of the world: texts of messages, names of rooms"},
    Option{"--rooms", "FOLDER", ".roo files: bots go where the walls let them"},
    Option{"--redbook", "TEXT", "the text that masks the stream, \"Success.\" otherwise"},
    Option{"--json", "", "report as JSON"},
};
constexpr std::array examples{
    Example{"blak bot --count 50 --seconds 60 --maintenance 9998 --rooms run/rooms --resources run/rsc",
            "fifty players who walk about"},
    Example{"blak bot --script login-storm --count 20 --json", "twenty who come and go"},
};

} // namespace

const Command botCommand{
    "bot",
    "Server",
    "Play with many clients at once",
    "",
    options,
    examples,
    0,
    0,
    run,
    "Real clients without a window: they log in, create characters where needed, walk, look and talk, and report "
    "how long the server took."};

} // namespace blak::cli
