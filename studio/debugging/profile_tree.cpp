// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/debugging/profile_tree.h"

#include <QCoreApplication>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace blak::ui::debugging {
namespace {

using nlohmann::json;

constexpr std::size_t mostNodes = 2'000'000, mostHandlers = 1'000'000;

QString text(const json& value) { return QString::fromStdString(value.get<std::string>()); }
/// Costs add up to at most this, whatever a file says.
qint64 number(const json& value) { return std::clamp<qint64>(value.get<qint64>(), 0, qint64{1} << 52); }

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
        whole.self += node.self;
        whole.calls += node.calls;
        whole.samples += node.samples;
        whole.objects += number(cost.at(3));
        whole.listNodes += number(cost.at(4));
        whole.strings += number(cost.at(5));
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
        node.total += node.self;
        if (node.parent >= 0)
            tree.nodes[node.parent].total += node.total;
    }
    for (qsizetype i = 0; i < tree.nodes.size(); ++i) {
        ProfileNode& node = tree.nodes[i];
        std::stable_sort(node.children.begin(), node.children.end(),
                         [&](int a, int b) { return tree.nodes[a].total > tree.nodes[b].total; });
        bool outermost = i > 0; // of a handler that calls itself the outer call alone
        for (int above = node.parent; above > 0 && outermost; above = tree.nodes[above].parent)
            outermost = tree.nodes[above].handler != node.handler;
        if (outermost)
            tree.handlers[node.handler].total += node.total;
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
