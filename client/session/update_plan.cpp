// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/session/update_plan.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

namespace blak::session {
namespace {

constexpr std::uint64_t largestUpdate = std::uint64_t{8} << 30; ///< bytes in all
constexpr std::size_t longestAddress = 1000;

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; }

std::string lowered(std::string_view text)
{
    std::string out(text);
    std::ranges::transform(out, out.begin(), lower);
    return out;
}

bool isDeviceName(std::string_view name)
{
    static constexpr std::array<std::string_view, 4> plain{"con", "prn", "aux", "nul"};
    const std::string stem = lowered(name.substr(0, name.find('.')));
    if (std::ranges::find(plain, stem) != plain.end())
        return true;
    return stem.size() == 4 && (stem.starts_with("com") || stem.starts_with("lpt")) && stem[3] >= '0' && stem[3] <= '9';
}

/// What may stand in a name inside of an address; all else is written as %XX.
std::string percentCoded(std::string_view name)
{
    static constexpr char digits[] = "0123456789ABCDEF";
    std::string out;
    for (const char c : name) {
        const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '-' ||
                           c == '_' || c == '~';
        if (plain) {
            out += c;
        } else {
            const auto byte = static_cast<unsigned char>(c);
            out += '%';
            out += digits[byte >> 4];
            out += digits[byte & 15];
        }
    }
    return out;
}

Result<void> checkSizes(const UpdatePlan& plan)
{
    for (const UpdateStep& step : plan.steps)
        if (step.size > largestPackage)
            return Error{"expected at most " + std::to_string(largestPackage) + " bytes, found " + std::to_string(step.size), step.name};
    if (plan.bytes() > largestUpdate)
        return Error{"expected at most " + std::to_string(largestUpdate) + " bytes, found " + std::to_string(plan.bytes()), "the update"};
    return {};
}

void decideQuiet(UpdatePlan& plan)
{
    plan.quiet = std::ranges::all_of(plan.steps, [](const UpdateStep& step) { return step.folder == packages::Folder::Ads; });
}

/// The folder for a base path of a manifest; nothing for what is no folder of data.
std::optional<packages::Folder> folderOfBasepath(std::string_view path)
{
    std::string name = lowered(path);
    std::erase_if(name, [](char c) { return c == '/' || c == '\\' || c == '.'; });
    for (const auto folder : {packages::Folder::Resource, packages::Folder::Help, packages::Folder::Mail, packages::Folder::Ads})
        if (name == packages::folderName(folder))
            return folder;
    return std::nullopt;
}

} // namespace

std::uint64_t UpdatePlan::bytes() const
{
    std::uint64_t sum = 0;
    for (const UpdateStep& step : steps)
        sum += step.size;
    return sum;
}

bool isHarmlessName(std::string_view name)
{
    constexpr std::size_t longest = 255;
    if (name.empty() || name.size() > longest || name.front() == '.' || name.front() == ' ' || name.back() == '.' ||
        name.back() == ' ' || name.back() == '~')
        return false;
    for (const char c : name)
        if (c < ' ' || c > '~' || std::string_view("/\\:*?\"<>|").find(c) != std::string_view::npos)
            return false;
    return !isDeviceName(name);
}

Result<std::string> addressOf(std::string_view machine, std::string_view path, std::string_view scheme)
{
    std::string out(machine);
    const std::string start = lowered(out.substr(0, 8));
    if (!start.starts_with("http://") && !start.starts_with("https://") && !start.starts_with("ftp://")) {
        if (out.find("://") != std::string::npos)
            return Error{"expected http, https or ftp, found \"" + out.substr(0, 40) + "\"", "address of the update"};
        out = std::string(scheme) + "://" + out;
    }
    std::string rest(path);
    std::ranges::replace(rest, '\\', '/');
    if (!rest.empty() && !rest.starts_with('/') && !out.ends_with('/'))
        out += '/';
    out += rest;
    while (out.ends_with('/'))
        out.pop_back();
    const std::size_t host = out.find("://") + 3;
    if (host >= out.size() || out[host] == '/' || out.size() > longestAddress ||
        std::ranges::any_of(out, [](char c) { return c <= ' ' || c > '~'; }) || out.find('@') != std::string::npos)
        return Error{"expected the name of a machine and a path, found \"" + out.substr(0, 80) + "\"", "address of the update"};
    return out;
}

Result<UpdatePlan> planOfDownload(const Download& download, wire::Dialect dialect, std::uint32_t haveTime, bool guest)
{
    const bool old = dialect == wire::Dialect::Classic97 || dialect == wire::Dialect::Classic2012;
    if (download.packages.size() > mostUpdateSteps)
        return Error{"expected at most " + std::to_string(mostUpdateSteps) + " packages, found " + std::to_string(download.packages.size()),
                     "the server's update"};
    UpdatePlan plan;
    std::optional<std::string> base;
    for (const Package& package : download.packages) {
        if (package.time <= haveTime || (guest && (package.flags & packages::guestFlag) == 0))
            continue;
        UpdateStep step;
        step.time = package.time;
        step.name = package.name;
        const std::string where = "package \"" + package.name.substr(0, 60) + "\"";
        if (!isHarmlessName(step.name))
            return Error{"expected the name of a file, without a path", where};
        constexpr std::uint32_t commands = 3;
        if ((package.flags & commands) > 1)
            return Error{"expected command 0 (get) or 1 (delete), found " + std::to_string(package.flags & commands), where};
        const auto folder = packages::Package{step.name, 0, static_cast<std::int32_t>(package.flags & 0x7FFFFFFF), {}}.folder();
        if (!folder)
            return Error{"expected one of seven folders, found 7", where};
        step.folder = *folder;
        if ((package.flags & packages::deleteFlag) != 0) {
            step.command = UpdateStep::Command::Delete;
        } else {
            if (!base) {
                auto address = addressOf(download.machine, download.path, old ? "ftp" : "http");
                if (!address)
                    return address.error();
                base = std::move(address).value();
            }
            step.url = *base + "/" + percentCoded(step.name);
            step.size = package.size == sizeUnknown ? 0 : package.size;
        }
        plan.steps.push_back(std::move(step));
    }
    std::ranges::stable_sort(plan.steps, {}, &UpdateStep::time);
    if (auto right = checkSizes(plan); !right)
        return right.error();
    decideQuiet(plan);
    return plan;
}

Result<UpdatePlan> planOfManifest(std::string_view json, const std::string& base, const std::string& where)
{
    constexpr int mostDepth = 4;
    int depth = 0;
    const auto filter = [&](int level, nlohmann::json::parse_event_t, nlohmann::json&) {
        depth = std::max(depth, level);
        return level <= mostDepth;
    };
    const nlohmann::json array = nlohmann::json::parse(json, filter, false);
    if (array.is_discarded() || !array.is_array() || depth > mostDepth)
        return Error{"expected a list of files as JSON", where};
    if (array.size() > mostUpdateSteps)
        return Error{"expected at most " + std::to_string(mostUpdateSteps) + " files, found " + std::to_string(array.size()), where};
    UpdatePlan plan;
    std::size_t number = 0;
    for (const nlohmann::json& entry : array) {
        const std::string place = where + ", file " + std::to_string(++number);
        const auto text = [&](const char* name) {
            return entry.is_object() && entry.contains(name) && entry[name].is_string() ? entry[name].get<std::string>() : std::string();
        };
        if (!entry.is_object() || text("Filename").empty())
            return Error{"expected an object with a Filename", place};
        if (entry.contains("Download") && entry["Download"].is_boolean() && !entry["Download"].get<bool>())
            continue;
        const auto folder = folderOfBasepath(text("Basepath"));
        if (!folder)
            continue; // programs of the old client
        UpdateStep step;
        step.folder = *folder;
        step.name = text("Filename");
        if (!isHarmlessName(step.name))
            return Error{"expected the name of a file, without a path, found \"" + step.name.substr(0, 60) + "\"", place};
        if (!entry.contains("Length") || !entry["Length"].is_number_unsigned())
            return Error{"expected a Length in bytes", place};
        step.size = entry["Length"].get<std::uint64_t>();
        step.sha256 = lowered(text("MyHash"));
        constexpr std::size_t digits = 64;
        if (step.size > 0 &&
            (step.sha256.size() != digits || step.sha256.find_first_not_of("0123456789abcdef") != std::string::npos))
            return Error{"expected a MyHash of 64 hexadecimal digits", place};
        step.url = base + "/" + std::string(packages::folderName(*folder)) + "/" + percentCoded(step.name);
        plan.steps.push_back(std::move(step));
    }
    if (auto right = checkSizes(plan); !right)
        return right.error();
    decideQuiet(plan);
    return plan;
}

} // namespace blak::session
