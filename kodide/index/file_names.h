// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kodide/compiler/binder.h"
#include "kodide/index/name_table.h"
#include "kodide/index/tree_index.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace blak::kod {

/// A stretch of a text, bytes.
struct TextRange
{
    std::uint32_t begin = 0;
    std::uint32_t end = 0;

    bool empty() const { return begin >= end; }
    std::string_view of(std::string_view text) const
    {
        return begin < end && end <= text.size() ? text.substr(begin, end - begin) : std::string_view();
    }
};

/// One mention of a name; it ends where the name does. A tree has half a million of them.
struct NameMention
{
    std::uint32_t begin = 0; ///< bytes
    std::uint32_t name : 24 = noWord;
    std::uint32_t kind : 5 = 0; ///< NameKind
    std::uint32_t use : 3 = 0;  ///< place in `uses`: of two for one place the lower one counts

    static constexpr std::array uses{UseKind::Defines, UseKind::Writes, UseKind::Sends, UseKind::Derives, UseKind::Mentions};

    static NameMention of(std::uint32_t begin, WordId name, NameKind kind, UseKind use)
    {
        NameMention made;
        made.begin = begin;
        made.name = name & 0xffffff;
        made.kind = static_cast<std::uint32_t>(kind) & 31;
        made.use = static_cast<std::uint32_t>(std::ranges::find(uses, use) - uses.begin()) & 7;
        return made;
    }
    NameKind kindOf() const { return static_cast<NameKind>(kind); }
    UseKind useOf() const { return uses[use]; }
};
static_assert(sizeof(NameMention) == 8);

constexpr std::uint32_t noPlace = 0xffffffff;

/// A property, class variable, constant or resource as it is declared.
struct MemberEntry
{
    WordId name = noWord;
    NameKind kind = NameKind::Property;
    std::uint32_t classIndex = noPlace; ///< of this text; none in headers
    std::uint32_t begin = 0;            ///< of its name
    TextRange value;                    ///< empty: none
};

struct VariableEntry
{
    WordId name = noWord;
    std::uint32_t begin = 0;
    TextRange value; ///< of a parameter
};

struct HandlerEntry
{
    WordId name = noWord;
    std::uint32_t classIndex = 0;
    std::uint32_t begin = 0; ///< of its name
    std::uint32_t end = 0;   ///< behind its closing brace
    TextRange comment;       ///< the string between header and body, with its quotes
    std::uint32_t firstVariable = 0;
    std::uint32_t parameters = 0;
    std::uint32_t locals = 0;
};

struct ClassEntry
{
    WordId name = noWord;
    WordId super = noWord;
    std::uint32_t begin = 0; ///< of its name
};

/// The words of all strings of a source, which may be names of messages. Shared by what was known of the text before and after an edit
/// of its code.
struct StringWords
{
    std::uint64_t hash = 0;    ///< of the strings
    std::vector<WordId> words; ///< ascending
};
std::uint64_t stringsHash(const SyntaxUnit& unit);

/// The names of one text. Lists are in the order of the text.
struct FileNames
{
    std::filesystem::path path;
    std::string key; ///< the path as it is compared
    SourcePointer source;
    bool isHeader = false;
    bool complete = true;    ///< every name that has a meaning is there: it was bound and has no error
    bool isBroken = false;   ///< it does not follow the grammar: of what it declares and names some may be lost
    bool hasErrors = false;  ///< of its own: what a word of it is meant to name may be another thing
    WordId ofClass = noWord; ///< a header: the class or handler that its text stands in, of several the first
    WordId ofHandler = noWord;
    std::vector<std::pair<WordId, WordId>> owners; ///< all of them
    std::vector<NameMention> mentions;
    std::vector<WordId> words; ///< of the mentions, each once, ascending
    std::vector<WordId> sent;  ///< of a source: messages that it names, ascending
    std::shared_ptr<const StringWords> strings; ///< of a source: what its strings hold
    std::vector<ClassEntry> classes;
    std::vector<HandlerEntry> handlers;
    std::vector<VariableEntry> variables; ///< parameters, then locals, of one handler after the other
    std::vector<MemberEntry> members;
    std::vector<std::uint32_t> lines;  ///< where they begin
    std::vector<std::string> includes; ///< keys of files
    std::vector<NameMention> loose;    ///< while it is made: names whose kind only the tree can tell

    std::string_view text() const { return source->text; }
    std::string_view wordAt(std::uint32_t begin, std::size_t length) const { return text().substr(begin, length); }
    std::uint32_t lineOf(std::uint32_t offset) const;
    const ClassEntry* classAt(std::uint32_t offset) const;
    const HandlerEntry* handlerAt(std::uint32_t offset) const;
    std::span<const VariableEntry> parametersOf(const HandlerEntry& handler) const
    {
        return std::span(variables).subspan(handler.firstVariable, handler.parameters);
    }
    std::span<const VariableEntry> localsOf(const HandlerEntry& handler) const
    {
        return std::span(variables).subspan(handler.firstVariable + handler.parameters, handler.locals);
    }
    bool has(WordId name) const;
    std::size_t memoryBytes() const;
};

using FilePointer = std::shared_ptr<const FileNames>;

std::string indexKey(const std::filesystem::path& file);

/// Puts together what included files hold, from the units that include them. Each is finished once.
class HeaderNames
{
public:
    explicit HeaderNames(NameTable& table) : table_(table) {}

    FileNames& of(const SourcePointer& source);
    /// A file of constants alone, while the table is held; again: nothing.
    void add(const ConstantsFragment& fragment);
    /// In the order in which they were first seen.
    std::vector<FilePointer> finish();

private:
    NameTable& table_;
    std::map<const SourceText*, std::size_t> places_;
    std::vector<std::shared_ptr<FileNames>> files_;
    std::map<const ConstantsFragment*, bool> seen_;
};

/// `bound` with the meanings of the names; null: they are told apart by the syntax alone, what that cannot tell is `loose`.
/// With `headers`, included texts are looked at, too. `old`: what was known of the text before; null: nothing.
std::shared_ptr<FileNames> namesOf(const std::filesystem::path& file, const SyntaxUnit& unit, const BoundUnit* bound,
                                   NameTable& table, HeaderNames* headers, const FileNames* old = nullptr);

/// Of a text without classes: a header that is edited, which was read as if it were a source. `old` is what it was; a text of
/// statements keeps the kinds of its names. Constants and resources are told apart by what stands behind the `=`.
std::shared_ptr<FileNames> namesOfHeaderText(const std::filesystem::path& file, const SyntaxUnit& unit, const FileNames* old,
                                             NameTable& table);

} // namespace blak::kod
