// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/world/administrators.h"

#include "server/world/accounts.h"
#include "server/world/json_store_parts.h"
#include "server/world/secrets.h"

#include <algorithm>

namespace blak::world {
namespace {

using nlohmann::json;
using List = std::vector<Administrator>;

constexpr std::size_t most = 1000;
constexpr std::size_t shortestPassword = 8;

Result<List> readList(const json& entries)
{
    List list;
    for (const json& one : entries) {
        const auto role = one.is_object() ? roleNamed(textField(one, "role")) : std::nullopt;
        const std::string name = role ? textField(one, "name") : std::string();
        if (!role || !isGoodAccountName(name) || list.size() >= most)
            return Error{"administrator " + std::to_string(list.size() + 1) + " has no good name or role", ""};
        list.push_back({name, *role, textField(one, "hash")});
    }
    return list;
}

json writeList(const List& list)
{
    json all = json::array();
    for (const Administrator& one : list)
        all.push_back({{"name", utf8Field(one.name)}, {"role", roleName(one.role)}, {"hash", one.hash}});
    return all;
}

constexpr JsonStore<List>::Form form{"administrators", 1024 * 1024, readList, writeList};

} // namespace

Administrators::Administrators(std::filesystem::path file) : store_(std::move(file), form) {}

Result<void> Administrators::load() { return store_.load(); }

Result<void> Administrators::set(std::string_view name, Role role, std::string_view password)
{
    if (!isGoodAccountName(name))
        return Error{"a name has 1 to 50 characters and no colon", std::string(name)};
    if (!password.empty() && password.size() < shortestPassword)
        return Error{"the password of an administrator has at least " + std::to_string(shortestPassword) + " characters",
                     std::string(name)};
    List all = list();
    auto it = std::ranges::find_if(all, [name](const Administrator& one) { return equalIgnoringCase(one.name, name); });
    if (it == all.end() && all.size() >= most)
        return Error{"there are " + std::to_string(most) + " administrators already", std::string(name)};
    if (it == all.end())
        it = all.insert(it, {std::string(name), role, {}});
    it->role = role;
    if (!password.empty()) {
        auto hash = slowHash(password);
        if (!hash)
            return hash.error();
        it->hash = std::move(hash).value();
    }
    return store_.keep(std::move(all));
}

Result<void> Administrators::remove(std::string_view name)
{
    List all = list();
    if (std::erase_if(all, [name](const Administrator& one) { return equalIgnoringCase(one.name, name); }) == 0)
        return Error{"there is no such administrator", std::string(name)};
    return store_.keep(std::move(all));
}

const Administrator* Administrators::find(std::string_view name) const
{
    const auto it = std::ranges::find_if(list(), [name](const Administrator& one) { return equalIgnoringCase(one.name, name); });
    return it == list().end() ? nullptr : &*it;
}

} // namespace blak::world
