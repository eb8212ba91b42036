// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/debugging/kept_breakpoints.h"

#include "studio/debugging/files/kept_file.h"

#include <QDir>

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace blak::ui::debugging {
namespace {

using code::LineBreakpoint;
using debugfiles::KeptBreakpoint;

/// The texts of a breakpoint: as it is kept, and as it is wanted.
constexpr std::pair<std::string KeptBreakpoint::*, std::string dap::WantedBreakpoint::*> texts[]{
    {&KeptBreakpoint::name, &dap::WantedBreakpoint::name},
    {&KeptBreakpoint::condition, &dap::WantedBreakpoint::condition},
    {&KeptBreakpoint::hits, &dap::WantedBreakpoint::hitCondition},
    {&KeptBreakpoint::log, &dap::WantedBreakpoint::logMessage}};

} // namespace

QString keptText(const KeptDebugging& kept, const QString& root)
{
    const QDir folder(root);
    debugfiles::Kept file;
    for (auto it = kept.breakpoints.begin(); it != kept.breakpoints.end(); ++it) {
        const QString inside = code::isLineKey(it.key()) ? folder.relativeFilePath(it.key()) : it.key();
        const QString place = inside.startsWith(QLatin1String("..")) ? it.key() : inside;
        for (const LineBreakpoint& one : it.value()) {
            KeptBreakpoint row;
            row.at = place.toStdString();
            row.line = std::max(0, one.line());
            row.text = debugfiles::keptLine(one.text.toStdString());
            for (const auto& [written, wanted] : texts)
                row.*written = one.wanted.*wanted;
            row.once = one.wanted.oneShot;
            row.off = !one.enabled;
            file.breakpoints.push_back(std::move(row));
        }
    }
    for (const QString& watch : kept.watches)
        file.watches.push_back(watch.toStdString());
    return QString::fromStdString(debugfiles::keptText(file));
}

KeptDebugging keptFrom(const QString& text, const QString& root)
{
    KeptDebugging kept;
    const debugfiles::Kept file = debugfiles::parseKept(text.toStdString());
    for (const KeptBreakpoint& row : file.breakpoints) {
        const QString place = QString::fromStdString(row.at);
        LineBreakpoint one;
        one.wanted.line = row.line;
        for (const auto& [written, wanted] : texts)
            one.wanted.*wanted = row.*written;
        one.wanted.oneShot = row.once;
        one.enabled = !row.off;
        one.text = QString::fromStdString(row.text);
        const bool onLine = code::isLineKey(place);
        auto& there = kept.breakpoints[onLine ? QDir::cleanPath(QDir(root).absoluteFilePath(place)) : place];
        if (!onLine) {
            there.push_back(one);
            continue;
        }
        const auto next = std::ranges::lower_bound(there, one.line(), {}, &LineBreakpoint::line);
        if (next == there.end() || next->line() != one.line())
            there.insert(next, one);
    }
    for (const std::string& watch : file.watches)
        kept.watches << QString::fromStdString(watch);
    return kept;
}

bool isAlike(const std::vector<LineBreakpoint>& one, const std::vector<LineBreakpoint>& other)
{
    return std::ranges::equal(one, other, [](const LineBreakpoint& a, const LineBreakpoint& b) {
        return a.line() == b.line() && a.enabled == b.enabled && a.wanted.oneShot == b.wanted.oneShot &&
               std::ranges::all_of(texts, [&](const auto& text) { return a.wanted.*text.second == b.wanted.*text.second; });
    });
}

KeptDebugging merged(const KeptDebugging& own, const QSet<QString>& changedPaths, bool watchesChanged, const KeptDebugging& kept)
{
    KeptDebugging both = kept;
    for (const QString& path : changedPaths) {
        both.breakpoints.remove(path);
        if (const auto here = own.breakpoints.constFind(path); here != own.breakpoints.constEnd() && !here->empty())
            both.breakpoints[path] = *here;
    }
    if (watchesChanged)
        both.watches = own.watches;
    return both;
}

std::vector<LineBreakpoint> placedByText(std::vector<LineBreakpoint> kept, const QByteArray& utf8)
{
    std::unordered_map<std::string, std::vector<int>> lines; // where each text stands that one of them had
    for (const LineBreakpoint& one : kept)
        if (!one.text.isEmpty())
            lines[one.text.toStdString()];
    const std::string_view all(utf8.constData(), static_cast<std::size_t>(utf8.size()));
    std::size_t begin = 0;
    for (int line = 1; !lines.empty() && begin <= all.size(); ++line) {
        const std::size_t end = std::min(all.find('\n', begin), all.size());
        if (const auto it = lines.find(debugfiles::keptLine(all.substr(begin, end - begin))); it != lines.end())
            it->second.push_back(line);
        begin = end + 1;
    }
    std::vector<LineBreakpoint> placed;
    for (LineBreakpoint& one : kept) {
        constexpr int farthest = 5000; // lines: what is farther away is another one
        const int was = one.line();
        const auto distance = [was](int line) { return std::abs(line - was); };
        if (const auto it = lines.find(one.text.toStdString()); it != lines.end() && !it->second.empty()) {
            const int nearest = std::ranges::min(it->second, {}, distance);
            if (distance(nearest) <= farthest)
                one.wanted.line = nearest;
        }
        const auto next = std::ranges::lower_bound(placed, one.line(), {}, &LineBreakpoint::line);
        if (next == placed.end() || next->line() != one.line()) // two whose lines became one are one
            placed.insert(next, std::move(one));
    }
    return placed;
}

} // namespace blak::ui::debugging
