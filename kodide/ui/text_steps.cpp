// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/ui/text_steps.h"

#include "ui/number_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <optional>

namespace blak::ui::code {
namespace {

constexpr std::size_t mostQuoted = 32;    ///< letters of a text in a title
constexpr std::size_t mostLookedAt = 64;  ///< splices of a step

QString tr(const char* text) { return QCoreApplication::translate("TextSteps", text); }

qsizetype lineEnds(std::string_view text) { return std::count(text.begin(), text.end(), '\n'); }

bool isBlank(std::string_view text) { return text.find_first_not_of(" \t") == text.npos; }

/// The beginning of a text of one line, never half a letter.
QString quoted(std::string_view text)
{
    const std::size_t letter = 4; // bytes of UTF-8 at most
    QString words = QString::fromUtf8(text.data(), static_cast<qsizetype>(std::min(text.size(), letter * (mostQuoted + 1)))).simplified();
    if (words.size() > static_cast<qsizetype>(mostQuoted))
        words = words.left(mostQuoted - 1).trimmed() + QChar(0x2026);
    return u'"' + words + u'"';
}

/// "foo", 3 lines, a line break, 2 spaces.
QString shown(std::string_view text)
{
    const qsizetype ends = lineEnds(text);
    const std::string_view line = ends == 1 && text.ends_with('\n') ? text.substr(0, text.size() - 1) : text;
    if (lineEnds(line) == 0 && line.find_first_not_of(" \t\r") != line.npos)
        return quoted(line);
    if (ends == 0)
        return text.find('\t') == text.npos ? counted(static_cast<qlonglong>(text.size()), tr("a space"), tr("%1 spaces")) : tr("a tab");
    if (text.find_first_not_of(" \t\r\n") == text.npos)
        return counted(ends, tr("a line break"), tr("%1 line breaks"));
    return counted(ends + (text.ends_with('\n') ? 0 : 1), tr("1 line"), tr("%1 lines"));
}

/// One stretch of the text, as it was and as it is.
struct Stretch
{
    std::size_t at = 0;
    std::string_view before, after;
};

QString lines(const char* one, const char* many, std::size_t first, qsizetype count)
{
    return count == 1 ? tr(one).arg(first) : tr(many).arg(first).arg(first + static_cast<std::size_t>(count) - 1);
}

QString described(const document::TextDocument& text, const Stretch& it)
{
    const std::string_view all = text.text();
    if (it.before.empty() && it.after.empty())
        return {};
    if (it.before.empty()) {
        if (isBlank(it.after) || lineEnds(it.after) == 0 || it.after.find_first_not_of(" \t\r\n") != it.after.npos)
            return tr("Type %1").arg(shown(it.after));
        return counted(lineEnds(it.after), tr("New line"), tr("%1 new lines"));
    }
    const bool isAtStart = it.at == 0 || all[it.at - 1] == '\n';
    if (it.after.empty()) {
        const qsizetype ends = lineEnds(it.before);
        if (ends == 0)
            return tr("Erase %1").arg(shown(it.before));
        const auto first = static_cast<std::size_t>(lineEnds(all.substr(0, it.at))) + 1;
        if (isAtStart && it.before.ends_with('\n'))
            return lines("Delete line %1", "Delete lines %1 to %2", first, ends);
        if (it.before.find_first_not_of(" \t\r\n") == it.before.npos)
            return lines("Join line %1 with the next one", "Join lines %1 to %2", first, ends == 1 ? 1 : ends + 1);
        return tr("Erase %1").arg(shown(it.before));
    }
    if (isAtStart && isBlank(it.before) && isBlank(it.after)) {
        const auto line = static_cast<std::size_t>(lineEnds(all.substr(0, it.at))) + 1;
        return it.after.size() > it.before.size() ? tr("Indent line %1").arg(line) : tr("Unindent line %1").arg(line);
    }
    return tr("Replace %1 with %2").arg(shown(it.before), shown(it.after));
}

/// The stretches of the first splices, when the later ones have not moved them or all are known; otherwise nothing.
std::optional<std::vector<Stretch>> stretchesOf(const document::TextDocument& text,
                                                std::span<const std::unique_ptr<document::Change>> changes)
{
    std::vector<const document::TextSplice*> splices;
    for (std::size_t i = 0; i < changes.size() && i < mostLookedAt; ++i) {
        const auto* splice = dynamic_cast<const document::TextSplice*>(changes[i].get());
        if (splice == nullptr)
            return std::nullopt;
        splices.push_back(splice);
    }
    if (changes.size() > splices.size()) // those that are not looked at must lie behind
        if (const auto* last = dynamic_cast<const document::TextSplice*>(changes.back().get()); last == nullptr || last->at() < splices.back()->at())
            return std::nullopt;
    std::vector<Stretch> all;
    for (std::size_t i = 0; i < splices.size(); ++i) {
        std::size_t at = splices[i]->at();
        for (std::size_t j = i + 1; j < splices.size(); ++j)
            if (splices[j]->at() < at)
                at = at + splices[j]->count() - std::min(at + splices[j]->count(), splices[j]->held().size());
        if (at > text.text().size())
            return std::nullopt;
        all.push_back({at, splices[i]->held(), std::string_view(text.text()).substr(at, splices[i]->count())});
    }
    return all;
}

/// Several places at once: lines that went in or out, the same letters everywhere.
QString describedMany(const document::TextDocument& text, const std::vector<Stretch>& all, std::size_t places)
{
    const auto count = static_cast<qlonglong>(places);
    const bool isIndent = std::ranges::all_of(all, [&text](const Stretch& one) {
        return isBlank(one.before) && isBlank(one.after) && (one.at == 0 || text.text()[one.at - 1] == '\n');
    });
    if (isIndent)
        return all.front().after.size() > all.front().before.size() ? tr("Indent %1 lines").arg(grouped(count))
                                                                     : tr("Unindent %1 lines").arg(grouped(count));
    const auto isAlike = [&all](auto part) {
        return std::ranges::all_of(all, [&](const Stretch& one) { return one.*part == all.front().*part; });
    };
    if (isAlike(&Stretch::after) && !all.front().after.empty())
        return tr("Type %1 in %2 places").arg(shown(all.front().after), grouped(count));
    if (isAlike(&Stretch::before) && isAlike(&Stretch::after) && !all.front().before.empty())
        return tr("Erase %1 in %2 places").arg(shown(all.front().before), grouped(count));
    return tr("Change %1 places").arg(grouped(count));
}

} // namespace

namespace step_names {
QString type() { return tr("Type"); }
QString erase() { return tr("Erase"); }
QString paste() { return tr("Paste"); }
QString cut() { return tr("Cut"); }
QString replace() { return tr("Replace"); }
QString replaceAll() { return tr("Replace all"); }
} // namespace step_names

std::string describeTextStep(const document::TextDocument& text, std::string_view name,
                             std::span<const std::unique_ptr<document::Change>> changes)
{
    if (changes.empty())
        return {};
    const QString called = QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
    const std::size_t places = changes.size();
    if (called == step_names::replaceAll())
        return tr("%1: %2").arg(called, counted(static_cast<qlonglong>(places), tr("1 place"), tr("%1 places"))).toStdString();
    const bool isTyped = called == step_names::type() || called == step_names::erase();
    const bool isPaste = called == step_names::paste(), isCut = called == step_names::cut();
    if (!isTyped && !isPaste && !isCut && called != step_names::replace())
        return {};
    const auto all = stretchesOf(text, changes);
    if (!all)
        return places == 1 ? std::string() : tr("Change %1 places").arg(grouped(static_cast<qlonglong>(places))).toStdString();
    const Stretch& only = all->front();
    if (places > 1 && !isCut)
        return describedMany(text, *all, places).toStdString();
    if (isPaste && !only.after.empty())
        return QStringLiteral("%1 %2").arg(called, shown(only.after)).toStdString();
    if (isCut)
        return QStringLiteral("%1 %2").arg(called, shown(only.before)).toStdString();
    return described(text, only).toStdString();
}

} // namespace blak::ui::code
