// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/project/project_names.h"

#include "formats/base/file_io.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace blak::project {
namespace {

constexpr std::size_t longestTitle = 120; ///< bytes
constexpr std::uint64_t largestSource = 16 << 20;
constexpr int deepest = 64; ///< ancestors; who inherits in a circle is no class that compiles

bool isWordSign(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

struct Token
{
    enum class Kind : std::uint8_t { End, Word, Text, Sign } kind = Kind::End;
    std::string_view text; ///< of a Text without its quotes
    int line = 1;
    bool startsLine = false;
};

/// Words, strings and signs of a source; comments and blanks fall away. "lantern.roo" is one word here.
class Tokens
{
public:
    Tokens(std::string_view source, bool slashComments) : source_(source), slash_(slashComments) {}

    Token next()
    {
        skip();
        Token token;
        token.line = line_;
        token.startsLine = std::exchange(fresh_, false);
        if (at_ >= source_.size())
            return token;
        const std::size_t begin = at_;
        if (source_[at_] == '"') {
            const std::size_t end = std::min(source_.find_first_of("\"\n", at_ + 1), source_.size());
            token.kind = Token::Kind::Text;
            token.text = source_.substr(begin + 1, end - begin - 1);
            at_ = end < source_.size() && source_[end] == '"' ? end + 1 : end;
            return token;
        }
        const auto inWord = [this](std::size_t i) {
            return isWordSign(source_[i]) || (source_[i] == '.' && i + 1 < source_.size() && isWordSign(source_[i + 1])) ||
                   (source_[i] == '-' && i > 0 && isWordSign(source_[i - 1]) && i + 1 < source_.size() &&
                    isWordSign(source_[i + 1]));
        };
        if (!isWordSign(source_[at_])) {
            token.kind = Token::Kind::Sign;
            token.text = source_.substr(at_++, 1);
            return token;
        }
        while (at_ < source_.size() && inWord(at_))
            ++at_;
        token.kind = Token::Kind::Word;
        token.text = source_.substr(begin, at_ - begin);
        return token;
    }

private:
    void skip()
    {
        while (at_ < source_.size()) {
            const char c = source_[at_];
            const std::string_view two = source_.substr(at_, 2);
            if (c == '\n') {
                ++line_;
                fresh_ = true;
                ++at_;
            } else if (std::isspace(static_cast<unsigned char>(c))) {
                ++at_;
            } else if (slash_ ? two == "//" : c == '%') {
                at_ = std::min(source_.find('\n', at_), source_.size());
            } else if (slash_ && two == "/*") {
                const std::size_t end = source_.find("*/", at_ + 2);
                const std::size_t stop = end == std::string_view::npos ? source_.size() : end + 2;
                line_ += static_cast<int>(std::count(source_.begin() + static_cast<std::ptrdiff_t>(at_),
                                                     source_.begin() + static_cast<std::ptrdiff_t>(stop), '\n'));
                at_ = stop;
            } else {
                return;
            }
        }
    }

    std::string_view source_;
    bool slash_;
    std::size_t at_ = 0;
    int line_ = 1;
    bool fresh_ = true;
};

bool isFile(std::string_view lower) { return lower.ends_with(".roo") || lower.ends_with(".bgf"); }

bool isSound(std::string_view lower)
{
    return std::ranges::any_of(std::array{".ogg", ".wav", ".mp3", ".mid", ".xmi"}, [&](std::string_view ending) { return lower.ends_with(ending); });
}

enum class Section : std::uint8_t { Header, Resources, Variables, Messages, Other };

Section sectionOf(const std::string& word)
{
    if (word == "resources")
        return Section::Resources;
    if (word == "classvars" || word == "properties")
        return Section::Variables;
    if (word == "messages")
        return Section::Messages;
    if (word == "constants")
        return Section::Other;
    return Section::Header; // none of them
}

/// Collects one class until its `end`.
struct ClassReader
{
    NamedClass found;
    std::unordered_map<std::string, std::string> texts;       ///< resource to its text
    std::vector<std::pair<std::string, std::string>> files;   ///< resource and file, in order
    std::vector<std::pair<std::string, int>> sounds;          ///< file and line
    std::vector<std::pair<std::string, std::string>> members; ///< variable and what it begins as, lower case

    void finish(SourceNames& names)
    {
        std::string title;
        for (const auto& [variable, value] : members)
            if (variable == "vrname")
                if (const auto text = texts.find(value); text != texts.end())
                    title = text->second;
        found.title = title.substr(0, longestTitle);
        for (const auto& [resource, file] : files) {
            const bool own = std::ranges::any_of(members, [&](const auto& member) { return member.second == resource; });
            if (own && file.ends_with(".roo"))
                found.room = file;
            const std::string& name = found.title.empty() ? found.name : found.title;
            names.uses.push_back({file, name, own, found.name});
        }
        for (auto& [file, line] : sounds)
            names.sounds.push_back({std::move(file), found.name, line});
        names.classes.push_back(std::move(found));
    }
};

/// A class without a name of its own has that of an ancestor, as players see it: of one that is itself a room (or thing) with a file, for
/// what stands above those - "room", "object" - tells less than the name of the class.
void nameByAncestors(ProjectNames& all)
{
    std::unordered_map<std::string, const NamedClass*> classes;
    for (const NamedClass& one : all.classes)
        classes.try_emplace(lowerCase(one.name), &one);
    std::unordered_map<std::string, std::string> kinds; // of the file that a class gives its name, by class
    for (const auto& [file, className] : all.classOf)
        kinds[lowerCase(className)] += std::filesystem::path(file).extension().string();
    for (auto& [file, className] : all.classOf) {
        auto found = classes.find(lowerCase(className));
        const std::string kind = std::filesystem::path(file).extension().string();
        for (int depth = 0; depth < deepest && found != classes.end(); ++depth) {
            const NamedClass& one = *found->second;
            const auto own = kinds.find(lowerCase(one.name));
            if (!one.title.empty() && own != kinds.end() && own->second.find(kind) != std::string::npos) {
                all.byFile[file] = one.title;
                break;
            }
            if (!one.title.empty())
                break; // a name for all of a kind
            found = classes.find(lowerCase(one.parent));
        }
    }
}

} // namespace

std::string_view ProjectNames::nameOf(std::string_view fileName) const
{
    const auto found = byFile.find(lowerCase(fileName));
    return found == byFile.end() ? std::string_view() : std::string_view(found->second);
}

const NamedClass* ProjectNames::find(std::string_view className) const
{
    const std::string wanted = lowerCase(className);
    const auto found = std::ranges::lower_bound(classes, wanted, {}, [](const NamedClass& one) { return lowerCase(one.name); });
    return found != classes.end() && lowerCase(found->name) == wanted ? &*found : nullptr;
}

std::string_view ProjectNames::roomOf(const NamedClass& one) const
{
    const NamedClass* at = &one;
    for (int depth = 0; depth < deepest && at != nullptr; ++depth, at = find(at->parent))
        if (!at->room.empty())
            return at->room;
    return {};
}

bool ProjectNames::inherits(const NamedClass& one, std::string_view ancestor) const
{
    const NamedClass* at = find(one.parent);
    for (int depth = 0; depth < deepest && at != nullptr; ++depth, at = find(at->parent))
        if (equalIgnoringCase(at->name, ancestor))
            return true;
    return false;
}

SourceNames namesOfSource(std::string_view source, bool slashComments)
{
    SourceNames names;
    Tokens tokens(source, slashComments);
    std::optional<ClassReader> reader;
    Section section = Section::Header;
    int braces = 0; // open ones
    Token token = tokens.next();
    while (token.kind != Token::Kind::End) {
        if (token.kind != Token::Kind::Word) {
            if (token.kind == Token::Kind::Sign)
                braces = std::max(0, braces + (token.text == "{" ? 1 : token.text == "}" ? -1 : 0));
            token = tokens.next();
            continue;
        }
        const Token word = token;
        const std::string lower = lowerCase(word.text);
        token = tokens.next();
        if (token.kind == Token::Kind::Sign && token.text == ":" && sectionOf(lower) != Section::Header) {
            section = sectionOf(lower);
            braces = 0;
            token = tokens.next();
            continue;
        }
        if (reader && section == Section::Messages && braces == 0 && word.startsLine && token.kind == Token::Kind::Sign && token.text == "(")
            reader->found.handlers.push_back({std::string(word.text), word.line});
        // The root of a hierarchy: "NAME" alone, before the first section of a source.
        if (!reader && word.startsLine && token.kind == Token::Kind::Word && token.startsLine && sectionOf(lower) == Section::Header &&
            sectionOf(lowerCase(token.text)) != Section::Header) {
            reader.emplace();
            reader->found.name = word.text;
            reader->found.line = word.line;
            continue;
        }
        // A class header stands at the beginning of a line, outside of handlers: "NAME is PARENT".
        if (word.startsLine && token.kind == Token::Kind::Word && lowerCase(token.text) == "is" &&
            section != Section::Resources) {
            const Token parent = tokens.next();
            if (reader)
                reader->finish(names);
            reader.emplace();
            reader->found.name = word.text;
            reader->found.line = word.line;
            if (parent.kind == Token::Kind::Word)
                reader->found.parent = parent.text;
            section = Section::Header;
            token = tokens.next();
            continue;
        }
        if (!reader || token.kind != Token::Kind::Sign || token.text != "=" ||
            (section != Section::Resources && section != Section::Variables))
            continue;
        const Token value = tokens.next();
        if (section == Section::Variables && value.kind == Token::Kind::Word) {
            reader->members.emplace_back(lower, lowerCase(value.text));
        } else if (section == Section::Resources && value.kind == Token::Kind::Text) {
            reader->texts.try_emplace(lower, value.text);
        } else if (section == Section::Resources && value.kind == Token::Kind::Word) {
            if (std::string file = lowerCase(value.text); isFile(file))
                reader->files.emplace_back(lower, std::move(file));
            else if (isSound(file))
                reader->sounds.emplace_back(std::move(file), value.line);
        }
        token = tokens.next();
    }
    if (reader)
        reader->finish(names);
    return names;
}

ProjectNames readNames(const Project& project, const std::atomic<bool>& cancelled)
{
    ProjectNames all;
    std::unordered_map<std::string, int> taken; // how much the class whose name is taken has to do with the file
    const Dialect dialect = project.dialect().dialect;
    const bool slashComments = dialect == Dialect::Open105 || dialect == Dialect::Open29;
    for (const FoundFile& file : project.files()) {
        if (cancelled)
            return {};
        if (file.kind != FileKind::Kod)
            continue;
        const auto text = readTextFile(project.absolute(file), largestSource);
        if (!text)
            continue;
        SourceNames names = namesOfSource(text.value(), slashComments);
        for (NamedClass& one : names.classes) {
            one.path = file.path;
            all.classes.push_back(std::move(one));
        }
        for (SourceNames::Sound& sound : names.sounds)
            all.sounds[sound.file].push_back({std::move(sound.className), file.path, sound.line});
        for (SourceNames::Use& use : names.uses) {
            // The first class that shows a file as its own names it, before others the one whose source is called as the file
            // (tests borrow rooms); classes that merely mention it do when there is none.
            const int claim = !use.isOwn ? 1 : lowerCase(file.path.stem().string()) == std::filesystem::path(use.file).stem().string() ? 3 : 2;
            if (const auto known = taken.find(use.file); known != taken.end() && known->second >= claim)
                continue;
            taken[use.file] = claim;
            all.classOf[use.file] = std::move(use.className);
            all.byFile[use.file] = std::move(use.name);
        }
    }
    nameByAncestors(all);
    std::ranges::sort(all.classes, [](const NamedClass& a, const NamedClass& b) {
        const std::string first = lowerCase(a.name), second = lowerCase(b.name);
        return first != second ? first < second : a.path < b.path;
    });
    return all;
}

} // namespace blak::project
