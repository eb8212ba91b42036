// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/debugging/files/profile_file.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace blak::debugfiles {
namespace {

using nlohmann::json;

constexpr std::size_t mostNodes = 2'000'000, mostHandlers = 1'000'000;
/// Costs add up to at most this, whatever a file says.
constexpr std::int64_t most = std::int64_t{1} << 60, mostOfOne = std::int64_t{1} << 52;

/// Throws where it is none: a fraction may be too large to become one.
std::int64_t whole(const json& value)
{
    constexpr std::uint64_t highest = INT64_MAX;
    return value.is_number_unsigned() ? static_cast<std::int64_t>(std::min(value.get<std::uint64_t>(), highest))
                                      : value.get_ref<const json::number_integer_t&>();
}
std::int64_t number(const json& value) { return std::clamp<std::int64_t>(whole(value), 0, mostOfOne); }
void add(std::int64_t& sum, std::int64_t part) { sum = std::min(sum + part, most); }
std::size_t place(int index) { return static_cast<std::size_t>(index); }

void readHandlers(const json& rows, Profile& profile)
{
    for (const json& row : rows) {
        ProfileHandler handler;
        handler.className = row.at(0).get<std::string>();
        handler.message = row.at(1).get<std::string>();
        handler.file = row.at(2).get<std::string>();
        profile.handlers.push_back(std::move(handler));
    }
}

bool readNodes(const json& rows, Profile& profile)
{
    const auto isBelow = [](std::int64_t index, std::size_t end) { return index >= 0 && static_cast<std::uint64_t>(index) < end; };
    for (const json& row : rows) {
        const auto parent = whole(row.at(0)), handler = whole(row.at(1));
        const bool isRoot = profile.nodes.empty();
        if (!isBelow(handler, profile.handlers.size()) || (!isRoot && !isBelow(parent, profile.nodes.size())))
            return false;
        const json& cost = row.at(2);
        ProfileNode node;
        node.parent = isRoot ? -1 : static_cast<int>(parent);
        node.handler = static_cast<int>(handler);
        node.depth = isRoot ? 0 : profile.nodes[place(node.parent)].depth + 1;
        node.self = number(cost.at(0));
        node.calls = number(cost.at(1));
        node.samples = number(cost.at(2));
        ProfileHandler& whole = profile.handlers[place(node.handler)];
        add(whole.self, node.self);
        add(whole.calls, node.calls);
        add(whole.samples, node.samples);
        add(whole.objects, number(cost.at(3)));
        add(whole.listNodes, number(cost.at(4)));
        add(whole.strings, number(cost.at(5)));
        profile.sampled = profile.sampled && node.calls == 0;
        if (!isRoot)
            profile.nodes[place(node.parent)].children.push_back(static_cast<int>(profile.nodes.size()));
        profile.nodes.push_back(std::move(node));
    }
    return !profile.nodes.empty();
}

void addUp(Profile& profile)
{
    for (std::size_t i = profile.nodes.size(); i-- > 0;) {
        ProfileNode& node = profile.nodes[i];
        add(node.total, node.self);
        if (node.parent >= 0)
            add(profile.nodes[place(node.parent)].total, node.total);
    }
    const auto dearer = [&](int a, int b) {
        const std::int64_t first = profile.nodes[place(a)].total, second = profile.nodes[place(b)].total;
        return first != second ? first > second : a < b;
    };
    for (ProfileNode& node : profile.nodes)
        std::ranges::sort(node.children, dearer);
    // Paths may be as deep as there are nodes.
    std::vector<int> open(profile.handlers.size());
    struct Step
    {
        int node;
        std::size_t next; ///< of its children
    };
    std::vector<Step> path{{0, 0}};
    while (!path.empty()) {
        Step& step = path.back();
        const ProfileNode& node = profile.nodes[place(step.node)];
        int& calls = open[place(node.handler)];
        if (step.next == 0 && step.node > 0 && calls++ == 0)
            add(profile.handlers[place(node.handler)].total, node.total);
        if (step.next < node.children.size()) {
            const int child = node.children[step.next++];
            path.push_back({child, 0}); // `step` is gone
            continue;
        }
        if (step.node > 0)
            --calls;
        path.pop_back();
    }
}

} // namespace

Result<Profile> readProfile(const json& in)
{
    try {
        Profile profile;
        const json& handlers = in.at("functions");
        const json& nodes = in.at("nodes");
        if (handlers.size() > mostHandlers || nodes.size() > mostNodes)
            return Error{"it is too large", ""};
        readHandlers(handlers, profile);
        if (!readNodes(nodes, profile))
            return Error{"a call stands before its caller", ""};
        addUp(profile);
        profile.messages = number(in.at("messages"));
        for (const json& row : in.at("slowest")) {
            SlowMessage slow{row.at("class").get<std::string>() + "." + row.at("message").get<std::string>(), whole(row.at("object")),
                             number(row.at("nanoseconds")), {}};
            for (const json& stack : row.at("stacks"))
                slow.stacks.emplace_back(stack.at(0).get<std::string>(), number(stack.at(1)));
            profile.slowest.push_back(std::move(slow));
        }
        return profile;
    } catch (const json::exception& wrong) {
        return Error{wrong.what(), ""};
    }
}

} // namespace blak::debugfiles
