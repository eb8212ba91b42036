// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"
#include "kodide/compiler/tree_symbols.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

/// What names of a tree stand for, where they are defined and used. Free of Qt. Offsets are bytes of the text as it is on disk or in the
/// document; lines count from 0. Names are compared without regard to case, as Blakod does.
namespace blak::kod {

/// One thing that has a name, the same wherever it is used.
struct SymbolKey
{
    NameKind kind = NameKind::Local;
    /// Lower case: of a property, class variable or constant of a class the class that declares it; of a local or parameter "class::handler"; of a
    /// message parameter the message is not told (the language has one name for all messages); else empty.
    std::string owner;
    std::string name; ///< lower case

    friend auto operator<=>(const SymbolKey&, const SymbolKey&) = default;
};

/// How a text mentions a thing.
enum class UseKind : std::uint8_t {
    Defines,  ///< declares it: class, handler, property, resource, constant, local
    Sends,    ///< Send, Post or their relatives name the message
    Mentions, ///< any other use that reads it
    Writes,   ///< assigns to it
    Derives,  ///< a class names it as its superclass
};

struct SymbolUse
{
    std::filesystem::path file;
    std::uint32_t begin = 0; ///< bytes of the file's text
    std::uint32_t end = 0;
    std::uint32_t line = 0;
    UseKind kind = UseKind::Mentions;
    std::string className;   ///< as declared, in which it stands; empty: outside of classes
    std::string handlerName; ///< empty: outside of handlers
};

/// What a search by a part of a name finds: a definition.
struct FoundSymbol
{
    NameKind kind = NameKind::Class;
    std::string spelling;
    SymbolUse use;
};

/// What is to be known of a thing in a few lines.
struct SymbolDescription
{
    SymbolKey key;
    std::string spelling;            ///< as declared
    std::string signature;           ///< one line of Blakod: `ReqNewHold(what = $, new_row = $)`, `piHits = 10`, `Rabbit is Monster`, `MAX_HITS = 100`
    std::string detail;              ///< "message of Rabbit, overrides Monster", "property of Monster", "built-in function"
    std::string comment;             ///< the comment of its author at its definition, without comment signs; may be empty
    std::vector<SymbolUse> definitions; ///< of a message: handlers, the nearest above the place asked from first
};

enum class CompletionKind : std::uint8_t { Keyword, Function, Local, Parameter, Property, Classvar, Constant, Resource, Class, Message, MessageParameter };

struct Completion
{
    CompletionKind kind = CompletionKind::Keyword;
    std::string text;   ///< what is inserted
    std::string detail; ///< right of it in the list: value, parameters, class
    int rank = 0;       ///< 0 = nearest: what fits the place best comes first
};

/// What could stand at a place. `begin`..`end` (bytes) is the word it replaces.
struct CompletionList
{
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    std::vector<Completion> items; ///< all that fit the place; not yet matched against the word
};

/// A call around a place: of a built-in function or of a message sent.
struct CallHelp
{
    std::string name;
    std::vector<std::string> parameters; ///< `what = $`, or `object`, `message`
    int current = -1;                    ///< parameter at the place; -1: none
    std::string comment;
    int others = 0; ///< handlers of the message that it may reach, too, and that take other parameters
};

struct TextEdit
{
    std::filesystem::path file;
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    std::string text;
};

struct RenamePlan
{
    std::vector<TextEdit> edits;       ///< by file, ascending
    std::vector<std::string> warnings; ///< one sentence each: what a renaming cannot see (kodbase ids, saved games, names in resources or in other tools)
};

/// The names of one text. Shared, never changed.
struct FileNames;

/// A picture of a tree at one moment: a value, cheap to copy, may be read by several threads. One file is put over it at a time.
class TreeIndex
{
public:
    struct Tree; ///< how it is held: index_tree.h

    /// Reads everything; files that do not follow the grammar give what could be understood. Compiles the tree once more:
    /// IndexedTree::read() costs a fraction of that.
    static TreeIndex read(const TreeSymbols& tree);

    /// What a text that was just checked says, in place of what was known of the file.
    TreeIndex with(const std::filesystem::path& file, const CheckedText& text) const;

    /// What the tree tells of a text that was just checked, unless that does not follow the grammar: messages that nobody sends or
    /// handles, parameters that no handler takes. As `blak check` does, which says nothing of all this while any text of the tree has
    /// errors; here only the names wait that stand in such a text.
    std::vector<Finding> findings(const CheckedText& text) const;

    /// What the name at the offset (or just before it) stands for; none in comments, strings and on what has an error.
    std::optional<SymbolKey> symbolAt(const std::filesystem::path& file, std::uint32_t offset) const;
    /// By a name alone, as somebody types it: classes, messages, functions, resources and constants of that name.
    std::vector<SymbolKey> named(std::string_view name) const;

    /// Whose name holds that part, without regard to case: classes, then what begins with it, then the rest; messages once for each
    /// handler. No locals and parameters.
    std::vector<FoundSymbol> search(std::string_view part, std::size_t most) const;
    /// A text as the index knows it, to turn offsets into lines and columns; empty: none.
    std::shared_ptr<const std::string> textOf(const std::filesystem::path& file) const;

    /// Seen from a class (empty: from nowhere): which decides the handler that is nearest.
    std::optional<SymbolDescription> describe(const SymbolKey& key, std::string_view fromClass = {}) const;
    std::vector<SymbolUse> definitions(const SymbolKey& key, std::string_view fromClass = {}) const;
    /// Where it is used, definitions too; by file as the tree is compiled, then by place.
    std::vector<SymbolUse> uses(const SymbolKey& key) const;
    /// The handlers of a message in the classes above (nearest first) and below the class (in the order of the tree).
    std::vector<SymbolUse> overridden(const SymbolKey& message, std::string_view className) const;
    std::vector<SymbolUse> overriding(const SymbolKey& message, std::string_view className) const;

    /// `text` is that of the file as it is now, in the middle of being typed; what the index knows may be some keys older.
    CompletionList complete(const std::filesystem::path& file, std::string_view text, std::uint32_t offset) const;
    std::optional<CallHelp> callAt(const std::filesystem::path& file, std::string_view text, std::uint32_t offset) const;

    /// Every place of the name, or why it cannot be: no such name, a name of the language, taken already where one of the places stands.
    Result<RenamePlan> rename(const SymbolKey& key, std::string_view newName) const;

    std::size_t fileCount() const;
    std::size_t useCount() const;
    std::size_t memoryBytes() const; ///< about what it holds

private:
    friend struct IndexedTree;
    std::shared_ptr<const Tree> tree_;
};

/// Both pictures of a tree, made in one go.
struct IndexedTree
{
    TreeSymbols symbols;
    TreeIndex index;

    /// As TreeSymbols::read, and the index beside it.
    static IndexedTree read(const KodTree& tree, std::shared_ptr<const FileSource> files = nullptr);
};

} // namespace blak::kod
