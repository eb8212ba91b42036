// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/wire/resource_book.h"

#include "formats/base/file_io.h"
#include "formats/rsc/rsc.h"

#include <algorithm>

namespace blak::wire {
namespace {

std::string lower(std::string text)
{
    std::ranges::transform(text, text.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    return text;
}

} // namespace

std::size_t ResourceBook::readFolder(const std::filesystem::path& folder, int language)
{
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
        const std::string ending = lower(entry.path().extension().string());
        if (ending == ".rsc" || ending == ".rsb")
            readFile(entry.path(), language);
    }
    return texts_.size();
}

bool ResourceBook::readFile(const std::filesystem::path& path, int language)
{
    const auto bytes = blak::readFile(path);
    const auto file = bytes ? rsc::read(bytes.value(), path.string()) : Result<rsc::File>(bytes.error());
    if (!file)
        return false;
    // English first, so that what a language lacks is there at least in that.
    for (const int wanted : {0, language})
        for (const rsc::Entry& one : file.value().entries)
            if (static_cast<int>(one.language) == wanted)
                set(static_cast<std::uint32_t>(one.id), one.text);
    return true;
}

void ResourceBook::set(std::uint32_t resource, std::string text)
{
    formats_.set(resource, text);
    texts_[resource] = std::move(text);
}

bool ResourceBook::learn(std::uint32_t resource, std::string text)
{
    if (!texts_.contains(resource) && ++learned_ > mostLearned)
        return false;
    set(resource, std::move(text));
    return true;
}

const std::string* ResourceBook::find(std::uint32_t resource) const
{
    const auto it = texts_.find(resource);
    return it == texts_.end() ? nullptr : &it->second;
}

std::string ResourceBook::text(std::uint32_t resource) const
{
    const std::string* text = find(resource);
    return text == nullptr ? std::string() : *text;
}

std::string ResourceBook::redbook(std::uint32_t resource) const
{
    const std::string* text = find(resource);
    return text == nullptr ? redbook_ : *text;
}

} // namespace blak::wire
