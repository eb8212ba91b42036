// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"
#include "server/world/json_store.h"
#include "server/world/role.h"

#include <filesystem>
#include <string>
#include <vector>

namespace blak::world {

struct Administrator
{
    std::string name;
    Role role = Role::Observer;
    std::string hash; ///< slow, of the password; empty = only gives a role to the game's account of that name
};

/// Named administrators: administrators.json in the run folder, readable for its owner alone.
///
///     {"administrators": [{"name": "ann", "role": "operator", "hash": "$argon2id$..."}]}
class Administrators
{
public:
    explicit Administrators(std::filesystem::path file);

    /// No file = nobody. A file that makes no sense changes nothing.
    Result<void> load();

    /// A new administrator, or a new role and password for one there is. An empty password keeps the one before.
    Result<void> set(std::string_view name, Role role, std::string_view password);
    Result<void> remove(std::string_view name);

    const Administrator* find(std::string_view name) const; ///< without case
    const std::vector<Administrator>& list() const { return store_.kept(); }

private:
    JsonStore<std::vector<Administrator>> store_;
};

} // namespace blak::world
