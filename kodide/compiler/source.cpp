// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/compiler/source.h"

#include "formats/base/file_io.h"
#include "formats/base/find_file.h"
#include "kodide/compiler/parser.h"

#include <algorithm>

namespace blak::kod {
namespace {

/// Exact spelling first; old trees come from file systems that do not distinguish case. Empty when there is none.
std::filesystem::path existingFile(const std::filesystem::path& folder, std::string_view name)
{
    std::error_code code;
    std::filesystem::path exact = folder / name;
    if (std::filesystem::is_regular_file(exact, code))
        return exact;
    if (name.find('/') != std::string_view::npos)
        return {};
    const auto found = findInFolder(folder, name);
    return found && std::filesystem::is_regular_file(*found, code) ? *found : std::filesystem::path();
}

} // namespace

LineColumn lineColumn(std::string_view text, std::uint32_t offset)
{
    const std::string_view before = text.substr(0, offset);
    const auto lines = static_cast<std::uint32_t>(std::count(before.begin(), before.end(), '\n'));
    const std::size_t lineStart = before.rfind('\n');
    const std::size_t column = lineStart == std::string_view::npos ? before.size() : before.size() - lineStart - 1;
    return {lines + 1, static_cast<std::uint32_t>(column + 1)};
}

LineIndex::LineIndex(std::string_view text)
{
    starts_.push_back(0);
    for (std::size_t at = text.find('\n'); at != std::string_view::npos; at = text.find('\n', at + 1))
        starts_.push_back(static_cast<std::uint32_t>(at + 1));
}

LineColumn LineIndex::at(std::uint32_t offset) const
{
    const auto after = std::ranges::upper_bound(starts_, offset);
    return {static_cast<std::uint32_t>(after - starts_.begin()), offset - *(after - 1) + 1};
}

std::string_view lineAt(std::string_view text, std::uint32_t offset)
{
    const std::size_t at = std::min<std::size_t>(offset, text.size());
    const std::size_t before = at == 0 ? std::string_view::npos : text.rfind('\n', at - 1);
    const std::size_t begin = before == std::string_view::npos ? 0 : before + 1;
    const std::size_t end = std::min(text.find('\n', at), text.size());
    std::string_view line = text.substr(begin, end - begin);
    if (line.ends_with('\r'))
        line.remove_suffix(1);
    return line;
}

IncludeStore::~IncludeStore() = default;

SourcePointer IncludeStore::find(std::string_view name, const std::filesystem::path& home)
{
    const std::scoped_lock lock(mutex_);
    const auto look = [&](const std::filesystem::path& folder) -> SourcePointer {
        const std::string wanted = (folder / name).string();
        if (const auto known = sources_.find(wanted); known != sources_.end())
            return known->second;
        SourcePointer found;
        if (const auto file = existingFile(folder, name); !file.empty()) {
            const auto other = sources_.find(file.string());
            if (other != sources_.end())
                found = other->second;
            else if (auto text = source().readText(file, sourceLimit))
                found = std::make_shared<SourceText>(SourceText{file.string(), std::move(text).value()});
            else
                problems_.emplace(wanted, text.error().text());
            if (found)
                sources_.emplace(file.string(), found);
        }
        sources_.emplace(wanted, found); // absence is remembered, too
        return found;
    };
    for (const auto& folder : folders_)
        if (SourcePointer source = look(folder))
            return source;
    return look(home);
}

std::string IncludeStore::problem(std::string_view name, const std::filesystem::path& home) const
{
    const std::scoped_lock lock(mutex_);
    for (const auto& folder : folders_)
        if (const auto known = problems_.find((folder / name).string()); known != problems_.end())
            return known->second;
    const auto known = problems_.find((home / name).string());
    return known != problems_.end() ? known->second : std::string();
}

std::shared_ptr<const ConstantsFragment> IncludeStore::constants(const SourcePointer& source, const Dialect& dialect)
{
    const std::scoped_lock lock(mutex_);
    const auto [place, fresh] = fragments_.try_emplace(source.get());
    if (fresh)
        place->second = parseConstants(source, dialect);
    return place->second;
}

std::vector<std::filesystem::path> IncludeStore::files() const
{
    const std::scoped_lock lock(mutex_);
    std::vector<std::filesystem::path> files;
    for (const auto& [path, source] : sources_)
        if (source && source->name == path)
            files.emplace_back(path);
    return files;
}

} // namespace blak::kod
