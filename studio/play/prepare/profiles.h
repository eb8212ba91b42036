// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"

#include <array>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace blak::play {

/// A way to play a project, under a name.
struct Profile
{
    std::string name;
    std::string world;     ///< folder of the world, from the project's; "" = the project itself
    std::string save;      ///< folder of a server with a saved game to begin with, from the project's; "" = as the world boots
    std::string dialect;   ///< "" = as the tree tells
    std::string server;    ///< HOST:PORT of a server outside, which is played on instead; "" = ours
    std::string account;   ///< on a server outside
    std::string character; ///< of that account; on ours the name of the first test character; "" = any

    std::string client;    ///< where games are shown, one of `clients`; "" = as it was chosen last

    /// In its page, beside the documents, in a window, by a program of its own.
    static constexpr std::array clients{"page", "dock", "window", "program"};

    bool isOutside() const { return !server.empty(); }
    friend bool operator==(const Profile&, const Profile&) = default;
};

/// Kept with the project, as play-profiles.json at its top (docs/play.md). Passwords are not in it.
struct Profiles
{
    static constexpr std::size_t most = 100, longestText = 1000;

    std::vector<Profile> all;
    std::string current; ///< name of one of them; "" = none: the project as it is

    const Profile* find(std::string_view name) const;
    const Profile& chosen() const; ///< an empty one when none is
};

inline constexpr const char* profilesFile = "play-profiles.json";

/// Fails with the place when the text is none, has two of a name, or says what cannot be.
Result<Profiles> readProfiles(std::string_view text, const std::string& where);
std::string writtenProfiles(const Profiles& profiles);

/// Those of a project; none when it has no such file.
Result<Profiles> profilesOf(const std::filesystem::path& project);
Result<void> keepProfiles(const std::filesystem::path& project, const Profiles& profiles);

} // namespace blak::play
