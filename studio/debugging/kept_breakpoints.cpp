// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/debugging/kept_breakpoints.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

namespace blak::ui::debugging {
namespace {

using code::LineBreakpoint;

constexpr qsizetype mostKept = 10'000; ///< breakpoints, and watches
constexpr int lastLine = 100'000'000;

/// The texts of a breakpoint: the name in the settings, and where it is.
struct Field
{
    QLatin1String name;
    std::string dap::WantedBreakpoint::* text;
};
const Field fields[]{{QLatin1String("name"), &dap::WantedBreakpoint::name},
                     {QLatin1String("condition"), &dap::WantedBreakpoint::condition},
                     {QLatin1String("hits"), &dap::WantedBreakpoint::hitCondition},
                     {QLatin1String("log"), &dap::WantedBreakpoint::logMessage}};

QJsonObject rowOf(const QString& place, const LineBreakpoint& one)
{
    QJsonObject row{{QStringLiteral("at"), place}};
    if (one.line() > 0)
        row[QStringLiteral("line")] = one.line();
    for (const Field& field : fields)
        if (!(one.wanted.*field.text).empty())
            row[field.name] = QString::fromStdString(one.wanted.*field.text);
    if (one.wanted.oneShot)
        row[QStringLiteral("once")] = true;
    if (!one.enabled)
        row[QStringLiteral("off")] = true;
    return row;
}

} // namespace

QString keptText(const KeptDebugging& kept, const QString& root)
{
    const QDir folder(root);
    QJsonArray breakpoints;
    for (auto it = kept.breakpoints.begin(); it != kept.breakpoints.end(); ++it) {
        const QString inside = code::isLineKey(it.key()) ? folder.relativeFilePath(it.key()) : it.key();
        const QString place = inside.startsWith(QLatin1String("..")) ? it.key() : inside;
        for (const LineBreakpoint& one : it.value())
            breakpoints << rowOf(place, one);
    }
    QJsonObject all;
    if (!breakpoints.isEmpty())
        all[QStringLiteral("breakpoints")] = breakpoints;
    if (!kept.watches.isEmpty())
        all[QStringLiteral("watches")] = QJsonArray::fromStringList(kept.watches);
    return all.isEmpty() ? QString() : QString::fromUtf8(QJsonDocument(all).toJson(QJsonDocument::Compact));
}

KeptDebugging keptFrom(const QString& text, const QString& root)
{
    KeptDebugging kept;
    const QJsonObject all = QJsonDocument::fromJson(text.toUtf8()).object();
    qsizetype count = 0;
    for (const QJsonValue& value : all[QStringLiteral("breakpoints")].toArray()) {
        const QJsonObject row = value.toObject();
        const QString place = row[QStringLiteral("at")].toString();
        if (place.isEmpty() || ++count > mostKept)
            continue;
        const bool onLine = code::isLineKey(place);
        LineBreakpoint one;
        one.wanted.line = onLine ? row[QStringLiteral("line")].toInt() : 0;
        for (const Field& field : fields)
            one.wanted.*field.text = row[field.name].toString().toStdString();
        one.wanted.oneShot = row[QStringLiteral("once")].toBool();
        one.enabled = !row[QStringLiteral("off")].toBool();
        if (onLine ? one.wanted.line < 1 || one.wanted.line > lastLine : one.wanted.name.empty())
            continue;
        auto& there = kept.breakpoints[onLine ? QDir::cleanPath(QDir(root).absoluteFilePath(place)) : place];
        if (!onLine) {
            there.push_back(one);
            continue;
        }
        const auto next = std::ranges::lower_bound(there, one.line(), {}, &LineBreakpoint::line);
        if (next == there.end() || next->line() != one.line())
            there.insert(next, one);
    }
    for (const QJsonValue& value : all[QStringLiteral("watches")].toArray())
        if (value.isString() && kept.watches.size() < mostKept)
            kept.watches << value.toString();
    return kept;
}

} // namespace blak::ui::debugging
