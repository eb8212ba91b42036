// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/space/units.h"
#include "server/vm/machine.h"

#include <algorithm>

/// Looking at classes and values, and changing them from outside.
namespace blak::vm {

template <class Traits>
std::vector<std::int32_t> Machine<Traits>::classIds() const
{
    std::vector<std::int32_t> ids;
    for (const auto& [id, type] : program_.classes)
        ids.push_back(id);
    return ids;
}

template <class Traits>
std::optional<ClassView> Machine<Traits>::classView(std::int32_t id) const
{
    const Class* type = program_.find(id);
    if (type == nullptr)
        return std::nullopt;
    ClassView view;
    view.id = id;
    view.name = type->name;
    view.file = type->fileName;
    view.superId = type->superId;
    view.depth = type->depth;
    view.propertyNames = type->propertyNames;
    view.classvarNames = type->classvarNames;
    for (const Word word : type->classvars)
        view.classvars.push_back(toValue(word));
    for (const Word word : type->propertyDefaults)
        view.propertyDefaults.push_back(toValue(word));
    return view;
}

template <class Traits>
std::optional<MessageView> Machine<Traits>::messageView(std::int32_t classId, std::int32_t message) const
{
    const Class* type = program_.find(classId);
    const Code<Traits>* code = type == nullptr ? nullptr : type->find(message);
    if (code == nullptr)
        return std::nullopt;
    MessageView view;
    view.id = message;
    view.name = names_.messages.name(message);
    view.ownerClass = code->owner->id;
    for (std::size_t i = 0; i < code->parameterIds.size(); ++i)
        view.parameters.emplace_back(code->parameterIds[i], toValue(code->parameterDefaults[i]));
    if (code->commentString >= 0)
        view.comment = code->file->strings[static_cast<std::size_t>(code->commentString)];
    return view;
}

template <class Traits>
std::vector<std::int32_t> Machine<Traits>::ownMessages(std::int32_t classId) const
{
    std::vector<std::int32_t> ids;
    if (const Class* type = program_.find(classId))
        for (const auto& code : type->handlers)
            ids.push_back(code->message);
    return ids;
}

template <class Traits>
bool Machine<Traits>::isA(std::int32_t classId, std::int32_t ancestor) const
{
    const Class* type = program_.find(classId);
    const Class* other = program_.find(ancestor);
    return type != nullptr && other != nullptr && type->isA(other);
}

template <class Traits>
std::optional<std::int32_t> Machine<Traits>::classOfObject(std::int64_t id) const
{
    const Object* target = const_cast<Machine*>(this)->object(id);
    if (target == nullptr)
        return std::nullopt;
    return target->type->id;
}

template <class Traits>
std::optional<Value> Machine<Traits>::property(std::int64_t id, std::uint32_t number) const
{
    const Object* target = const_cast<Machine*>(this)->object(id);
    if (target == nullptr || number > target->type->propertyCount)
        return std::nullopt;
    return toValue(target->properties[number]);
}

template <class Traits>
bool Machine<Traits>::setProperty(std::int64_t id, std::uint32_t number, Value value)
{
    const Outside outside(*this, {.kind = InputKind::SetProperty, .numbers = {id, number}, .values = {value}});
    const Object* target = object(id);
    if (target == nullptr || number > target->type->propertyCount)
        return false;
    target->properties[number] = toWord(value);
    return true;
}

template <class Traits>
bool Machine<Traits>::setClassvar(std::int32_t classId, std::uint32_t number, Value value)
{
    const Outside outside(*this, {.kind = InputKind::SetClassvar, .numbers = {classId, number}, .values = {value}});
    Class* type = mutableClass(classId);
    if (type == nullptr || number >= type->classvars.size())
        return false;
    type->classvars[number] = toWord(value);
    return true;
}

template <class Traits>
std::optional<std::pair<Value, Value>> Machine<Traits>::listNode(std::int64_t id) const
{
    const Cell* node = cell(W::make(Tag::List, id));
    if (node == nullptr || id < 0)
        return std::nullopt;
    return std::pair{toValue(node->first), toValue(node->rest)};
}

template <class Traits>
std::optional<std::string> Machine<Traits>::stringText(std::int64_t id) const
{
    if (id < 0 || static_cast<std::size_t>(id) >= strings_.size())
        return std::nullopt;
    return strings_[static_cast<std::size_t>(id)];
}

template <class Traits>
std::optional<TableView> Machine<Traits>::table(std::int64_t id) const
{
    const auto it = tables_.find(id);
    if (it == tables_.end())
        return std::nullopt;
    TableView view;
    view.buckets = it->second.buckets();
    it->second.each([&](const auto& node) {
        view.entries.push_back({toValue(node.key), toValue(node.value), it->second.bucketOf(node.hash)});
    });
    return view;
}

template <class Traits>
std::vector<std::pair<std::int64_t, std::string>> Machine<Traits>::dynamicResources() const
{
    std::vector<std::pair<std::int64_t, std::string>> result;
    for (const auto& [id, texts] : dynamic_)
        if (!texts.empty())
            result.emplace_back(id, texts.begin()->second);
    return result;
}

template <class Traits>
std::vector<RoomView> Machine<Traits>::rooms() const
{
    std::vector<RoomView> views;
    for (std::size_t id = 0; id < rooms_.size(); ++id) {
        if (rooms_[id] == nullptr)
            continue;
        RoomView view;
        view.id = static_cast<std::int64_t>(id);
        view.file = rooms_[id]->name;
        for (const RoomBlocker& blocker : rooms_[id]->blockers) {
            const space::GridPlace place = space::toGrid({blocker.point.x, blocker.point.y});
            view.blockers.push_back({blocker.object, place.row, place.fineRow, place.column, place.fineColumn});
        }
        views.push_back(std::move(view));
    }
    return views;
}

template <class Traits>
std::optional<std::string> Machine<Traits>::debugString(std::int32_t classId, std::int64_t number) const
{
    const Class* type = program_.find(classId);
    if (type == nullptr || type->file == nullptr)
        return std::nullopt;
    const auto& strings = type->file->strings;
    return number >= 0 && number < std::ssize(strings) ? strings[static_cast<std::size_t>(number)] : std::string();
}

template <class Traits>
std::vector<std::pair<std::int32_t, std::string>> Machine<Traits>::nameIds() const
{
    std::vector<std::pair<std::int32_t, std::string>> all(names_.messages.names.begin(), names_.messages.names.end());
    all.insert(all.end(), names_.parameters.names.begin(), names_.parameters.names.end());
    std::ranges::sort(all);
    const auto twice = std::ranges::unique(all, {}, [](const auto& one) { return one.first; });
    all.erase(twice.begin(), twice.end());
    return all;
}

#define X(Traits)                                                                                                                \
    template std::vector<std::int32_t> Machine<Traits>::classIds() const;                                                        \
    template std::optional<ClassView> Machine<Traits>::classView(std::int32_t id) const;                                         \
    template std::optional<MessageView> Machine<Traits>::messageView(std::int32_t classId, std::int32_t message) const;          \
    template std::vector<std::int32_t> Machine<Traits>::ownMessages(std::int32_t classId) const;                                 \
    template bool Machine<Traits>::isA(std::int32_t classId, std::int32_t ancestor) const;                                       \
    template std::optional<std::int32_t> Machine<Traits>::classOfObject(std::int64_t id) const;                                  \
    template std::optional<Value> Machine<Traits>::property(std::int64_t id, std::uint32_t number) const;                        \
    template bool Machine<Traits>::setProperty(std::int64_t id, std::uint32_t number, Value value);                              \
    template bool Machine<Traits>::setClassvar(std::int32_t classId, std::uint32_t number, Value value);                         \
    template std::optional<std::pair<Value, Value>> Machine<Traits>::listNode(std::int64_t id) const;                            \
    template std::optional<std::string> Machine<Traits>::stringText(std::int64_t id) const;                                      \
    template std::optional<TableView> Machine<Traits>::table(std::int64_t id) const;                                             \
    template std::vector<std::pair<std::int64_t, std::string>> Machine<Traits>::dynamicResources() const;                        \
    template std::vector<RoomView> Machine<Traits>::rooms() const;                                                               \
    template std::optional<std::string> Machine<Traits>::debugString(std::int32_t, std::int64_t) const;                          \
    template std::vector<std::pair<std::int32_t, std::string>> Machine<Traits>::nameIds() const;
BLAK_VM_FOR_EACH_DIALECT(X)
#undef X

} // namespace blak::vm
