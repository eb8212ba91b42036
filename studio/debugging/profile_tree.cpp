// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/debugging/profile_tree.h"

#include "studio/debugging/files/profile_file.h"

#include <QCoreApplication>

namespace blak::ui::debugging {
namespace {

QString shown(const std::string& text) { return QString::fromStdString(text); }

} // namespace

ProfileTree readProfile(const nlohmann::json& in, QString& fault)
{
    const auto read = debugfiles::readProfile(in);
    if (!read) {
        fault = QCoreApplication::translate("ProfileTree", "The profile makes no sense: %1").arg(shown(read.error().what));
        return {};
    }
    const debugfiles::Profile& profile = read.value();
    ProfileTree tree;
    tree.messages = profile.messages;
    tree.sampled = profile.sampled;
    tree.nodes.reserve(static_cast<qsizetype>(profile.nodes.size()));
    for (const debugfiles::ProfileNode& one : profile.nodes)
        tree.nodes.push_back({one.parent, one.handler, one.depth, one.self, one.total, one.calls, one.samples,
                              QVector<int>(one.children.begin(), one.children.end())});
    tree.handlers.reserve(static_cast<qsizetype>(profile.handlers.size()));
    for (const debugfiles::ProfileHandler& one : profile.handlers)
        tree.handlers.push_back({shown(one.className), shown(one.message), shown(one.file), one.self, one.total, one.calls, one.samples,
                                 one.objects, one.listNodes, one.strings});
    for (const debugfiles::SlowMessage& one : profile.slowest) {
        SlowMessage slow{shown(one.name), one.object, one.nanoseconds, {}};
        for (const auto& [path, nanoseconds] : one.stacks)
            slow.stacks.push_back({shown(path), nanoseconds});
        tree.slowest.push_back(slow);
    }
    return tree;
}

} // namespace blak::ui::debugging
