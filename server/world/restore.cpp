// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/world/restore.h"

#include "formats/base/find_file.h"
#include "server/world/config.h"
#include "server/world/folder_lock.h"

#include <cerrno>
#include <csignal>
#include <netinet/in.h>
#include <nlohmann/json.hpp>
#include <sys/socket.h>
#include <unistd.h>

namespace blak::world {
namespace {

namespace fs = std::filesystem;

bool listens(std::int64_t port)
{
    if (port <= 0 || port > UINT16_MAX)
        return false;
    const int handle = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (handle < 0)
        return false;
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const bool answered = ::connect(handle, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
    ::close(handle);
    return answered;
}

bool holdsSaves(const fs::path& folder)
{
    const auto listed = listSaves(folder);
    return findInFolder(folder, "lastsave.txt") || (listed && !listed.value().empty());
}

} // namespace

Result<SavePlace> locateSaves(const fs::path& folder)
{
    std::error_code error;
    const fs::path whole = fs::weakly_canonical(folder, error);
    if (error || !fs::is_directory(whole, error))
        return Error{"is no folder", folder.string()};
    Config config;
    if (const auto text = readTextFile(findOrName(whole, "blakserv.cfg")))
        if (auto parsed = config.parse(text.value()); !parsed)
            return parsed.error();
    const std::string shown = withSlashes(config.text("Path", "LoadSave", "savegame/"));
    const fs::path saves = findOrName(whole, shown);
    if (holdsSaves(saves))
        return SavePlace{whole, saves, shown};
    if (holdsSaves(whole))
        return SavePlace{whole.parent_path(), whole, whole.filename().string() + "/"};
    return Error{"there are no saved games here", folder.string()};
}

std::optional<std::int64_t> runningServer(const fs::path& run)
{
    if (const auto process = FolderLock::holder(run))
        return process;
    // One of a version that took no lock.
    constexpr std::uint64_t longest = 64 * 1024;
    const auto text = readTextFile(run / "control.json", longest);
    const auto facts = text ? nlohmann::json::parse(text.value(), nullptr, false) : nlohmann::json();
    if (!facts.is_object())
        return std::nullopt;
    const auto number = [&facts](const char* key) {
        const auto it = facts.find(key);
        return it != facts.end() && it->is_number_integer() ? it->get<std::int64_t>() : 0;
    };
    const std::int64_t process = number("process");
    if (process <= 0 || process > INT32_MAX)
        return std::nullopt;
    const bool alive = ::kill(static_cast<pid_t>(process), 0) == 0 || errno == EPERM;
    // The number may belong to somebody else by now: a server also listens.
    return alive && listens(number("port")) ? std::optional(process) : std::nullopt;
}

Result<Restored> restoreSave(const SavePlace& place, std::optional<std::int64_t> time)
{
    const auto listed = listSaves(place.saves);
    if (!listed)
        return listed.error();
    const std::vector<SaveEntry>& all = listed.value();
    Restored restored;
    restored.before = lastSaveIn(place.saves);
    std::optional<Error> refused;
    for (auto it = all.rbegin(); it != all.rend(); ++it) { // newest first
        if (time && it->time != *time)
            continue;
        std::vector<Error> problems;
        const auto set = readSaveSet(place.saves, it->time, problems);
        if (!set && time)
            return set.error();
        if (!set) {
            restored.problems.push_back(set.error());
            refused = refused ? refused : set.error();
            continue;
        }
        restored.time = it->time;
        restored.objects = set.value().game.objects.size();
        restored.accounts = set.value().accounts.list.size();
        restored.problems.insert(restored.problems.end(), problems.begin(), problems.end());
        if (auto current = makeCurrent(place.saves, it->time, place.shown, Backup::Keep); !current)
            return current.error();
        return restored;
    }
    if (refused)
        return Error{"none of the " + std::to_string(all.size()) + " saves can be read; the newest: " + refused->text(),
                     place.saves.string()};
    return Error{time ? "there is no save " + std::to_string(*time) : "there are no saved games", place.saves.string()};
}

} // namespace blak::world
