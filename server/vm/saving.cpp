// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/vm/builtins.h"

/// The world to and from the structs of formats/save. Classes, properties and resources keep their names in a save, so that
/// numbers may change between two compilations.
namespace blak::vm {
namespace {

constexpr std::int32_t largestSavedTable = 1 << 24;

} // namespace

template <class Traits>
save::Game Machine<Traits>::saveGame() const
{
    save::Game game;
    game.flavour = Traits::extended ? save::Flavour::Extended : sizeof(Word) == 8 ? save::Flavour::Wide : save::Flavour::Original;
    const auto value = [](Word word) { return save::Value{W::tag(word), W::data(word)}; };

    for (const kodbase::Class& entry : base_.classes) {
        const Class* type = program_.find(entry.id);
        if (type == nullptr)
            continue;
        game.classes.push_back({type->id, type->name, {type->propertyNames.begin() + 1, type->propertyNames.end()}});
        for (const kodbase::Name& resource : entry.resources)
            game.resources.push_back({resource.id, resource.name});
    }
    const std::int32_t builtIns = Traits::extended ? 4 : 1;
    for (std::int32_t id = 0; id < builtIns && static_cast<std::size_t>(id) < objects_.size(); ++id)
        game.builtIns.push_back({id, id});
    for (std::size_t id = 0; id < objects_.size(); ++id) {
        const Object& target = objects_[id];
        if (target.type == nullptr)
            continue;
        save::Object& entry = game.objects.emplace_back();
        entry.id = static_cast<std::int32_t>(id);
        entry.classId = target.type->id;
        for (std::uint32_t p = 1; p <= target.type->propertyCount; ++p)
            entry.properties.push_back(value(target.properties[p]));
    }
    for (const Cell& cell : cells_)
        game.listNodes.push_back({value(cell.first), value(cell.rest)});
    if constexpr (Traits::extended) {
        // Ids are the places in the file: gaps are written as empty tables.
        std::int64_t last = -1;
        for (const auto& [id, table] : tables_)
            last = std::max(last, id);
        for (std::int64_t id = 0; id <= last; ++id) {
            save::Table& entry = game.tables.emplace_back();
            entry.size = static_cast<std::int32_t>(Traits::dialect().tableSize);
            const auto it = tables_.find(id);
            if (it == tables_.end())
                continue;
            entry.size = static_cast<std::int32_t>(it->second.buckets());
            it->second.each([&](const auto& node) { entry.entries.push_back({value(node.key), value(node.value)}); });
        }
    }
    for (const TimerView& timer : timers())
        game.timers.push_back({static_cast<std::int32_t>(timer.id), static_cast<std::int32_t>(timer.object),
                               names_.messages.name(timer.message), timer.remaining});
    return game;
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
    std::unordered_map<std::int64_t, std::int32_t> resourceIds;
    for (const save::Resource& entry : game.resources)
        if (const auto id = names_.resources.find(entry.name))
            resourceIds[entry.id] = *id;

    const auto word = [&](const save::Value& value) {
        switch (value.tag) {
        case Tag::Class: {
            const auto it = classes.find(static_cast<std::int32_t>(value.data));
            return it != classes.end() && it->second.type != nullptr ? W::make(Tag::Class, it->second.type->id) : W::nil;
        }
        case Tag::Resource: {
            if (value.data >= rsc::firstDynamicId)
                return W::make(Tag::Resource, value.data);
            const auto it = resourceIds.find(value.data);
            return it != resourceIds.end() ? W::make(Tag::Resource, it->second) : W::nil;
        }
        case Tag::TempString: return W::nil;
        default: return W::make(value.tag, value.data);
        }
    };

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
    template save::Strings Machine<Traits>::saveStrings() const;                                                                 \
    template save::DynamicResources Machine<Traits>::saveDynamicResources() const;                                               \
    template Result<void> Machine<Traits>::loadGame(const save::Game&, const save::Strings&, const save::DynamicResources&,      \
                                                    std::vector<std::string>&);
BLAK_VM_FOR_EACH_DIALECT(X)
#undef X

} // namespace blak::vm
