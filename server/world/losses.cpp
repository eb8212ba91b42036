// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/world/losses.h"

#include "formats/base/names.h"

#include <algorithm>
#include <optional>
#include <set>
#include <unordered_map>
#include <unordered_set>

namespace blak::world {
namespace {

constexpr std::size_t mostNamed = 8;

/// Names each thing once.
class Names
{
public:
    explicit Names(std::vector<std::string>& out) : out_(out) {}

    void add(std::string text)
    {
        if (out_.size() < mostNamed && seen_.insert(text).second)
            out_.push_back(std::move(text));
    }

private:
    std::vector<std::string>& out_;
    std::set<std::string> seen_;
};

/// A class of the save in the program.
struct OldClass
{
    std::string name;
    std::optional<std::int32_t> now;
    std::vector<bool> there; ///< by number of the property - 1
};

std::unordered_map<std::int32_t, OldClass> matchClasses(const save::Game& game, const vm::Vm& machine)
{
    std::unordered_map<std::int32_t, OldClass> classes;
    for (const save::Class& entry : game.classes) {
        OldClass& old = classes[entry.id];
        old.name = entry.name;
        const auto id = machine.classByName(entry.name);
        const auto type = id ? machine.classView(*id) : std::nullopt;
        if (!type)
            continue;
        old.now = id;
        std::unordered_set<std::string> names;
        for (std::size_t p = 1; p < type->propertyNames.size(); ++p)
            names.insert(lowerCase(type->propertyNames[p]));
        for (const std::string& name : entry.properties)
            old.there.push_back(names.contains(lowerCase(name)));
    }
    return classes;
}

/// Counts what is lost of the values of one save.
class Counter
{
public:
    Counter(const save::Game& game, const vm::Vm& machine, const std::function<const kodbase::Kodbase*()>& kodbase,
            Losses& losses)
        : game_(game), machine_(machine), kodbase_(kodbase), losses_(losses), names_(losses.named),
          classes_(matchClasses(game, machine))
    {
        for (const save::Resource& entry : game.resources)
            if (!machine.resourceByName(entry.name))
                lostResources_[entry.id] = entry.name;
    }

    void run()
    {
        for (const save::Object& object : game_.objects)
            addObject(object);
        for (const save::ListNode& node : game_.listNodes) {
            addValue(node.first);
            addValue(node.rest);
        }
        for (const save::Table& table : game_.tables)
            for (const save::TableEntry& entry : table.entries) {
                addValue(entry.key);
                addValue(entry.value);
            }
        for (const save::Timer& timer : game_.timers)
            addTimer(timer);
    }

private:
    void addObject(const save::Object& object)
    {
        const auto it = classes_.find(object.classId);
        if (it == classes_.end() || !it->second.now) {
            ++losses_.objects;
            names_.add("class " + (it == classes_.end() ? std::to_string(object.classId) : it->second.name) + " does not exist");
            return;
        }
        const OldClass& type = it->second;
        typeOf_[object.id] = *type.now;
        for (std::size_t p = 0; p < object.properties.size(); ++p) {
            const save::Value& value = object.properties[p];
            if (value.tag == bof::Tag::Nil)
                continue;
            if (p < type.there.size() && type.there[p]) {
                addValue(value);
                continue;
            }
            ++losses_.properties;
            names_.add("property " + propertyName(object.classId, p) + " of class " + type.name + " does not exist");
        }
    }

    std::string propertyName(std::int32_t classId, std::size_t number) const
    {
        for (const save::Class& entry : game_.classes)
            if (entry.id == classId && number < entry.properties.size())
                return entry.properties[number];
        return std::to_string(number + 1);
    }

    void addValue(const save::Value& value)
    {
        if (value.tag == bof::Tag::Class) {
            const auto it = classes_.find(static_cast<std::int32_t>(value.data));
            if (it == classes_.end() || it->second.now)
                return; // a number without a name stays one
            ++losses_.references;
            names_.add("class " + it->second.name + " does not exist");
        } else if (value.tag == bof::Tag::Resource) {
            const auto it = lostResources_.find(value.data);
            if (it == lostResources_.end())
                return;
            ++losses_.references;
            names_.add("resource " + it->second + " does not exist");
        }
    }

    void addTimer(const save::Timer& timer)
    {
        const auto type = typeOf_.find(timer.object);
        if (type == typeOf_.end())
            return; // counted with its object
        const auto message = machine_.messageByName(timer.message);
        if (message && machine_.messageView(type->second, *message))
            return;
        if (!mayHandle(type->second, timer.message) && isNamed(timer.message))
            return; // this program may have made it: a timer that never had a handler goes without a loss
        ++losses_.timers;
        names_.add("class " + machine_.className(type->second) + " has no message " + timer.message + " for a timer");
    }

    /// Whether kodbase.txt has the message for the class or one of its ancestors; true where that is not known.
    bool mayHandle(std::int32_t id, std::string_view message) const
    {
        const kodbase::Kodbase* names = kodbase_ ? kodbase_() : nullptr;
        if (names == nullptr)
            return true;
        for (std::size_t depth = 0; depth <= names->classes.size(); ++depth) {
            const auto it = std::ranges::find(names->classes, id, &kodbase::Class::id);
            if (it == names->classes.end())
                return id != 0; // an ancestor that has no name
            if (std::ranges::any_of(it->messages,
                                    [&](const kodbase::Message& own) { return equalIgnoringCase(own.name, message); }))
                return true;
            id = it->superId;
        }
        return true;
    }

    /// Whether kodbase.txt has the message at all, of any class or as one that none has. Blakod can make no timer of another, so
    /// that one comes from another program.
    bool isNamed(std::string_view message) const
    {
        const kodbase::Kodbase* names = kodbase_ ? kodbase_() : nullptr;
        const auto isIt = [&](const auto& named) { return equalIgnoringCase(named.name, message); };
        return names != nullptr &&
               (std::ranges::any_of(names->classes,
                                    [&](const kodbase::Class& c) { return std::ranges::any_of(c.messages, isIt); }) ||
                std::ranges::any_of(names->externals, [&](const kodbase::External& external) {
                    return external.kind == kodbase::ExternalKind::Message && isIt(external);
                }));
    }

    const save::Game& game_;
    const vm::Vm& machine_;
    const std::function<const kodbase::Kodbase*()>& kodbase_;
    Losses& losses_;
    Names names_;
    std::unordered_map<std::int32_t, OldClass> classes_;
    std::unordered_map<std::int64_t, std::string> lostResources_;
    std::unordered_map<std::int32_t, std::int32_t> typeOf_; ///< of objects, as the program has it
};

} // namespace

std::string Losses::text() const
{
    std::string out;
    const auto count = [&out](std::size_t number, std::string_view what) {
        if (number > 0)
            out += (out.empty() ? "" : ", ") + std::to_string(number) + " " + std::string(what);
    };
    count(objects, "objects");
    count(properties, "values of properties");
    count(references, "references");
    count(timers, "timers");
    count(accounts, "accounts");
    out += " of the save would be lost: ";
    for (std::size_t i = 0; i < named.size(); ++i)
        out += (i == 0 ? "" : "; ") + named[i];
    return out;
}

Losses lossesOf(const save::Game& game, const std::vector<Error>& problems, const vm::Vm& machine,
                const std::function<const kodbase::Kodbase*()>& names)
{
    Losses losses;
    losses.accounts = problems.size();
    for (std::size_t i = 0; i < problems.size() && i < mostNamed; ++i)
        losses.named.push_back(problems[i].text());
    Counter(game, machine, names, losses).run();
    return losses;
}

Result<void> checkNames(const vm::Vm& machine)
{
    const auto missing = [](const std::string& what, std::string_view file) {
        return Error{"expected the names of all classes, found none for " + what + " of " + std::string(file) +
                         "; was it cut off, or is it of other classes?",
                     "kodbase.txt"};
    };
    for (const std::int32_t id : machine.classIds()) {
        const auto type = machine.classView(id);
        if (!type)
            continue;
        if (type->name.empty())
            return missing("class " + std::to_string(id), type->file);
        for (std::size_t p = 1; p < type->propertyNames.size(); ++p)
            if (type->propertyNames[p].empty())
                return missing("property " + std::to_string(p) + " of class " + std::string(type->name), type->file);
        for (const std::int32_t message : machine.ownMessages(id))
            if (machine.messageName(message).empty())
                return missing("message " + std::to_string(message) + " of class " + std::string(type->name), type->file);
    }
    return {};
}

} // namespace blak::world
