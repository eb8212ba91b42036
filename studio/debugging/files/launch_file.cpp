// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/debugging/files/launch_file.h"

#include "server/dap/protocol.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace blak::debugfiles {
namespace {

using nlohmann::json;
using Ordered = nlohmann::ordered_json;

constexpr std::size_t mostConfigurations = 100, mostArguments = 100;
constexpr std::size_t longestText = 4096; ///< bytes
constexpr std::int64_t highestPort = 65535;

/// What a configuration may hold, and what kind of value.
struct Field
{
    const char* name;
    json::value_t type;
};
constexpr Field fields[]{{"name", json::value_t::string},      {"request", json::value_t::string},   {"folder", json::value_t::string},
                         {"host", json::value_t::string},      {"port", json::value_t::number_unsigned},
                         {"arguments", json::value_t::array},  {"stopOnEntry", json::value_t::boolean},
                         {"timeTravel", json::value_t::boolean}, {"recording", json::value_t::string}};

/// Not in the middle of a character.
std::string shortened(std::string text)
{
    if (text.size() <= longestText)
        return text;
    std::size_t end = longestText;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80)
        --end;
    text.resize(end);
    return text;
}

std::string trimmed(std::string_view text)
{
    constexpr std::string_view blanks = " \t\r\n\v\f";
    const std::size_t begin = text.find_first_not_of(blanks);
    return begin == text.npos ? std::string() : std::string(text.substr(begin, text.find_last_not_of(blanks) + 1 - begin));
}

std::string text(const json& object, const char* key) { return shortened(dap::textOf(object, key)); }

/// Why it makes no sense; empty = it does.
std::string faultOf(const json& row)
{
    if (!row.is_object())
        return std::string("expected an object, found ") + row.type_name();
    for (const Field& field : fields)
        if (const auto it = row.find(field.name); it != row.end() && it->type() != field.type)
            return std::string("expected ") + json(field.type).type_name() + " for \"" + field.name + "\", found " + it->type_name();
    if (trimmed(text(row, "name")).empty())
        return "expected a \"name\", found none";
    const std::string request = text(row, "request");
    if (request != "launch" && request != "attach")
        return "expected launch or attach for \"request\", found \"" + request + "\"";
    const std::int64_t port = dap::numberOf(row, "port");
    if (port < 0 || port > highestPort)
        return "expected a port up to " + std::to_string(highestPort) + ", found " + row.at("port").dump();
    if (request == "attach" && text(row, "folder").empty() && port == 0)
        return "expected \"folder\" or \"port\" of the server, found neither";
    const json& arguments = dap::listOf(row, "arguments");
    if (arguments.size() > mostArguments || !std::ranges::all_of(arguments, [](const json& one) { return one.is_string(); }))
        return "expected at most " + std::to_string(mostArguments) + " texts for \"arguments\"";
    return {};
}

Launch launchOf(const json& row)
{
    Launch launch;
    launch.name = trimmed(text(row, "name"));
    launch.attaches = text(row, "request") == "attach";
    launch.recording = text(row, "recording");
    for (const json& one : dap::listOf(row, "arguments"))
        launch.arguments.push_back(shortened(one.get<std::string>()));
    launch.folder = text(row, "folder");
    launch.host = text(row, "host");
    launch.port = static_cast<int>(dap::numberOf(row, "port"));
    launch.stopOnEntry = dap::flagOf(row, "stopOnEntry");
    launch.keepPast = dap::flagOf(row, "timeTravel", true);
    return launch;
}

} // namespace

Result<std::vector<Launch>> parseLaunches(std::string_view text, const std::string& where)
{
    const json all = json::parse(text.begin(), text.end(), nullptr, false, true); // comments are welcome
    const auto rows = all.is_object() ? all.find("configurations") : all.end();
    if (!all.is_object() || rows == all.end() || !rows->is_array())
        return Error{std::string("expected an object with a list of \"configurations\", found ") +
                         (all.is_discarded() ? "text that is no JSON" : all.type_name()),
                     where};
    if (rows->size() > mostConfigurations)
        return Error{"expected at most " + std::to_string(mostConfigurations) + " configurations, found " + std::to_string(rows->size()), where};
    std::vector<Launch> out;
    for (const json& row : *rows) {
        if (const std::string fault = faultOf(row); !fault.empty())
            return Error{"configuration " + std::to_string(out.size() + 1) + ": " + fault, where};
        out.push_back(launchOf(row));
    }
    return out;
}

std::string launchesText(const std::vector<Launch>& all)
{
    Ordered rows = Ordered::array();
    for (const Launch& launch : all) {
        Ordered row{{"name", launch.name}, {"request", launch.attaches ? "attach" : "launch"}};
        if (launch.attaches && !launch.folder.empty()) {
            row["folder"] = launch.folder;
        } else if (launch.attaches) {
            row["host"] = launch.host;
            row["port"] = launch.port;
        }
        if (!launch.attaches && !launch.recording.empty())
            row["recording"] = launch.recording;
        if (!launch.arguments.empty()) {
            row["arguments"] = Ordered::array();
            for (const std::string& one : launch.arguments)
                row["arguments"].push_back(one);
        }
        if (launch.stopOnEntry)
            row["stopOnEntry"] = true;
        if (!launch.keepPast)
            row["timeTravel"] = false;
        rows.push_back(std::move(row));
    }
    return Ordered{{"configurations", std::move(rows)}}.dump(2) + "\n";
}

} // namespace blak::debugfiles
