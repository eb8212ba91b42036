// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "played_studio.h"

#include <QTreeWidget>

/// Rows of the World dock, and what the running world says itself.
namespace blak::test::dock {

inline QTreeWidgetItem* childOf(QTreeWidgetItem* parent, const QString& text)
{
    for (int i = 0; parent != nullptr && i < parent->childCount(); ++i)
        if (parent->child(i)->text(0) == text)
            return parent->child(i);
    return nullptr;
}

inline QTreeWidgetItem* group(QTreeWidget* tree, const QString& text) { return childOf(tree->invisibleRootItem(), text); }

/// A question to the running world; nothing when it is refused.
inline nlohmann::json ask(const play::PlayedStudio& studio, nlohmann::json request)
{
    nlohmann::json out;
    bool done = false;
    studio.play->session().control().ask(std::move(request), [&](const play::ControlAnswer& answer) {
        out = answer.good ? answer.result : nlohmann::json();
        done = true;
    });
    return QTest::qWaitFor([&] { return done; }, play::PlayedStudio::patience) ? out : nlohmann::json();
}

inline qint64 firstOf(const play::PlayedStudio& studio, const char* type)
{
    const nlohmann::json found = ask(studio, {{"do", "instances"}, {"class", type}});
    return found.is_object() && !found["objects"].empty() ? found["objects"][0].get<qint64>() : 0;
}

} // namespace blak::test::dock
