// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/world/save_set.h"

#include "formats/base/file_io.h"
#include "server/world/channel.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <set>

namespace blak::world {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 4> parts{"gameuser", "accounts", "striings", "dynarscs"};
constexpr std::string_view snapshotMark = "snapshot";

std::optional<std::int64_t> numberOf(std::string_view text)
{
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (text.empty() || error != std::errc() || end != text.data() + text.size() || number < 0)
        return std::nullopt;
    return number;
}

std::string nameOf(std::string_view part, std::int64_t time) { return std::string(part) + "." + std::to_string(time); }

} // namespace

std::optional<std::int64_t> lastSaveIn(const fs::path& folder)
{
    constexpr std::uint64_t longest = 64 * 1024;
    constexpr std::string_view word = "LASTSAVE ";
    const auto text = readTextFile(folder / "lastsave.txt", longest);
    if (!text)
        return std::nullopt;
    std::string_view rest = text.value();
    while (!rest.empty()) {
        std::string_view line = rest.substr(0, rest.find('\n'));
        rest.remove_prefix(std::min(line.size() + 1, rest.size()));
        if (!line.starts_with(word))
            continue;
        line.remove_prefix(word.size());
        return numberOf(line.substr(0, line.find_first_not_of("0123456789")));
    }
    return std::nullopt;
}

std::vector<SaveEntry> listSaves(const fs::path& folder)
{
    std::map<std::int64_t, SaveEntry> found;
    std::map<std::int64_t, std::size_t> counted;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(folder, error)) {
        const std::string name = entry.path().filename().string();
        const std::size_t dot = name.find('.');
        const auto time = dot == name.npos ? std::nullopt : numberOf(std::string_view(name).substr(dot + 1));
        const std::string_view part = std::string_view(name).substr(0, dot);
        if (!time || (std::ranges::find(parts, part) == parts.end() && part != snapshotMark))
            continue;
        SaveEntry& save = found[*time];
        save.time = *time;
        if (part == snapshotMark) {
            save.snapshot = true;
            continue;
        }
        std::error_code sizeError;
        const auto bytes = fs::file_size(entry.path(), sizeError);
        save.bytes += sizeError ? 0 : bytes;
        ++counted[*time];
    }
    const auto last = lastSaveIn(folder);
    std::vector<SaveEntry> out;
    for (auto& [time, save] : found) {
        save.complete = counted[time] == parts.size();
        save.current = last == time;
        out.push_back(save);
    }
    return out;
}

Result<SaveSet> readSaveSet(const fs::path& folder, std::int64_t time)
{
    SaveSet set;
    const auto gameBytes = readFile(folder / nameOf("gameuser", time));
    if (!gameBytes)
        return gameBytes.error();
    auto game = save::readGame(gameBytes.value(), nameOf("gameuser", time));
    if (!game)
        return game.error();
    set.game = std::move(game).value();
    const auto stringBytes = readFile(folder / nameOf("striings", time));
    if (!stringBytes)
        return stringBytes.error();
    auto strings = save::readStrings(stringBytes.value(), nameOf("striings", time));
    if (!strings)
        return strings.error();
    set.strings = std::move(strings).value();
    const auto resourceBytes = readFile(folder / nameOf("dynarscs", time));
    if (!resourceBytes)
        return resourceBytes.error();
    auto resources = save::readDynamicResources(resourceBytes.value(), nameOf("dynarscs", time));
    if (!resources)
        return resources.error();
    set.resources = std::move(resources).value();
    const auto accounts = readTextFile(folder / nameOf("accounts", time));
    if (!accounts)
        return accounts.error();
    if (!set.accounts.read(accounts.value()))
        return Error{"no line makes sense", nameOf("accounts", time)};
    set.accounts.users.clear();
    for (const save::User& user : set.game.users)
        set.accounts.users.push_back({user.account, user.object});
    return set;
}

Result<void> makeCurrent(const fs::path& folder, std::int64_t time, const std::string& shownFolder)
{
    std::string last = "#\n# Control file for last successful save\n#\n# Files written:\n";
    for (const std::string_view part : parts)
        last += "# " + shownFolder + nameOf(part, time) + "\n";
    last += "#\n# Last successful save was at " + timeText(time) + "\n#\n\nLASTSAVE " + std::to_string(time) + "\n";
    return writeFileAtomically(folder / "lastsave.txt", last, Backup::None);
}

Result<std::int64_t> writeSaveSet(const fs::path& folder, const SaveSet& set, std::int64_t time, const SaveOptions& options)
{
    std::error_code ignored;
    while (fs::exists(folder / nameOf("gameuser", time), ignored))
        ++time;
    save::Game game = set.game;
    game.users.clear();
    for (const User& user : set.accounts.users)
        game.users.push_back({static_cast<std::int32_t>(user.account), static_cast<std::int32_t>(user.object)});
    if (options.snapshot)
        if (auto written = writeFileAtomically(folder / nameOf(snapshotMark, time), std::string_view(), Backup::None); !written)
            return written.error();
    const std::string accounts = set.accounts.write(options.withEmail);
    const std::vector<std::byte> bytes[]{save::write(game), save::write(set.strings), save::write(set.resources)};
    constexpr std::string_view names[]{"gameuser", "striings", "dynarscs"};
    for (std::size_t i = 0; i < std::size(names); ++i)
        if (auto written = writeFileAtomically(folder / nameOf(names[i], time), bytes[i], Backup::None); !written)
            return written.error();
    if (auto written = writeFileAtomically(folder / nameOf("accounts", time), accounts, Backup::None); !written)
        return written.error();
    if (options.current)
        if (auto current = makeCurrent(folder, time, options.shownFolder); !current)
            return current.error();
    return time;
}

void cleanSaves(const fs::path& folder, std::int64_t now, std::size_t keep)
{
    constexpr std::int64_t hour = 3600;
    constexpr std::int64_t day = 24 * hour;
    constexpr std::int64_t month = 31 * day;
    const std::vector<SaveEntry> saves = listSaves(folder);
    std::set<std::int64_t> hours;
    std::set<std::int64_t> days;
    std::size_t kept = 0;
    for (auto it = saves.rbegin(); it != saves.rend(); ++it) { // newest first
        if (it->current || !it->snapshot)
            continue;
        bool stays = it->complete && kept < keep;
        kept += stays ? 1 : 0;
        if (it->complete && it->time > now - day)
            stays = hours.insert(it->time / hour).second || stays;
        if (it->complete && it->time > now - month)
            stays = days.insert(it->time / day).second || stays;
        if (stays)
            continue;
        std::error_code ignored;
        for (const std::string_view part : parts)
            fs::remove(folder / nameOf(part, it->time), ignored);
        fs::remove(folder / nameOf(snapshotMark, it->time), ignored);
    }
}

} // namespace blak::world
