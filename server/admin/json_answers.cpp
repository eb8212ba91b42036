// SPDX-License-Identifier: GPL-3.0-or-later
// The same answers for tools: one line of JSON.
#include "server/admin/json_answers.h"

#include "server/world/json_values.h"
#include "server/world/json_views.h"

namespace blak::world {
namespace {

using nlohmann::json;

constexpr std::size_t mostElements = 100'000;

std::string oneLine(const json& value) { return value.dump(-1, ' ', true, json::error_handler_t::replace); }

json fault(std::string text) { return {{"error", std::move(text)}}; }

} // namespace

void JsonAnswers::accountAsJson()
{
    const Account* account = world.accounts().findNamed(in.texts[0]);
    line(oneLine(account == nullptr ? fault("there is no such account") : accountJson(world.accounts(), *account)));
}

void JsonAnswers::accountsAsJson()
{
    json all = json::array();
    for (const Account& account : world.accounts().list)
        all.push_back(accountJson(world.accounts(), account));
    line(oneLine(all));
}

void JsonAnswers::whoAsJson()
{
    json all = json::array();
    if (world.players() != nullptr)
        for (const PlayerLine& one : world.players()->list())
            all.push_back(playerJson(one));
    line(oneLine(all));
}

void JsonAnswers::statusAsJson()
{
    const vm::Counters counters = vm.counters();
    const vm::HeapSizes sizes = vm.sizes();
    line(oneLine({{"dialect", vm.dialect().name},
                  {"now", world.unixTime()},
                  {"started", world.clock().startedAt()},
                  {"instructions", counters.instructions},
                  {"topLevelMessages", counters.topLevelMessages},
                  {"messages", counters.messages},
                  {"deepest", counters.deepest},
                  {"mostInstructions", counters.mostInstructions},
                  {"slowMessages", counters.slowMessages},
                  {"slowestMilliseconds", counters.slowestMilliseconds},
                  {"accounts", world.accounts().list.size()},
                  {"nextAccount", world.accounts().nextId},
                  {"port", admin.facts().port},
                  {"maintenancePort", admin.facts().maintenancePort},
                  {"sessions", world.players() == nullptr ? 0 : world.players()->list().size()},
                  {"locked", admin.lock().closed()},
                  {"objects", sizes.objects},
                  {"listNodes", sizes.listNodes},
                  {"strings", sizes.strings},
                  {"tables", sizes.tables},
                  {"timers", sizes.timers}}));
}

void JsonAnswers::objectAsJson()
{
    const bool exists = vm.classOfObject(in.numbers[0]).has_value();
    line(oneLine(exists ? objectJson(vm, in.numbers[0]) : fault("there is no such object")));
}

void JsonAnswers::classAsJson()
{
    auto id = vm.classByName(in.texts[0]);
    if (const auto number = parseInteger(in.texts[0]); !id && number && *number >= 0 && *number <= INT32_MAX)
        id = static_cast<std::int32_t>(*number);
    line(oneLine(id && vm.classView(*id) ? classJson(vm, *id) : fault("there is no such class")));
}

void JsonAnswers::listAsJson()
{
    const bool exists = vm.listNode(in.numbers[0]).has_value();
    line(oneLine(exists ? listJson(vm, in.numbers[0], mostElements) : fault("there is no such list")));
}

void JsonAnswers::bansAsJson()
{
    json all = json::array();
    if (world.players() != nullptr)
        for (const Ban& one : world.players()->bans())
            all.push_back(banJson(one));
    line(oneLine(all));
}

void JsonAnswers::administratorsAsJson()
{
    json all = json::array();
    for (const Administrator& one : world.credentials().administrators().list())
        all.push_back({{"name", textJson(one.name)}, {"role", roleName(one.role)}, {"hasPassword", !one.hash.empty()}});
    line(oneLine(all));
}

} // namespace blak::world
