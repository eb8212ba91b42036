// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/bots/knowledge.h"

#include "formats/base/file_io.h"
#include "formats/rsc/rsc.h"

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

std::size_t Knowledge::readResources(const fs::path& folder)
{
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(folder, error)) {
        const std::string ending = lower(entry.path().extension().string());
        if (ending != ".rsc" && ending != ".rsb")
            continue;
        const auto bytes = readFile(entry.path());
        const auto file = bytes ? rsc::read(bytes.value(), entry.path().string()) : Result<rsc::File>(bytes.error());
        if (!file)
            continue; // a bot can do without
        for (const rsc::Entry& one : file.value().entries)
            if (one.language == 0) {
                formats_.set(static_cast<std::uint32_t>(one.id), one.text);
                texts_[static_cast<std::uint32_t>(one.id)] = one.text;
            }
    }
    return texts_.size();
}

std::string Knowledge::redbook(std::uint32_t resource) const
{
    const auto it = texts_.find(resource);
    return it == texts_.end() ? redbook_ : it->second;
}

std::optional<std::string> Knowledge::text(std::uint32_t resource) const
{
    const auto it = texts_.find(resource);
    return it == texts_.end() ? std::nullopt : std::optional(it->second);
}

void Knowledge::learn(std::uint32_t resource, std::string text)
{
    formats_.set(resource, text);
    texts_[resource] = std::move(text);
}

const space::LoadedRoom* Knowledge::room(std::uint32_t resource)
{
    const auto known = loaded_.find(resource);
    if (known != loaded_.end())
        return known->second ? &*known->second : nullptr;
    std::optional<space::LoadedRoom>& slot = loaded_[resource];
    const auto name = texts_.find(resource);
    if (name == texts_.end() || rooms_.empty())
        return nullptr;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(rooms_, error)) {
        if (lower(entry.path().filename().string()) != lower(name->second))
            continue;
        const auto bytes = readFile(entry.path());
        if (!bytes)
            break;
        auto room = roo::read(bytes.value(), name->second);
        if (!room)
            break;
        auto loaded = space::LoadedRoom::load(std::move(room).value(), name->second, space::WallLinedefs::None);
        if (loaded)
            slot = std::move(loaded).value();
        break;
    }
    return slot ? &*slot : nullptr;
}

} // namespace blak::bots
