// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/index/file_names.h"

#include "kodide/compiler/characters.h"
#include "kodide/compiler/lints.h"
#include "kodide/compiler/parser.h"
#include "kodide/index/text_place.h"

#include <algorithm>
#include <functional>
#include <unordered_map>

namespace blak::kod {
namespace {

std::vector<std::uint32_t> lineStarts(std::string_view text)
{
    std::vector<std::uint32_t> starts{0};
    starts.reserve(text.size() / 24 + 8);
    for (std::size_t at = text.find('\n'); at != std::string_view::npos; at = text.find('\n', at + 1))
        starts.push_back(static_cast<std::uint32_t>(at + 1));
    starts.shrink_to_fit();
    return starts;
}

/// The one that begins last at or before the offset.
template <typename Entry>
const Entry* lastBefore(const std::vector<Entry>& entries, std::uint32_t offset)
{
    const auto after = std::ranges::upper_bound(entries, offset, {}, &Entry::begin);
    return after == entries.begin() ? nullptr : &*(after - 1);
}

/// Sorts by place and leaves one for each.
void arrange(std::vector<NameMention>& mentions)
{
    std::vector<std::uint64_t> keys; // place, then use, kind and name
    keys.reserve(mentions.size());
    for (const NameMention& m : mentions)
        keys.push_back(std::uint64_t{m.begin} << 32 | std::uint64_t{m.use} << 29 | std::uint64_t{m.kind} << 24 | m.name);
    std::ranges::sort(keys);
    const auto rest = std::ranges::unique(keys, {}, [](std::uint64_t key) { return key >> 32; });
    keys.erase(rest.begin(), rest.end());
    if (mentions.capacity() > keys.size() + keys.size() / 8)
        std::vector<NameMention>().swap(mentions);
    mentions.resize(keys.size());
    for (std::size_t i = 0; i < keys.size(); ++i) {
        mentions[i].begin = static_cast<std::uint32_t>(keys[i] >> 32);
        mentions[i].name = keys[i] & 0xffffff;
        mentions[i].kind = (keys[i] >> 24) & 31;
        mentions[i].use = (keys[i] >> 29) & 7;
    }
}

void sortWords(std::vector<WordId>& words)
{
    std::ranges::sort(words);
    const auto rest = std::ranges::unique(words);
    words.erase(rest.begin(), rest.end());
}

void finishNames(FileNames& names)
{
    arrange(names.mentions);
    if (!std::ranges::is_sorted(names.members, {}, &MemberEntry::begin))
        std::ranges::sort(names.members, {}, &MemberEntry::begin);
    names.lines = lineStarts(names.text());
    if (names.words.empty()) {
        names.words.reserve(names.mentions.size());
        for (const NameMention& mention : names.mentions)
            names.words.push_back(mention.name);
        sortWords(names.words);
        names.words.shrink_to_fit();
    }
    names.members.shrink_to_fit();
    names.handlers.shrink_to_fit();
    names.variables.shrink_to_fit();
}

void setPath(FileNames& names, const std::filesystem::path& file)
{
    names.path = file;
    names.key = indexKey(file);
}

/// Reads one unit, while the table is held. Words are asked for once per distinct name.
class Reader
{
public:
    Reader(FileNames& names, const SyntaxUnit& unit, NameTable& table, HeaderNames* headers)
        : names_(names), unit_(unit), table_(table), headers_(headers), words_(unit.names.size(), unasked)
    {
    }

    void readClasses()
    {
        for (const ClassSyntax* syntax : unit_.classes)
            readClass(*syntax);
        std::ranges::stable_sort(names_.handlers, {}, &HandlerEntry::begin);
        for (const IncludeUse& include : unit_.includes)
            if (include.source)
                names_.includes.push_back(indexKey(include.source->name));
    }

    void readMeanings(const BoundUnit& bound)
    {
        names_.mentions.reserve(bound.meanings.size());
        std::vector<NameUse> supers;
        for (const ClassSyntax* syntax : unit_.classes)
            supers.push_back(syntax->super);
        for (const NameMeaning& meaning : bound.meanings) {
            UseKind use = UseKind::Mentions;
            if (meaning.declares)
                use = UseKind::Defines;
            else if (meaning.writes)
                use = UseKind::Writes;
            else if (meaning.sends)
                use = UseKind::Sends;
            else if (meaning.kind == NameKind::Class && std::ranges::find(supers, meaning.use) != supers.end())
                use = UseKind::Derives;
            note(meaning.use, meaning.kind, use);
        }
    }

    /// By the syntax alone.
    void readTokens()
    {
        const Dialect& dialect = *unit_.dialect;
        std::ranges::sort(names_.members, {}, &MemberEntry::begin);
        TokenKind before = TokenKind::EndOfLine;
        TokenKind beforeThat = TokenKind::EndOfLine;
        for (TokenIndex i = 0; i < unit_.tokens.size(); ++i) {
            const Token& token = unit_.tokens[i];
            if (token.kind == TokenKind::Identifier && token.source == 0)
                readToken(i, before, beforeThat, dialect);
            beforeThat = before;
            before = token.kind;
        }
    }

    /// All names that were asked for: also some of headers.
    void readWords()
    {
        for (const WordId known : words_)
            if (known != unasked && known != noWord)
                names_.words.push_back(known);
        sortWords(names_.words);
        names_.words.shrink_to_fit();
    }

    void readSent(const FileNames* old)
    {
        for (TokenIndex i = 0; i + 1 < unit_.tokens.size(); ++i)
            if (token(i).kind == TokenKind::At && token(i + 1).kind == TokenKind::Identifier)
                names_.sent.push_back(word(i + 1));
        sortWords(names_.sent);
        names_.sent.shrink_to_fit();
        const std::uint64_t hash = stringsHash(unit_);
        if (old && old->strings && old->strings->hash == hash) {
            names_.strings = old->strings;
            return;
        }
        const auto strings = std::make_shared<StringWords>();
        strings->hash = hash;
        for (const std::string_view text : unit_.texts)
            forEachWord(text, [&](std::string_view name) { strings->words.push_back(table_.addHeld(name, hashIgnoringCase(name))); });
        sortWords(strings->words);
        strings->words.shrink_to_fit();
        names_.strings = strings;
    }

    void readConstants(std::span<const Declaration> constants, bool withMentions)
    {
        for (const Declaration& constant : constants) {
            if (constant.name == noToken || constant.fragment)
                continue;
            readMember(constant.name, NameKind::Constant, noPlace, rangeOf(constant.value));
            if (withMentions)
                note(constant.name, NameKind::Constant, UseKind::Defines);
        }
        if (withMentions)
            for (TokenIndex i = 0; i < unit_.tokens.size(); ++i)
                if (const Token& token = unit_.tokens[i]; token.kind == TokenKind::Identifier && token.source == 0 && i > 0 &&
                                                          unit_.tokens[i - 1].kind != TokenKind::Include)
                    note(i, NameKind::Constant, UseKind::Mentions);
    }

private:
    static constexpr WordId unasked = 0xffffffff;

    const Token& token(TokenIndex index) const { return unit_.tokens[index]; }

    WordId word(TokenIndex index)
    {
        const std::uint32_t number = token(index).value;
        if (number >= words_.size())
            return noWord;
        if (words_[number] == unasked)
            words_[number] = table_.addHeld(unit_.names.text(number), unit_.names.hash(number));
        return words_[number];
    }

    /// The file in which the token stands; null when it is not asked for.
    FileNames* home(const Token& token)
    {
        if (token.source == 0)
            return &names_;
        if (!headers_ || token.source >= unit_.sources.size())
            return nullptr;
        if (token.source != lastSource_) {
            lastSource_ = token.source;
            lastHome_ = &headers_->of(unit_.sources[token.source]);
        }
        return lastHome_;
    }

    void note(TokenIndex use, NameKind kind, UseKind how)
    {
        const Token& token = unit_.tokens[use];
        FileNames* file = home(token);
        const WordId name = file ? word(use) : noWord;
        if (name == noWord)
            return;
        if (token.source != 0)
            own(*file, use);
        file->mentions.push_back(NameMention::of(token.begin, name, kind, how));
    }

    /// A header belongs to the class and handler that its text stands in.
    void own(FileNames& header, TokenIndex use)
    {
        const ClassSyntax* inClass = nullptr;
        const Handler* inHandler = nullptr;
        for (const ClassSyntax* syntax : unit_.classes)
            if (syntax->name <= use)
                inClass = syntax;
        if (inClass && !inClass->handlers.empty()) {
            const auto after =
                std::ranges::upper_bound(inClass->handlers, use, {}, [](const Handler* handler) { return handler->name; });
            if (after != inClass->handlers.begin() && (*(after - 1))->last >= use)
                inHandler = *(after - 1);
        }
        const WordId className = inClass ? word(inClass->name) : noWord;
        const WordId handlerName = inHandler ? word(inHandler->name) : noWord;
        if (header.owners.empty()) {
            header.ofClass = className;
            header.ofHandler = handlerName;
        }
        const std::pair owner{className, handlerName};
        if (header.owners.empty() ||
            (header.owners.back() != owner && std::ranges::find(header.owners, owner) == header.owners.end()))
            header.owners.push_back(owner);
    }

    TextRange rangeOf(TokenIndex first, TokenIndex last) const
    {
        if (first == noToken || last == noToken || last >= unit_.tokens.size() || first > last)
            return {};
        const Token& from = unit_.tokens[first];
        const Token& to = unit_.tokens[last];
        return from.source == to.source && from.begin <= to.begin + to.length ? TextRange{from.begin, to.begin + to.length}
                                                                              : TextRange{};
    }
    TextRange rangeOf(const Expression* value) const { return value ? rangeOf(value->first, value->last) : TextRange{}; }

    void readMember(NameUse name, NameKind kind, std::uint32_t classIndex, TextRange value)
    {
        FileNames* file = home(token(name));
        const WordId known = file ? word(name) : noWord;
        if (known != noWord)
            file->members.push_back({known, kind, token(name).source == 0 ? classIndex : noPlace, token(name).begin, value});
    }

    void readClass(const ClassSyntax& syntax)
    {
        if (token(syntax.name).source != 0)
            return;
        const auto classIndex = static_cast<std::uint32_t>(names_.classes.size());
        names_.classes.push_back(
            {word(syntax.name), syntax.super == noToken ? noWord : word(syntax.super), token(syntax.name).begin});
        for (const Declaration& constant : syntax.constants) {
            if (constant.fragment) {
                if (headers_)
                    headers_->add(**constant.fragment);
            } else if (constant.name != noToken) {
                readMember(constant.name, NameKind::Constant, classIndex, rangeOf(constant.value));
            }
        }
        for (const ResourceDeclaration& resource : syntax.resources)
            readMember(resource.name, NameKind::Resource, classIndex, rangeOf(resource.text, resource.text));
        for (const Declaration& classvar : syntax.classvars)
            readMember(classvar.name, NameKind::Classvar, classIndex, rangeOf(classvar.value));
        for (const Declaration& property : syntax.properties)
            readMember(property.name, NameKind::Property, classIndex, rangeOf(property.value));
        for (const Handler* handler : syntax.handlers)
            readHandler(*handler, classIndex);
    }

    void readHandler(const Handler& handler, std::uint32_t classIndex)
    {
        if (token(handler.name).source != 0)
            return;
        HandlerEntry entry;
        entry.name = word(handler.name);
        entry.classIndex = classIndex;
        entry.begin = token(handler.name).begin;
        const Token& last = token(handler.last);
        entry.end = last.source == 0 ? last.begin + last.length : entry.begin;
        if (handler.last <= handler.name) // its end was not seen
            entry.end = static_cast<std::uint32_t>(names_.text().size());
        if (handler.comment != noToken)
            entry.comment = rangeOf(handler.comment, handler.comment);
        entry.firstVariable = static_cast<std::uint32_t>(names_.variables.size());
        for (const Parameter& parameter : handler.parameters)
            if (token(parameter.name).source == 0)
                names_.variables.push_back({word(parameter.name), token(parameter.name).begin, rangeOf(parameter.value)});
        entry.parameters = static_cast<std::uint32_t>(names_.variables.size()) - entry.firstVariable;
        for (const NameUse local : handler.locals)
            if (token(local).source == 0)
                names_.variables.push_back({word(local), token(local).begin, {}});
        entry.locals = static_cast<std::uint32_t>(names_.variables.size()) - entry.firstVariable - entry.parameters;
        names_.handlers.push_back(entry);
    }

    /// The first of that name in the handler, or null.
    const VariableEntry* variableOf(const HandlerEntry& handler, WordId name)
    {
        if (variablesOf_ != &handler) {
            variablesOf_ = &handler;
            variables_.clear();
            for (std::uint32_t i = 0; i < handler.parameters + handler.locals; ++i)
                variables_.emplace(names_.variables[handler.firstVariable + i].name, handler.firstVariable + i);
        }
        const auto known = variables_.find(name);
        return known == variables_.end() ? nullptr : &names_.variables[known->second];
    }

    void readToken(TokenIndex i, TokenKind before, TokenKind beforeThat, const Dialect& dialect)
    {
        const Token& token = unit_.tokens[i];
        const WordId name = word(i);
        if (const ClassEntry* entry = lastBefore(names_.classes, token.begin)) {
            if (entry->begin == token.begin)
                return note(i, NameKind::Class, UseKind::Defines);
            if (before == TokenKind::Is)
                return note(i, NameKind::Class, UseKind::Derives);
        }
        const HandlerEntry* handler = names_.handlerAt(token.begin);
        if (handler) {
            if (handler->begin == token.begin)
                return note(i, NameKind::Message, UseKind::Defines);
            if (before == TokenKind::At)
                return note(i, NameKind::Message, UseKind::Mentions);
            if (before == TokenKind::Hash)
                return note(i, NameKind::MessageParameter, UseKind::Mentions);
            if (const VariableEntry* variable = variableOf(*handler, name))
                return note(i,
                            variable - &names_.variables[handler->firstVariable] < handler->parameters ? NameKind::Parameter
                                                                                                       : NameKind::Local,
                            variable->begin == token.begin ? UseKind::Defines : UseKind::Mentions);
        } else if (const auto member = std::ranges::lower_bound(names_.members, token.begin, {}, &MemberEntry::begin);
                   member != names_.members.end() && member->begin == token.begin) {
            return note(i, member->kind, UseKind::Defines);
        }
        const bool operand =
            beforeThat == TokenKind::Identifier || beforeThat == TokenKind::Number || beforeThat == TokenKind::CloseParen;
        if (before == TokenKind::At)
            return note(i, NameKind::Message, UseKind::Mentions);
        if (before == TokenKind::Ampersand && !operand)
            return note(i, NameKind::Class, UseKind::Mentions);
        const std::string_view text = unit_.text(i);
        if (equalIgnoringCase(text, "self"))
            return note(i, NameKind::Self, UseKind::Mentions);
        if (i + 1 < unit_.tokens.size() && unit_.tokens[i + 1].kind == TokenKind::OpenParen) {
            if (findFunction(dialect, text))
                note(i, NameKind::Function, UseKind::Mentions);
            return;
        }
        if (names_.classAt(token.begin))
            names_.loose.push_back(NameMention::of(token.begin, name, NameKind::Local, UseKind::Mentions));
    }

    FileNames& names_;
    const SyntaxUnit& unit_;
    NameTable& table_;
    HeaderNames* headers_;
    std::vector<WordId> words_;
    std::uint32_t lastSource_ = 0;
    FileNames* lastHome_ = nullptr;
    const HandlerEntry* variablesOf_ = nullptr; ///< whose `variables_` are
    std::unordered_map<WordId, std::uint32_t> variables_;
};

} // namespace

namespace {

/// Whether the first entry of a header has a text or a file: `name = "text"`, `name = de "text"`, `name = lamp.bgf`.
bool holdsResources(std::string_view text, const Dialect& dialect)
{
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        std::string_view line = text.substr(at, end - at);
        at = end + 1;
        while (!line.empty() && isClass(line[0], BlankClass))
            line.remove_prefix(1);
        const std::size_t equals = line.find('=');
        if (line.starts_with(dialect.lineComment) || equals == std::string_view::npos)
            continue;
        line.remove_prefix(equals + 1);
        const std::size_t quote = line.find('"');
        const std::size_t comment = line.find(dialect.lineComment);
        return std::min(quote, line.find('.')) < std::min(comment, line.size());
    }
    return false;
}

/// Lines `name = "text"` and `name = de "text"`, or with a file name.
void readResources(FileNames& names, NameTable& table)
{
    const std::string_view text = names.text();
    names.lines = lineStarts(text);
    for (std::size_t i = 0; i < names.lines.size(); ++i) {
        const std::size_t end = i + 1 < names.lines.size() ? names.lines[i + 1] : text.size();
        std::size_t at = names.lines[i];
        while (at < end && isClass(text[at], BlankClass))
            ++at;
        const std::size_t begin = at;
        while (at < end && isClass(text[at], NameClass))
            ++at;
        const std::size_t nameEnd = at;
        while (at < end && isClass(text[at], BlankClass))
            ++at;
        if (begin == nameEnd || !isClass(text[begin], LetterClass) || at == end || text[at] != '=')
            continue;
        const WordId name = table.add(text.substr(begin, nameEnd - begin));
        if (name == noWord)
            continue;
        const auto place = static_cast<std::uint32_t>(begin);
        names.mentions.push_back(NameMention::of(place, name, NameKind::Resource, UseKind::Defines));
        names.members.push_back(
            {name, NameKind::Resource, noPlace, place, {static_cast<std::uint32_t>(at + 1), static_cast<std::uint32_t>(end)}});
    }
    finishNames(names);
}

/// By the signs before the names, and by what they were.
void readStatements(FileNames& names, const FileNames& old, const Dialect& dialect, NameTable& table)
{
    std::unordered_map<WordId, NameKind> kinds;
    for (const NameMention& mention : old.mentions)
        kinds.emplace(mention.name, mention.kindOf());
    for (const TextWord& word : textWords(names.text(), dialect)) {
        const WordId name = table.add(word.text);
        const auto known = kinds.find(name);
        bool isKnown = true;
        NameKind kind = NameKind::Self;
        if (word.signBefore == '@')
            kind = NameKind::Message;
        else if (word.signBefore == '#')
            kind = NameKind::MessageParameter;
        else if (word.signBefore == '&' && !word.operandBefore)
            kind = NameKind::Class;
        else if (word.isCalled && findFunction(dialect, word.text))
            kind = NameKind::Function;
        else if (known != kinds.end())
            kind = known->second;
        else
            isKnown = equalIgnoringCase(word.text, "self");
        if (isKnown && name != noWord)
            names.mentions.push_back(NameMention::of(word.begin, name, kind, UseKind::Mentions));
    }
    finishNames(names);
}

} // namespace

std::string indexKey(const std::filesystem::path& file) { return file.lexically_normal().string(); }

std::uint32_t FileNames::lineOf(std::uint32_t offset) const
{
    return static_cast<std::uint32_t>(std::ranges::upper_bound(lines, offset) - lines.begin()) - 1;
}

const ClassEntry* FileNames::classAt(std::uint32_t offset) const { return lastBefore(classes, offset); }

const HandlerEntry* FileNames::handlerAt(std::uint32_t offset) const
{
    const HandlerEntry* handler = lastBefore(handlers, offset);
    return handler && offset < handler->end ? handler : nullptr;
}

bool FileNames::has(WordId name) const { return std::ranges::binary_search(words, name); }

std::size_t FileNames::memoryBytes() const
{
    const auto bytes = [](const auto& list) { return list.capacity() * sizeof(list[0]); };
    std::size_t all = sizeof(*this) + text().size() + path.native().size() * 2 + key.size() + bytes(mentions) + bytes(words) +
                      bytes(sent) + bytes(classes) + bytes(handlers) + bytes(variables) + bytes(members) + bytes(lines) + bytes(includes);
    if (strings)
        all += sizeof(*strings) + bytes(strings->words);
    for (const std::string& include : includes)
        all += include.size() > 15 ? include.size() : 0;
    return all;
}

std::uint64_t stringsHash(const SyntaxUnit& unit)
{
    std::uint64_t hash = unit.texts.size();
    for (const std::string_view text : unit.texts)
        hash = (hash ^ std::hash<std::string_view>()(text)) * 0x9E3779B97F4A7C15ull;
    return hash;
}

FileNames& HeaderNames::of(const SourcePointer& source)
{
    const auto [place, fresh] = places_.try_emplace(source.get(), files_.size());
    if (fresh) {
        FileNames& names = *files_.emplace_back(std::make_shared<FileNames>());
        setPath(names, source->name);
        names.source = source;
        names.isHeader = true;
    }
    return *files_[place->second];
}

void HeaderNames::add(const ConstantsFragment& fragment)
{
    if (!seen_.try_emplace(&fragment, true).second)
        return;
    FileNames& names = of(fragment.unit.sources[0]);
    Reader(names, fragment.unit, table_, nullptr).readConstants(fragment.constants, true);
}

std::vector<FilePointer> HeaderNames::finish()
{
    std::vector<FilePointer> files;
    for (const auto& names : files_) {
        finishNames(*names);
        const auto rest = std::ranges::unique(names->members, {}, &MemberEntry::begin);
        names->members.erase(rest.begin(), rest.end());
        files.push_back(names);
    }
    return files;
}

std::shared_ptr<FileNames> namesOf(const std::filesystem::path& file, const SyntaxUnit& unit, const BoundUnit* bound,
                                   NameTable& table, HeaderNames* headers, const FileNames* old)
{
    const auto names = std::make_shared<FileNames>();
    setPath(*names, file);
    names->source = unit.sources[0];
    names->complete = bound && !unit.syntaxErrors;
    names->isBroken = names->hasErrors = unit.syntaxErrors;
    const auto held = table.hold();
    Reader reader(*names, unit, table, headers);
    reader.readClasses();
    if (bound)
        reader.readMeanings(*bound);
    else
        reader.readTokens();
    reader.readSent(old);
    reader.readWords();
    finishNames(*names);
    return names;
}

std::shared_ptr<FileNames> namesOfHeaderText(const std::filesystem::path& file, const SyntaxUnit& unit, const FileNames* old,
                                             NameTable& table)
{
    const auto names = std::make_shared<FileNames>();
    setPath(*names, file);
    names->source = unit.sources[0];
    names->isHeader = true;
    if (old) {
        names->ofClass = old->ofClass;
        names->ofHandler = old->ofHandler;
        names->owners = old->owners;
        if (old->ofHandler != noWord) {
            readStatements(*names, *old, *unit.dialect, table);
            return names;
        }
    }
    const auto header = holdsResources(names->text(), *unit.dialect) ? nullptr : parseHeader(names->source, *unit.dialect, {});
    if (header) {
        {
            const auto held = table.hold();
            Reader(*names, header->unit, table, nullptr).readConstants(header->constants, true);
        }
        finishNames(*names);
    }
    if (!header)
        readResources(*names, table);
    return names;
}

} // namespace blak::kod
