// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/roomcore/room_sidecar.h"

#include "formats/base/file_io.h"

#include <nlohmann/json.hpp>

#include <system_error>

namespace blak::roomcore {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* ignoredKey = "ignoredRules";
constexpr std::size_t mostBytes = 1 << 20; // a hand-made file has a few hundred
constexpr int deepest = 64;

Result<Json> parse(const std::string& text, const std::string& where)
{
    bool isTooDeep = false; // writing goes down by calls
    const auto isKept = [&isTooDeep](int depth, Json::parse_event_t, Json&) {
        isTooDeep = isTooDeep || depth > deepest;
        return !isTooDeep;
    };
    Json json = Json::parse(text, isKept, false);
    if (isTooDeep)
        return Error{"expected at most " + std::to_string(deepest) + " levels", where};
    if (!json.is_object())
        return Error{"expected a JSON object", where};
    return json;
}

bool isThere(const std::filesystem::path& file)
{
    std::error_code ignored;
    return std::filesystem::exists(file, ignored);
}

} // namespace

std::filesystem::path sidecarOf(const std::filesystem::path& room)
{
    std::filesystem::path file = room;
    file += ".json";
    return file;
}

Result<RoomSidecar> parseSidecar(const std::string& text, const std::string& where)
{
    const auto json = parse(text, where);
    if (!json)
        return json.error();
    RoomSidecar sidecar;
    if (const auto found = json.value().find(ignoredKey); found != json.value().end()) {
        if (!found->is_array())
            return Error{std::string("expected a list of names under ") + ignoredKey, where};
        for (const Json& name : *found) {
            if (!name.is_string())
                return Error{std::string("expected a list of names under ") + ignoredKey, where};
            sidecar.ignoredRules.insert(name.get<std::string>());
        }
    }
    return sidecar;
}

Result<RoomSidecar> readSidecar(const std::filesystem::path& room)
{
    const std::filesystem::path file = sidecarOf(room);
    if (!isThere(file))
        return RoomSidecar{};
    const auto text = readTextFile(file, mostBytes);
    return text ? parseSidecar(text.value(), file.string()) : Result<RoomSidecar>(text.error());
}

Result<std::string> sidecarText(const RoomSidecar& sidecar, const std::string& before, const std::string& where)
{
    Json json = Json::object();
    if (!before.empty()) {
        auto old = parse(before, where);
        if (!old)
            return old.error();
        json = std::move(old).value();
    }
    json.erase(ignoredKey);
    if (!sidecar.ignoredRules.empty())
        json[ignoredKey] = sidecar.ignoredRules;
    return json.empty() ? std::string() : json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Result<void> writeSidecar(const std::filesystem::path& room, const RoomSidecar& sidecar)
{
    const std::filesystem::path file = sidecarOf(room);
    std::string before;
    if (isThere(file)) {
        auto text = readTextFile(file, mostBytes);
        if (!text)
            return text.error();
        before = std::move(text).value();
    }
    const auto text = sidecarText(sidecar, before, file.string());
    if (!text)
        return text.error();
    if (text.value().empty()) {
        std::error_code failed;
        std::filesystem::remove(file, failed);
        return failed ? Result<void>(Error{failed.message(), file.string()}) : Result<void>();
    }
    return writeFileAtomically(file, text.value(), Backup::None);
}

} // namespace blak::roomcore
