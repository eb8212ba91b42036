// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/newworld/new_world.h"

#include "formats/base/file_io.h"
#include "studio/project/project_file.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <system_error>

namespace blak::newworld {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t mostFiles = 20'000;
constexpr std::uint64_t mostBytes = 1ull << 30;
constexpr std::uint64_t mostWorldFile = 1u << 20; // bytes of world.json
constexpr std::array madeFolders{"loadkod", "rsc", "savegame", "memmap", "channel"};
constexpr std::array copiedEndings{".kod", ".khd", ".lkod", ".md", ".txt", ".roo", ".udmf", ".bgf", ".bbg", ".png", ".pal", ".wav", ".ogg", ".mp3", ".mid", ".play", ".json"};

Error fault(std::string what, const fs::path& where = {}) { return {std::move(what), where.string()}; }

/// What is made out of the sources comes anew: numbers of classes, what a server writes.
bool isSource(const fs::path& below)
{
    const std::string first = below.begin()->string();
    if (std::ranges::find(madeFolders, first) != madeFolders.end())
        return false;
    if (std::ranges::any_of(below, [](const fs::path& part) { return part.native().starts_with('.'); }))
        return false;
    if (below.filename() == "kodbase.txt" || below.filename() == "CMakeLists.txt" || below == "control.json")
        return false;
    return std::ranges::find(copiedEndings, below.extension().string()) != copiedEndings.end();
}

bool isBelow(const fs::path& inner, const fs::path& outer)
{
    const fs::path way = inner.lexically_relative(outer);
    return !way.empty() && *way.begin() != "..";
}

std::string worldFileOf(const fs::path& file, const std::string& name)
{
    nlohmann::ordered_json json = nlohmann::ordered_json::object();
    if (const auto text = readTextFile(file, mostWorldFile))
        if (auto known = nlohmann::ordered_json::parse(text.value(), nullptr, false, true); known.is_object())
            json = std::move(known);
    json["name"] = name;
    return json.dump(4, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + '\n';
}

Result<void> fill(const NewWorldPlan& plan, const fs::path& folder)
{
    std::error_code wrong;
    for (const fs::path& file : plan.files) {
        const fs::path target = folder / file;
        fs::create_directories(target.parent_path(), wrong);
        if (!wrong)
            fs::copy_file(plan.request.from / file, target, wrong);
        if (wrong)
            return fault(wrong.message(), target);
        fs::permissions(target, fs::perms::owner_write, fs::perm_options::add, wrong); // an installed world is nobody's to write
    }
    return writeFileAtomically(folder / project::ProjectFile::fileName, worldFileOf(plan.request.from / project::ProjectFile::fileName, plan.request.name),
                               Backup::None);
}

} // namespace

Result<NewWorldPlan> planNewWorld(const NewWorldRequest& request)
{
    if (request.name.find_first_not_of(' ') == std::string::npos)
        return fault("The world needs a name.");
    if (request.name.size() > mostName)
        return fault("The name has " + std::to_string(request.name.size()) + " bytes; at most " + std::to_string(mostName) + " go.");
    if (request.folder.empty() || request.folder.is_relative())
        return fault("The world needs a folder.");
    NewWorldPlan plan{request, {}, 0};
    plan.request.from = fs::absolute(request.from).lexically_normal();
    plan.request.folder = request.folder.lexically_normal();
    if (!plan.request.folder.has_filename()) // "/home/me/world/"
        plan.request.folder = plan.request.folder.parent_path();
    std::error_code wrong;
    const fs::file_status there = fs::symlink_status(plan.request.folder, wrong);
    if (fs::exists(there) && !(fs::is_directory(there) && fs::is_empty(plan.request.folder, wrong) && !wrong))
        return fault("This folder is taken: another one, please.", plan.request.folder);
    if (isBelow(plan.request.folder, plan.request.from))
        return fault("A world cannot lie within the one that it begins as.", plan.request.folder);
    for (fs::recursive_directory_iterator walk(plan.request.from, wrong), end; !wrong && walk != end; walk.increment(wrong)) {
        const fs::path below = walk->path().lexically_relative(plan.request.from);
        if (!walk->is_regular_file() || walk->is_symlink() || !isSource(below))
            continue;
        plan.files.push_back(below);
        plan.bytes += walk->file_size(wrong);
        if (plan.files.size() > mostFiles || plan.bytes > mostBytes)
            return fault("This is too much to begin a world with.", plan.request.from);
    }
    if (wrong)
        return fault(wrong.message(), plan.request.from);
    if (plan.files.empty())
        return fault("There is no world to begin with.", plan.request.from);
    std::ranges::sort(plan.files);
    return plan;
}

Result<void> makeNewWorld(const NewWorldPlan& plan)
{
    const fs::path& folder = plan.request.folder;
    const fs::path part = folder.parent_path() / (folder.filename().string() + ".part");
    std::error_code wrong;
    fs::create_directories(folder.parent_path(), wrong);
    if (!wrong && !fs::create_directory(part, wrong) && !wrong)
        return fault("Something of this name is there already.", part);
    if (wrong)
        return fault(wrong.message(), part);
    if (const auto filled = fill(plan, part); !filled) {
        fs::remove_all(part, wrong);
        return filled.error();
    }
    fs::rename(part, folder, wrong); // over an empty folder at most
    if (wrong) {
        const std::string why = wrong.message();
        fs::remove_all(part, wrong);
        return fault(why, folder);
    }
    return {};
}

} // namespace blak::newworld
