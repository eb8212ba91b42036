// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kodide/index/file_names.h"
#include "kodide/index/tree_index.h"

#include <mutex>
#include <unordered_map>
#include <vector>

namespace blak::kod {

/// A class of the tree; of two with one name the first.
struct ClassNode
{
    WordId name = noWord;
    std::uint32_t file = 0;
    std::uint32_t index = 0; ///< among the classes of its file
    std::int32_t parent = -1;
    std::vector<std::uint32_t> children; ///< in the order of the tree
};

struct ClassTree
{
    std::vector<ClassNode> nodes;
    std::unordered_map<WordId, std::uint32_t> places;
};

/// Handlers of one message name somewhere in the tree.
struct MessageEntry
{
    WordId name = noWord;
    std::uint32_t file = 0;    ///< of the first one
    std::uint32_t handler = 0; ///< among the handlers of that file
    std::uint32_t count = 0;
};

/// What is listed of the whole tree, worked out when it is first asked for.
struct TreeLists
{
    std::once_flag made;
    std::vector<MessageEntry> messages;          ///< in the order of the tree
    std::vector<WordId> parameters;              ///< of all handlers, each once
    std::unordered_map<WordId, NameKind> values; ///< resources, and constants of headers
};

/// A key in numbers.
struct SymbolWords
{
    NameKind kind = NameKind::Local;
    WordId name = noWord;
    WordId owner = noWord; ///< class
    WordId handler = noWord;

    friend bool operator==(const SymbolWords&, const SymbolWords&) = default;
};

/// Where something stands.
struct PlaceWords
{
    WordId ofClass = noWord;
    WordId ofHandler = noWord;
};

struct TreeIndex::Tree
{
    std::shared_ptr<NameTable> table;
    const Dialect* dialect = nullptr;
    std::vector<FilePointer> files; ///< sources as they are compiled, then headers, then what came later
    std::shared_ptr<const std::unordered_map<std::string, std::uint32_t>> places;
    std::shared_ptr<const ClassTree> classes;
    std::shared_ptr<TreeLists> lists;

    // Files and classes
    const FileNames* file(const std::filesystem::path& path) const;
    const ClassNode* classOf(WordId name) const;
    const ClassNode* classOf(std::string_view name) const { return classOf(table->find(name)); }
    const ClassNode* parentOf(const ClassNode& node) const;
    bool derives(const ClassNode& node, const ClassNode& from) const; ///< also from itself
    void makeClasses();
    /// Names of a text that was not bound: members above their class, constants, resources.
    void resolveLoose(FileNames& names, const TreeLists& known) const;
    const TreeLists& listed() const;

    /// The class and those above it, nearest first.
    std::vector<const ClassNode*> chainOf(const ClassNode* node) const;
    /// Those below it, in the order of the tree.
    std::vector<const ClassNode*> below(const ClassNode& node) const;

    const FileNames& fileOf(const ClassNode& node) const { return *files[node.file]; }
    std::string_view spellingOf(const ClassNode& node) const;
    const MemberEntry* memberOf(const ClassNode& node, NameKind kind, WordId name) const;
    const HandlerEntry* handlerOf(const ClassNode& node, WordId name) const;

    // Names
    PlaceWords placeOf(const FileNames& names, std::uint32_t offset) const;
    WordId ownerOf(NameKind kind, WordId name, WordId ofClass) const;
    SymbolWords wordsOf(const FileNames& names, const NameMention& mention) const;
    std::optional<SymbolWords> wordsOf(const SymbolKey& key) const;
    SymbolKey keyOf(const SymbolWords& words) const;
    std::string lowerWord(WordId word) const;
    std::vector<std::uint32_t> filesWith(WordId name) const;
    SymbolUse useOf(const FileNames& names, std::uint32_t begin, std::size_t length, UseKind kind) const;
    SymbolUse useOf(const FileNames& names, const NameMention& mention) const;

    /// Calls `visit(file, mention)` for each use, definitions too.
    template <typename Visit>
    void forEachUse(const SymbolWords& words, Visit&& visit) const
    {
        for (const std::uint32_t place : filesWith(words.name)) {
            const FileNames& names = *files[place];
            Owned last;
            for (const NameMention& mention : names.mentions)
                if (mention.name == words.name && isUse(names, mention, words, last))
                    visit(names, mention);
        }
    }
    /// What was found out of the mention before, which mostly stands in the same class.
    struct Owned
    {
        WordId ofClass = noWord;
        NameKind kind = NameKind::Local;
        WordId owner = noWord;
    };
    bool isUse(const FileNames& names, const NameMention& mention, const SymbolWords& words, Owned& last) const;

    std::vector<SymbolUse> definitionsOf(const SymbolWords& words, const ClassNode* from) const;
};

} // namespace blak::kod
