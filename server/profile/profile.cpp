// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/profile/profile.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace blak::profile {
namespace {

using nlohmann::json;

constexpr std::int64_t nanosecondsPerMicrosecond = 1000;

json costJson(const Cost& cost)
{
    return {cost.nanoseconds, cost.calls, cost.samples, cost.objects, cost.listNodes, cost.strings};
}

Cost costFrom(const json& in)
{
    return {in.at(0), in.at(1), in.at(2), in.at(3), in.at(4), in.at(5)};
}

} // namespace

void Cost::add(const Cost& other)
{
    nanoseconds += other.nanoseconds;
    calls += other.calls;
    samples += other.samples;
    objects += other.objects;
    listNodes += other.listNodes;
    strings += other.strings;
}

std::size_t Profile::functionOf(const Function& function)
{
    const auto [it, fresh] = functionPlaces_.try_emplace(function, functions_.size());
    if (fresh)
        functions_.push_back(function);
    return it->second;
}

std::size_t Profile::child(std::size_t parent, std::size_t function)
{
    const auto known = children_.find({parent, function});
    if (known != children_.end())
        return known->second;
    if (nodes_.size() >= mostNodes)
        return 0;
    nodes_.push_back({parent, function, {}});
    return children_.emplace(std::pair(parent, function), nodes_.size() - 1).first->second;
}

void Profile::addSlow(SlowMessage message)
{
    const auto place = std::ranges::upper_bound(slowest, message.nanoseconds, std::greater(), &SlowMessage::nanoseconds);
    slowest.insert(place, std::move(message));
    if (slowest.size() > mostSlow)
        slowest.pop_back();
}

void Profile::merge(const Profile& other)
{
    std::vector<std::size_t> places(other.nodes_.size(), 0);
    nodes_[0].self.add(other.nodes_[0].self);
    for (std::size_t i = 1; i < other.nodes_.size(); ++i) { // parents stand before their children
        const Node& node = other.nodes_[i];
        places[i] = child(places[node.parent], functionOf(other.functions_[node.function]));
        nodes_[places[i]].self.add(node.self);
    }
    for (const SlowMessage& one : other.slowest)
        addSlow(one);
    std::map<std::pair<std::string, std::uint32_t>, std::uint64_t> counts;
    for (const std::vector<vm::StatementCount>* list : {&std::as_const(statements), &other.statements})
        for (const vm::StatementCount& one : *list)
            counts[{one.file, one.offset}] += one.count;
    statements.clear();
    for (const auto& [place, count] : counts)
        statements.push_back({place.first, place.second, count});
    nanoseconds += other.nanoseconds;
    messages += other.messages;
}

std::vector<Row> Profile::rows() const
{
    std::vector<Row> rows(functions_.size());
    std::vector<std::int64_t> below(nodes_.size()); // with the node itself
    for (std::size_t i = nodes_.size(); i-- > 1;) {
        below[i] += nodes_[i].self.nanoseconds;
        below[nodes_[i].parent] += below[i];
    }
    for (std::size_t i = 1; i < nodes_.size(); ++i) {
        Row& row = rows[nodes_[i].function];
        row.function = nodes_[i].function;
        row.self.add(nodes_[i].self);
        bool outermost = true;
        for (std::size_t above = nodes_[i].parent; above != 0 && outermost; above = nodes_[above].parent)
            outermost = nodes_[above].function != nodes_[i].function;
        row.total += outermost ? below[i] : 0;
    }
    std::erase_if(rows, [](const Row& row) { return row.function == 0; });
    std::ranges::stable_sort(rows, std::greater(), [](const Row& row) { return row.self.nanoseconds; });
    return rows;
}

std::string Profile::pathOf(std::size_t place) const
{
    std::vector<std::size_t> path;
    for (; place != 0; place = nodes_[place].parent)
        path.push_back(nodes_[place].function);
    std::string text;
    for (std::size_t i = path.size(); i-- > 0;)
        text += functions_[path[i]].name() + (i == 0 ? "" : ";");
    return text;
}

Cost Profile::sum() const
{
    Cost sum;
    for (const Node& node : nodes_)
        sum.add(node.self);
    return sum;
}

std::string Profile::collapsed() const
{
    std::string text;
    for (std::size_t i = 1; i < nodes_.size(); ++i)
        if (const std::int64_t microseconds = nodes_[i].self.nanoseconds / nanosecondsPerMicrosecond; microseconds > 0)
            text += pathOf(i) + " " + std::to_string(microseconds) + "\n";
    return text;
}

json Profile::speedscope(const std::string& name) const
{
    json frames = json::array();
    for (std::size_t i = 1; i < functions_.size(); ++i)
        frames.push_back({{"name", functions_[i].name()}, {"file", functions_[i].file}});
    json samples = json::array(), weights = json::array();
    std::int64_t end = 0;
    for (std::size_t i = 1; i < nodes_.size(); ++i) {
        if (nodes_[i].self.nanoseconds <= 0)
            continue;
        json stack = json::array();
        for (std::size_t place = i; place != 0; place = nodes_[place].parent)
            stack.push_back(nodes_[place].function - 1);
        std::ranges::reverse(stack);
        samples.push_back(std::move(stack));
        weights.push_back(nodes_[i].self.nanoseconds);
        end += nodes_[i].self.nanoseconds;
    }
    return {{"$schema", "https://www.speedscope.app/file-format-schema.json"},
            {"name", name},
            {"exporter", "blak profile"},
            {"activeProfileIndex", 0},
            {"shared", {{"frames", std::move(frames)}}},
            {"profiles",
             {{{"type", "sampled"},
               {"name", name},
               {"unit", "nanoseconds"},
               {"startValue", 0},
               {"endValue", end},
               {"samples", std::move(samples)},
               {"weights", std::move(weights)}}}}};
}

json Profile::toJson() const
{
    json functions = json::array(), nodes = json::array(), slow = json::array(), runs = json::array();
    for (const Function& one : functions_)
        functions.push_back({one.type, one.message, one.file});
    for (const Node& one : nodes_)
        nodes.push_back({one.parent, one.function, costJson(one.self)});
    for (const SlowMessage& one : slowest)
        slow.push_back({{"object", one.object},
                        {"class", one.type},
                        {"message", one.message},
                        {"nanoseconds", one.nanoseconds},
                        {"stacks", one.stacks}});
    for (const vm::StatementCount& one : statements)
        runs.push_back({one.file, one.offset, one.count});
    return {{"functions", std::move(functions)}, {"nodes", std::move(nodes)},       {"slowest", std::move(slow)},
            {"statements", std::move(runs)},     {"nanoseconds", nanoseconds},      {"messages", messages}};
}

Profile Profile::fromJson(const json& in)
{
    Profile profile;
    std::vector<std::size_t> functions;
    for (const auto& one : in.at("functions"))
        functions.push_back(functions.empty() ? 0 : profile.functionOf({one.at(0), one.at(1), one.at(2)}));
    std::vector<std::size_t> places;
    for (const auto& one : in.at("nodes")) {
        const std::size_t parent = one.at(0), function = one.at(1);
        if (!places.empty() && parent >= places.size())
            throw std::out_of_range("a call stands before its caller");
        places.push_back(places.empty() ? 0 : profile.child(places.at(parent), functions.at(function)));
        profile.node(places.back()).self.add(costFrom(one.at(2)));
    }
    for (const auto& one : in.at("slowest"))
        profile.addSlow({one.at("object"), one.at("class"), one.at("message"), one.at("nanoseconds"), one.at("stacks")});
    for (const auto& one : in.at("statements"))
        profile.statements.push_back({one.at(0), one.at(1), one.at(2)});
    profile.nanoseconds = in.at("nanoseconds");
    profile.messages = in.at("messages");
    return profile;
}

} // namespace blak::profile
