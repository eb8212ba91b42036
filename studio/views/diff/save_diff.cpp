// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/views/diff/save_diff.h"

#include "formats/base/windows1252.h"
#include "formats/bof/bof.h"
#include "formats/diff/sequence.h"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

namespace blak::diff {
namespace {

using bof::Tag;
constexpr std::size_t mostSteps = 200'000; ///< values looked at to compare one property
constexpr std::size_t shownItems = 6;

/// What a game says about its numbers.
class Names
{
public:
    explicit Names(const save::Game& game) : game_(game)
    {
        for (const save::Class& one : game.classes)
            classes_.emplace(one.id, &one);
        for (const save::Resource& one : game.resources)
            resources_.emplace(one.id, &one.name);
        for (const save::Object& one : game.objects)
            objects_.emplace(one.id, &one);
    }

    const save::Game& game() const { return game_; }
    const save::Class* classOf(std::int32_t id) const
    {
        const auto found = classes_.find(id);
        return found == classes_.end() ? nullptr : found->second;
    }
    std::string className(std::int32_t id) const
    {
        const save::Class* one = classOf(id);
        return one == nullptr ? "class " + std::to_string(id) : windows1252::toUtf8(one->name);
    }
    std::string objectText(std::int32_t id) const
    {
        const auto found = objects_.find(id);
        return (found == objects_.end() ? "object" : className(found->second->classId)) + " " + std::to_string(id);
    }
    std::string resourceName(std::int32_t id) const
    {
        const auto found = resources_.find(id);
        return found == resources_.end() ? "resource " + std::to_string(id) : windows1252::toUtf8(*found->second);
    }
    const save::ListNode* node(const save::Value& value) const
    {
        return value.tag == Tag::List && value.data >= 0 && static_cast<std::size_t>(value.data) < game_.listNodes.size()
                   ? &game_.listNodes[static_cast<std::size_t>(value.data)]
                   : nullptr;
    }
    const save::Table* table(const save::Value& value) const
    {
        return value.tag == Tag::Tag13 && game_.flavour == save::Flavour::Extended && value.data >= 0 &&
                       static_cast<std::size_t>(value.data) < game_.tables.size()
                   ? &game_.tables[static_cast<std::size_t>(value.data)]
                   : nullptr;
    }

    std::string text(const save::Value& value) const
    {
        const auto id = static_cast<std::int32_t>(value.data);
        switch (value.tag) {
        case Tag::Nil: return "$";
        case Tag::Int: return std::to_string(value.data);
        case Tag::Object: return objectText(id);
        case Tag::Resource: return resourceName(id);
        case Tag::Class: return "&" + className(id);
        case Tag::List: return listText(value);
        default: break;
        }
        if (const save::Table* one = table(value))
            return "table of " + std::to_string(one->entries.size());
        return std::string(bof::tagName(value.tag, game_.flavour == save::Flavour::Extended ? 11 : 5)) + " " +
               std::to_string(value.data);
    }

private:
    std::string listText(const save::Value& list) const
    {
        std::string items;
        std::size_t count = 0;
        for (const save::ListNode* at = node(list); at != nullptr && count < game_.listNodes.size();
             at = node(at->rest), ++count) {
            if (count < shownItems)
                items += (count == 0 ? "" : " ") + (at->first.tag == Tag::List ? std::string("[...]") : text(at->first));
            else if (count == shownItems)
                items += " ...";
        }
        return "[" + items + "]" + (count > shownItems ? ", " + std::to_string(count) + " items" : "");
    }

    const save::Game& game_;
    std::unordered_map<std::int32_t, const save::Class*> classes_;
    std::unordered_map<std::int32_t, const std::string*> resources_;
    std::unordered_map<std::int32_t, const save::Object*> objects_;
};

class Collector
{
public:
    Collector(const save::Game& left, const save::Game& right) : left_(left), right_(right) {}

    Differences run()
    {
        compareObjects();
        compareTimers();
        compareUsers();
        compareClasses();
        return std::move(all_);
    }

private:
    void add(Change change, const char* kind, std::string place, std::string field, std::string left, std::string right, int l,
             int r)
    {
        all_.push_back({change, kind, std::move(place), std::move(field), std::move(left), std::move(right), l, r});
    }

    void compareClasses()
    {
        std::map<std::string, std::pair<const save::Class*, const save::Class*>> both;
        for (const save::Class& one : left_.game().classes)
            both[one.name].first = &one;
        for (const save::Class& one : right_.game().classes)
            both[one.name].second = &one;
        for (const auto& [name, classes] : both) {
            const auto [l, r] = classes;
            const std::string place = windows1252::toUtf8(name);
            if (l == nullptr || r == nullptr) {
                add(l == nullptr ? Change::Added : Change::Removed, "class", place, {}, {}, {}, -1, -1);
                continue;
            }
            const std::set<std::string> before(l->properties.begin(), l->properties.end());
            const std::set<std::string> after(r->properties.begin(), r->properties.end());
            for (const std::string& property : before)
                if (!after.contains(property))
                    add(Change::Removed, "class", place, windows1252::toUtf8(property), {}, {}, -1, -1);
            for (const std::string& property : after)
                if (!before.contains(property))
                    add(Change::Added, "class", place, windows1252::toUtf8(property), {}, {}, -1, -1);
        }
    }

    void compareObjects()
    {
        Numbering number;
        const auto numbers = [&number](const Names& names) {
            std::vector<std::uint32_t> all;
            for (const save::Object& one : names.game().objects)
                all.push_back(number(names.className(one.classId)));
            return all;
        };
        const auto l = numbers(left_), r = numbers(right_);
        const std::vector<Run> runs = compareSequences(l, r);
        for (const Run& run : runs)
            for (std::size_t i = 0; run.same && i < run.leftCount; ++i)
                rightOf_[left_.game().objects[run.left + i].id] = right_.game().objects[run.right + i].id;
        for (const Run& run : runs) {
            for (std::size_t i = 0; i < run.leftCount; ++i) {
                const save::Object& one = left_.game().objects[run.left + i];
                if (run.same)
                    compareObject(one, right_.game().objects[run.right + i]);
                else
                    add(Change::Removed, "object", left_.objectText(one.id), {}, {}, {}, one.id, -1);
            }
            for (std::size_t j = 0; !run.same && j < run.rightCount; ++j) {
                const save::Object& one = right_.game().objects[run.right + j];
                add(Change::Added, "object", right_.objectText(one.id), {}, {}, {}, -1, one.id);
            }
        }
    }

    void compareObject(const save::Object& left, const save::Object& right)
    {
        const save::Class* l = left_.classOf(left.classId);
        const save::Class* r = right_.classOf(right.classId);
        const bool sameNames = l != nullptr && r != nullptr && l->properties == r->properties;
        for (std::size_t p = 0; p < left.properties.size(); ++p) {
            const std::string name =
                l != nullptr && p < l->properties.size() ? l->properties[p] : "property " + std::to_string(p + 1);
            std::size_t q = p;
            if (!sameNames && r != nullptr)
                q = static_cast<std::size_t>(std::find(r->properties.begin(), r->properties.end(), name) - r->properties.begin());
            if (q >= right.properties.size() || equal(left.properties[p], right.properties[q]))
                continue;
            add(Change::Changed, "object", left_.objectText(left.id), windows1252::toUtf8(name), left_.text(left.properties[p]),
                right_.text(right.properties[q]), left.id, right.id);
        }
    }

    /// Equal in meaning: numbers of objects by their match, resources and classes by name, lists and tables by what they hold.
    bool equal(const save::Value& left, const save::Value& right) const
    {
        std::vector<std::pair<save::Value, save::Value>> open{{left, right}};
        for (std::size_t steps = 0; !open.empty(); ++steps) {
            if (steps > mostSteps)
                return true; // goes round in circles without a difference
            const auto [a, b] = open.back();
            open.pop_back();
            if (a.tag != b.tag)
                return false;
            const auto l = static_cast<std::int32_t>(a.data), r = static_cast<std::int32_t>(b.data);
            const save::ListNode *leftNode = left_.node(a), *rightNode = right_.node(b);
            const save::Table *leftTable = left_.table(a), *rightTable = right_.table(b);
            if (leftNode != nullptr && rightNode != nullptr) {
                open.emplace_back(leftNode->rest, rightNode->rest);
                open.emplace_back(leftNode->first, rightNode->first);
            } else if (leftTable != nullptr && rightTable != nullptr) {
                if (leftTable->entries.size() != rightTable->entries.size())
                    return false;
                for (std::size_t i = 0; i < leftTable->entries.size(); ++i) {
                    open.emplace_back(leftTable->entries[i].key, rightTable->entries[i].key);
                    open.emplace_back(leftTable->entries[i].value, rightTable->entries[i].value);
                }
            } else if (a.tag == Tag::Object) {
                const auto found = rightOf_.find(l);
                if (found == rightOf_.end() || found->second != r)
                    return false;
            } else if (a.tag == Tag::Resource ? left_.resourceName(l) != right_.resourceName(r)
                       : a.tag == Tag::Class  ? left_.className(l) != right_.className(r)
                                              : a.tag != Tag::Timer && a.tag != Tag::String && a.data != b.data) {
                return false; // timers are compared by themselves; strings have new numbers at every save
            }
        }
        return true;
    }

    /// By object and message, in order: their numbers change from save to save.
    void compareTimers()
    {
        using Key = std::pair<std::int32_t, std::string>;
        std::multimap<Key, const save::Timer*> open;
        for (const save::Timer& timer : right_.game().timers)
            open.emplace(Key{timer.object, timer.message}, &timer);
        for (const save::Timer& timer : left_.game().timers) {
            const auto moved = rightOf_.find(timer.object);
            const auto found = moved == rightOf_.end() ? open.end() : open.find(Key{moved->second, timer.message});
            const std::string place = left_.objectText(timer.object) + ", " + windows1252::toUtf8(timer.message);
            if (found == open.end()) {
                add(Change::Removed, "timer", place, {}, std::to_string(timer.remaining) + " ms", {}, timer.object, -1);
                continue;
            }
            if (found->second->remaining != timer.remaining)
                add(Change::Changed, "timer", place, "remaining", std::to_string(timer.remaining) + " ms",
                    std::to_string(found->second->remaining) + " ms", timer.object, found->second->object);
            open.erase(found);
        }
        for (const auto& [key, timer] : open)
            add(Change::Added, "timer", right_.objectText(timer->object) + ", " + windows1252::toUtf8(timer->message), {}, {},
                std::to_string(timer->remaining) + " ms", -1, timer->object);
    }

    void compareUsers()
    {
        std::map<std::int32_t, std::pair<const save::User*, const save::User*>> both; // by the object in the right game
        std::vector<const save::User*> gone;
        for (const save::User& user : left_.game().users) {
            if (const auto found = rightOf_.find(user.object); found != rightOf_.end())
                both[found->second].first = &user;
            else
                gone.push_back(&user);
        }
        for (const save::User& user : right_.game().users)
            both[user.object].second = &user;
        for (const save::User* user : gone)
            add(Change::Removed, "user", left_.objectText(user->object), {}, "account " + std::to_string(user->account), {},
                user->object, -1);
        for (const auto& [object, users] : both) {
            const auto [l, r] = users;
            if (l == nullptr || r == nullptr)
                add(l == nullptr ? Change::Added : Change::Removed, "user", right_.objectText(object), {},
                    l == nullptr ? "" : "account " + std::to_string(l->account),
                    r == nullptr ? "" : "account " + std::to_string(r->account), l == nullptr ? -1 : l->object, object);
            else if (l->account != r->account)
                add(Change::Changed, "user", right_.objectText(object), "account", std::to_string(l->account),
                    std::to_string(r->account), l->object, object);
        }
    }

    Names left_, right_;
    std::unordered_map<std::int32_t, std::int32_t> rightOf_; ///< objects that are the same
    Differences all_;
};

} // namespace

Differences compareGames(const save::Game& left, const save::Game& right) { return Collector(left, right).run(); }

} // namespace blak::diff
