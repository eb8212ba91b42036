// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/debugging/kept_breakpoints.h"

#include "studio/debugging/files/kept_file.h"

#include <QDir>
#include <QRegularExpression>

#include <algorithm>
#include <iterator>
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

/// So many lines say this that it tells nothing of where one is.
bool isCommon(const QString& text)
{
    static const QStringList everywhere{QStringLiteral("return"), QStringLiteral("propagate"), QStringLiteral("break"),
                                        QStringLiteral("continue"), QStringLiteral("else")};
    static const QRegularExpression word(QStringLiteral("[^A-Za-z0-9_$]+"));
    constexpr qsizetype fewest = 4; // letters
    const QStringList words = text.split(word, Qt::SkipEmptyParts);
    return words.join(QString()).size() < fewest || (words.size() <= 2 && everywhere.contains(words.first().toLower()));
}

/// Where a breakpoint goes whose line says the same as these `lines` do. `edited`: the text has edits that no file has, in which it
/// was set; then only a line whose surroundings are the same is another place of it.
int placeAmong(const LineBreakpoint& one, const std::vector<int>& lines, const TextLines& text, bool edited)
{
    constexpr int farthest = 200, farthestOfOne = 5000; // lines: what is farther away is another one
    const int was = one.line();
    const auto nearest = [was](const std::vector<int>& all) { return std::ranges::min(all, {}, [was](int line) { return std::abs(line - was); }); };
    const auto isAbove = [&](int line) { return text.around(line, -1) == one.above; };
    const auto isBelow = [&](int line) { return text.around(line, 1) == one.below; };
    if (std::ranges::find(lines, was) != lines.end() && (isAbove(was) || isBelow(was)))
        return was;
    std::vector<int> same;
    std::ranges::copy_if(lines, std::back_inserter(same), [&](int line) { return isAbove(line) && isBelow(line); });
    if (!same.empty())
        if (const int line = nearest(same); std::abs(line - was) <= (same.size() == 1 ? farthestOfOne : farthest))
            return line;
    if (lines.empty() || edited || isCommon(one.text))
        return was;
    const int line = nearest(lines);
    return std::abs(line - was) <= farthest ? line : was;
}

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
            row.above = one.above.toStdString();
            row.below = one.below.toStdString();
            row.print = one.print.toStdString();
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
        one.above = QString::fromStdString(row.above);
        one.below = QString::fromStdString(row.below);
        one.print = QString::fromStdString(row.print);
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

TextLines::TextLines(const QByteArray& utf8) : text_(utf8)
{
    const std::string_view all(text_.constData(), static_cast<std::size_t>(text_.size()));
    print_ = QString::fromStdString(debugfiles::textPrint(all));
    for (std::size_t begin = 0; begin <= all.size();) {
        const std::size_t end = std::min(all.find('\n', begin), all.size());
        lines_.push_back(all.substr(begin, end - begin));
        begin = end + 1;
    }
}

QString TextLines::at(int line) const
{
    return line < 1 || line > count() ? QString() : QString::fromStdString(debugfiles::keptLine(lines_[static_cast<std::size_t>(line) - 1]));
}

QString TextLines::around(int line, int step) const
{
    constexpr int most = 3; // lines that are not blank
    std::string all;
    int found = 0;
    for (int at = line + step; at >= 1 && at <= count() && found < most; at += step) {
        const std::string one = debugfiles::keptLine(lines_[static_cast<std::size_t>(at) - 1]);
        if (one.empty())
            continue;
        all += one + '\n';
        ++found;
    }
    return QString::fromStdString(debugfiles::textPrint(all));
}

void TextLines::read(LineBreakpoint& one) const
{
    one.text = at(one.line());
    one.above = around(one.line(), -1);
    one.below = around(one.line(), 1);
    one.print = print_;
}

std::vector<LineBreakpoint> placedByText(std::vector<LineBreakpoint> kept, const QByteArray& utf8, bool edited)
{
    const TextLines text(utf8);
    std::unordered_map<std::string, std::vector<int>> lines; // where each text stands that one of them had
    for (const LineBreakpoint& one : kept)
        if (!one.text.isEmpty() && one.print != text.print())
            lines[one.text.toStdString()];
    for (int line = 1; !lines.empty() && line <= text.count(); ++line)
        if (const auto it = lines.find(text.at(line).toStdString()); it != lines.end())
            it->second.push_back(line);
    std::vector<LineBreakpoint> placed;
    for (LineBreakpoint& one : kept) {
        if (one.print.isEmpty() || one.print != text.print())
            if (const auto it = lines.find(one.text.toStdString()); it != lines.end())
                one.wanted.line = placeAmong(one, it->second, text, edited);
        const auto next = std::ranges::lower_bound(placed, one.line(), {}, &LineBreakpoint::line);
        if (next == placed.end() || next->line() != one.line()) // two whose lines became one are one
            placed.insert(next, std::move(one));
    }
    return placed;
}

} // namespace blak::ui::debugging
