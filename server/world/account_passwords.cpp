// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/world/account_passwords.h"

#include "formats/base/file_io.h"
#include "formats/base/names.h"
#include "formats/base/windows1252.h"
#include "server/world/secrets.h"

#include <nlohmann/json.hpp>

namespace blak::world {
namespace {

using nlohmann::json;

constexpr std::uint64_t largestFile = 256ull * 1024 * 1024;

bool isEntry(const json& one)
{
    return one.is_object() && one.contains("account") && one["account"].is_number_integer() && one.contains("name") &&
           one["name"].is_string() && one.contains("hash") && one["hash"].is_string();
}

} // namespace

Result<void> AccountPasswords::load()
{
    std::error_code ignored;
    if (!std::filesystem::exists(file_, ignored)) {
        hashes_.clear();
        return {};
    }
    const auto text = readTextFile(file_, largestFile);
    if (!text)
        return text.error();
    if (text.value().empty()) // a first write that was cut off
        return {};
    const json all = json::parse(text.value(), nullptr, false);
    if (!all.is_object() || !all.contains("passwords") || !all["passwords"].is_array())
        return Error{"expected an object with a list \"passwords\"", file_.string()};
    Hashes hashes;
    for (const json& one : all["passwords"]) {
        if (!isEntry(one))
            return Error{"expected {account, name, hash} for each password", file_.string()};
        hashes[one["account"].get<std::int64_t>()] = {
            windows1252::fromUtf8(one["name"].get_ref<const std::string&>()).value_or(""), one["hash"].get<std::string>()};
    }
    hashes_ = std::move(hashes);
    return {};
}

Result<void> AccountPasswords::setHash(const Account& account, std::string hash)
{
    Hashes hashes = hashes_;
    hashes[account.id] = {account.name, std::move(hash)};
    return keep(std::move(hashes));
}

std::optional<std::string> AccountPasswords::hashOf(const Account& account) const
{
    return has(account) ? std::optional(hashes_.at(account.id).hash) : std::nullopt;
}

Result<void> AccountPasswords::remove(std::int64_t account)
{
    if (!hashes_.contains(account))
        return {};
    Hashes hashes = hashes_;
    hashes.erase(account);
    return keep(std::move(hashes));
}

Result<void> AccountPasswords::rename(const Account& before, std::string_view name)
{
    if (!has(before))
        return {};
    Hashes hashes = hashes_;
    hashes[before.id].name = name;
    return keep(std::move(hashes));
}

bool AccountPasswords::has(const Account& account) const
{
    const auto it = hashes_.find(account.id);
    return it != hashes_.end() && equalIgnoringCase(it->second.name, account.name);
}

Result<void> AccountPasswords::keep(Hashes hashes)
{
    json all = json::array();
    for (const auto& [account, entry] : hashes)
        all.push_back({{"account", account}, {"name", windows1252::toUtf8(entry.name)}, {"hash", entry.hash}});
    if (auto written = writeSecretFile(file_, json{{"passwords", all}}.dump(1) + "\n"); !written)
        return written;
    hashes_ = std::move(hashes);
    return {};
}

} // namespace blak::world
