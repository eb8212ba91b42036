// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace blak::world {

/// Something of the server's own that commands change and that has to be there after a restart: bans, administrators, slow
/// hashes. A file that makes no sense changes nothing in memory and is never written over, so that whoever damaged it can still
/// repair it. What is not on the disk does not count. Whoever uses it includes json_store_parts.h where it is made.
template <typename Kept>
class JsonStore
{
public:
    struct Form
    {
        std::string_view list;     ///< name of the list in the file
        std::uint64_t largest = 0; ///< bytes of the file
        Result<Kept> (*read)(const nlohmann::json& entries);
        nlohmann::json (*write)(const Kept& kept);
    };

    JsonStore(std::filesystem::path file, const Form& form) : file_(std::move(file)), form_(&form) {}

    const Kept& kept() const { return kept_; }

    Result<void> load();
    Result<void> keep(Kept kept);

private:
    Result<Kept> read() const;

    std::filesystem::path file_;
    const Form* form_;
    Kept kept_{};
};

} // namespace blak::world
