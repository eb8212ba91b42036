// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/index/index_tree.h"

#include "kodide/compiler/characters.h"

#include <algorithm>
#include <unordered_set>

namespace blak::kod {

const FileNames* TreeIndex::Tree::file(const std::filesystem::path& path) const
{
    const auto place = places->find(indexKey(path));
    return place == places->end() ? nullptr : files[place->second].get();
}

const ClassNode* TreeIndex::Tree::classOf(WordId name) const
{
    const auto place = classes->places.find(name);
    return name == noWord || place == classes->places.end() ? nullptr : &classes->nodes[place->second];
}

const ClassNode* TreeIndex::Tree::parentOf(const ClassNode& node) const
{
    return node.parent < 0 ? nullptr : &classes->nodes[static_cast<std::size_t>(node.parent)];
}

bool TreeIndex::Tree::derives(const ClassNode& node, const ClassNode& from) const
{
    for (const ClassNode* up = &node; up; up = parentOf(*up))
        if (up == &from)
            return true;
    return false;
}

void TreeIndex::Tree::makeClasses()
{
    const auto made = std::make_shared<ClassTree>();
    std::vector<WordId> supers;
    for (std::uint32_t i = 0; i < files.size(); ++i)
        for (std::uint32_t k = 0; k < files[i]->classes.size(); ++k) {
            const ClassEntry& entry = files[i]->classes[k];
            if (entry.name == noWord ||
                !made->places.try_emplace(entry.name, static_cast<std::uint32_t>(made->nodes.size())).second)
                continue;
            made->nodes.push_back({.name = entry.name, .file = i, .index = k, .parent = -1, .children = {}});
            supers.push_back(entry.super);
        }
    for (std::size_t i = 0; i < supers.size(); ++i)
        if (const auto super = made->places.find(supers[i]);
            supers[i] != noWord && super != made->places.end() && super->second != i)
            made->nodes[i].parent = static_cast<std::int32_t>(super->second);
    std::vector<std::uint8_t> state(made->nodes.size()); // 1 on the way, 2 leads to a root
    for (std::size_t i = 0; i < state.size(); ++i) {
        std::vector<std::size_t> way;
        std::size_t at = i;
        while (state[at] == 0) {
            state[at] = 1;
            way.push_back(at);
            if (made->nodes[at].parent < 0)
                break;
            at = static_cast<std::size_t>(made->nodes[at].parent);
        }
        if (state[at] == 1 && !way.empty() && made->nodes[at].parent >= 0)
            made->nodes[way.back()].parent = -1; // classes that derive from each other, in the middle of an edit
        for (const std::size_t seen : way)
            state[seen] = 2;
    }
    for (std::size_t i = 0; i < made->nodes.size(); ++i)
        if (made->nodes[i].parent >= 0)
            made->nodes[static_cast<std::size_t>(made->nodes[i].parent)].children.push_back(static_cast<std::uint32_t>(i));
    classes = made;
}

std::vector<const ClassNode*> TreeIndex::Tree::chainOf(const ClassNode* node) const
{
    std::vector<const ClassNode*> chain;
    for (; node; node = parentOf(*node))
        chain.push_back(node);
    return chain;
}

std::vector<const ClassNode*> TreeIndex::Tree::below(const ClassNode& node) const
{
    std::vector<std::uint32_t> found(node.children);
    for (std::size_t i = 0; i < found.size(); ++i) {
        const std::vector<std::uint32_t>& children = classes->nodes[found[i]].children;
        found.insert(found.end(), children.begin(), children.end());
    }
    std::ranges::sort(found);
    std::vector<const ClassNode*> nodes;
    nodes.reserve(found.size());
    for (const std::uint32_t place : found)
        nodes.push_back(&classes->nodes[place]);
    return nodes;
}

std::string_view TreeIndex::Tree::spellingOf(const ClassNode& node) const
{
    const FileNames& names = fileOf(node);
    return names.wordAt(names.classes[node.index].begin, table->text(node.name).size());
}

const MemberEntry* TreeIndex::Tree::memberOf(const ClassNode& node, NameKind kind, WordId name) const
{
    const FileNames& names = fileOf(node);
    if (!names.has(name))
        return nullptr;
    for (const MemberEntry& member : names.members)
        if (member.name == name && member.kind == kind && member.classIndex == node.index)
            return &member;
    return nullptr;
}

const HandlerEntry* TreeIndex::Tree::handlerOf(const ClassNode& node, WordId name) const
{
    const FileNames& names = fileOf(node);
    if (!names.has(name))
        return nullptr;
    for (const HandlerEntry& handler : names.handlers)
        if (handler.name == name && handler.classIndex == node.index)
            return &handler;
    return nullptr;
}

PlaceWords TreeIndex::Tree::placeOf(const FileNames& names, std::uint32_t offset) const
{
    if (names.isHeader)
        return {names.ofClass, names.ofHandler};
    PlaceWords place;
    if (const ClassEntry* entry = names.classAt(offset))
        place.ofClass = entry->name;
    if (const HandlerEntry* handler = names.handlerAt(offset))
        place.ofHandler = handler->name;
    return place;
}

/// Of a property or class variable the topmost class that declares it as such; of a constant the class itself when it declares
/// it.
WordId TreeIndex::Tree::ownerOf(NameKind kind, WordId name, WordId ofClass) const
{
    const ClassNode* node = classOf(ofClass);
    if (kind == NameKind::Constant)
        return node && memberOf(*node, kind, name) ? ofClass : noWord;
    WordId owner = ofClass;
    for (; node; node = parentOf(*node))
        if (memberOf(*node, kind, name))
            owner = node->name;
    return owner;
}

SymbolWords TreeIndex::Tree::wordsOf(const FileNames& names, const NameMention& mention) const
{
    SymbolWords words{.kind = mention.kindOf(), .name = mention.name};
    switch (words.kind) {
    case NameKind::Local:
    case NameKind::Parameter: {
        const PlaceWords place = placeOf(names, mention.begin);
        words.owner = place.ofClass;
        words.handler = place.ofHandler;
        break;
    }
    case NameKind::Property:
    case NameKind::Classvar: words.owner = ownerOf(words.kind, words.name, placeOf(names, mention.begin).ofClass); break;
    case NameKind::Constant:
        if (!names.isHeader)
            words.owner = ownerOf(words.kind, words.name, placeOf(names, mention.begin).ofClass);
        break;
    default: break;
    }
    return words;
}

std::optional<SymbolWords> TreeIndex::Tree::wordsOf(const SymbolKey& key) const
{
    SymbolWords words{.kind = key.kind, .name = table->find(key.name)};
    if (words.name == noWord)
        return std::nullopt;
    const std::size_t colons = key.owner.find("::");
    const std::string_view ofClass = std::string_view(key.owner).substr(0, colons);
    if (!ofClass.empty() && (words.owner = table->find(ofClass)) == noWord)
        return std::nullopt;
    if (colons != std::string::npos && (words.handler = table->find(std::string_view(key.owner).substr(colons + 2))) == noWord)
        return std::nullopt;
    if (words.kind == NameKind::Property || words.kind == NameKind::Classvar) // asked of a class that inherits it
        words.owner = ownerOf(words.kind, words.name, words.owner);
    return words;
}

std::string TreeIndex::Tree::lowerWord(WordId word) const { return lowerText(table->text(word)); }

SymbolKey TreeIndex::Tree::keyOf(const SymbolWords& words) const
{
    SymbolKey key{.kind = words.kind, .owner = lowerWord(words.owner), .name = lowerWord(words.name)};
    if (words.kind == NameKind::Local || words.kind == NameKind::Parameter)
        key.owner += "::" + lowerWord(words.handler);
    return key;
}

std::vector<std::uint32_t> TreeIndex::Tree::filesWith(WordId name) const
{
    std::vector<std::uint32_t> found;
    for (std::uint32_t i = 0; i < files.size(); ++i)
        if (files[i]->has(name))
            found.push_back(i);
    return found;
}

SymbolUse TreeIndex::Tree::useOf(const FileNames& names, std::uint32_t begin, std::size_t length, UseKind kind) const
{
    SymbolUse use{.file = names.path,
                  .begin = begin,
                  .end = begin + static_cast<std::uint32_t>(length),
                  .line = names.lineOf(begin),
                  .kind = kind,
                  .className = {},
                  .handlerName = {}};
    if (names.isHeader) {
        const ClassNode* node = classOf(names.ofClass);
        use.className = node ? spellingOf(*node) : table->text(names.ofClass);
        const HandlerEntry* handler = node ? handlerOf(*node, names.ofHandler) : nullptr;
        use.handlerName =
            handler ? fileOf(*node).wordAt(handler->begin, table->text(handler->name).size()) : table->text(names.ofHandler);
        return use;
    }
    if (const ClassEntry* entry = names.classAt(begin))
        use.className = names.wordAt(entry->begin, table->text(entry->name).size());
    if (const HandlerEntry* handler = names.handlerAt(begin))
        use.handlerName = names.wordAt(handler->begin, table->text(handler->name).size());
    return use;
}

SymbolUse TreeIndex::Tree::useOf(const FileNames& names, const NameMention& mention) const
{
    return useOf(names, mention.begin, table->text(mention.name).size(), mention.useOf());
}

bool TreeIndex::Tree::isUse(const FileNames& names, const NameMention& mention, const SymbolWords& words, Owned& last) const
{
    const NameKind kind = mention.kindOf();
    if (words.kind == NameKind::MessageParameter)
        return kind == words.kind || (kind == NameKind::Parameter && mention.useOf() == UseKind::Defines);
    if (kind != words.kind)
        return false;
    if (kind != NameKind::Property && kind != NameKind::Classvar && kind != NameKind::Constant)
        return wordsOf(names, mention) == words;
    const WordId ofClass = placeOf(names, mention.begin).ofClass;
    if (ofClass == noWord || ofClass != last.ofClass || kind != last.kind)
        last = {ofClass, kind, wordsOf(names, mention).owner};
    return last.owner == words.owner;
}

/// Seen from a class: first what stands in it and above it, the nearest first, then the rest.
std::vector<SymbolUse> TreeIndex::Tree::definitionsOf(const SymbolWords& words, const ClassNode* from) const
{
    struct Found
    {
        std::size_t distance;
        SymbolUse use;
    };
    std::vector<Found> found;
    const std::vector<const ClassNode*> chain = chainOf(from);
    std::unordered_set<std::string> included;
    if (from)
        included.insert(fileOf(*from).includes.begin(), fileOf(*from).includes.end());
    forEachUse(words, [&](const FileNames& names, const NameMention& mention) {
        if (mention.useOf() != UseKind::Defines)
            return;
        std::size_t distance = chain.size() + 1;
        if (words.kind == NameKind::Constant && names.isHeader) {
            distance = included.contains(names.key) ? 0 : 1;
        } else {
            const ClassNode* node = classOf(placeOf(names, mention.begin).ofClass);
            distance = static_cast<std::size_t>(std::ranges::find(chain, node) - chain.begin());
        }
        found.push_back({distance, useOf(names, mention)});
    });
    std::ranges::stable_sort(found, {}, &Found::distance);
    std::vector<SymbolUse> uses;
    uses.reserve(found.size());
    for (Found& one : found)
        uses.push_back(std::move(one.use));
    return uses;
}

void TreeIndex::Tree::resolveLoose(FileNames& names, const TreeLists& known) const
{
    std::unordered_map<std::uint64_t, std::optional<NameKind>> found; // by class and name
    std::unordered_map<std::uint64_t, NameKind> own;
    const auto keyOf = [](std::uint32_t classIndex, WordId name) { return std::uint64_t{classIndex} << 32 | name; };
    for (const MemberEntry& member : names.members)
        own.emplace(keyOf(member.classIndex, member.name), member.kind);
    const auto look = [&](const ClassEntry& entry, std::uint64_t key, WordId name) -> std::optional<NameKind> {
        if (const auto member = own.find(key); member != own.end())
            return member->second;
        for (const ClassNode* node = classOf(entry.super); node; node = parentOf(*node))
            for (const NameKind wanted : {NameKind::Property, NameKind::Classvar})
                if (memberOf(*node, wanted, name))
                    return wanted;
        const auto value = known.values.find(name);
        return value == known.values.end() ? std::nullopt : std::optional(value->second);
    };
    for (const NameMention& mention : names.loose) {
        const ClassEntry* entry = names.classAt(mention.begin);
        if (!entry)
            continue;
        const std::uint64_t key = keyOf(static_cast<std::uint32_t>(entry - names.classes.data()), mention.name);
        const auto [place, fresh] = found.try_emplace(key);
        if (fresh)
            place->second = look(*entry, key, mention.name);
        if (!place->second)
            continue;
        names.mentions.push_back(NameMention::of(mention.begin, mention.name, *place->second, UseKind::Mentions));
    }
    names.loose.clear();
    names.loose.shrink_to_fit();
    std::ranges::sort(names.mentions, {}, &NameMention::begin);
}

const TreeLists& TreeIndex::Tree::listed() const
{
    std::call_once(lists->made, [this] {
        std::unordered_map<WordId, std::size_t> known;
        std::unordered_set<WordId> parameters;
        for (std::uint32_t i = 0; i < files.size(); ++i) {
            const FileNames& names = *files[i];
            for (const MemberEntry& member : names.members)
                if (member.kind == NameKind::Resource || (member.kind == NameKind::Constant && names.isHeader))
                    lists->values.emplace(member.name, member.kind);
            for (std::uint32_t k = 0; k < names.handlers.size(); ++k) {
                const HandlerEntry& handler = names.handlers[k];
                const auto [place, fresh] = known.try_emplace(handler.name, lists->messages.size());
                if (fresh)
                    lists->messages.push_back({handler.name, i, k, 0});
                ++lists->messages[place->second].count;
                for (const VariableEntry& parameter : names.parametersOf(handler))
                    if (parameters.insert(parameter.name).second)
                        lists->parameters.push_back(parameter.name);
            }
        }
    });
    return *lists;
}

} // namespace blak::kod
