// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/world/administrators.h"

#include "formats/base/file_io.h"
#include "formats/base/windows1252.h"
#include "server/world/accounts.h"
#include "server/world/secrets.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace blak::world {
namespace {

using nlohmann::json;

constexpr std::uint64_t largestFile = 1024 * 1024;
constexpr std::size_t most = 1000;
constexpr std::size_t shortestPassword = 8;

std::string textOf(const json& object, const char* key)
{
    const auto it = object.find(key);
    if (it == object.end() || !it->is_string())
        return {};
    return windows1252::fromUtf8(it->get_ref<const std::string&>()).value_or("");
}

} // namespace

Result<void> Administrators::load()
{
    std::error_code ignored;
    if (!std::filesystem::exists(file_, ignored)) {
        list_.clear();
        return {};
    }
    const auto text = readTextFile(file_, largestFile);
    if (!text)
        return text.error();
    if (text.value().empty()) // a first write that was cut off
        return {};
    const json all = json::parse(text.value(), nullptr, false);
    if (!all.is_object() || !all.contains("administrators") || !all["administrators"].is_array())
        return Error{"expected an object with a list \"administrators\"", file_.string()};
    std::vector<Administrator> list;
    for (const json& one : all["administrators"]) {
        const auto role = one.is_object() ? roleNamed(textOf(one, "role")) : std::nullopt;
        const std::string name = role ? textOf(one, "name") : std::string();
        if (!role || !isGoodAccountName(name) || list.size() >= most)
            return Error{"administrator " + std::to_string(list.size() + 1) + " has no good name or role", file_.string()};
        list.push_back({name, *role, textOf(one, "hash")});
    }
    list_ = std::move(list);
    return {};
}

Result<void> Administrators::set(std::string_view name, Role role, std::string_view password)
{
    if (!isGoodAccountName(name))
        return Error{"a name has 1 to 50 characters and no colon", std::string(name)};
    if (!password.empty() && password.size() < shortestPassword)
        return Error{"the password of an administrator has at least " + std::to_string(shortestPassword) + " characters",
                     std::string(name)};
    std::vector<Administrator> list = list_;
    auto it = std::ranges::find_if(list, [name](const Administrator& one) { return equalIgnoringCase(one.name, name); });
    if (it == list.end() && list.size() >= most)
        return Error{"there are " + std::to_string(most) + " administrators already", std::string(name)};
    if (it == list.end())
        it = list.insert(it, {std::string(name), role, {}});
    it->role = role;
    if (!password.empty()) {
        auto hash = slowHash(password);
        if (!hash)
            return hash.error();
        it->hash = std::move(hash).value();
    }
    return keep(std::move(list));
}

Result<void> Administrators::remove(std::string_view name)
{
    std::vector<Administrator> list = list_;
    if (std::erase_if(list, [name](const Administrator& one) { return equalIgnoringCase(one.name, name); }) == 0)
        return Error{"there is no such administrator", std::string(name)};
    return keep(std::move(list));
}

const Administrator* Administrators::find(std::string_view name) const
{
    const auto it = std::ranges::find_if(list_, [name](const Administrator& one) { return equalIgnoringCase(one.name, name); });
    return it == list_.end() ? nullptr : &*it;
}

/// What is not on disk does not count.
Result<void> Administrators::keep(std::vector<Administrator> list)
{
    json all = json::array();
    for (const Administrator& one : list)
        all.push_back({{"name", windows1252::toUtf8(one.name)}, {"role", roleName(one.role)}, {"hash", one.hash}});
    if (auto written = writeSecretFile(file_, json{{"administrators", all}}.dump(2) + "\n"); !written)
        return written;
    list_ = std::move(list);
    return {};
}

} // namespace blak::world
