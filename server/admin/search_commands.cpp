// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/admin/search_commands.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <unordered_map>

namespace blak::world {
namespace {

/// Lists and tables (of open105, which alone looks into them) that hold a value, however deep in one another.
class Occurrences
{
public:
    Occurrences(const vm::Vm& vm, const vm::Value& wanted) : vm_(vm), wanted_(wanted) {}

    /// "LIST" or "TABLE" for each time that `container` holds it.
    std::vector<std::string_view> in(const vm::Value& container)
    {
        found_.clear();
        left_ = vm_.sizes().listNodes + 1; // lists may run in a ring
        look(container, 0);
        return std::move(found_);
    }

private:
    void look(vm::Value container, int depth)
    {
        constexpr int deepest = 100;
        if (depth > deepest)
            return;
        for (; container.tag == bof::Tag::List && left_ > 0; --left_) {
            const auto node = vm_.listNode(container.data);
            if (!node)
                return;
            if (node->first == wanted_)
                found_.emplace_back("LIST");
            look(node->first, depth + 1);
            container = node->second;
        }
        if (container.tag != bof::Tag::Tag13 || !vm_.dialect().extended || left_ == 0)
            return;
        const auto table = vm_.table(container.data);
        left_ -= std::min(left_, table ? table->entries.size() + 1 : 1);
        for (const vm::TableEntry& entry : table ? table->entries : std::vector<vm::TableEntry>()) {
            if (entry.value == wanted_)
                found_.emplace_back("TABLE");
            look(entry.value, depth + 1);
        }
    }

    const vm::Vm& vm_;
    vm::Value wanted_;
    std::size_t left_ = 0; ///< nodes that may still be looked at
    std::vector<std::string_view> found_;
};

/// `<`, `=`, `>` and combinations want the tag of the value; `#` alone wants another tag, `*` alone takes everything.
bool isRelation(std::string_view text) { return !text.empty() && text.find_first_not_of("<=>*#") == text.npos; }

bool matchesRelation(const vm::Value& value, std::string_view relation, const vm::Value& wanted)
{
    if (relation.find_first_of("<=>") == relation.npos)
        return relation.find('*') != relation.npos || value.tag != wanted.tag;
    if (value.tag != wanted.tag)
        return false;
    const auto has = [&](char sign) { return relation.find(sign) != relation.npos; };
    return (value.data < wanted.data && has('<')) || (value.data == wanted.data && has('=')) ||
           (value.data > wanted.data && has('>'));
}

/// What a property has as a number; names count as 0.
std::int64_t ownerNumber(const vm::Value& value)
{
    return value.tag == bof::Tag::Resource || value.tag == bof::Tag::Class ? 0 : value.data;
}

/// Class views, each fetched once: a search looks at every object.
class ViewsOnce
{
public:
    explicit ViewsOnce(const vm::Vm& vm) : vm_(vm) {}
    /// nullptr for numbers of deleted objects.
    const vm::ClassView* of(std::int64_t object)
    {
        const auto type = vm_.classOfObject(object);
        if (!type)
            return nullptr;
        auto& view = views_[*type];
        if (!view)
            view = vm_.classView(*type);
        return view ? &*view : nullptr;
    }

private:
    const vm::Vm& vm_;
    std::unordered_map<std::int32_t, std::optional<vm::ClassView>> views_;
};

} // namespace

void SearchCommands::instanceLines(bool exactly)
{
    const auto id = needClass(in.texts[0], "Cannot find CLASS ");
    if (!id)
        return;
    line(std::string(":< instances ") + (exactly ? "(excluding subclasses) " : "") + "of CLASS " + vm.className(*id) + " (" +
         std::to_string(*id) + ")");
    std::string text = ":";
    const std::vector<std::int64_t> found = instancesOf(*id, exactly);
    for (const std::int64_t object : found)
        text += " OBJECT " + std::to_string(object);
    line(text);
    line(": " + std::to_string(found.size()) + " total");
    line(":>");
}

void SearchCommands::showInstances() { instanceLines(false); }

void SearchCommands::showExactInstances() { instanceLines(true); }

void SearchCommands::dumpClassInstances()
{
    std::unordered_map<std::int32_t, std::size_t> counts;
    for (std::size_t object = 0; object < vm.sizes().objects; ++object)
        if (const auto type = vm.classOfObject(static_cast<std::int64_t>(object)))
            ++counts[*type];
    std::vector<std::int32_t> ids = vm.classIds();
    std::ranges::sort(ids);
    line(":< Class instances:");
    for (const std::int32_t id : ids)
        line(vm.className(id) + "," + std::to_string(counts[id]));
    line(":>");
}

/// Like the old servers it looks at the number alone, so that 0 has what belongs to nobody.
void SearchCommands::showBelong()
{
    if (!needObject(in.numbers[0]))
        return;
    line(std::to_string(in.numbers[0]) + " owns the following objects - ");
    ViewsOnce views(vm);
    for (std::size_t object = 0; object < vm.sizes().objects; ++object) {
        const auto id = static_cast<std::int64_t>(object);
        const vm::ClassView* view = views.of(id);
        if (view == nullptr)
            continue;
        for (std::uint32_t p = 1; p < view->propertyNames.size(); ++p)
            if (lowerCase(view->propertyNames[p]) == "poowner" && ownerNumber(*vm.property(id, p)) == in.numbers[0])
                objectLines(id);
    }
}

/// Properties that are the value, and a line for each time that a list or a table holds it.
void SearchCommands::showReferences()
{
    Fault fault = Fault::None;
    const vm::Value wanted = parseValue(in.texts[0], in.texts[1], fault);
    if (fault == Fault::Tag || fault == Fault::Data) {
        line("'" + std::string(in.texts[fault == Fault::Tag ? 0 : 1]) +
             (fault == Fault::Tag ? "' is not a tag." : "' is not valid data."));
        return;
    }
    if (wanted.tag == bof::Tag::Nil)
        return line("Cannot show references to NIL.");
    line(":< references to " + valueText(wanted));
    ViewsOnce views(vm);
    Occurrences occurrences(vm, wanted);
    for (std::size_t object = 0; object < vm.sizes().objects; ++object) {
        const auto id = static_cast<std::int64_t>(object);
        const vm::ClassView* view = views.of(id);
        if (view == nullptr)
            continue;
        for (std::uint32_t p = 0; p < view->propertyNames.size(); ++p) {
            const vm::Value value = *vm.property(id, p);
            const std::string where =
                ": OBJECT " + std::to_string(object) + " CLASS " + std::string(view->name) + " " + view->propertyNames[p] + " = ";
            if (value == wanted)
                line(where + valueText(wanted));
            else
                for (const std::string_view container : occurrences.in(value))
                    line(where + std::string(container) + " containing " + valueText(wanted));
        }
    }
    line(":>");
}

/// Class, property, relation, tag, value. open105 makes a list of what it found, for `send list`.
void SearchCommands::showMatches()
{
    const auto start = std::chrono::steady_clock::now();
    const auto id = needClass(in.texts[0], "Cannot find CLASS ");
    if (!id)
        return;
    const auto type = vm.classView(*id);
    const std::string property = lowerCase(in.texts[1]);
    const auto named =
        std::ranges::find_if(type->propertyNames, [&](const std::string& name) { return lowerCase(name) == property; });
    const std::string_view relation = in.texts[2];
    Fault fault = Fault::None;
    const vm::Value wanted = parseValue(in.texts[3], in.texts[4], fault);
    if (named == type->propertyNames.end() || named == type->propertyNames.begin())
        return noProperty(in.texts[1], *type);
    if (!isRelation(relation))
        return line("Relationship not recognized.  Use <, =, >, *, #, or combination.");
    if (fault == Fault::Tag)
        return line("'" + std::string(in.texts[3]) + "' is not a tag.");
    if (fault == Fault::Data)
        return line("'" + std::string(in.texts[4]) + "' is not valid data.");

    const auto number = static_cast<std::uint32_t>(named - type->propertyNames.begin());
    const auto mostListed =
        static_cast<std::size_t>(std::max<std::int64_t>(world.config().number("Blakod", "MatchesList", 10000), 0));
    line(":< matching instances of CLASS " + std::string(type->name) + " (" + std::to_string(*id) + ") " +
         std::string(in.texts[1]) + " " + std::string(relation) + " " + valueText(wanted));
    std::vector<std::int64_t> found;
    for (const std::int64_t object : instancesOf(*id, false)) {
        const vm::Value value = *vm.property(object, number);
        if (!matchesRelation(value, relation, wanted))
            continue;
        const std::int32_t itsClass = *vm.classOfObject(object);
        line(": OBJECT " + std::to_string(object) + " CLASS " + vm.className(itsClass) + " (" + std::to_string(itsClass) + ") " +
             std::string(in.texts[1]) + " = " + valueText(value));
        found.push_back(object);
    }
    line(": " + std::to_string(found.size()) + " total");
    if (world.extended() && !found.empty()) {
        vm::Value list;
        found.resize(std::min(found.size(), mostListed));
        for (auto it = found.rbegin(); it != found.rend(); ++it)
            list = {bof::Tag::List, vm.newListNode(vm::Value::object(*it), list)};
        line(": Objects list: " + valueText(list));
    }
    line(":>");
    if (world.extended())
        line("Time to run: " + microsecondsSince(start) + " microseconds");
}

} // namespace blak::world
