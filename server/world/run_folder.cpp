// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/world/run_folder.h"

#include "formats/base/file_io.h"
#include "formats/base/find_file.h"
#include "formats/base/names.h"
#include "server/world/left_overs.h"
#include "server/world/save_set.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <unistd.h>

namespace blak::world {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view configurationName = "blakserv.cfg";

/// Beginnings of names, so that copies beside them ("passwords.json~") count too.
constexpr std::string_view secretNames[]{"administrators.json", "passwords.json", "mail-secret.txt", "control.json"};
/// A number follows in the names of a saved game.
constexpr std::string_view saveNames[]{"accounts.", "gameuser.", "striings.", "dynarscs."};

/// Beginnings of texts: a key or a certificate as TLS has them, a recording (docs/formats/recording.md).
constexpr std::string_view secretTexts[]{"-----BEGIN ", "BLKREC"};

bool isBelow(const fs::path& file, const fs::path& folder)
{
    return !folder.empty() && std::mismatch(folder.begin(), folder.end(), file.begin(), file.end()).first == folder.end();
}

bool isPartOfSave(std::string_view name)
{
    return std::ranges::any_of(saveNames, [name](std::string_view part) {
        return name.starts_with(part) && name.size() > part.size() && name[part.size()] >= '0' && name[part.size()] <= '9';
    });
}

} // namespace

fs::path RunFolder::path(std::string_view option, std::string_view otherwise) const
{
    return findOrName(folder_, config_.text("Path", option, otherwise));
}

fs::path RunFolder::kodbase() const { return findOrName(path("Kodbase", "./"), "kodbase.txt"); }

fs::path RunFolder::file(std::string_view name) const { return findOrName(folder_, name); }

Result<void> RunFolder::readConfiguration()
{
    const fs::path wanted = file(configurationName);
    std::error_code ignored;
    if (!fs::exists(wanted, ignored))
        return {};
    const auto text = readTextFile(wanted);
    if (!text)
        return text.error();
    Config fresh;
    if (auto parsed = fresh.parse(text.value()); !parsed)
        return parsed;
    if (auto good = checkOptions(fresh); !good)
        return good;
    config_ = std::move(fresh);
    return {};
}

Result<void> RunFolder::saveConfiguration()
{
    const fs::path wanted = file(configurationName);
    std::error_code ignored;
    auto present = fs::exists(wanted, ignored) ? readTextFile(wanted) : Result<std::string>(std::string());
    if (!present)
        return present.error();
    const auto merged = config_.mergeInto(present.value());
    if (!merged)
        return merged.error();
    return writeFileAtomically(wanted, merged.value());
}

Result<void> RunFolder::make()
{
    for (const auto& [option, otherwise] : {std::pair{"Channel", "channel/"}, {"LoadSave", "savegame/"}, {"Memmap", "memmap/"}}) {
        std::error_code error;
        const fs::path folder = path(option, otherwise);
        fs::create_directories(folder, error);
        const std::string why = error.message();
        if (!fs::exists(folder, error))
            return Error{std::string("[Path] ") + option + ": cannot be made: " + why, folder.string()};
    }
    return check();
}

/// Nobody notices folders that cannot be written to before the world is lost.
Result<void> RunFolder::check() const
{
    for (const auto& [option, otherwise] : {std::pair{"Channel", "channel/"}, {"LoadSave", "savegame/"}}) {
        fs::path folder = path(option, otherwise);
        std::error_code error;
        while (!fs::exists(folder, error) && folder.has_relative_path() && folder != folder.parent_path())
            folder = folder.parent_path(); // the one that it would be made in
        if (folder.empty())
            folder = ".";
        if (!fs::is_directory(folder, error))
            return Error{std::string("[Path] ") + option + ": expected a folder, found a file", folder.string()};
        if (::access(folder.c_str(), R_OK | W_OK | X_OK) != 0)
            return Error{std::string("[Path] ") + option + ": cannot be written to: " + std::strerror(errno), folder.string()};
    }
    return {};
}

Result<void> RunFolder::lock()
{
    std::error_code error;
    const fs::path whole = fs::weakly_canonical(folder_, error);
    const fs::path shared = fs::weakly_canonical(saves() / "", error).parent_path();
    std::vector<fs::path> folders{folder_};
    if (!error && std::mismatch(whole.begin(), whole.end(), shared.begin(), shared.end()).first != whole.end())
        folders.push_back(shared);
    for (const fs::path& folder : folders) {
        auto taken = FolderLock::take(folder);
        if (!taken)
            return taken.error();
        locks_.push_back(std::move(taken).value());
    }
    return {};
}

void RunFolder::cleanLeftOvers(std::optional<std::int64_t> loaded) const
{
    cleanInterrupted(saves(), loaded);
    constexpr std::string_view written[]{"administrators.json", "passwords.json", "bans.json", "control.json", "blakserv.cfg"};
    removeUnfinished(folder_,
                     [&](std::string_view name) { return std::ranges::find(written, lowerCase(name)) != std::end(written); });
}

bool RunFolder::keepsSecret(const fs::path& file, std::string_view text) const
{
    const std::string name = lowerCase(file.filename().string());
    const auto begins = [&](std::string_view secret) { return name.starts_with(secret); };
    if (std::ranges::any_of(secretNames, begins) || isPartOfSave(name) ||
        std::ranges::any_of(secretTexts, [&](std::string_view secret) { return text.starts_with(secret); }) ||
        text.find("PRIVATE KEY-----") != text.npos)
        return true;
    std::error_code error;
    for (const std::string_view option : {"TlsKey", "TlsCertificate"}) {
        const std::string wanted = config_.text("Socket", option);
        if (!wanted.empty() && fs::equivalent(file, folder_ / wanted, error))
            return true;
    }
    const fs::path saves = fs::weakly_canonical(this->saves(), error) / "";
    return isBelow(file, saves.parent_path()) && !isBelow(fs::weakly_canonical(folder_, error), saves.parent_path());
}

} // namespace blak::world
