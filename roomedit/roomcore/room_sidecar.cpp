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

Result<Json> parse(const std::string& text, const std::string& where)
{
    Json json = Json::parse(text, nullptr, false);
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

Result<void> writeSidecar(const std::filesystem::path& room, const RoomSidecar& sidecar)
{
    const std::filesystem::path file = sidecarOf(room);
    Json json = Json::object();
    if (isThere(file)) {
        const auto text = readTextFile(file, mostBytes);
        if (!text)
            return text.error();
        auto old = parse(text.value(), file.string());
        if (!old)
            return old.error();
        json = std::move(old).value();
    }
    json.erase(ignoredKey);
    if (!sidecar.ignoredRules.empty())
        json[ignoredKey] = sidecar.ignoredRules;
    if (json.empty()) {
        std::error_code failed;
        std::filesystem::remove(file, failed);
        return failed ? Result<void>(Error{failed.message(), file.string()}) : Result<void>();
    }
    const std::string text = json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
    return writeFileAtomically(file, text, Backup::None);
}

} // namespace blak::roomcore
