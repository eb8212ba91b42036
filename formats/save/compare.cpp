// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/save/compare.h"

#include <map>

namespace blak::save {
namespace {

using bof::Tag;
using Hash = std::uint64_t;

Hash mix(Hash a, Hash b)
{
    a ^= b + 0x9E3779B97F4A7C15ull + (a << 6) + (a >> 2);
    a = (a ^ (a >> 30)) * 0xBF58476D1CE4E5B9ull;
    return a ^ (a >> 27);
}

Hash hashOf(std::string_view text)
{
    Hash hash = 0xCBF29CE484222325ull;
    for (const char c : text)
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3ull;
    return hash;
}

/// A number for the content of every value: equal content, equal number, whatever lists and strings are called. Each list node
/// and table is looked at once.
class ContentHash
{
public:
    explicit ContentHash(const GameIndex& index) : index_(index), nodes_(index.game().listNodes.size())
    {
        for (const Table& table : index.game().tables)
            tables_.push_back(static_cast<Hash>(table.entries.size()));
        for (std::size_t i = 0; i < nodes_.size(); ++i)
            hashFrom(i);
        // Tables have the hashes of what they hold, one level deep: a table within a table counts by its size.
        std::vector<Hash> contents;
        for (const Table& table : index.game().tables) {
            Hash hash = 1;
            for (const TableEntry& entry : table.entries)
                hash += mix(of(entry.key), of(entry.value)); // their order means nothing
            contents.push_back(hash);
        }
        tables_ = std::move(contents);
    }

    Hash of(const Value& value) const
    {
        const auto tag = static_cast<Hash>(value.tag);
        const auto number = static_cast<Hash>(value.data);
        if (value.tag == Tag::List)
            return value.data >= 0 && number < nodes_.size() ? nodes_[number].hash : mix(tag, number);
        if (isTable(index_.game(), value))
            return value.data >= 0 && number < tables_.size() ? mix(tag, tables_[number]) : mix(tag, number);
        if (value.tag == Tag::String)
            if (const std::string* text = index_.string(value.data))
                return mix(tag, hashOf(*text));
        if (value.tag == Tag::Class)
            return mix(tag, hashOf(index_.className(static_cast<std::int32_t>(value.data))));
        if (value.tag == Tag::Resource) {
            if (const std::string* text = index_.dynamicResource(value.data))
                return mix(mix(tag, number), hashOf(*text));
            if (const std::string* name = index_.resourceName(value.data))
                return mix(tag, hashOf(*name));
        }
        return mix(tag, number);
    }

private:
    enum class State : std::uint8_t { New, Open, Done };
    struct Node
    {
        Hash hash = 0x5EED; ///< of a node that is met again while it is open: a list that holds itself
        State state = State::New;
    };

    void hashFrom(std::size_t start)
    {
        std::vector<std::size_t> open{start};
        while (!open.empty()) {
            const std::size_t at = open.back();
            const ListNode& node = index_.game().listNodes[at];
            if (nodes_[at].state == State::New) {
                nodes_[at].state = State::Open;
                for (const Value* held : {&node.first, &node.rest})
                    if (held->tag == Tag::List && held->data >= 0 && static_cast<std::size_t>(held->data) < nodes_.size() &&
                        nodes_[static_cast<std::size_t>(held->data)].state == State::New)
                        open.push_back(static_cast<std::size_t>(held->data));
                continue;
            }
            open.pop_back();
            if (nodes_[at].state == State::Open)
                nodes_[at] = {mix(mix(static_cast<Hash>(Tag::List), of(node.first)), of(node.rest)), State::Done};
        }
    }

    const GameIndex& index_;
    std::vector<Node> nodes_;
    std::vector<Hash> tables_;
};

using Subject = Difference::Subject;

/// Comes, goes or stays: calls `stays` for what both sides have.
template <typename Key, typename Value, typename Name, typename Stays>
void compareMaps(std::vector<Difference>& out, Subject subject, const std::map<Key, Value>& before,
                 const std::map<Key, Value>& after, const Name& name, const Stays& stays)
{
    auto a = before.begin();
    auto b = after.begin();
    while (a != before.end() || b != after.end()) {
        if (b == after.end() || (a != before.end() && a->first < b->first)) {
            out.push_back({subject, Change::Removed, name(a->first, a->second, false), {}, {}, {}});
            ++a;
        } else if (a == before.end() || b->first < a->first) {
            out.push_back({subject, Change::Added, name(b->first, b->second, true), {}, {}, {}});
            ++b;
        } else {
            stays(a->first, a->second, b->second);
            ++a;
            ++b;
        }
    }
}

template <typename Entries, typename Key>
auto byKey(const Entries& entries, const Key& key)
{
    std::map<decltype(key(entries.front())), const typename Entries::value_type*> map;
    for (const auto& entry : entries)
        map.try_emplace(key(entry), &entry);
    return map;
}

class Comparison
{
public:
    Comparison(const GameIndex& before, const GameIndex& after)
        : before_(before), after_(after), beforeHash_(before), afterHash_(after)
    {
    }

    std::vector<Difference> run()
    {
        compareBuiltIns();
        compareClasses();
        compareObjects();
        compareTimers();
        compareUsers();
        compareAccounts();
        return std::move(out_);
    }

private:
    void changed(Subject subject, std::string name, std::string property, std::string before, std::string after)
    {
        if (before != after)
            out_.push_back({subject, Change::Changed, std::move(name), std::move(property), std::move(before), std::move(after)});
    }

    void compareBuiltIns()
    {
        const auto key = [](const BuiltInObject& entry) { return entry.which; };
        const auto name = [&](std::int32_t which, const BuiltInObject*, bool) { return before_.builtInName(which); };
        compareMaps(out_, Subject::BuiltIn, byKey(before_.game().builtIns, key), byKey(after_.game().builtIns, key), name,
                    [&](std::int32_t which, const BuiltInObject* a, const BuiltInObject* b) {
                        changed(Subject::BuiltIn, before_.builtInName(which), {}, before_.objectName(a->object),
                                after_.objectName(b->object));
                    });
    }

    static std::string join(const std::vector<std::string>& names)
    {
        std::string text;
        for (const std::string& name : names)
            text += (text.empty() ? "" : " ") + name;
        return text;
    }

    void compareClasses()
    {
        const auto key = [](const Class& entry) { return entry.name; };
        const auto name = [](const std::string& text, const Class*, bool) { return "class " + text; };
        compareMaps(out_, Subject::Class, byKey(before_.game().classes, key), byKey(after_.game().classes, key), name,
                    [&](const std::string& text, const Class* a, const Class* b) {
                        changed(Subject::Class, "class " + text, "properties", join(a->properties), join(b->properties));
                    });
    }

    void compareObjects()
    {
        const auto key = [](const Object& entry) { return entry.id; };
        const auto name = [&](std::int32_t id, const Object*, bool isAfter) {
            return (isAfter ? after_ : before_).objectName(id);
        };
        compareMaps(out_, Subject::Object, byKey(before_.game().objects, key), byKey(after_.game().objects, key), name,
                    [&](std::int32_t, const Object* a, const Object* b) { compareObject(*a, *b); });
    }

    void compareObject(const Object& a, const Object& b)
    {
        const std::string name = after_.objectName(b.id);
        const std::string typeBefore = before_.className(a.classId), typeAfter = after_.className(b.classId);
        if (typeBefore != typeAfter)
            return changed(Subject::Object, name, "class", typeBefore, typeAfter); // another object with the same number
        if (before_.classOf(a.classId) != nullptr && after_.classOf(b.classId) != nullptr &&
            before_.classOf(a.classId)->properties == after_.classOf(b.classId)->properties &&
            a.properties.size() == b.properties.size()) {
            for (std::size_t i = 0; i < a.properties.size(); ++i)
                compareValue(name, after_.propertyName(b.classId, i + 1), &a.properties[i], &b.properties[i]);
            return;
        }
        std::map<std::string, std::pair<const Value*, const Value*>> byName; // the class has changed: by name
        for (std::size_t i = 0; i < a.properties.size(); ++i)
            byName[before_.propertyName(a.classId, i + 1)].first = &a.properties[i];
        for (std::size_t i = 0; i < b.properties.size(); ++i)
            byName[after_.propertyName(b.classId, i + 1)].second = &b.properties[i];
        for (const auto& [property, values] : byName)
            compareValue(name, property, values.first, values.second);
    }

    void compareValue(const std::string& name, const std::string& property, const Value* a, const Value* b)
    {
        if (a != nullptr && b != nullptr && beforeHash_.of(*a) == afterHash_.of(*b))
            return;
        const Change change = a == nullptr ? Change::Added : b == nullptr ? Change::Removed : Change::Changed;
        out_.push_back({Subject::Object, change, name, property, a != nullptr ? before_.describe(*a) : std::string(),
                        b != nullptr ? after_.describe(*b) : std::string()});
    }

    void compareTimers()
    {
        const auto key = [](const Timer& entry) { return entry.id; };
        const auto name = [](std::int32_t id, const Timer* timer, bool) {
            return "timer " + std::to_string(id) + " (" + timer->message + ")";
        };
        compareMaps(out_, Subject::Timer, byKey(before_.game().timers, key), byKey(after_.game().timers, key), name,
                    [&](std::int32_t id, const Timer* a, const Timer* b) {
                        const std::string timer = name(id, b, true);
                        changed(Subject::Timer, timer, "object", before_.objectName(a->object), after_.objectName(b->object));
                        changed(Subject::Timer, timer, "message", a->message, b->message);
                        changed(Subject::Timer, timer, "milliseconds", std::to_string(a->remaining),
                                std::to_string(b->remaining));
                    });
    }

    void compareUsers()
    {
        const auto key = [](const User& entry) { return std::pair(entry.account, entry.object); };
        const auto name = [&](const std::pair<std::int32_t, std::int32_t>& user, const User*, bool isAfter) {
            return "account " + std::to_string(user.first) + ", user " + (isAfter ? after_ : before_).objectName(user.second);
        };
        compareMaps(out_, Subject::User, byKey(before_.game().users, key), byKey(after_.game().users, key), name,
                    [](const auto&, const User*, const User*) {});
    }

    static std::map<std::int32_t, const account::Account*> accountsOf(const GameIndex& index)
    {
        std::map<std::int32_t, const account::Account*> map;
        if (index.set().accounts)
            for (const account::Account* account : index.set().accounts->accounts())
                map[account->id] = account;
        return map;
    }

    void compareAccounts()
    {
        if (!before_.set().accounts || !after_.set().accounts)
            return;
        const auto name = [](std::int32_t id, const account::Account* account, bool) {
            return "account " + std::to_string(id) + " (" + account->name + ")";
        };
        compareMaps(out_, Subject::Account, accountsOf(before_), accountsOf(after_), name,
                    [&](std::int32_t id, const account::Account* a, const account::Account* b) {
                        const auto field = [&](const char* property, const std::string& from, const std::string& to) {
                            changed(Subject::Account, name(id, b, true), property, from, to);
                        };
                        field("name", a->name, b->name);
                        field("type", std::string(account::typeName(a->type)), std::string(account::typeName(b->type)));
                        field("last login", std::to_string(a->lastLogin), std::to_string(b->lastLogin));
                        field("credits", std::to_string(a->credits), std::to_string(b->credits));
                        field("suspended until", std::to_string(a->suspendedUntil.value_or(0)),
                              std::to_string(b->suspendedUntil.value_or(0)));
                        field("e-mail", a->email.value_or(""), b->email.value_or(""));
                        if (a->password != b->password)
                            field("password", "(old)", "(new)"); // digests are nobody's business
                    });
    }

    const GameIndex& before_;
    const GameIndex& after_;
    const ContentHash beforeHash_, afterHash_;
    std::vector<Difference> out_;
};

} // namespace

std::vector<Difference> compare(const GameIndex& before, const GameIndex& after) { return Comparison(before, after).run(); }

} // namespace blak::save
