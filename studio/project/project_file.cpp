// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/project/project_file.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace blak::project {
namespace {

constexpr std::size_t longestText = 200; ///< bytes
constexpr std::size_t longestPath = 4096, mostFolders = 64;

} // namespace

Result<ProjectFile> parseProjectFile(std::string_view text, std::string_view where)
{
    const auto fail = [&](std::string what) { return Error{std::move(what), std::string(where)}; };
    const auto json = nlohmann::json::parse(text, nullptr, false, true); // comments are welcome
    if (!json.is_object())
        return fail("expected a JSON object, found " +
                    std::string(json.is_discarded() ? "text that is no JSON" : json.type_name()));
    ProjectFile project;
    for (const auto& [key, value] : {std::pair{"name", &project.name}, {"sky", &project.sky}}) {
        const auto found = json.find(key);
        if (found == json.end())
            continue;
        if (!found->is_string())
            return fail("expected text for \"" + std::string(key) + "\", found " + found->type_name());
        *value = found->get<std::string>();
        if (value->size() > longestText)
            return fail("expected at most " + std::to_string(longestText) + " bytes for \"" + key + "\", found " +
                        std::to_string(value->size()));
    }
    const auto folders = json.find("textures");
    if (folders == json.end())
        return project;
    const bool isList = folders->is_array() && folders->size() <= mostFolders &&
                        std::all_of(folders->begin(), folders->end(), [](const nlohmann::json& folder) {
                            return folder.is_string() && folder.get_ref<const std::string&>().size() <= longestPath;
                        });
    if (!isList)
        return fail("expected a list of at most " + std::to_string(mostFolders) + " folders for \"textures\", found " +
                    (folders->is_array() ? std::string("something else in it, or too much") : std::string(folders->type_name())));
    project.textures = folders->get<std::vector<std::string>>();
    return project;
}

} // namespace blak::project
