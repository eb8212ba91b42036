// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/world/config.h"

#include "server/vm/names.h"
#include "server/world/channel.h"

#include <charconv>

namespace blak::world {
namespace {

constexpr std::string_view blanks = " \t\r";

// Group, name, kind, may change while running. Source: reference protocol.md section 2.1.
constexpr Option options[]{
    {"Path", "Bof", OptionKind::Text, false},
    {"Path", "Memmap", OptionKind::Text, false},
    {"Path", "Rsc", OptionKind::Text, false},
    {"Path", "Rooms", OptionKind::Text, false},
    {"Path", "Motd", OptionKind::Text, false},
    {"Path", "Channel", OptionKind::Text, false},
    {"Path", "LoadSave", OptionKind::Text, false},
    {"Path", "Forms", OptionKind::Text, false},
    {"Path", "Kodbase", OptionKind::Text, false},
    {"Path", "PackageFile", OptionKind::Text, false},
    {"Socket", "Port", OptionKind::Integer, false},
    {"Socket", "MaintenancePort", OptionKind::Integer, false},
    {"Socket", "MaintenanceMask", OptionKind::Text, false},
    {"Channel", "DebugDisk", OptionKind::Boolean, false},
    {"Channel", "ErrorDisk", OptionKind::Boolean, false},
    {"Channel", "LogDisk", OptionKind::Boolean, false},
    {"Channel", "Flush", OptionKind::Boolean, true},
    {"Inactive", "Synched", OptionKind::Integer, true},
    {"Inactive", "Transfer", OptionKind::Integer, true},
    {"Inactive", "SelectChar", OptionKind::Integer, true},
    {"Inactive", "Game", OptionKind::Integer, true},
    {"Inactive", "Maintenance", OptionKind::Integer, true},
    {"Blakod", "MaxStatements", OptionKind::Integer, true},
    {"Security", "LogSpoofs", OptionKind::Boolean, true},
    {"Update", "DownloadReason", OptionKind::Text, true},
    {"Auto", "SavePeriod", OptionKind::Integer, true},
    {"Auto", "KodPeriod", OptionKind::Integer, true},
    {"Constants", "Enabled", OptionKind::Boolean, false},
    {"Constants", "Filename", OptionKind::Text, false},
    {"Resource", "RscSpec", OptionKind::Text, false},
    {"Debug", "DumpStack", OptionKind::Boolean, true},
};

std::string_view trim(std::string_view text)
{
    const std::size_t first = text.find_first_not_of(blanks);
    if (first == text.npos)
        return {};
    return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::string_view withoutBrackets(std::string_view group)
{
    if (group.starts_with('['))
        group.remove_prefix(1);
    if (group.ends_with(']'))
        group.remove_suffix(1);
    return group;
}

} // namespace

void Config::parse(std::string_view text)
{
    std::string group;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = trim(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
        if (line.empty() || line.starts_with('#'))
            continue;
        if (line.starts_with('[')) {
            group = withoutBrackets(line);
            continue;
        }
        const std::size_t blank = std::min(line.find_first_of(blanks), line.size());
        std::string_view value = trim(line.substr(blank));
        if (value.size() >= 2 && value.front() == '<' && value.back() == '>')
            value = value.substr(1, value.size() - 2);
        set(group, line.substr(0, blank), value);
    }
}

std::string Config::write(std::int64_t now) const
{
    constexpr std::size_t column = 20;
    std::string out = "# Configuration file written at " + timeText(now) + "\n";
    std::string group;
    for (const auto& [key, entry] : values_) {
        if (lowerCase(entry.group) != lowerCase(group) || group.empty())
            out += "\n[" + (group = entry.group) + "]\n";
        const bool quoted = entry.value.find_first_of(" \t") != std::string::npos;
        out += entry.name + std::string(entry.name.size() < column ? column - entry.name.size() : 0, ' ') + " " +
               (quoted ? "<" + entry.value + ">" : entry.value) + "\n";
    }
    return out;
}

std::string Config::key(std::string_view group, std::string_view name) { return lowerCase(group) + "/" + lowerCase(name); }

std::string Config::text(std::string_view group, std::string_view name, std::string_view otherwise) const
{
    const auto it = values_.find(key(group, name));
    return it == values_.end() ? std::string(otherwise) : it->second.value;
}

std::int64_t Config::number(std::string_view group, std::string_view name, std::int64_t otherwise) const
{
    const std::string value = text(group, name);
    std::int64_t result = otherwise;
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), result);
    return error == std::errc() && end == value.data() + value.size() ? result : otherwise;
}

bool Config::yes(std::string_view group, std::string_view name, bool otherwise) const
{
    const std::string value = lowerCase(text(group, name));
    return value == "yes" || value == "true" ? true : value == "no" || value == "false" ? false : otherwise;
}

void Config::set(std::string_view group, std::string_view name, std::string_view value)
{
    group = withoutBrackets(group);
    Entry& entry = values_[key(group, name)];
    if (entry.name.empty())
        entry = {std::string(group), std::string(name), {}};
    entry.value = value;
}

const Option* findOption(std::string_view group, std::string_view name)
{
    for (const Option& option : options)
        if (lowerCase(option.group) == lowerCase(withoutBrackets(group)) && lowerCase(option.name) == lowerCase(name))
            return &option;
    return nullptr;
}

} // namespace blak::world
