// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/save/game_writer.h"
#include "server/vm/builtins.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>

/// The world to and from the structs of formats/save. Classes, properties and resources keep their names in a save, so that
/// numbers may change between two compilations.
namespace blak::vm {
namespace {

constexpr std::int32_t largestSavedTable = 1 << 24;

} // namespace

/// Numbers of a world that is saved as it stands.
template <class Traits>
struct Machine<Traits>::AsItStands
{
    const Machine& machine;

    bool hasObject(std::size_t id) const { return machine.objects_[id].type != nullptr; }
    std::int64_t object(std::int64_t id) const { return id; }
    bool hasCell(std::size_t) const { return true; }
    std::size_t cells() const { return machine.cells_.size(); }
    bool hasTable(std::int64_t) const { return true; }
    std::int64_t timer(std::int64_t id) const { return id; }
    BuiltIns builtIns() const { return machine.builtIns_; }
    Word operator()(Word word) const { return word; }
};

/// The calls of save::GameWriter, without users. Allocates nothing.
template <class Traits>
template <class Sink, class Numbers>
void Machine<Traits>::saveInto(Sink& out, const Numbers& numbers, std::span<const TimerView> timers) const
{
    const auto value = [&](Word word) {
        const Word renewed = numbers(word);
        out.value(W::tag(renewed), W::data(renewed));
    };

    for (const kodbase::Class& entry : base_.classes) {
        const Class* type = program_.find(entry.id);
        if (type == nullptr)
            continue;
        out.beginClass(type->id, type->name, type->propertyNames.size() - 1);
        for (std::size_t p = 1; p < type->propertyNames.size(); ++p)
            out.propertyName(type->propertyNames[p]);
    }
    for (const kodbase::Class& entry : base_.classes)
        if (program_.find(entry.id) != nullptr)
            for (const kodbase::Name& resource : entry.resources)
                out.resource(resource.id, resource.name);
    std::array<save::BuiltInObject, static_cast<std::size_t>(builtInCount)> builtIns;
    const BuiltIns objects = numbers.builtIns();
    for (std::size_t which = 0; which < builtIns.size(); ++which)
        builtIns[which] = {static_cast<std::int32_t>(which), static_cast<std::int32_t>(objects[which])};
    out.builtIns(builtIns);
    for (std::size_t id = 0; id < objects_.size(); ++id) {
        if (!numbers.hasObject(id))
            continue;
        const Object& target = objects_[id];
        out.beginObject(static_cast<std::int32_t>(numbers.object(static_cast<std::int64_t>(id))), target.type->id,
                        target.type->propertyCount);
        for (std::uint32_t p = 1; p <= target.type->propertyCount; ++p)
            value(target.properties[p]);
    }
    out.beginLists(numbers.cells());
    for (std::size_t id = 0; id < cells_.size(); ++id)
        if (numbers.hasCell(id)) {
            value(cells_[id].first);
            value(cells_[id].rest);
        }
    if constexpr (Traits::extended) {
        // Ids are the places in the file: gaps are written as empty tables.
        std::int64_t last = -1;
        for (const auto& [id, table] : tables_)
            if (numbers.hasTable(id))
                last = std::max(last, id);
        out.beginTables(static_cast<std::size_t>(last + 1));
        for (std::int64_t id = 0; id <= last; ++id) {
            const auto it = tables_.find(id);
            if (it == tables_.end() || !numbers.hasTable(id)) {
                out.beginTable(static_cast<std::int32_t>(Traits::dialect().tableSize), 0);
                continue;
            }
            out.beginTable(static_cast<std::int32_t>(it->second.buckets()), it->second.size());
            it->second.each([&](const auto& node) {
                value(node.key);
                value(node.value);
            });
        }
    }
    for (const TimerView& timer : timers)
        out.timer(static_cast<std::int32_t>(numbers.timer(timer.id)), static_cast<std::int32_t>(numbers.object(timer.object)),
                  names_.messages.text(timer.message), timer.remaining);
}

/// Numbers as after a collection.
template <class Traits>
class Machine<Traits>::Snapshot final : public SnapshotPlan
{
public:
    Snapshot(const Machine& machine, std::vector<save::User> users)
        : machine_(machine), users_(std::move(users)), timers_(machine.timersOnly()), reached_(machine.nothingReached())
    {
        for (const save::User& user : users_)
            roots_.push_back(user.object);
        for (std::size_t i = 0; i < timers_.size(); ++i)
            timerNumbers_.emplace_back(timers_[i].id, static_cast<std::int64_t>(i));
        std::ranges::sort(timerNumbers_);
    }

    void findReachable() override { machine_.reach(reached_, roots_); }
    void writeGame(ByteSink& sink) override
    {
        save::GameWriter out(machine_.flavour(), sink);
        machine_.saveInto(out, *this, timers_);
        for (const save::User& user : users_)
            out.user({user.account, static_cast<std::int32_t>(reached_.objects[user.object])});
        out.finish();
    }
    void writeStrings(ByteSink& sink) override
    {
        save::StringsWriter out(reached_.strings.count(), sink);
        for (std::size_t id = 0; id < machine_.strings_.size(); ++id)
            if (reached_.strings.has(id))
                out.add(static_cast<std::int32_t>(reached_.strings[static_cast<std::int64_t>(id)]), machine_.strings_[id]);
        out.finish();
    }
    void writeResources(ByteSink& sink) override
    {
        std::size_t count = 0;
        for (const auto& [id, texts] : machine_.dynamic_)
            count += texts.size();
        save::ResourcesWriter out(count, sink);
        for (const auto& [id, texts] : machine_.dynamic_)
            for (const auto& [language, text] : texts)
                out.add(static_cast<std::int32_t>(id), language, text);
        out.finish();
    }

    // --- for saveInto ---
    bool hasObject(std::size_t id) const { return reached_.objects.has(id); }
    /// A timer's object may be out of reach; the collector leaves it its number then, and so does this.
    std::int64_t object(std::int64_t id) const
    {
        const std::int64_t number = reached_.objects[id];
        return number == Numbering::gone ? id : number;
    }
    bool hasCell(std::size_t id) const { return reached_.cells.has(id); }
    std::size_t cells() const { return reached_.cells.count(); }
    bool hasTable(std::int64_t id) const { return reached_.tables.has(static_cast<std::size_t>(id)); }
    BuiltIns builtIns() const { return machine_.builtInsAfter(reached_); }
    std::int64_t timer(std::int64_t id) const
    {
        const auto it = std::ranges::lower_bound(timerNumbers_, id, {}, &std::pair<std::int64_t, std::int64_t>::first);
        return it != timerNumbers_.end() && it->first == id ? it->second : id;
    }
    Word operator()(Word word) const
    {
        const auto id = static_cast<std::int64_t>(W::data(word));
        const Tag tag = W::tag(word);
        if (tag == Tag::Timer)
            return W::make(tag, timer(id));
        const Numbering* numbers = tag == Tag::Object   ? &reached_.objects
                                   : tag == Tag::List   ? &reached_.cells
                                   : tag == Tag::String ? &reached_.strings
                                                        : nullptr;
        if (numbers == nullptr)
            return word;
        const std::int64_t renewed = (*numbers)[id];
        return renewed == Numbering::gone ? W::nil : W::make(tag, renewed);
    }

private:
    const Machine& machine_;
    std::vector<save::User> users_;
    std::vector<TimerView> timers_;
    std::vector<std::int64_t> roots_;
    std::vector<std::pair<std::int64_t, std::int64_t>> timerNumbers_; ///< old and new, by the old one
    Reached<Word> reached_;
};

template <class Traits>
save::Flavour Machine<Traits>::flavour() const
{
    return Traits::extended ? save::Flavour::Extended : sizeof(Word) == 8 ? save::Flavour::Wide : save::Flavour::Original;
}

template <class Traits>
save::Game Machine<Traits>::saveGame() const
{
    save::GameBuilder out(flavour());
    saveInto(out, AsItStands{*this}, timersOnly());
    return out.take();
}

template <class Traits>
std::vector<std::byte> Machine<Traits>::writeGame(std::span<const save::User> users) const
{
    constexpr std::size_t objectHead = 13;
    constexpr std::size_t restOfFile = 1 << 20;
    std::size_t values = 2 * cells_.size();
    for (const Object& target : objects_)
        values += target.type == nullptr ? 0 : target.type->propertyCount;
    VectorSink sink;
    sink.bytes.reserve(objects_.size() * objectHead + values * (flavour() == save::Flavour::Wide ? 8 : 4) + restOfFile);
    save::GameWriter out(flavour(), sink);
    saveInto(out, AsItStands{*this}, timersOnly());
    for (const save::User& user : users)
        out.user(user);
    out.finish();
    return std::move(sink.bytes);
}

template <class Traits>
std::unique_ptr<SnapshotPlan> Machine<Traits>::planSnapshot(std::vector<save::User> users) const
{
    return std::make_unique<Snapshot>(*this, std::move(users));
}

template <class Traits>
save::Strings Machine<Traits>::saveStrings() const
{
    save::Strings strings;
    for (std::size_t id = 0; id < strings_.size(); ++id)
        strings.entries.push_back({static_cast<std::int32_t>(id), strings_[id]});
    return strings;
}

template <class Traits>
save::DynamicResources Machine<Traits>::saveDynamicResources() const
{
    save::DynamicResources resources;
    for (const auto& [id, texts] : dynamic_)
        for (const auto& [language, text] : texts)
            resources.entries.push_back({static_cast<std::int32_t>(id), language, text});
    return resources;
}

template <class Traits>
Result<void> Machine<Traits>::loadGame(const save::Game& game, const save::Strings& strings,
                                       const save::DynamicResources& resources, std::vector<std::string>& reports)
{
    const Outside outside(*this, {});
    const bool wantsExtended = game.flavour == save::Flavour::Extended;
    if (wantsExtended != Traits::extended)
        return Error{"the save was written by a server of another dialect", ""};

    struct OldClass
    {
        const Class* type = nullptr;
        std::vector<std::uint32_t> properties; ///< new number of each old one, 0 = gone
    };
    std::unordered_map<std::int32_t, OldClass> classes;
    for (const save::Class& entry : game.classes) {
        OldClass& old = classes[entry.id];
        if (const auto id = names_.classes.find(entry.name))
            old.type = classOf(*id);
        if (old.type == nullptr) {
            reports.push_back("class " + entry.name + " of the save does not exist any more");
            continue;
        }
        std::unordered_map<std::string, std::uint32_t> numbers;
        for (std::uint32_t p = 1; p < old.type->propertyNames.size(); ++p)
            numbers[lowerCase(old.type->propertyNames[p])] = p;
        for (const std::string& name : entry.properties) {
            const auto it = numbers.find(lowerCase(name));
            if (it == numbers.end())
                reports.push_back("property " + name + " of class " + entry.name + " does not exist any more");
            old.properties.push_back(it == numbers.end() ? 0 : it->second);
        }
    }
    std::unordered_map<std::int64_t, std::optional<std::int32_t>> resourceIds; ///< nothing = it does not exist any more
    for (const save::Resource& entry : game.resources)
        resourceIds[entry.id] = names_.resources.find(entry.name);

    std::set<std::pair<Tag, std::int64_t>> nameless;
    // A class or resource that was not loaded has no name in the save, but its number stands in kodbase.txt. What names nothing there
    // either (clients send RESOURCE 0 for a face without that part) is what it was.
    const auto withoutName = [&](const save::Value& value) {
        const Names::Space& known = value.tag == Tag::Class ? names_.classes : names_.resources;
        if (!known.text(static_cast<std::int32_t>(value.data)).empty() && nameless.emplace(value.tag, value.data).second)
            reports.push_back((value.tag == Tag::Class ? "class " : "resource ") + std::to_string(value.data) +
                              " of the save has no name there, its number stays");
        return W::make(value.tag, value.data);
    };
    const auto word = [&](const save::Value& value) {
        switch (value.tag) {
        case Tag::Class: {
            const auto it = classes.find(static_cast<std::int32_t>(value.data));
            if (it == classes.end())
                return withoutName(value);
            return it->second.type != nullptr ? W::make(Tag::Class, it->second.type->id) : W::nil;
        }
        case Tag::Resource: {
            if (value.data >= rsc::firstDynamicId)
                return W::make(Tag::Resource, value.data);
            const auto it = resourceIds.find(value.data);
            if (it == resourceIds.end())
                return withoutName(value);
            return it->second ? W::make(Tag::Resource, *it->second) : W::nil;
        }
        case Tag::TempString: return W::nil;
        default: return W::make(value.tag, value.data);
        }
    };

    for (const save::BuiltInObject& entry : game.builtIns)
        if (entry.which >= 0 && entry.which < builtInCount)
            builtIns_[static_cast<std::size_t>(entry.which)] = entry.object;
    constexpr std::size_t sparest = 1000; // ids may have gaps, but not without measure
    for (const save::Object& entry : game.objects) {
        if (entry.id < 0 || static_cast<std::size_t>(entry.id) > sparest + 16 * game.objects.size())
            return Error{"object id " + std::to_string(entry.id) + " is out of range", ""};
        const auto it = classes.find(entry.classId);
        if (it == classes.end() || it->second.type == nullptr) {
            reports.push_back("object " + std::to_string(entry.id) + " is left out: it has no class any more");
            continue;
        }
        const Class& type = *it->second.type;
        if (objects_.size() <= static_cast<std::size_t>(entry.id))
            objects_.resize(static_cast<std::size_t>(entry.id) + 1);
        Word* words = allocateProperties(type.propertyDefaults.size());
        std::copy(type.propertyDefaults.begin(), type.propertyDefaults.end(), words);
        words[0] = W::make(Tag::Object, entry.id);
        for (std::size_t p = 0; p < entry.properties.size() && p < it->second.properties.size(); ++p)
            if (const std::uint32_t number = it->second.properties[p]; number != 0)
                words[number] = word(entry.properties[p]);
        objects_[static_cast<std::size_t>(entry.id)] = {&type, words};
        if constexpr (Traits::extended) // whose server trusts the class more than the record, for saves older than the record
            if (const auto which = builtInOfClass(type))
                builtIns_[*which] = entry.id;
    }
    cells_.clear();
    for (const save::ListNode& node : game.listNodes)
        cells_.push_back({word(node.first), word(node.rest)});

    for (const save::Strings::Entry& entry : strings.entries) {
        if (entry.id < 0 || static_cast<std::size_t>(entry.id) > sparest + 16 * strings.entries.size())
            return Error{"string id " + std::to_string(entry.id) + " is out of range", ""};
        if (strings_.size() <= static_cast<std::size_t>(entry.id))
            strings_.resize(static_cast<std::size_t>(entry.id) + 1);
        strings_[static_cast<std::size_t>(entry.id)] = entry.text;
        if (entry.text.empty())
            blanks_.insert(entry.id);
    }
    for (const save::DynamicResources::Entry& entry : resources.entries) {
        dynamic_[entry.id][entry.language] = entry.text;
        nextDynamic_ = std::max<std::int64_t>(nextDynamic_, entry.id + std::int64_t{1});
    }
    for (const save::Table& entry : game.tables) {
        if (entry.size < 1 || entry.size > largestSavedTable)
            return Error{"a table of " + std::to_string(entry.size) + " buckets", ""};
        Table<Word>* table = tableOf(newTable(static_cast<std::size_t>(entry.size)));
        for (auto it = entry.entries.rbegin(); it != entry.entries.rend(); ++it) {
            const Word key = word(it->key);
            table->add(key, word(it->value), tableHash(*this, key));
        }
    }
    for (const save::Timer& timer : game.timers) {
        const auto message = names_.messages.find(timer.message);
        if (!message || !hasHandler(timer.object, *message)) {
            reports.push_back("timer " + std::to_string(timer.id) + " is left out: OBJECT " + std::to_string(timer.object) +
                              " does not handle " + timer.message);
            continue;
        }
        nextTimer_ = timer.id;
        addTimer(timer.object, *message, std::max<std::int64_t>(0, timer.remaining));
    }
    for (const auto& [id, key] : timerKeys_)
        nextTimer_ = std::max(nextTimer_, id + 1);
    return {};
}

#define X(Traits)                                                                                                                \
    template save::Game Machine<Traits>::saveGame() const;                                                                       \
    template std::vector<std::byte> Machine<Traits>::writeGame(std::span<const save::User>) const;                               \
    template std::unique_ptr<SnapshotPlan> Machine<Traits>::planSnapshot(std::vector<save::User>) const;                         \
    template save::Strings Machine<Traits>::saveStrings() const;                                                                 \
    template save::DynamicResources Machine<Traits>::saveDynamicResources() const;                                               \
    template Result<void> Machine<Traits>::loadGame(const save::Game&, const save::Strings&, const save::DynamicResources&,      \
                                                    std::vector<std::string>&);
BLAK_VM_FOR_EACH_DIALECT(X)
#undef X

} // namespace blak::vm
