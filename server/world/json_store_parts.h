// SPDX-License-Identifier: GPL-3.0-or-later
// What JsonStore does, for the files that say how their entries look; apart, since few want to know of JSON.
#pragma once

#include "server/world/json_store.h"

#include <nlohmann/json.hpp>

namespace blak::world {

/// {"LIST": [...]}; no file = an empty list. An empty file is a damaged one.
Result<nlohmann::json> readJsonList(const std::filesystem::path& file, std::string_view list, std::uint64_t largest);
/// Replaces the file by one rename; only its owner can read it.
Result<void> writeJsonList(const std::filesystem::path& file, std::string_view list, nlohmann::json entries);

/// The text of a field, in Windows-1252; "" = there is none.
std::string textField(const nlohmann::json& object, const char* key);
std::string utf8Field(std::string_view text); ///< the other way

template <typename Kept>
Result<void> JsonStore<Kept>::load()
{
    auto there = read();
    if (!there)
        return there.error();
    kept_ = std::move(there).value();
    return {};
}

template <typename Kept>
Result<void> JsonStore<Kept>::keep(Kept kept)
{
    if (auto there = read(); !there)
        return Error{there.error().what + "; nothing is written over it", there.error().where};
    if (auto written = writeJsonList(file_, form_->list, form_->write(kept)); !written)
        return written;
    kept_ = std::move(kept);
    return {};
}

template <typename Kept>
Result<Kept> JsonStore<Kept>::read() const
{
    const auto entries = readJsonList(file_, form_->list, form_->largest);
    if (!entries)
        return entries.error();
    auto kept = form_->read(entries.value());
    if (!kept)
        return Error{kept.error().text(), file_.string()};
    return kept;
}

} // namespace blak::world
