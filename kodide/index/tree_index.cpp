// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/index/tree_index.h"

#include "kodide/compiler/characters.h"
#include "kodide/index/index_tree.h"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <thread>

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

/// Reads the names of one unit after the other in a thread of its own, while the next ones are bound.
class NamesInTurn
{
public:
    NamesInTurn(NameTable& table, HeaderNames& headers) : table_(table), headers_(headers), thread_([this] { work(); }) {}
    NamesInTurn(const NamesInTurn&) = delete;
    NamesInTurn& operator=(const NamesInTurn&) = delete;
    ~NamesInTurn() { finish(); }

    void add(const fs::path& file, std::shared_ptr<const SyntaxUnit> unit, std::optional<UnitResult> result)
    {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return waiting_.size() < mostWaiting; });
        waiting_.push_back({file, std::move(unit), std::move(result)});
        changed_.notify_all();
    }

    /// All of them, in the order they were added.
    std::vector<std::shared_ptr<FileNames>>& finish()
    {
        {
            const std::scoped_lock lock(mutex_);
            finished_ = true;
            changed_.notify_all();
        }
        if (thread_.joinable())
            thread_.join();
        return files_;
    }

private:
    static constexpr std::size_t mostWaiting = 64; ///< units take memory

    struct Unit
    {
        fs::path file;
        std::shared_ptr<const SyntaxUnit> unit;
        std::optional<UnitResult> result;
    };

    void work()
    {
        for (;;) {
            std::deque<Unit> units;
            {
                std::unique_lock lock(mutex_);
                changed_.wait(lock, [&] { return finished_ || !waiting_.empty(); });
                if (waiting_.empty())
                    return;
                units.swap(waiting_);
                changed_.notify_all();
            }
            for (Unit& one : units) {
                std::shared_ptr<FileNames> names =
                    namesOf(one.file, *one.unit, one.result ? &one.result->bound : nullptr, table_, &headers_);
                names->complete = names->complete && one.result->good;
                names->hasErrors = names->hasErrors || (one.result && !one.result->good);
                files_.push_back(std::move(names));
                one = {};
            }
        }
    }

    NameTable& table_;
    HeaderNames& headers_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<Unit> waiting_;
    bool finished_ = false;
    std::vector<std::shared_ptr<FileNames>> files_;
    std::thread thread_;
};

} // namespace

IndexedTree IndexedTree::read(const KodTree& tree, std::shared_ptr<const FileSource> files)
{
    const auto made = std::make_shared<TreeIndex::Tree>();
    made->table = std::make_shared<NameTable>();
    made->dialect = tree.dialect;
    HeaderNames headers(*made->table);
    NamesInTurn reader(*made->table, headers);
    TreeSymbols symbols =
        TreeSymbols::read(tree, std::move(files),
                          [&](const fs::path& file, std::shared_ptr<const SyntaxUnit> unit, std::optional<UnitResult> result) {
                              reader.add(file, std::move(unit), std::move(result));
                          });
    std::vector<std::shared_ptr<FileNames>> loose;
    for (const std::shared_ptr<FileNames>& names : reader.finish()) {
        if (!names->loose.empty())
            loose.push_back(names);
        made->files.push_back(names);
    }
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
        names = namesOfHeaderText(file, *text.unit, old, *made->table);
    } else {
        const bool bound = !text.bound.classes.empty() || text.unit->classes.empty();
        names = namesOf(file, *text.unit, bound ? &text.bound : nullptr, *made->table, nullptr, old);
        names->hasErrors = names->hasErrors || hasErrors(text.findings);
        names->complete = names->complete && !names->hasErrors;
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
                (mention.kindOf() == NameKind::Message || mention.kindOf() == NameKind::Resource ||
                 mention.kindOf() == NameKind::Constant))
                add(tree_->keyOf(tree_->wordsOf(*tree_->files[place], mention)));
    return keys;
}

std::vector<FoundSymbol> TreeIndex::search(std::string_view part, std::size_t most) const
{
    struct Found
    {
        int rank;
        const FileNames* names;
        const NameMention* mention;
    };
    std::vector<Found> found;
    std::vector<FoundSymbol> symbols;
    if (!tree_)
        return symbols;
    const std::string wanted = lowerText(part);
    std::unordered_map<WordId, int> ranks; // of names; -1: it does not hold the part
    const auto rankOf = [&](WordId word) {
        const auto [place, fresh] = ranks.try_emplace(word, -1);
        if (fresh)
            if (const std::size_t at = lowerText(tree_->table->text(word)).find(wanted); at != std::string::npos)
                place->second = at == 0 ? 1 : 2;
        return place->second;
    };
    for (const FilePointer& names : tree_->files)
        for (const NameMention& mention : names->mentions) {
            const NameKind kind = mention.kindOf();
            if (mention.useOf() != UseKind::Defines || kind == NameKind::Local || kind == NameKind::Parameter)
                continue;
            if (const int rank = rankOf(mention.name); rank >= 0)
                found.push_back({kind == NameKind::Class ? rank - 1 : rank + 1, names.get(), &mention});
        }
    std::ranges::stable_sort(found, {}, &Found::rank);
    for (const Found& one : found) {
        if (symbols.size() >= most)
            break;
        const SymbolUse use = tree_->useOf(*one.names, *one.mention);
        symbols.push_back({one.mention->kindOf(), std::string(one.names->wordAt(use.begin, use.end - use.begin)), use});
    }
    return symbols;
}

std::shared_ptr<const std::string> TreeIndex::textOf(const fs::path& file) const
{
    const auto place =
        tree_ ? tree_->places->find(indexKey(file)) : std::unordered_map<std::string, std::uint32_t>::const_iterator();
    if (!tree_ || place == tree_->places->end())
        return nullptr;
    const FilePointer& names = tree_->files[place->second];
    return {names, &names->source->text};
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
        tree_->forEachUse(
            *words, [&](const FileNames& names, const NameMention& mention) { uses.push_back(tree_->useOf(names, mention)); });
    return uses;
}

namespace {

/// The handlers of a message in those classes, in their order.
std::vector<SymbolUse> handlersIn(const TreeIndex::Tree& tree, const std::vector<const ClassNode*>& classes, std::string_view message)
{
    std::vector<SymbolUse> uses;
    const WordId word = tree.table->find(message);
    for (const ClassNode* one : classes)
        if (const HandlerEntry* handler = word == noWord ? nullptr : tree.handlerOf(*one, word))
            uses.push_back(tree.useOf(tree.fileOf(*one), handler->begin, message.size(), UseKind::Defines));
    return uses;
}

} // namespace

std::vector<SymbolUse> TreeIndex::overridden(const SymbolKey& message, std::string_view className) const
{
    const ClassNode* node = tree_ && message.kind == NameKind::Message ? tree_->classOf(className) : nullptr;
    return node ? handlersIn(*tree_, tree_->chainOf(tree_->parentOf(*node)), message.name) : std::vector<SymbolUse>();
}

std::vector<SymbolUse> TreeIndex::overriding(const SymbolKey& message, std::string_view className) const
{
    const ClassNode* node = tree_ && message.kind == NameKind::Message ? tree_->classOf(className) : nullptr;
    return node ? handlersIn(*tree_, tree_->below(*node), message.name) : std::vector<SymbolUse>();
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
