// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/base/file_io.h"
#include "server/bots/swarm.h"
#include "studio/blak/commands.h"
#include "studio/blak/counted.h"
#include "studio/blak/lease.h"
#include "studio/blak/terminal.h"

#include <array>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>

namespace blak::cli {
namespace {

nlohmann::json percentilesJson(const std::vector<std::uint32_t>& times)
{
    const bots::Percentiles p = bots::percentilesOf(times);
    return {{"count", p.count}, {"p50_ms", p.p50}, {"p90_ms", p.p90}, {"p99_ms", p.p99}, {"max_ms", p.most}};
}

/// Bytes of one bot in a second of the game.
double perBot(const bots::Tally& tally, std::uint64_t bytes)
{
    constexpr double microseconds = 1e6;
    return tally.playing == 0 ? 0 : static_cast<double>(bytes) * microseconds / static_cast<double>(tally.playing);
}

double share(const bots::RoomCoverage& room)
{
    return room.reachable == 0 ? 0 : static_cast<double>(room.visited) / static_cast<double>(room.reachable);
}

/// Texts of the world are of its own encoding; JSON wants UTF-8.
std::string asciiOf(const std::string& text)
{
    std::string out;
    for (const char c : text)
        out.push_back(c >= ' ' && c < 127 ? c : '?');
    return out;
}

nlohmann::json coverageJson(const bots::Coverage& coverage)
{
    nlohmann::json rooms = nlohmann::json::array();
    for (const bots::RoomCoverage& room : coverage.rooms())
        rooms.push_back({{"room", asciiOf(room.room)},
                         {"visited", room.visited},
                         {"reachable", room.reachable},
                         {"walkable", room.walkable},
                         {"share", share(room)}});
    return rooms;
}

nlohmann::json reportJson(const bots::SwarmReport& report)
{
    const bots::Tally& t = report.tally;
    nlohmann::json texts = nlohmann::json::object();
    for (const auto& [text, times] : t.systemTexts)
        texts[asciiOf(text)] = times;
    return {{"seconds", report.seconds},
            {"playing_seconds", static_cast<double>(t.playing) / 1e6},
            {"playing_at_end", report.playingAtEnd},
            {"entered", t.entered},
            {"lost", t.lost},
            {"refused", t.refused},
            {"undecoded", t.undecoded},
            {"moves", t.moves},
            {"refused_moves", t.refusedMoves},
            {"said", t.said},
            {"heard", t.heard},
            {"looked", t.looked},
            {"taken", t.taken},
            {"dropped", t.dropped},
            {"used", t.used},
            {"gave_up", t.gaveUp},
            {"scripts_finished", t.scriptsFinished},
            {"system_messages", t.systemMessages},
            {"system_texts", std::move(texts)},
            {"coverage", coverageJson(t.coverage)},
            {"messages_in", t.messagesIn},
            {"messages_out", t.messagesOut},
            {"bytes_in_per_second", static_cast<double>(t.bytesIn) / report.seconds},
            {"bytes_out_per_second", static_cast<double>(t.bytesOut) / report.seconds},
            {"bytes_in_per_second_and_bot", perBot(t, t.bytesIn)},
            {"bytes_out_per_second_and_bot", perBot(t, t.bytesOut)},
            {"ping", percentilesJson(t.pingTimes)},
            {"login", percentilesJson(t.loginTimes)}};
}

std::string coverageText(const bots::Coverage& coverage)
{
    std::string out;
    for (const bots::RoomCoverage& room : coverage.rooms()) {
        char text[200];
        std::snprintf(text, sizeof text, "%-16.40s %zu of %s that can be reached (%.0f %%), of %zu with a floor\n",
                      asciiOf(room.room).c_str(), room.visited, counted(room.reachable, "square").c_str(), share(room) * 100, room.walkable);
        out += text;
    }
    return out;
}

std::string reportText(const bots::SwarmReport& report)
{
    const bots::Tally& t = report.tally;
    std::string rest;
    char bytes[160];
    std::snprintf(bytes, sizeof bytes, "a bot in the game: %.0f bytes a second in, %.0f out\n", perBot(t, t.bytesIn),
                  perBot(t, t.bytesOut));
    rest += bytes;
    if (t.scriptsFinished + t.gaveUp > 0)
        rest += std::to_string(t.scriptsFinished) + " came to the end of the script, " + counted(t.gaveUp, "way") +
                (t.gaveUp == 1 ? " was not found\n" : " were not found\n");
    for (const auto& [text, times] : t.systemTexts)
        rest += "system message, " + counted(times, "time") + ": " + asciiOf(text) + "\n";
    rest += coverageText(t.coverage);
    const auto line = [](const char* what, const bots::Percentiles& p) {
        char text[160];
        std::snprintf(text, sizeof text, "%-8s %s, median %.2f ms, 90 %% %.2f, 99 %% %.2f, at most %.2f\n", what,
                      counted(p.count, "time").c_str(), p.p50, p.p90, p.p99, p.most);
        return std::string(text);
    };
    return std::to_string(t.entered) + " entered the game, " + std::to_string(report.playingAtEnd) +
           (report.playingAtEnd == 1 ? " plays at the end, " : " play at the end, ") + counted(t.lost, "connection") + " lost, " +
           std::to_string(t.refused) + " refused\n" +
           counted(t.messagesIn, "message") + " heard, " + std::to_string(t.messagesOut) + " sent, " +
           std::to_string(t.undecoded) + " not understood\n" + counted(t.moves, "move") + ", " +
           std::to_string(t.refusedMoves) + " corrected by the server; " + std::to_string(t.said) + " said, " +
           std::to_string(t.looked) + " looked at, " + std::to_string(t.taken) + " picked up, " + std::to_string(t.dropped) +
           " laid down, " + std::to_string(t.used) + " used\n" + line("ping", bots::percentilesOf(t.pingTimes)) +
           line("login", bots::percentilesOf(t.loginTimes)) + rest;
}

/// A script of that name. The error is for people.
Result<bots::Program> readScript(const std::string& name)
{
    std::error_code error;
    const auto size = std::filesystem::file_size(name, error);
    if (error)
        return Error{"expected wander, say, login-storm or a file that can be read", name};
    if (size > bots::largestScript)
        return Error{"the script has more than a megabyte", name};
    const auto bytes = readFile(name);
    if (!bytes)
        return bytes.error();
    const auto& data = bytes.value();
    return bots::parseScript({reinterpret_cast<const char*>(data.data()), data.size()}, name);
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
    if (options.bots.password == "-") // other users see the words of a command
        std::getline(std::cin, options.bots.password);
    if (arguments.has("--leased"))
        endWithStandardInput();
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
    else if (script != "wander") {
        auto program = readScript(script);
        if (!program)
            return complain(program.error().text());
        options.bots.script = bots::Script::Commands;
        options.bots.program = std::move(program).value();
    }
    const auto dialect = arguments.value("--protocol").value_or("mainline");
    const auto known = std::ranges::find(wire::dialectNames, std::string_view(dialect), &wire::DialectName::name);
    if (known == wire::dialectNames.end())
        return complainAboutUsage(botCommand, "--protocol is 1997, 2012, mainline, open105 or open29");
    options.bots.dialect = known->dialect;
    double count = 1, first = 1;
    double maintenance = 0;
    for (const auto& [name, target, least, most] : {std::tuple{"--count", &count, 1.0, 100000.0},
                                                    {"--first", &first, 1.0, 1e6},
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
    options.first = static_cast<std::size_t>(first);
    options.maintenancePort = static_cast<int>(maintenance);

    bots::Knowledge knowledge;
    if (const auto folder = arguments.value("--resources"); folder && knowledge.readResources(*folder) == 0)
        return complain(*folder + ": no resources there");
    if (const auto folder = arguments.value("--rooms"))
        knowledge.setRooms(*folder);
    if (const auto text = arguments.value("--redbook"))
        knowledge.resources().setRedbook(*text);
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
    Option{"--script", "NAME", "wander, say, login-storm, or a file of commands (docs/bots.md)"},
    Option{"--rate", "N", "actions of each bot per second, 1 otherwise"},
    Option{"--connects", "N", "new connections per second, 50 otherwise"},
    Option{"--protocol", "NAME", "1997, 2012, mainline (otherwise), open105 or open29"},
    Option{"--accounts", "NAME", "they log in as NAME1, NAME2, ..., bot1 otherwise"},
    Option{"--first", "N", "the number of the first of them, 1 otherwise"},
    Option{"--password", "TEXT", "of all of them; - takes the first line of standard input"},
    Option{"--leased", "", "end when standard input does"},
    Option{"--maintenance", "PORT", "make the accounts there first"},
    Option{"--resources", "FOLDER", ".rsc and .rsb files of the world: texts of messages, names of rooms"},
    Option{"--rooms", "FOLDER", ".roo files: bots go where the walls let them"},
    Option{"--redbook", "TEXT", "the text that masks the stream, \"Success.\" otherwise"},
    Option{"--json", "", "report as JSON"},
};
constexpr std::array examples{
    Example{"blak bot --count 50 --seconds 60 --maintenance 9998 --rooms run/rooms --resources run/rsc",
            "fifty players who walk about"},
    Example{"blak bot --count 10 --script errand.bots --rooms run/rooms --resources run/rsc", "ten who do what the file says"},
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
    "Real clients without a window: they log in, create characters where needed, walk, look, talk, pick up and lay "
    "down, and report how long the server took, what it sent, and which squares of the rooms they saw."};

} // namespace blak::cli
