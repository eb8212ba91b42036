// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/debugging/profile_tree.h"

#include <QCoreApplication>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <vector>

namespace blak::ui::debugging {
namespace {

using nlohmann::json;

constexpr std::size_t mostNodes = 2'000'000, mostHandlers = 1'000'000;

QString text(const json& value) { return QString::fromStdString(value.get<std::string>()); }
/// Costs add up to at most this, whatever a file says.
constexpr qint64 most = qint64{1} << 60;
qint64 number(const json& value) { return std::clamp<qint64>(value.get<qint64>(), 0, qint64{1} << 52); }
void add(qint64& sum, qint64 part) { sum = std::min(sum + part, most); }

void readHandlers(const json& rows, ProfileTree& tree)
{
    for (const json& row : rows) {
        ProfileHandler handler;
        handler.className = text(row.at(0));
        handler.message = text(row.at(1));
        handler.file = text(row.at(2));
        tree.handlers.push_back(handler);
    }
}

/// Callers stand before what they call.
bool readNodes(const json& rows, ProfileTree& tree)
{
    for (const json& row : rows) {
        const qint64 parent = row.at(0).get<qint64>(), handler = row.at(1).get<qint64>();
        const bool isRoot = tree.nodes.isEmpty();
        if (handler < 0 || handler >= tree.handlers.size() || (!isRoot && (parent < 0 || parent >= tree.nodes.size())))
            return false;
        const json& cost = row.at(2);
        ProfileNode node;
        node.parent = isRoot ? -1 : static_cast<int>(parent);
        node.handler = static_cast<int>(handler);
        node.depth = isRoot ? 0 : tree.nodes[node.parent].depth + 1;
        node.self = number(cost.at(0));
        node.calls = number(cost.at(1));
        node.samples = number(cost.at(2));
        ProfileHandler& whole = tree.handlers[node.handler];
        add(whole.self, node.self);
        add(whole.calls, node.calls);
        add(whole.samples, node.samples);
        add(whole.objects, number(cost.at(3)));
        add(whole.listNodes, number(cost.at(4)));
        add(whole.strings, number(cost.at(5)));
        tree.sampled = tree.sampled && node.calls == 0;
        tree.nodes.push_back(node);
        if (!isRoot)
            tree.nodes[node.parent].children.push_back(static_cast<int>(tree.nodes.size()) - 1);
    }
    return !tree.nodes.isEmpty();
}

void addUp(ProfileTree& tree)
{
    for (qsizetype i = tree.nodes.size(); i-- > 0;) {
        ProfileNode& node = tree.nodes[i];
        add(node.total, node.self);
        if (node.parent >= 0)
            add(tree.nodes[node.parent].total, node.total);
    }
    for (ProfileNode& node : tree.nodes)
        std::stable_sort(node.children.begin(), node.children.end(),
                         [&](int a, int b) { return tree.nodes[a].total > tree.nodes[b].total; });
    // Of a handler that calls itself the outer call alone counts; paths may be as deep as there are nodes.
    QVector<int> open(tree.handlers.size());
    struct Step
    {
        int node;
        qsizetype next; ///< of its children
    };
    std::vector<Step> path{{0, 0}};
    while (!path.empty()) {
        Step& step = path.back();
        const ProfileNode& node = tree.nodes[step.node];
        if (step.next == 0 && step.node > 0 && open[node.handler]++ == 0)
            add(tree.handlers[node.handler].total, node.total);
        if (step.next < node.children.size()) {
            path.push_back({node.children[step.next++], 0});
            continue;
        }
        if (step.node > 0)
            --open[node.handler];
        path.pop_back();
    }
}

} // namespace

ProfileTree readProfile(const json& in, QString& fault)
{
    ProfileTree tree;
    try {
        const json& handlers = in.at("functions");
        const json& nodes = in.at("nodes");
        if (handlers.size() <= mostHandlers && nodes.size() <= mostNodes) {
            readHandlers(handlers, tree);
            if (readNodes(nodes, tree)) {
                addUp(tree);
                tree.messages = number(in.at("messages"));
                for (const json& row : in.at("slowest")) {
                    SlowMessage slow{text(row.at("class")) + QLatin1Char('.') + text(row.at("message")), row.at("object").get<qint64>(),
                                     number(row.at("nanoseconds")), {}};
                    for (const json& stack : row.at("stacks"))
                        slow.stacks.push_back({text(stack.at(0)), number(stack.at(1))});
                    tree.slowest.push_back(slow);
                }
                return tree;
            }
        }
        fault = QCoreApplication::translate("ProfileTree", "The profile makes no sense: a call stands before its caller, or it is too large.");
    } catch (const json::exception& wrong) {
        fault = QCoreApplication::translate("ProfileTree", "The profile makes no sense: %1").arg(QString::fromUtf8(wrong.what()));
    }
    return {};
}

} // namespace blak::ui::debugging
