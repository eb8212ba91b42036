// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/play/prepare/profiles.h"

#include "formats/base/file_io.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

namespace blak::play {
namespace {

using nlohmann::json;

constexpr std::uint64_t largestFile = 1024 * 1024;

struct Member
{
    const char* name;
    std::string Profile::* text;
};
constexpr std::array members{Member{"name", &Profile::name},       Member{"world", &Profile::world},
                             Member{"save", &Profile::save},       Member{"dialect", &Profile::dialect},
                             Member{"server", &Profile::server},   Member{"account", &Profile::account},
                             Member{"character", &Profile::character},
                             Member{"client", &Profile::client}};

/// Control characters have no place in a name, a path or an address.
bool isPlain(std::string_view text)
{
    return std::ranges::none_of(text, [](char letter) { return static_cast<unsigned char>(letter) < ' ' || letter == 127; });
}

} // namespace

const Profile* Profiles::find(std::string_view name) const
{
    const auto it = std::ranges::find(all, name, &Profile::name);
    return it == all.end() ? nullptr : &*it;
}

const Profile& Profiles::chosen() const
{
    static const Profile none;
    const Profile* found = find(current);
    return found == nullptr ? none : *found;
}

Result<Profiles> readProfiles(std::string_view text, const std::string& where)
{
    const json root = json::parse(text, nullptr, false, true);
    if (!root.is_object())
        return Error{"expected profiles: a JSON object", where};
    const json list = root.value("profiles", json::array());
    if (!list.is_array() || list.size() > Profiles::most)
        return Error{"expected a list of at most " + std::to_string(Profiles::most) + " profiles", where};
    Profiles out;
    for (std::size_t i = 0; i < list.size(); ++i) {
        const std::string here = where + ", profile " + std::to_string(i + 1);
        if (!list[i].is_object())
            return Error{"expected a JSON object", here};
        Profile profile;
        for (const Member& member : members) {
            const auto it = list[i].find(member.name);
            if (it == list[i].end())
                continue;
            if (!it->is_string() || it->get_ref<const std::string&>().size() > Profiles::longestText ||
                !isPlain(it->get_ref<const std::string&>()))
                return Error{std::string("expected a text of at most 1000 characters for \"") + member.name + "\"", here};
            profile.*member.text = it->get<std::string>();
        }
        if (profile.name.empty())
            return Error{"expected a name", here};
        if (!profile.client.empty() && std::ranges::find(Profile::clients, profile.client) == Profile::clients.end())
            return Error{"expected page, dock, window or program for \"client\", found \"" + profile.client.substr(0, 100) + "\"", here};
        if (out.find(profile.name) != nullptr)
            return Error{"there are two profiles \"" + profile.name + "\"", here};
        out.all.push_back(std::move(profile));
    }
    const json current = root.value("current", json(""));
    if (!current.is_string())
        return Error{"expected a name for \"current\"", where};
    out.current = current.get<std::string>();
    if (!out.current.empty() && out.find(out.current) == nullptr)
        return Error{"there is no profile \"" + out.current.substr(0, 100) + "\"", where};
    return out;
}

std::string writtenProfiles(const Profiles& profiles)
{
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const Profile& profile : profiles.all) {
        nlohmann::ordered_json row;
        for (const Member& member : members)
            if (!(profile.*member.text).empty())
                row[member.name] = profile.*member.text;
        list.push_back(std::move(row));
    }
    nlohmann::ordered_json root{{"current", profiles.current}, {"profiles", std::move(list)}};
    return root.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

Result<Profiles> profilesOf(const std::filesystem::path& project)
{
    const auto file = project / profilesFile;
    std::error_code code;
    if (!std::filesystem::exists(file, code))
        return Profiles{};
    const auto text = readTextFile(file, largestFile);
    if (!text)
        return text.error();
    return readProfiles(text.value(), file.string());
}

Result<void> keepProfiles(const std::filesystem::path& project, const Profiles& profiles)
{
    return writeFileAtomically(project / profilesFile, writtenProfiles(profiles));
}

} // namespace blak::play
