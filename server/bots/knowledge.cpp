// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/bots/knowledge.h"

#include "formats/base/file_io.h"
#include "formats/roo/room.h"

#include <algorithm>

namespace blak::bots {
namespace {

namespace fs = std::filesystem;

std::string lower(std::string text)
{
    std::ranges::transform(text, text.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    return text;
}

} // namespace

std::optional<std::string> Knowledge::text(std::uint32_t resource) const
{
    const std::string* text = resources_.find(resource);
    return text == nullptr ? std::nullopt : std::optional(*text);
}

const space::LoadedRoom* Knowledge::room(std::uint32_t resource)
{
    const auto known = loaded_.find(resource);
    if (known != loaded_.end())
        return known->second ? &*known->second : nullptr;
    std::optional<space::LoadedRoom>& slot = loaded_[resource];
    const std::string* name = resources_.find(resource);
    if (name == nullptr || rooms_.empty())
        return nullptr;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(rooms_, error)) {
        if (lower(entry.path().filename().string()) != lower(*name))
            continue;
        const auto bytes = readFile(entry.path());
        if (!bytes)
            break;
        auto room = roo::read(bytes.value(), *name);
        if (!room)
            break;
        auto loaded = space::LoadedRoom::load(std::move(room).value(), *name, space::WallLinedefs::None);
        if (loaded)
            slot = std::move(loaded).value();
        break;
    }
    return slot ? &*slot : nullptr;
}

} // namespace blak::bots
