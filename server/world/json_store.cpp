// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/world/json_store_parts.h"

#include "formats/base/file_io.h"
#include "formats/base/windows1252.h"
#include "server/world/json_depth.h"
#include "server/world/secrets.h"

namespace blak::world {
namespace {

using nlohmann::json;

} // namespace

Result<json> readJsonList(const std::filesystem::path& file, std::string_view list, std::uint64_t largest)
{
    constexpr int deepest = 8;
    std::error_code error;
    if (!std::filesystem::exists(file, error)) {
        if (error)
            return Error{error.message(), file.string()};
        return json::array();
    }
    const auto text = readTextFile(file, largest);
    if (!text)
        return text.error();
    const json all = isDeeper(text.value(), deepest) ? json() : json::parse(text.value(), nullptr, false);
    const auto entries = all.is_object() ? all.find(list) : all.end();
    if (!all.is_object() || entries == all.end() || !entries->is_array())
        return Error{"expected an object with a list \"" + std::string(list) + "\", found " +
                         (text.value().empty() ? "an empty file" : "something else"),
                     file.string()};
    return *entries;
}

Result<void> writeJsonList(const std::filesystem::path& file, std::string_view list, json entries)
{
    return writeSecretFile(file, json{{std::string(list), std::move(entries)}}.dump(1) + "\n");
}

std::string textField(const json& object, const char* key)
{
    const auto it = object.find(key);
    if (it == object.end() || !it->is_string())
        return {};
    return windows1252::fromUtf8(it->get_ref<const std::string&>()).value_or("");
}

std::string utf8Field(std::string_view text) { return windows1252::toUtf8(text); }

} // namespace blak::world
