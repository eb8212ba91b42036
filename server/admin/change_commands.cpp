// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/admin/change_commands.h"

#include <algorithm>

namespace blak::world {

void ChangeCommands::setProperty(std::int64_t object)
{
    const auto type = vm.classView(*vm.classOfObject(object));
    const std::string wanted = lowerCase(in.texts[0]);
    std::uint32_t number = 0;
    for (std::uint32_t p = 1; p < type->propertyNames.size(); ++p)
        if (lowerCase(type->propertyNames[p]) == wanted)
            number = p;
    if (number == 0)
        return noProperty(in.texts[0], *type);
    Fault fault = Fault::None;
    const vm::Value value = parseValue(in.texts[1], in.texts[2], fault);
    if (fault == Fault::Tag)
        line("'" + std::string(in.texts[1]) + "' is not a tag.");
    else if (fault != Fault::None)
        line("'" + std::string(in.texts[2]) + "' is not valid data.");
    else
        vm.setProperty(object, number, value);
}

void ChangeCommands::setObject()
{
    if (needObject(in.numbers[0]))
        setProperty(in.numbers[0]);
}

void ChangeCommands::setInteger()
{
    if (const auto object = needBuiltIn(in.numbers[0]))
        setProperty(*object);
}

void ChangeCommands::setClass()
{
    const auto id = needClass(in.texts[0], "Cannot find class named ");
    if (!id)
        return;
    const auto type = vm.classView(*id);
    const std::string wanted = lowerCase(in.texts[1]);
    const auto it = std::ranges::find_if(type->classvarNames, [&](const std::string& name) { return lowerCase(name) == wanted; });
    if (it == type->classvarNames.end()) {
        line("Cannot find classvar named " + std::string(in.texts[1]) + " in class " + std::string(type->name) + ".");
        return;
    }
    Fault fault = Fault::None;
    const vm::Value value = parseValue(in.texts[2], in.texts[3], fault);
    if (fault == Fault::Tag)
        line("'" + std::string(in.texts[2]) + "' is not a tag.");
    else if (fault != Fault::None)
        line("'" + std::string(in.texts[3]) + "' is not valid data.");
    else
        vm.setClassvar(*id, static_cast<std::uint32_t>(it - type->classvarNames.begin()), value);
}

void ChangeCommands::createObject()
{
    const auto id = needClass(in.texts[0], "Cannot find class named ");
    if (!id)
        return;
    std::vector<vm::Parameter> parameters;
    if (!parsePairs(parameters))
        return;
    line("Created object " + std::to_string(vm.createObject(*id, parameters)) + ".");
}

void ChangeCommands::createTable()
{
    const std::int64_t id = vm.addTable(in.numbers[0]);
    line("Created table " + std::to_string(id) + ", expected size " + std::to_string(in.numbers[0]) + ", actual size " +
         std::to_string(vm.table(id)->buckets) + ".");
}

} // namespace blak::world
