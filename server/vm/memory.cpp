// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/vm/machine.h"

/// What the parts of a machine have taken.
namespace blak::vm {
namespace {

template <class T>
std::size_t bytesOf(const std::vector<T>& items)
{
    return items.capacity() * sizeof(T); // NOLINT(bugprone-sizeof-expression): of pointers too
}

/// Beyond the string itself: short texts lie within it.
std::size_t bytesOf(const std::string& text)
{
    static const std::size_t within = std::string().capacity();
    return text.capacity() > within ? text.capacity() + 1 : 0;
}

std::size_t textsOf(const std::vector<std::string>& texts)
{
    std::size_t bytes = bytesOf(texts);
    for (const std::string& text : texts)
        bytes += bytesOf(text);
    return bytes;
}

/// Of ordered maps: three pointers and a colour beside each value.
template <class Map>
std::size_t nodesOf(const Map& map)
{
    return map.size() * (sizeof(typename Map::value_type) + 4 * sizeof(void*));
}

/// Of hashed ones: a pointer and a hash beside each value, a pointer for each bucket.
template <class Map>
std::size_t hashedOf(const Map& map)
{
    return map.size() * (sizeof(typename Map::value_type) + 2 * sizeof(void*)) + map.bucket_count() * sizeof(void*);
}

std::size_t bytesOf(const Names::Space& space)
{
    std::size_t bytes = hashedOf(space.ids) + hashedOf(space.names);
    for (const auto& [name, id] : space.ids)
        bytes += bytesOf(name);
    for (const auto& [id, name] : space.names)
        bytes += bytesOf(name);
    return bytes;
}

std::size_t bytesOf(const std::vector<kodbase::Name>& names)
{
    std::size_t bytes = names.capacity() * sizeof(kodbase::Name);
    for (const kodbase::Name& one : names)
        bytes += bytesOf(one.name);
    return bytes;
}

std::size_t bytesOf(const kodbase::Kodbase& base)
{
    std::size_t bytes = bytesOf(base.classes) + bytesOf(base.externals);
    for (const kodbase::Class& one : base.classes) {
        bytes += bytesOf(one.name) + bytesOf(one.superName) + bytesOf(one.resources) + bytesOf(one.classvars) +
                 bytesOf(one.properties) + bytesOf(one.messages);
        for (const kodbase::Message& message : one.messages)
            bytes += bytesOf(message.name) + bytesOf(message.parameters);
    }
    for (const kodbase::External& external : base.externals)
        bytes += bytesOf(external.name);
    return bytes;
}

template <class Languages>
std::size_t bytesOfLanguages(const Languages& languages)
{
    std::size_t bytes = nodesOf(languages);
    for (const auto& [language, text] : languages)
        bytes += bytesOf(text);
    return bytes;
}

template <class Plans>
std::size_t bytesOfPlans(const Plans& plans)
{
    std::size_t bytes = sizeof(Plans) + hashedOf(plans);
    for (const auto& [code, plan] : plans)
        bytes += bytesOf(plan);
    return bytes;
}

} // namespace

std::size_t bytesOf(const RoomState& room)
{
    std::size_t bytes = sizeof(RoomState) + bytesOf(room.name) + bytesOf(room.blockers) + room.room.bytes();
    for (const auto* grid : {&room.players, &room.monsters}) // a byte each for the ways and for the floor
        if (*grid)
            bytes += std::size_t{2} * static_cast<std::size_t>((*grid)->rows()) * static_cast<std::size_t>((*grid)->columns());
    return bytes;
}

template <class Traits>
MemoryUse Machine<Traits>::memory() const
{
    MemoryUse use;
    use.timers = nodesOf(timers_) + hashedOf(timerKeys_);
    use.strings = textsOf(strings_);
    use.kodbase = bytesOf(base_);
    use.resources = hashedOf(resources_) + bytesOf(resourceIndex_) + nodesOf(dynamic_);
    for (const auto& [id, languages] : resources_)
        use.resources += bytesOfLanguages(languages);
    for (const auto& [id, languages] : dynamic_)
        use.resources += bytesOfLanguages(languages);
    for (const auto& file : program_.files)
        use.code += sizeof(SourceFile) + bytesOf(file->name) + textsOf(file->strings) + bytesOf(file->lines);
    use.names = bytesOf(names_.classes) + bytesOf(names_.messages) + bytesOf(names_.parameters) + bytesOf(names_.resources);
    use.classes = nodesOf(program_.classes) + bytesOf(program_.index);
    for (const auto& [id, type] : program_.classes) {
        use.classes += sizeof(Class) + bytesOf(type->name) + bytesOf(type->fileName) + bytesOf(type->ancestors) +
                       bytesOf(type->propertyDefaults) + bytesOf(type->classvars) + textsOf(type->propertyNames) +
                       textsOf(type->classvarNames);
        use.handlers += bytesOf(type->handlers) + hashedOf(type->dispatch);
        for (const auto& handler : type->handlers) {
            use.handlers += sizeof(Code<Traits>) + bytesOf(handler->parameterIds) + bytesOf(handler->parameterDefaults);
            use.code += bytesOf(handler->constants) + bytesOf(handler->instructions) + bytesOf(handler->lines) +
                        bytesOf(handler->offsets) + bytesOf(handler->statement) + bytesOf(handler->sites);
            use.code += bytesOf(handler->bytes) + bytesOf(handler->operands) + bytesOf(handler->parameters);
            for (const CallSite<Traits>& site : handler->sites)
                use.code += site.plans ? bytesOfPlans(*site.plans) : 0;
        }
    }
    use.objects = bytesOf(objects_);
    use.lists = bytesOf(cells_);
    for (const Object& one : objects_)
        use.properties += one.type == nullptr ? 0 : (one.type->propertyCount + 1) * sizeof(Word);
    use.rooms = bytesOf(rooms_);
    for (const auto& room : rooms_)
        if (room != nullptr)
            use.rooms += bytesOf(*room);
    use.tables = hashedOf(tables_);
    for (const auto& [id, table] : tables_)
        use.tables += table.bytes();
    return use;
}

#define X(Traits) template MemoryUse Machine<Traits>::memory() const;
BLAK_VM_FOR_EACH_DIALECT(X)
#undef X

} // namespace blak::vm
