// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/index/tree_index.h"

#include "kodide/compiler/characters.h"
#include "kodide/index/index_tree.h"

#include <algorithm>

namespace blak::kod {
namespace {

namespace fs = std::filesystem;

/// Whether lists of what is declared are the same for both, so that what was worked out of one holds for the other.
bool declaresTheSame(const FileNames& a, const FileNames& b)
{
    const auto sameClass = [](const ClassEntry& x, const ClassEntry& y) { return x.name == y.name && x.super == y.super; };
    const auto sameHandler = [](const HandlerEntry& x, const HandlerEntry& y) {
        return x.name == y.name && x.classIndex == y.classIndex && x.parameters == y.parameters;
    };
    if (!std::ranges::equal(a.classes, b.classes, sameClass) || !std::ranges::equal(a.handlers, b.handlers, sameHandler))
        return false;
    for (std::size_t i = 0; i < a.handlers.size(); ++i)
        if (!std::ranges::equal(a.parametersOf(a.handlers[i]), b.parametersOf(b.handlers[i]), {}, &VariableEntry::name,
                                &VariableEntry::name))
            return false;
    return true;
}

} // namespace

IndexedTree IndexedTree::read(const KodTree& tree, std::shared_ptr<const FileSource> files)
{
    const auto made = std::make_shared<TreeIndex::Tree>();
    made->table = std::make_shared<NameTable>();
    made->dialect = tree.dialect;
    HeaderNames headers(*made->table);
    std::vector<std::shared_ptr<FileNames>> loose;
    TreeSymbols symbols = TreeSymbols::read(tree, std::move(files), [&](const fs::path& file, const SyntaxUnit& unit, const UnitResult* result) {
        std::shared_ptr<FileNames> names = namesOf(file, unit, result ? &result->bound : nullptr, *made->table, &headers);
        names->complete = names->complete && result->good;
        if (!names->loose.empty())
            loose.push_back(names);
        made->files.push_back(std::move(names));
    });
    for (FilePointer& header : headers.finish())
        made->files.push_back(std::move(header));
    const auto places = std::make_shared<std::unordered_map<std::string, std::uint32_t>>();
    for (std::uint32_t i = 0; i < made->files.size(); ++i)
        places->emplace(made->files[i]->key, i);
    made->places = places;
    made->lists = std::make_shared<TreeLists>();
    made->makeClasses();
    for (const auto& names : loose)
        made->resolveLoose(*names, made->listed());
    IndexedTree both{std::move(symbols), {}};
    both.index.tree_ = made;
    return both;
}

TreeIndex TreeIndex::read(const TreeSymbols& tree)
{
    // the includes of the tree as they are now, also those of documents that are not saved
    return IndexedTree::read(tree.tree(), tree.files()).index;
}

TreeIndex TreeIndex::with(const fs::path& file, const CheckedText& text) const
{
    if (!tree_ || !text.unit)
        return *this;
    const auto made = std::make_shared<Tree>(*tree_);
    const std::string key = indexKey(file);
    const auto known = tree_->places->find(key);
    const FileNames* old = known == tree_->places->end() ? nullptr : tree_->files[known->second].get();
    std::shared_ptr<FileNames> names;
    if (text.unit->classes.empty() && (!old || old->isHeader)) {
        names = namesOfHeaderText(file, *text.unit, *made->table);
        if (old) {
            names->ofClass = old->ofClass;
            names->ofHandler = old->ofHandler;
            names->severalOwners = old->severalOwners;
        }
    } else {
        const bool bound = !text.bound.classes.empty() || text.unit->classes.empty();
        names = namesOf(file, *text.unit, bound ? &text.bound : nullptr, *made->table, nullptr);
        names->complete = names->complete && !hasErrors(text.findings);
    }
    const auto put = [&](std::uint32_t place) {
        made->files[place] = names;
        if (!old || !declaresTheSame(*old, *names)) {
            made->lists = std::make_shared<TreeLists>();
            made->makeClasses();
        }
        if (!names->loose.empty())
            made->resolveLoose(*names, tree_->listed());
    };
    if (old) {
        put(known->second);
    } else {
        const auto places = std::make_shared<std::unordered_map<std::string, std::uint32_t>>(*tree_->places);
        places->emplace(key, static_cast<std::uint32_t>(made->files.size()));
        made->places = places;
        made->files.push_back(names);
        put(static_cast<std::uint32_t>(made->files.size() - 1));
    }
    TreeIndex index;
    index.tree_ = made;
    return index;
}

std::optional<SymbolKey> TreeIndex::symbolAt(const fs::path& file, std::uint32_t offset) const
{
    const FileNames* names = tree_ ? tree_->file(file) : nullptr;
    if (!names)
        return std::nullopt;
    const auto after = std::ranges::upper_bound(names->mentions, offset, {}, &NameMention::begin);
    if (after == names->mentions.begin())
        return std::nullopt;
    const NameMention& mention = *(after - 1);
    if (offset > mention.begin + tree_->table->text(mention.name).size())
        return std::nullopt;
    return tree_->keyOf(tree_->wordsOf(*names, mention));
}

std::vector<SymbolKey> TreeIndex::named(std::string_view name) const
{
    std::vector<SymbolKey> keys;
    if (!tree_)
        return keys;
    const auto add = [&](SymbolKey key) {
        if (std::ranges::find(keys, key) == keys.end())
            keys.push_back(std::move(key));
    };
    const std::string lower = lowerText(name);
    const WordId word = tree_->table->find(name);
    if (tree_->classOf(word))
        add({NameKind::Class, "", lower});
    if (findFunction(*tree_->dialect, name))
        add({NameKind::Function, "", lower});
    if (word == noWord)
        return keys;
    for (const std::uint32_t place : tree_->filesWith(word))
        for (const NameMention& mention : tree_->files[place]->mentions)
            if (mention.name == word && mention.useOf() == UseKind::Defines &&
                (mention.kindOf() == NameKind::Message || mention.kindOf() == NameKind::Resource || mention.kindOf() == NameKind::Constant))
                add(tree_->keyOf(tree_->wordsOf(*tree_->files[place], mention)));
    return keys;
}

std::vector<SymbolUse> TreeIndex::definitions(const SymbolKey& key, std::string_view fromClass) const
{
    const auto words = tree_ ? tree_->wordsOf(key) : std::nullopt;
    return words ? tree_->definitionsOf(*words, tree_->classOf(fromClass)) : std::vector<SymbolUse>();
}

std::vector<SymbolUse> TreeIndex::uses(const SymbolKey& key) const
{
    std::vector<SymbolUse> uses;
    if (const auto words = tree_ ? tree_->wordsOf(key) : std::nullopt)
        tree_->forEachUse(*words, [&](const FileNames& names, const NameMention& mention) { uses.push_back(tree_->useOf(names, mention)); });
    return uses;
}

std::vector<SymbolUse> TreeIndex::overridden(const SymbolKey& message, std::string_view className) const
{
    std::vector<SymbolUse> uses;
    const ClassNode* node = tree_ && message.kind == NameKind::Message ? tree_->classOf(className) : nullptr;
    const WordId word = node ? tree_->table->find(message.name) : noWord;
    if (word == noWord)
        return uses;
    for (const ClassNode* up = tree_->parentOf(*node); up; up = tree_->parentOf(*up))
        if (const HandlerEntry* handler = tree_->handlerOf(*up, word))
            uses.push_back(tree_->useOf(tree_->fileOf(*up), handler->begin, message.name.size(), UseKind::Defines));
    return uses;
}

std::vector<SymbolUse> TreeIndex::overriding(const SymbolKey& message, std::string_view className) const
{
    std::vector<SymbolUse> uses;
    const ClassNode* node = tree_ && message.kind == NameKind::Message ? tree_->classOf(className) : nullptr;
    const WordId word = node ? tree_->table->find(message.name) : noWord;
    if (word == noWord)
        return uses;
    for (const ClassNode* down : tree_->below(*node))
        if (const HandlerEntry* handler = tree_->handlerOf(*down, word))
            uses.push_back(tree_->useOf(tree_->fileOf(*down), handler->begin, message.name.size(), UseKind::Defines));
    return uses;
}

std::size_t TreeIndex::fileCount() const { return tree_ ? tree_->files.size() : 0; }

std::size_t TreeIndex::useCount() const
{
    std::size_t count = 0;
    if (tree_)
        for (const FilePointer& names : tree_->files)
            count += names->mentions.size();
    return count;
}

std::size_t TreeIndex::memoryBytes() const
{
    if (!tree_)
        return 0;
    std::size_t all = sizeof(Tree) + tree_->table->memoryBytes() + tree_->files.capacity() * sizeof(FilePointer);
    for (const FilePointer& names : tree_->files)
        all += names->memoryBytes();
    for (const auto& [key, place] : *tree_->places)
        all += key.size() + 64;
    for (const ClassNode& node : tree_->classes->nodes)
        all += sizeof(node) + 32 + node.children.capacity() * sizeof(std::uint32_t);
    return all;
}

} // namespace blak::kod
