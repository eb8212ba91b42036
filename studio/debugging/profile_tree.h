// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QVector>

#include <nlohmann/json_fwd.hpp>

namespace blak::ui::debugging {

/// A handler as it was called from one path of callers.
struct ProfileNode
{
    int parent = -1; ///< [0] is the root, which stands for everything
    int handler = 0;
    int depth = 0;
    qint64 self = 0, total = 0; ///< nanoseconds
    qint64 calls = 0, samples = 0;
    QVector<int> children; ///< the dearest first
};

/// A handler, however it was called. The first one is none.
struct ProfileHandler
{
    QString className, message, file;
    qint64 self = 0, total = 0;
    qint64 calls = 0, samples = 0, objects = 0, listNodes = 0, strings = 0;

    QString name() const { return className + QLatin1Char('.') + message; }
};

struct SlowMessage
{
    QString name;
    qint64 object = 0, nanoseconds = 0;
    QVector<QPair<QString, qint64>> stacks; ///< "A;B;C" and nanoseconds
};

/// Where the time of a world went, as `blak profile --json` and the control channel tell it.
struct ProfileTree
{
    QVector<ProfileNode> nodes;
    QVector<ProfileHandler> handlers;
    QVector<SlowMessage> slowest;
    qint64 messages = 0;
    bool sampled = true;

    bool isEmpty() const { return nodes.size() < 2 || nodes.front().total <= 0; }
};

/// Nothing, and why, where it makes no sense.
ProfileTree readProfile(const nlohmann::json& in, QString& fault);

} // namespace blak::ui::debugging
