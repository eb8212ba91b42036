// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/compiler/characters.h"
#include "kodide/index/index_tree.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

namespace blak::kod {
namespace {

std::string inQuotes(std::string_view name) { return "`" + std::string(name) + "`"; }

bool isMember(NameKind kind) { return kind == NameKind::Property || kind == NameKind::Classvar; }

/// Known to all classes, whoever defines it.
bool isGlobal(NameKind kind)
{
    return kind == NameKind::Class || kind == NameKind::Message || kind == NameKind::Resource || kind == NameKind::Parameter ||
           kind == NameKind::MessageParameter || kind == NameKind::Function;
}

std::string_view kindText(NameKind kind)
{
    return kind == NameKind::Parameter || kind == NameKind::MessageParameter ? "message parameter" : nameKindText(kind);
}

/// Why the name cannot stand in a text of the language at all, or nothing.
std::optional<std::string> whyNoName(std::string_view name, const Dialect& dialect)
{
    if (name.empty() || !isClass(name[0], LetterClass) || !std::ranges::all_of(name, [](char c) { return isClass(c, NameClass); }))
        return "a name begins with a letter and holds letters, digits and `_`";
    if (name.size() > 250)
        return "a name of more than 250 letters is too long";
    if (equalIgnoringCase(name, "self"))
        return "`self` stands for the current object";
    for (const Keyword& keyword : dialect.keywords)
        if (equalIgnoringCase(keyword.text, name))
            return inQuotes(name) + " is a word of the language";
    if (findFunction(dialect, name))
        return inQuotes(name) + " is a built-in function";
    return std::nullopt;
}

std::optional<SymbolKind> globalKind(NameKind kind)
{
    switch (kind) {
    case NameKind::Class: return SymbolKind::Class;
    case NameKind::Message: return SymbolKind::Message;
    case NameKind::Parameter:
    case NameKind::MessageParameter: return SymbolKind::Parameter;
    default: return std::nullopt;
    }
}

/// One renaming: which mentions belong to it, and what stands in its way.
class Renaming
{
public:
    Renaming(const TreeIndex::Tree& tree, const SymbolWords& words) : tree_(tree), words_(words)
    {
        if (isMember(words.kind)) // a property and the class variable it stands for are one, all the way down
            for (top_ = tree.classOf(words.owner); top_;) {
                const ClassNode* above = tree.parentOf(*top_);
                while (above && !declaresMember(*above))
                    above = tree.parentOf(*above);
                if (!above)
                    break;
                top_ = above;
            }
    }

    void findPlaces();
    std::optional<std::string> conflict(WordId newName) const;
    Result<RenamePlan> plan(std::string_view newName) const;

private:
    bool declaresMember(const ClassNode& node) const
    {
        return tree_.memberOf(node, NameKind::Property, words_.name) || tree_.memberOf(node, NameKind::Classvar, words_.name);
    }
    bool isMine(const FileNames& names, const NameMention& mention) const;
    bool hinders(const FileNames& names, const NameMention& mention) const;
    bool isBelowTop(WordId ofClass) const
    {
        const ClassNode* node = tree_.classOf(ofClass);
        return top_ ? node && tree_.derives(*node, *top_) : ofClass == words_.owner;
    }
    bool isSeenInTouched(WordId memberOwner) const;
    const FileNames* sharedText() const;
    void addWarnings(RenamePlan& plan) const;
    std::size_t textsWith(std::string_view spelling) const;

    const TreeIndex::Tree& tree_;
    const SymbolWords& words_;
    const ClassNode* top_ = nullptr;
    std::vector<std::pair<const FileNames*, std::uint32_t>> places_;
    std::set<WordId> classes_;                          ///< in which they stand
    std::set<std::pair<WordId, WordId>> handlers_;      ///< class and handler
    std::set<const FileNames*> files_;
    std::size_t handlerCount_ = 0;                      ///< that declare the parameter
};

bool Renaming::isMine(const FileNames& names, const NameMention& mention) const
{
    const NameKind kind = mention.kindOf();
    switch (words_.kind) {
    case NameKind::Parameter:
    case NameKind::MessageParameter: return kind == NameKind::Parameter || kind == NameKind::MessageParameter;
    case NameKind::Property:
    case NameKind::Classvar: return isMember(kind) && isBelowTop(tree_.placeOf(names, mention.begin).ofClass);
    default: return kind == words_.kind && tree_.wordsOf(names, mention) == words_;
    }
}

void Renaming::findPlaces()
{
    for (const std::uint32_t file : tree_.filesWith(words_.name)) {
        const FileNames& names = *tree_.files[file];
        for (const NameMention& mention : names.mentions) {
            if (mention.name != words_.name || !isMine(names, mention))
                continue;
            places_.emplace_back(&names, mention.begin);
            const PlaceWords place = tree_.placeOf(names, mention.begin);
            classes_.insert(place.ofClass);
            if (place.ofHandler != noWord)
                handlers_.emplace(place.ofClass, place.ofHandler);
            files_.insert(&names);
            handlerCount_ += mention.kindOf() == NameKind::Parameter && mention.useOf() == UseKind::Defines;
        }
    }
}

/// Whether a class in which the name stands has a member of that class.
bool Renaming::isSeenInTouched(WordId memberOwner) const
{
    const ClassNode* owner = tree_.classOf(memberOwner);
    return owner && std::ranges::any_of(classes_, [&](WordId touched) {
               const ClassNode* node = tree_.classOf(touched);
               return node && tree_.derives(*node, *owner);
           });
}

/// Whether the renamed thing cannot have the name because of this mention of the new name.
bool Renaming::hinders(const FileNames& names, const NameMention& mention) const
{
    const NameKind other = mention.kindOf();
    const PlaceWords place = tree_.placeOf(names, mention.begin);
    const bool sameHandler = place.ofHandler != noWord && handlers_.contains({place.ofClass, place.ofHandler});
    if (words_.kind == NameKind::Local)
        return sameHandler;
    if (other == NameKind::Local)
        return sameHandler; // it would hide what is renamed
    const bool inHeader = words_.kind == NameKind::Constant && words_.owner == noWord;
    if (isMember(words_.kind)) {
        if (other == NameKind::Constant && names.isHeader)
            return true;
        const ClassNode* node = tree_.classOf(place.ofClass);
        return isBelowTop(place.ofClass) || (isMember(other) && top_ && node && tree_.derives(*top_, *node));
    }
    if (isMember(other))
        return inHeader || isSeenInTouched(tree_.ownerOf(other, mention.name, place.ofClass));
    if (other == NameKind::Constant && !names.isHeader && words_.kind == NameKind::Constant && words_.owner != noWord)
        return place.ofClass == words_.owner; // classes have their own ones
    return other == NameKind::Constant || isGlobal(other);
}

std::optional<std::string> Renaming::conflict(WordId newName) const
{
    for (const std::uint32_t file : tree_.filesWith(newName)) {
        const FileNames& names = *tree_.files[file];
        for (const NameMention& mention : names.mentions) {
            if (mention.name != newName || !hinders(names, mention))
                continue;
            const SymbolUse use = tree_.useOf(names, mention);
            return inQuotes(tree_.table->text(newName)) + " is taken: it is the name of a " + std::string(kindText(mention.kindOf())) +
                   " in " + names.path.filename().string() + ", line " + std::to_string(use.line + 1);
        }
    }
    return std::nullopt;
}

/// A text with the name that stands also where the name means something else; null: none.
const FileNames* Renaming::sharedText() const
{
    const bool isOwned = words_.kind == NameKind::Local || isMember(words_.kind) || (words_.kind == NameKind::Constant && words_.owner != noWord);
    const auto isShared = [&](const FileNames& names) {
        return names.owners.size() > 1 && names.has(words_.name) &&
               (top_ == nullptr || !std::ranges::all_of(names.owners, [&](const auto& owner) { return isBelowTop(owner.first); }));
    };
    if (!isOwned)
        return nullptr;
    for (const FileNames* names : files_) {
        if (isShared(*names))
            return names;
        for (const std::string& key : names->includes)
            if (const auto place = tree_.places->find(key); place != tree_.places->end() && isShared(*tree_.files[place->second]))
                return tree_.files[place->second].get();
    }
    return nullptr;
}

/// Places outside of names - comments, strings, file names - that hold the word.
std::size_t Renaming::textsWith(std::string_view spelling) const
{
    std::size_t found = 0;
    for (const FilePointer& names : tree_.files) {
        const std::string_view text = names->text();
        for (std::size_t at = text.find(spelling); at != std::string_view::npos; at = text.find(spelling, at + spelling.size())) {
            const bool begins = at == 0 || !isClass(text[at - 1], NameClass);
            const std::size_t end = at + spelling.size();
            if (!begins || (end < text.size() && isClass(text[end], NameClass)))
                continue;
            const auto known = std::ranges::lower_bound(names->mentions, static_cast<std::uint32_t>(at), {}, &NameMention::begin);
            found += known == names->mentions.end() || known->begin != at;
        }
    }
    return found;
}

void Renaming::addWarnings(RenamePlan& plan) const
{
    const NameKind kind = words_.kind;
    if (kind == NameKind::Parameter || kind == NameKind::MessageParameter)
        plan.warnings.push_back("All messages share one name for a parameter: it is renamed in " + std::to_string(handlerCount_) +
                                (handlerCount_ == 1 ? " handler" : " handlers") + " and wherever it is set.");
    if (kind != NameKind::Local && kind != NameKind::Constant)
        plan.warnings.push_back("kodbase.txt keeps the old name with its number until it is made anew; the new name gets a new number.");
    if (kind == NameKind::Class || kind == NameKind::Property || kind == NameKind::Message || kind == NameKind::Resource)
        plan.warnings.push_back("Saved games hold the names of classes, properties, resources and of the messages of timers: those made "
                                "before do not find this one any more.");
    if (kind == NameKind::Class)
        plan.warnings.push_back("The file of the class keeps its name.");
    if (const std::size_t texts = kind == NameKind::Local ? 0 : textsWith(tree_.table->text(words_.name)); texts > 0)
        plan.warnings.push_back("The old name also stands in " + std::to_string(texts) +
                                (texts == 1 ? " comment or string, which is not changed." : " comments or strings, which are not changed."));
    std::size_t broken = 0;
    std::string first;
    for (const FilePointer& names : tree_.files)
        if (!names->complete && kind != NameKind::Local && broken++ == 0)
            first = names->path.filename().string();
    if (broken > 0)
        plan.warnings.push_back(broken == 1 ? first + " has errors: places in it may be missed."
                                            : first + " and " + std::to_string(broken - 1) + " more files have errors: places in them may be missed.");
}

Result<RenamePlan> Renaming::plan(std::string_view newName) const
{
    if (places_.empty())
        return Error{"nothing has this name", std::string(tree_.table->text(words_.name)), ErrorCode::NotFound};
    if (const FileNames* shared = sharedText())
        return Error{"the name stands in " + shared->path.filename().string() + ", which others include, too", "", ErrorCode::Conflict};
    RenamePlan plan;
    const std::size_t length = tree_.table->text(words_.name).size();
    for (const auto& [names, begin] : places_)
        if (names->wordAt(begin, length) != newName)
            plan.edits.push_back({names->path, begin, begin + static_cast<std::uint32_t>(length), std::string(newName)});
    std::ranges::stable_sort(plan.edits, [](const TextEdit& a, const TextEdit& b) {
        return a.file != b.file ? a.file < b.file : a.begin < b.begin;
    });
    addWarnings(plan);
    return plan;
}

} // namespace

Result<RenamePlan> TreeIndex::rename(const SymbolKey& key, std::string_view newName) const
{
    const std::optional<SymbolWords> words = tree_ ? tree_->wordsOf(key) : std::nullopt;
    if (key.kind == NameKind::Function || key.kind == NameKind::Self)
        return Error{inQuotes(key.name) + " belongs to the language", "", ErrorCode::Conflict};
    if (!words)
        return Error{"nothing has this name", key.name, ErrorCode::NotFound};
    const Dialect& dialect = *tree_->dialect;
    if (const auto reason = whyNoName(newName, dialect))
        return Error{*reason, "", ErrorCode::Other};
    const bool onlySpelling = equalIgnoringCase(key.name, newName);
    for (const ReservedName& reserved : dialect.reserved) {
        if (!onlySpelling && equalIgnoringCase(reserved.name, key.name) && globalKind(key.kind) == reserved.kind)
            return Error{"the server knows " + inQuotes(reserved.name) + " by this name", "", ErrorCode::Conflict};
        if (!onlySpelling && equalIgnoringCase(reserved.name, newName) && key.kind != NameKind::Local)
            return Error{inQuotes(newName) + " is a name that the server knows", "", ErrorCode::Conflict};
    }
    Renaming renaming(*tree_, *words);
    renaming.findPlaces();
    if (const WordId word = tree_->table->find(newName); word != noWord && !onlySpelling)
        if (const auto reason = renaming.conflict(word))
            return Error{*reason, "", ErrorCode::Exists};
    return renaming.plan(newName);
}

} // namespace blak::kod
