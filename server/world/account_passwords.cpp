// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/world/account_passwords.h"

#include "formats/base/names.h"
#include "server/world/json_store_parts.h"


namespace blak::world {
namespace {

using nlohmann::json;
using Hashes = AccountPasswords::Hashes;

bool isEntry(const json& one)
{
    return one.is_object() && one.contains("account") && one["account"].is_number_integer() && one.contains("name") &&
           one["name"].is_string() && one.contains("hash") && one["hash"].is_string();
}

Result<Hashes> readHashes(const json& entries)
{
    Hashes hashes;
    for (const json& one : entries) {
        if (!isEntry(one))
            return Error{"expected {account, name, hash} for each password", ""};
        hashes[one["account"].get<std::int64_t>()] = {textField(one, "name"), one["hash"].get<std::string>()};
    }
    return hashes;
}

json writeHashes(const Hashes& hashes)
{
    json all = json::array();
    for (const auto& [account, entry] : hashes)
        all.push_back({{"account", account}, {"name", utf8Field(entry.name)}, {"hash", entry.hash}});
    return all;
}

constexpr JsonStore<Hashes>::Form form{"passwords", 256ull * 1024 * 1024, readHashes, writeHashes};

} // namespace

AccountPasswords::AccountPasswords(std::filesystem::path file) : store_(std::move(file), form) {}

Result<void> AccountPasswords::load() { return store_.load(); }

Result<void> AccountPasswords::setHash(const Account& account, std::string hash)
{
    Hashes hashes = store_.kept();
    hashes[account.id] = {account.name, std::move(hash)};
    return store_.keep(std::move(hashes));
}

std::optional<std::string> AccountPasswords::hashOf(const Account& account) const
{
    return has(account) ? std::optional(store_.kept().at(account.id).hash) : std::nullopt;
}

Result<void> AccountPasswords::remove(std::int64_t account)
{
    if (!store_.kept().contains(account))
        return {};
    Hashes hashes = store_.kept();
    hashes.erase(account);
    return store_.keep(std::move(hashes));
}

Result<void> AccountPasswords::rename(const Account& before, std::string_view name)
{
    if (!has(before))
        return {};
    Hashes hashes = store_.kept();
    hashes[before.id].name = name;
    return store_.keep(std::move(hashes));
}

bool AccountPasswords::has(const Account& account) const
{
    const auto it = store_.kept().find(account.id);
    return it != store_.kept().end() && equalIgnoringCase(it->second.name, account.name);
}

} // namespace blak::world
