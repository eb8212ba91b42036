// SPDX-License-Identifier: GPL-3.0-or-later
// Which files are nobody's business.
#include "formats/base/names.h"
#include "server/world/world.h"

#include <algorithm>

namespace blak::world {
namespace {

namespace fs = std::filesystem;

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

bool World::keepsSecret(const fs::path& file, std::string_view text) const
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
    const fs::path saves = fs::weakly_canonical(path("LoadSave", "savegame/"), error) / "";
    return isBelow(file, saves.parent_path()) && !isBelow(fs::weakly_canonical(folder_, error), saves.parent_path());
}

} // namespace blak::world
