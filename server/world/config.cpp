// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/world/config.h"

#include "formats/base/names.h"
#include "formats/base/text_lines.h"

#include <algorithm>
#include <array>

namespace blak::world {
namespace {

using settings::Kind;

constexpr bool dynamic = true, fixed = false;

constexpr config::Option own(std::string_view group, std::string_view name, Kind kind, std::string_view note,
                             const char* otherwise, bool isDynamic)
{
    return {{group, name, kind, note}, {otherwise, otherwise, otherwise}, isDynamic};
}

constexpr auto table = std::to_array<config::Option>({
    own("Socket", "Address", Kind::Text, "where to listen for clients; empty = everywhere", "", fixed),
    own("Socket", "MaintenanceAddress", Kind::Text, "where to listen for maintenance", "127.0.0.1", fixed),
    own("Socket", "TlsPort", Kind::Integer, "a second port for clients, encrypted; none = there is none", "", fixed),
    own("Socket", "TlsCertificate", Kind::Text, "PEM file below the world's folder", "", fixed),
    own("Socket", "TlsKey", Kind::Text, "PEM file below the world's folder", "", fixed),
    own("Socket", "MaintenanceTls", Kind::Boolean, "the maintenance port speaks TLS", "No", fixed),
    own("Channel", "KeepDays", Kind::Integer, "days that logs put aside are kept; 0 = for ever", "90", dynamic),
    own("Channel", "ErrorStack", Kind::Boolean, "the stack of handlers follows an error of Blakod in the error log", "No",
        dynamic),
    own("Telemetry", "MetricsPort", Kind::Integer, "counters over HTTP; none = there is none", "", fixed),
    own("Telemetry", "MetricsAddress", Kind::Text, "where to listen for their readers", "127.0.0.1", fixed),
    own("Telemetry", "SlowMessages", Kind::Boolean, "says when messages take longer than a second", "Yes", dynamic),
    own("Telemetry", "Stats", Kind::Boolean, "RecordStat() into channel/stats.jsonl", "No", fixed),
    own("Webhook", "Folder", Kind::Text, "of the named pipes", "/tmp", fixed),
    own("Email", "Address", Kind::Text, "where to listen for letters", "127.0.0.1", fixed),
    own("Email", "MailServerPort", Kind::Integer, "", "25", fixed),
    own("Portal", "Enabled", Kind::Boolean, "a billing machine is asked about logins", "No", fixed),
    own("Portal", "Ignore", Kind::Boolean, "what it answers does not matter", "No", fixed),
    own("Portal", "Machine", Kind::Text, "", "localhost", fixed),
    own("Portal", "Port", Kind::Integer, "", "4949", fixed),
    own("Portal", "ServerNumber", Kind::Integer, "", "1", fixed),
    own("Portal", "ErrorReport", Kind::Text, "what clients read while it cannot be asked", "", fixed),
    own("Debug", "Portal", Kind::Boolean, "of 1997", "No", dynamic),
    own("Auto", "CheckPortalTime", Kind::Integer, "minutes", "4", dynamic),
    own("Auto", "CheckPortalPeriod", Kind::Integer, "minutes between looks at its connection", "5", dynamic),
    own("Session", "MaxStrangers", Kind::Integer, "connections that nobody has logged in on", "5000", dynamic),
    own("Session", "StrangersPerAddress", Kind::Integer, "of them, of one address", "100", dynamic),
    own("Session", "WorkPerSecond", Kind::Integer, "milliseconds of the server's time that a client may take", "50", dynamic),
    own("Inactive", "Stranger", Kind::Integer, "seconds until somebody has logged in", "120", dynamic),
    own("Telemetry", "MetricsHosts", Kind::Text, "names that readers of the counters may call this machine by", "", fixed),
    own("Session", "MessagesPerSecond", Kind::Integer, "a client that sends faster is read more slowly", "100", dynamic),
    own("Auto", "SnapshotPeriod", Kind::Integer, "seconds between snapshots; 0 = none", "60", dynamic),
    own("Auto", "SnapshotsKept", Kind::Integer, "", "10", dynamic),
    own("Auto", "SaveOnSignal", Kind::Boolean, "", "Yes", dynamic),
    own("Auto", "EndUnsaved", Kind::Boolean, "a server whose world cannot be saved ends after a second try", "No", dynamic),
    own("Security", "KeepDigests", Kind::Boolean,
        "accounts keep the digests that old servers need", "No", dynamic),
    own("Security", "MaintenanceLogin", Kind::Boolean, "a login at the maintenance port even from the loopback address", "No",
        dynamic),
    own("Control", "Port", Kind::Integer, "of the control channel; 0 = any free one", "0", fixed),
    own("Blakod", "MaxMessageMemory", Kind::Integer, "megabytes that one message of Blakod may take", "512", dynamic),
    own("Blakod", "MaxMessageErrors", Kind::Integer, "errors that one message of Blakod may have", "100000", dynamic),
    own("Blakod", "MaxTimers", Kind::Integer, "timers that may run at a time", "200000", dynamic),
    own("Blakston", "Dialect", Kind::Text, "classic, classic97, open105 or open29", "", fixed),
    own("Blakston", "Protocol", Kind::Text, "1997, 2012, mainline, open105 or open29", "", fixed),
});

// Where this server begins with something else than the old ones.
struct OwnDefault
{
    std::string_view group, name, value;
};
constexpr auto ownDefaults = std::to_array<OwnDefault>({
    {"Path", "Bof", "loadkod/"},
    {"Path", "Memmap", "memmap/"},
    {"Path", "Rsc", "rsc/"},
    {"Path", "Rooms", "rooms/"},
    {"Path", "Motd", "./"},
    {"Path", "Channel", "channel/"},
    {"Path", "LoadSave", "savegame/"},
    {"Path", "Kodbase", "./"},
    {"Path", "PackageFile", "./"},
    {"Socket", "MaintenanceMask", "127.0.0.1"},
    {"Channel", "DebugDisk", "Yes"},
    {"Channel", "ErrorDisk", "Yes"},
    {"Channel", "LogDisk", "Yes"},
    {"Channel", "Flush", "Yes"},
    {"Channel", "GodDisk", "Yes"},
    {"Channel", "AdminDisk", "Yes"},
    {"Inactive", "Maintenance", "1800"},
    {"Session", "MaxActive", "300"},
    {"Session", "MaxConnect", "300"},
});

/// Options of the old servers that change nothing here: for parts this server does not have, or tuning it does not need. An empty
/// name = the whole group.
struct WithoutEffect
{
    std::string_view group, name;
};
constexpr auto withoutEffect = std::to_array<WithoutEffect>({
    {"Path", "Forms"},
    {"Socket", "DNSLookup"},
    {"Socket", "Nagle"},
    {"Guest", "Credits"},
    {"Guest", "TooMany"},
    {"Credit", "Warn1"},
    {"Credit", "Warn2"},
    {"Credit", "Admin"},
    {"Resource", ""},
    {"Memory", ""},
    {"Auto", "GarbageTime"},
    {"Auto", "GarbagePeriod"},
    {"Auto", "InterfaceUpdate"},
    {"Auto", "TransmittedTime"},
    {"Auto", "TransmittedPeriod"},
    {"Auto", "ResetPoolTime"},
    {"Auto", "ResetPoolPeriod"},
    {"Email", "PageAddress"},
    {"Console", ""},
    {"Debug", "SMTP"},
    {"Debug", "CanMoveInRoom"},
    {"Debug", "Heap"},
    {"Debug", "TransmittedBytes"},
    {"Debug", "Hash"},
    {"Debug", "InitProperties"},
    {"Debug", "InitLocals"},
    {"Debug", "Uninitialized"},
    {"Debug", "UDP"},
    {"Debug", "DumpStack"},
    {"Debug", "NthWarnLess1"},
    {"Debug", "Portal"},
    {"MySQL", ""},
});

// The least that makes sense. What is not here may be 0, or is brought into its bounds where it is used.
struct Least
{
    std::string_view group, name;
    std::int64_t value;
};
constexpr auto leasts = std::to_array<Least>({
    {"Blakod", "MaxStatements", 1},
    {"Session", "MaxConnect", 1},
    {"Session", "MaxStrangers", 1},
    {"Session", "StrangersPerAddress", 1},
    {"Session", "WorkPerSecond", 1},
});

// Names that there are.
struct Choice
{
    std::string_view group, name, words;
};
constexpr auto choices = std::to_array<Choice>({
    {"Blakston", "Dialect", "classic classic97 open105 open29"},
    {"Blakston", "Protocol", "1997 2012 mainline open105 open29"},
});

std::string_view withoutBrackets(std::string_view group)
{
    if (group.starts_with('['))
        group.remove_prefix(1);
    if (group.ends_with(']'))
        group.remove_suffix(1);
    return group;
}

std::string key(std::string_view group, std::string_view name) { return lowerCase(group) + "/" + lowerCase(name); }

} // namespace

Result<void> Config::parse(std::string_view text)
{
    auto file = config::read(text, "blakserv.cfg");
    if (!file)
        return file.error();
    file_ = std::move(file).value();
    changed_.clear();
    index();
    return {};
}

void Config::index()
{
    values_.clear();
    for (const settings::Option& option : file_.options())
        values_.try_emplace(key(option.group, option.name), option.value);
}

std::string Config::text(std::string_view group, std::string_view name, std::string_view otherwise) const
{
    const auto it = values_.find(key(group, name));
    return it == values_.end() ? std::string(otherwise) : it->second;
}

std::int64_t Config::number(std::string_view group, std::string_view name, std::int64_t otherwise) const
{
    return parseNumber(text(group, name)).value_or(otherwise);
}

bool Config::yes(std::string_view group, std::string_view name, bool otherwise) const
{
    return settings::parseBoolean(text(group, name), settings::Style::Blank).value_or(otherwise);
}

Result<void> Config::set(std::string_view group, std::string_view name, std::string_view value)
{
    group = withoutBrackets(group);
    if (auto changed = file_.set(group, name, value); !changed)
        return changed;
    values_[key(group, name)] = value;
    changed_[key(group, name)] = {std::string(group), std::string(name), std::string(value)};
    return {};
}

Result<std::string> Config::mergeInto(std::string_view text) const
{
    auto file = config::read(text, "blakserv.cfg");
    if (!file)
        return file.error();
    for (const auto& [name, change] : changed_)
        if (auto set = file.value().set(change.group, change.name, change.value); !set)
            return set.error();
    return settings::write(file.value());
}

std::string faultOf(std::string_view group, std::string_view name, std::string_view value)
{
    if (const Least* least = settings::findKnown(leasts, group, name))
        if (const auto number = parseNumber(value); number && *number < least->value)
            return "expected " + std::to_string(least->value) + " or more, found " + std::string(value);
    const Choice* choice = settings::findKnown(choices, group, name);
    if (choice == nullptr || value.empty())
        return {};
    std::string all;
    for (std::string_view rest = choice->words; !rest.empty();) {
        const std::string_view word = rest.substr(0, rest.find(' '));
        if (word == value)
            return {};
        rest.remove_prefix(std::min(word.size() + 1, rest.size()));
        all += (all.empty() ? "" : rest.empty() ? " or " : ", ") + std::string(word);
    }
    return "expected " + all + ", found \"" + std::string(value) + "\"";
}

Result<void> checkOptions(const Config& config)
{
    const auto check = [&config](std::string_view group, std::string_view name) -> Result<void> {
        if (const std::string fault = faultOf(group, name, config.text(group, name)); !fault.empty())
            return Error{"[" + std::string(group) + "] " + std::string(name) + ": " + fault, "blakserv.cfg"};
        return {};
    };
    for (const Least& least : leasts)
        if (auto good = check(least.group, least.name); !good)
            return good;
    for (const Choice& choice : choices)
        if (auto good = check(choice.group, choice.name); !good)
            return good;
    return {};
}

std::vector<settings::Finding> Config::findings() const
{
    std::vector<settings::Finding> all = settings::check(file_, findOption);
    for (const settings::Option& option : file_.options())
        if (!hasEffect(option.group, option.name))
            all.push_back({Severity::Info, option.line,
                           "[" + std::string(option.group) + "] " + std::string(option.name) + " has no effect on this server"});
    return all;
}

bool hasEffect(std::string_view group, std::string_view name)
{
    return std::ranges::none_of(withoutEffect, [&](const WithoutEffect& one) {
        return equalIgnoringCase(one.group, withoutBrackets(group)) && (one.name.empty() || equalIgnoringCase(one.name, name));
    });
}

const config::Option* findOption(std::string_view group, std::string_view name)
{
    group = withoutBrackets(group);
    if (const config::Option* option = config::findOption(group, name))
        return option;
    return settings::findKnown(table, group, name);
}

std::string_view defaultFor(const config::Option& option, config::Fork fork)
{
    if (const OwnDefault* own = settings::findKnown(ownDefaults, option.group, option.name))
        return own->value;
    return option.defaultFor(fork);
}

std::span<const config::Option> ownOptions() { return table; }

} // namespace blak::world
