// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/world/save_set.h"

#include "formats/base/find_file.h"
#include "formats/base/names.h"
#include "formats/save/last_save.h"
#include "server/world/channel.h"
#include "server/world/left_overs.h"

#include <algorithm>
#include <array>
#include <bitset>
#include <map>
#include <set>

namespace blak::world {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 4> parts{"gameuser", "accounts", "striings", "dynarscs"};
constexpr std::string_view snapshotMark = "snapshot";
constexpr std::string_view savingMark = "saving"; ///< stands beside a set while it is written
constexpr std::string_view lastSaveName = "lastsave.txt";

/// N of "PART.N".
std::optional<std::int64_t> numberOf(std::string_view text) { return parseNumber(text, 0); }

std::string nameOf(std::string_view part, std::int64_t time) { return std::string(part) + "." + std::to_string(time); }

/// In any case, or the name it would get.
fs::path fileOf(const fs::path& folder, std::string_view part, std::int64_t time)
{
    return findOrName(folder, nameOf(part, time));
}

std::string lastSaveText(std::int64_t time, const std::string& shownFolder)
{
    save::LastSave last;
    const auto comment = [&last](std::string text) { last.lines.push_back({std::move(text), LineEnd::Lf, std::nullopt}); };
    for (const char* line : {"#", "# Control file for last successful save", "#", "# Files written:"})
        comment(line);
    for (const std::string_view part : parts)
        comment("# " + shownFolder + nameOf(part, time));
    for (const std::string& line :
         {std::string("#"), "# Last successful save was at " + timeText(time), std::string("#"), std::string()})
        comment(line);
    addEntry(last.lines, time);
    return save::write(last);
}

void removeSet(const fs::path& folder, std::int64_t time)
{
    std::error_code ignored;
    for (const std::string_view part : parts)
        fs::remove(fileOf(folder, part, time), ignored);
    for (const std::string_view mark : {snapshotMark, savingMark}) // last, so that what is interrupted here goes the next time
        fs::remove(fileOf(folder, mark, time), ignored);
}

/// PART.N, or the file that names the current save.
bool isOfSaves(std::string_view file)
{
    const std::string name = lowerCase(std::string(file));
    const std::size_t dot = name.find('.');
    const std::string_view part = std::string_view(name).substr(0, dot);
    const bool known = std::ranges::find(parts, part) != parts.end() || part == snapshotMark || part == savingMark;
    return name == lastSaveName || (known && dot != name.npos && numberOf(std::string_view(name).substr(dot + 1)));
}

} // namespace

std::optional<std::int64_t> lastSaveIn(const fs::path& folder)
{
    constexpr std::uint64_t longest = 64 * 1024;
    const auto text = readTextFile(findOrName(folder, lastSaveName), longest);
    if (!text)
        return std::nullopt;
    const auto last = save::readLastSave(text.value(), lastSaveName);
    return last ? last.value().number() : std::nullopt;
}

Result<std::vector<SaveEntry>> listSaves(const fs::path& folder)
{
    std::map<std::int64_t, SaveEntry> found;
    std::map<std::int64_t, std::bitset<parts.size()>> there;
    std::error_code error;
    fs::directory_iterator at(folder, error);
    for (; !error && at != fs::directory_iterator(); at.increment(error)) {
        const fs::directory_entry& entry = *at;
        const std::string name = lowerCase(entry.path().filename().string());
        const std::size_t dot = name.find('.');
        const auto time = dot == name.npos ? std::nullopt : numberOf(std::string_view(name).substr(dot + 1));
        const std::string_view part = std::string_view(name).substr(0, dot);
        const auto known = std::ranges::find(parts, part);
        if (!time || (known == parts.end() && part != snapshotMark))
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
        there[*time].set(static_cast<std::size_t>(known - parts.begin()));
    }
    if (error && error != std::errc::no_such_file_or_directory)
        return Error{"the saved games cannot be listed: " + error.message(), folder.string()};
    const auto last = lastSaveIn(folder);
    std::vector<SaveEntry> out;
    for (auto& [time, save] : found) {
        save.complete = there[time].all();
        save.current = last == time;
        out.push_back(save);
    }
    return out;
}

Result<SaveSet> readSaveSet(const fs::path& folder, std::int64_t time, std::vector<Error>& problems)
{
    SaveSet set;
    const auto gameBytes = readFile(fileOf(folder, "gameuser", time));
    if (!gameBytes)
        return gameBytes.error();
    auto game = save::readGame(gameBytes.value(), nameOf("gameuser", time));
    if (!game)
        return game.error();
    set.game = std::move(game).value();
    const auto stringBytes = readFile(fileOf(folder, "striings", time));
    if (!stringBytes)
        return stringBytes.error();
    auto strings = save::readStrings(stringBytes.value(), nameOf("striings", time));
    if (!strings)
        return strings.error();
    set.strings = std::move(strings).value();
    const auto resourceBytes = readFile(fileOf(folder, "dynarscs", time));
    if (!resourceBytes)
        return resourceBytes.error();
    auto resources = save::readDynamicResources(resourceBytes.value(), nameOf("dynarscs", time));
    if (!resources)
        return resources.error();
    set.resources = std::move(resources).value();
    const auto accounts = readTextFile(fileOf(folder, "accounts", time));
    if (!accounts)
        return accounts.error();
    if (!set.accounts.read(accounts.value(), nameOf("accounts", time), problems))
        return Error{"no line makes sense", nameOf("accounts", time)};
    set.accounts.users.clear();
    for (const save::User& user : set.game.users)
        set.accounts.users.push_back({user.account, user.object});
    return set;
}

Result<void> makeCurrent(const fs::path& folder, std::int64_t time, const std::string& shownFolder, Backup backup)
{
    return writeFileAtomically(findOrName(folder, lastSaveName), lastSaveText(time, shownFolder), backup);
}

std::int64_t freeSaveTime(const fs::path& folder, std::int64_t time)
{
    constexpr std::int64_t farthest = 100ll * 366 * 24 * 60 * 60; // beyond that it is no time
    if (const auto saves = listSaves(folder))
        for (const SaveEntry& save : saves.value())
            if (save.time >= time && save.time < time + farthest)
                time = save.time + 1;
    // The mark of a save that was given up would make this one go too.
    while (findInFolder(folder, nameOf("gameuser", time)) || findInFolder(folder, nameOf(snapshotMark, time)) ||
           findInFolder(folder, nameOf(savingMark, time)))
        ++time;
    return time;
}

SnapshotFiles snapshotFiles(const fs::path& folder, std::int64_t time, const std::string& shownFolder)
{
    const auto path = [&](std::string_view part) { return (folder / nameOf(part, time)).string(); };
    return {path(snapshotMark),
            path("gameuser"),
            path("striings"),
            path("dynarscs"),
            path("accounts"),
            findOrName(folder, lastSaveName).string(),
            lastSaveText(time, shownFolder)};
}

Result<std::int64_t> writeSaveSet(const fs::path& folder, const SaveBytes& set, std::int64_t time, const SaveOptions& options)
{
    time = freeSaveTime(folder, time);
    const std::span<const std::byte> accounts = std::as_bytes(std::span(set.accounts));
    const std::pair<std::string_view, std::span<const std::byte>> files[]{{options.snapshot ? snapshotMark : savingMark, {}},
                                                                          {"gameuser", set.game},
                                                                          {"striings", set.strings},
                                                                          {"dynarscs", set.resources},
                                                                          {"accounts", accounts}};
    Result<void> written;
    for (const auto& [name, bytes] : files)
        if (written)
            written = writeFileAtomically(folder / nameOf(name, time), bytes, Backup::None, Rights::OwnerOnly);
    if (written && options.current)
        written = makeCurrent(folder, time, options.shownFolder);
    if (!written) {
        removeSet(folder, time);
        return written.error();
    }
    if (!options.snapshot) {
        std::error_code ignored; // it goes the next time, and nothing with it
        fs::remove(folder / nameOf(savingMark, time), ignored);
    }
    return time;
}

void cleanInterrupted(const fs::path& folder, std::optional<std::int64_t> loaded)
{
    std::error_code error;
    std::vector<fs::path> left;
    std::set<std::int64_t> interrupted;
    for (fs::directory_iterator at(folder, error); !error && at != fs::directory_iterator(); at.increment(error)) {
        const fs::path name = at->path().filename();
        const fs::path stem = name.stem();
        if (name.extension() == ".part" && isOfSaves(stem.stem().string()) && numberOf(stem.extension().string().substr(1)))
            left.push_back(at->path()); // of a snapshot: PART.N.PROCESS.part
        const std::string plain = lowerCase(name.string());
        if (const auto time = numberOf(plain.substr(plain.find('.') + 1)); time && plain == nameOf(savingMark, *time))
            interrupted.insert(*time);
    }
    for (const fs::path& file : left)
        fs::remove(file, error);
    removeUnfinished(folder, isOfSaves);
    const auto last = lastSaveIn(folder);
    for (const std::int64_t time : interrupted) {
        if (!last)
            continue; // which one counts cannot be said, so none goes
        if (time == last || time == loaded)
            fs::remove(fileOf(folder, savingMark, time), error); // it was killed when all was done
        else
            removeSet(folder, time);
    }
    if (const auto listed = listSaves(folder))
        for (const SaveEntry& save : listed.value())
            if (save.snapshot && !save.complete && !save.current && save.time != loaded)
                removeSet(folder, save.time);
}

void cleanSaves(const fs::path& folder, std::int64_t now, std::size_t keep, std::optional<std::int64_t> loaded)
{
    constexpr std::int64_t hour = 3600;
    constexpr std::int64_t day = 24 * hour;
    constexpr std::int64_t month = 31 * day;
    cleanInterrupted(folder, loaded);
    const auto listed = listSaves(folder);
    if (!listed)
        return; // nothing is known, so nothing goes
    const std::vector<SaveEntry>& saves = listed.value();
    std::set<std::int64_t> hours;
    std::set<std::int64_t> days;
    std::size_t kept = 0;
    for (auto it = saves.rbegin(); it != saves.rend(); ++it) { // newest first
        if (it->current || !it->snapshot || it->time == loaded)
            continue;
        bool stays = it->complete && kept < keep;
        kept += stays ? 1 : 0;
        if (it->complete && it->time > now - day)
            stays = hours.insert(it->time / hour).second || stays;
        if (it->complete && it->time > now - month)
            stays = days.insert(it->time / day).second || stays;
        if (stays)
            continue;
        removeSet(folder, it->time);
    }
}

} // namespace blak::world
