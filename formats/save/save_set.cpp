// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/save/save_set.h"

#include "formats/base/file_io.h"
#include "formats/base/find_file.h"
#include "formats/base/names.h"
#include "formats/save/last_save.h"

namespace blak::save {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view gamePart = "gameuser.", lastSaveName = "lastsave.txt";

/// N of "gameuser.N".
std::optional<std::int64_t> numberOf(const fs::path& file)
{
    const std::string name = lowerCase(file.filename().string());
    return name.starts_with(gamePart) ? parseNumber(std::string_view(name).substr(gamePart.size()), 0) : std::nullopt;
}

Result<fs::path> newestIn(const fs::path& folder)
{
    std::optional<fs::path> newest;
    std::error_code code;
    for (fs::directory_iterator it(folder, code), end; !code && it != end; it.increment(code))
        if (const auto number = numberOf(it->path()); number && (!newest || *number > *numberOf(*newest)))
            newest = it->path();
    if (!newest)
        return Error{"expected a saved game (gameuser.N), found none", folder.string()};
    return *newest;
}

Result<fs::path> namedBy(const fs::path& lastSave)
{
    const auto text = readTextFile(lastSave);
    if (!text)
        return text.error();
    const auto last = readLastSave(text.value(), lastSave.string());
    if (!last)
        return last.error();
    const std::string name = std::string(gamePart) + std::to_string(*last.value().number());
    const auto file = findInFolder(lastSave.parent_path(), name);
    if (!file)
        return Error{"names the save " + std::to_string(*last.value().number()) + ", but there is no " + name, lastSave.string()};
    return *file;
}

/// Nothing when the part does not exist.
template <typename Part, typename Read>
Result<std::optional<Part>> readPart(const fs::path& game, std::string_view part, std::int64_t number, Read read)
{
    const auto file = findInFolder(game.parent_path(), std::string(part) + std::to_string(number));
    if (!file)
        return std::optional<Part>();
    const auto bytes = readFile(*file);
    if (!bytes)
        return bytes.error();
    Result<Part> result = read(bytes.value(), file->string());
    if (!result)
        return result.error();
    return std::optional<Part>(std::move(result).value());
}

} // namespace

Result<fs::path> locateSave(const fs::path& path)
{
    std::error_code code;
    if (fs::is_directory(path, code)) {
        const auto lastSave = findInFolder(path, lastSaveName);
        return lastSave ? namedBy(*lastSave) : newestIn(path);
    }
    return equalIgnoringCase(path.filename().string(), lastSaveName) ? namedBy(path) : Result<fs::path>(path);
}

Result<SaveSet> readSaveSet(const fs::path& path)
{
    const auto file = locateSave(path);
    if (!file)
        return file.error();
    SaveSet set;
    set.file = file.value();
    const auto bytes = readFile(set.file);
    if (!bytes)
        return bytes.error();
    auto game = readGame(bytes.value(), set.file.string());
    if (!game)
        return game.error();
    set.game = std::move(game).value();
    const auto number = numberOf(set.file);
    if (!number)
        return set; // a file of another name stands alone
    set.number = *number;

    auto strings = readPart<Strings>(set.file, "striings.", set.number, readStrings);
    if (!strings)
        return strings.error();
    set.strings = std::move(strings).value();
    auto resources = readPart<DynamicResources>(set.file, "dynarscs.", set.number, readDynamicResources);
    if (!resources)
        return resources.error();
    set.dynamicResources = std::move(resources).value();
    const auto readAccounts = [](std::span<const std::byte> content, const std::string& name) {
        return account::read({reinterpret_cast<const char*>(content.data()), content.size()}, name);
    };
    auto accounts = readPart<account::File>(set.file, "accounts.", set.number, readAccounts);
    if (!accounts)
        return accounts.error();
    set.accounts = std::move(accounts).value();
    return set;
}

} // namespace blak::save
