// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/save/consistency.h"

#include <unordered_set>

namespace blak::save {
namespace {

using bof::Tag;

class Checker
{
public:
    Checker(const GameIndex& index, std::size_t limit) : index_(index), limit_(limit) {}

    Consistency run()
    {
        const Game& game = index_.game();
        checkNumbers("class", game.classes);
        checkNumbers("resource", game.resources);
        checkNumbers("object", game.objects);
        checkNumbers("timer", game.timers);
        for (const Timer& timer : game.timers)
            timers_.insert(timer.id);
        for (const BuiltInObject& entry : game.builtIns)
            checkObject(entry.object, [&] { return index_.builtInName(entry.which); });
        for (const Object& object : game.objects)
            checkProperties(object);
        checkLists();
        for (const Timer& timer : game.timers)
            checkObject(timer.object, [&] { return "timer " + std::to_string(timer.id) + " (" + timer.message + ")"; });
        checkUsers();
        return std::move(result_);
    }

private:
    /// `where` is only called for what is reported: names cost more than checks.
    template <typename Where>
    void report(const Where& where, std::string what)
    {
        if (++result_.count <= limit_)
            result_.faults.push_back({where(), std::move(what)});
    }

    template <typename Entries>
    void checkNumbers(const char* kind, const Entries& entries)
    {
        std::unordered_set<std::int32_t> seen;
        for (const auto& entry : entries)
            if (!seen.insert(entry.id).second)
                report([&] { return std::string(kind) + " " + std::to_string(entry.id); }, "comes twice");
    }

    template <typename Where>
    void checkObject(std::int64_t id, const Where& where)
    {
        if (id < INT32_MIN || id > INT32_MAX || index_.object(static_cast<std::int32_t>(id)) == nullptr)
            report(where, "refers to object " + std::to_string(id) + ", which is not in the save");
    }

    template <typename Where>
    void checkPlace(std::int64_t place, std::size_t size, const char* what, const Where& where)
    {
        if (place < 0 || static_cast<std::uint64_t>(place) >= size)
            report(where,
                   "refers to " + std::string(what) + " " + std::to_string(place) + ", the save has " + std::to_string(size));
    }

    template <typename Where>
    void checkValue(const Value& value, const Where& where)
    {
        const Game& game = index_.game();
        const std::string number = std::to_string(value.data);
        if (value.tag == Tag::Object)
            checkObject(value.data, where);
        else if (value.tag == Tag::List)
            checkPlace(value.data, game.listNodes.size(), "list node", where);
        else if (isTable(game, value))
            checkPlace(value.data, game.tables.size(), "table", where);
        else if (value.tag == Tag::String && index_.set().strings && index_.string(value.data) == nullptr)
            report(where, "refers to string " + number + ", which is not in the save");
        else if (value.tag == Tag::Class && index_.classOf(static_cast<std::int32_t>(value.data)) == nullptr)
            report(where, "refers to class " + number + ", which is not in the save");
        else if (value.tag == Tag::Timer && !timers_.contains(static_cast<std::int32_t>(value.data)))
            report(where, "refers to timer " + number + ", which is not in the save");
    }

    void checkProperties(const Object& object)
    {
        const Class* type = index_.classOf(object.classId);
        const auto where = [&] { return index_.objectName(object.id); };
        if (type == nullptr)
            report(where, "is of class " + std::to_string(object.classId) + ", which is not in the save");
        else if (type->properties.size() != object.properties.size())
            report(where, "has " + std::to_string(object.properties.size()) + " properties, its class has " +
                              std::to_string(type->properties.size()));
        for (std::size_t i = 0; i < object.properties.size(); ++i)
            checkValue(object.properties[i], [&] { return where() + ", " + index_.propertyName(object.classId, i + 1); });
    }

    void checkLists()
    {
        const Game& game = index_.game();
        for (std::size_t i = 0; i < game.listNodes.size(); ++i) {
            const auto where = [i] { return "list node " + std::to_string(i); };
            checkValue(game.listNodes[i].first, where);
            checkValue(game.listNodes[i].rest, where);
        }
        for (std::size_t i = 0; i < game.tables.size(); ++i) {
            const auto where = [i] { return "table " + std::to_string(i); };
            for (const TableEntry& entry : game.tables[i].entries) {
                checkValue(entry.key, where);
                checkValue(entry.value, where);
            }
        }
    }

    void checkUsers()
    {
        std::unordered_set<std::int32_t> accounts;
        if (index_.set().accounts)
            for (const account::Account* account : index_.set().accounts->accounts())
                accounts.insert(account->id);
        for (const User& user : index_.game().users) {
            const auto where = [&] { return "user of account " + std::to_string(user.account); };
            checkObject(user.object, where);
            if (index_.set().accounts && !accounts.contains(user.account))
                report(where, "the account is not in the save");
        }
    }

    const GameIndex& index_;
    std::size_t limit_;
    std::unordered_set<std::int32_t> timers_;
    Consistency result_;
};

} // namespace

Consistency checkConsistency(const GameIndex& index, std::size_t limit) { return Checker(index, limit).run(); }

} // namespace blak::save
