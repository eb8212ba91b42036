// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/compiler/unresolved.h"

#include "formats/base/file_io.h"
#include "formats/kodbase/kodbase.h"
#include "kodide/compiler/characters.h"
#include "kodide/compiler/source.h"

#include <algorithm>
#include <array>
#include <set>
#include <unordered_map>
#include <unordered_set>

namespace blak::kod {
namespace {

namespace fs = std::filesystem;

/// Files of a tree that are no Blakod, among them the largest. Includes may have any other extension.
constexpr std::array otherExtensions{
    std::string_view(".bof"), std::string_view(".rsc"), std::string_view(".kdb"), std::string_view(".roo"),
    std::string_view(".bgf"), std::string_view(".wav"), std::string_view(".ogg"), std::string_view(".png"),
};
constexpr std::string_view kodbaseName = "kodbase.txt";

std::string_view kindText(kodbase::ExternalKind kind)
{
    switch (kind) {
    case kodbase::ExternalKind::Class: return "class";
    case kodbase::ExternalKind::Message: return "message";
    case kodbase::ExternalKind::Parameter: return "parameter";
    }
    return "";
}

std::vector<fs::path> textFiles(const fs::path& root, const std::vector<fs::path>& includes)
{
    std::set<fs::path> found;
    std::vector<fs::path> folders{root};
    folders.insert(folders.end(), includes.begin(), includes.end());
    for (const fs::path& folder : folders) {
        std::error_code code;
        for (auto it = fs::recursive_directory_iterator(folder, fs::directory_options::skip_permission_denied, code);
             !code && it != fs::recursive_directory_iterator(); it.increment(code)) {
            const std::string extension = lowerText(it->path().extension().string());
            const bool other = std::ranges::find(otherExtensions, extension) != otherExtensions.end();
            if (!other && it->path().filename() != kodbaseName && it->is_regular_file(code))
                found.insert(it->path().lexically_normal());
        }
    }
    return {found.begin(), found.end()};
}

/// Names behind `@`, `&` or `#`: uses that the compiler may have met before a definition. Lower case.
std::set<std::string> markedNames(std::string_view text)
{
    std::set<std::string> names;
    for (std::size_t at = 0; at < text.size();) {
        if (!isClass(text[at], LetterClass)) {
            ++at;
            continue;
        }
        const std::size_t begin = at;
        while (at < text.size() && isClass(text[at], NameClass))
            ++at;
        std::size_t before = begin;
        while (before > 0 && isClass(text[before - 1], BlankClass))
            --before;
        if (before > 0 && (text[before - 1] == '@' || text[before - 1] == '&' || text[before - 1] == '#'))
            names.insert(lowerText(text.substr(begin, at - begin)));
    }
    return names;
}

std::unordered_set<std::string> definedNames(const kodbase::Kodbase& base, kodbase::ExternalKind kind)
{
    std::unordered_set<std::string> names;
    for (const kodbase::Class& entry : base.classes) {
        if (kind == kodbase::ExternalKind::Class)
            names.insert(lowerText(entry.name));
        for (const kodbase::Message& message : entry.messages) {
            if (kind == kodbase::ExternalKind::Message)
                names.insert(lowerText(message.name));
            for (const kodbase::Name& parameter : message.parameters)
                if (kind == kodbase::ExternalKind::Parameter)
                    names.insert(lowerText(parameter.name));
        }
    }
    return names;
}

} // namespace

Result<UnresolvedNames> tidyKodbase(const fs::path& root, const fs::path& kodbase, const std::vector<fs::path>& includes)
{
    const auto text = readTextFile(kodbase);
    if (!text)
        return text.error();
    auto read = kodbase::read(text.value(), kodbase.string());
    if (!read)
        return read.error();
    kodbase::Kodbase& base = read.value();
    UnresolvedNames result;
    if (base.externals.empty())
        return result;

    std::unordered_map<std::string, std::vector<fs::path>> users;
    for (const kodbase::External& external : base.externals)
        users[lowerText(external.name)];
    for (const fs::path& file : textFiles(root, includes)) {
        const auto source = readTextFile(file, sourceLimit);
        if (!source)
            return source.error(); // it may be the one that uses a name
        for (const std::string& name : markedNames(source.value()))
            if (const auto place = users.find(name); place != users.end())
                place->second.push_back(file);
    }
    const std::array defined{definedNames(base, kodbase::ExternalKind::Class), definedNames(base, kodbase::ExternalKind::Message),
                             definedNames(base, kodbase::ExternalKind::Parameter)};
    std::vector<kodbase::External> kept;
    for (const kodbase::External& external : base.externals) {
        const std::string name = lowerText(external.name);
        const std::size_t kind = external.kind == kodbase::ExternalKind::Class     ? 0
                                 : external.kind == kodbase::ExternalKind::Message ? 1
                                                                                   : 2;
        const bool resolved = defined[kind].contains(name) || users[name].empty();
        (resolved ? result.removed : result.left).push_back({external.name, std::string(kindText(external.kind)), users[name]});
        if (!resolved)
            kept.push_back(external);
    }
    if (result.removed.empty())
        return result;
    base.externals = std::move(kept);
    if (const auto status = writeFileAtomically(kodbase, kodbase::write(base), Backup::None); !status)
        return status.error();
    return result;
}

} // namespace blak::kod
