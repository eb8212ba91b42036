// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/ui/text_steps.h"

#include "ui/number_text.h"

#include <QCoreApplication>

#include <algorithm>

namespace blak::ui::code {
namespace {

constexpr qsizetype mostQuoted = 32;    ///< letters of a text in a name
constexpr std::size_t mostLookedAt = 64; ///< places of a step

QString tr(const char* text) { return QCoreApplication::translate("TextSteps", text); }

qsizetype lineEnds(std::string_view text) { return std::count(text.begin(), text.end(), '\n'); }

bool isBlank(std::string_view text) { return text.find_first_not_of(" \t") == text.npos; }

bool isSpace(std::string_view text) { return text.find_first_not_of(" \t\r\n") == text.npos; }

/// The beginning of a text, of several lines as if they were one, never half a letter.
QString quoted(std::string_view text)
{
    constexpr std::size_t longestLetter = 4; // bytes of UTF-8
    const std::size_t most = longestLetter * static_cast<std::size_t>(mostQuoted + 1);
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
    QString words = QString::fromUtf8(text.data(), static_cast<qsizetype>(std::min(text.size(), most))).simplified();
    if (words.size() > mostQuoted)
        words = words.left(mostQuoted - 1).trimmed() + QChar(0x2026);
    return u'"' + words + u'"';
}

/// "foo", 3 lines, a line break, 2 spaces.
QString shown(std::string_view text)
{
    const qsizetype ends = lineEnds(text);
    const std::string_view line = ends == 1 && text.ends_with('\n') ? text.substr(0, text.size() - 1) : text;
    if (ends <= 1 && line.find('\n') == line.npos && !isSpace(line))
        return quoted(line);
    if (ends == 0)
        return text.find('\t') == text.npos ? counted(static_cast<qlonglong>(text.size()), tr("a space"), tr("%1 spaces")) : tr("a tab");
    if (isSpace(text))
        return counted(ends, tr("a line break"), tr("%1 line breaks"));
    return counted(ends + (text.ends_with('\n') ? 0 : 1), tr("1 line"), tr("%1 lines"));
}

} // namespace

namespace step_names {
QString paste() { return tr("Paste"); }
QString cut() { return tr("Cut"); }
QString replace() { return tr("Replace"); }
} // namespace step_names

QString stepName(const QString& gesture, std::string_view text) { return QStringLiteral("%1 %2").arg(gesture, shown(text)); }

QString replaceAllName(qsizetype places) { return tr("Replace all: %1").arg(counted(places, tr("1 place"), tr("%1 places"))); }

void TextStepWords::clear()
{
    stretches_.clear();
    places_ = 0;
}

void TextStepWords::add(const std::string& text, std::size_t at, std::size_t count, std::string_view with)
{
    const std::string_view taken = std::string_view(text).substr(at, count);
    const auto touched = std::find_if(stretches_.rbegin(), stretches_.rend(),
                                      [&](const Stretch& one) { return at <= one.at + one.after.size() && at + count >= one.at; });
    for (Stretch& other : stretches_) // each of several cursors has its own
        if (other.at > at + count && (touched == stretches_.rend() || &other != &*touched))
            other.at += with.size() - count;
    if (touched != stretches_.rend()) {
        Stretch& it = *touched;
        const std::size_t end = it.at + it.after.size();
        const std::size_t begin = std::min(at, it.at);
        const std::size_t ahead = it.at - begin, behind = at + count > end ? at + count - end : 0;
        it.before = std::string(taken.substr(0, ahead)) + it.before + std::string(taken.substr(count - behind));
        if (ahead != 0 || behind != 0)
            it.after = std::string(taken.substr(0, ahead)) + it.after + std::string(taken.substr(count - behind));
        it.after.replace(at - begin, count, with);
        it.at = begin;
        it.isAtStart = begin == 0 || text[begin - 1] == '\n';
        return;
    }
    ++places_;
    Stretch next{at, std::string(taken), std::string(with), at == 0 || text[at - 1] == '\n'};
    if (stretches_.size() < mostLookedAt)
        stretches_.push_back(std::move(next));
    else
        stretches_.back() = std::move(next);
}

std::string TextStepWords::name(const QString& gesture, const std::string& text) const
{
    const bool isPaste = gesture == step_names::paste(), isCut = gesture == step_names::cut();
    if (stretches_.empty() || (!gesture.isEmpty() && !isPaste && !isCut && gesture != step_names::replace()))
        return gesture.toStdString();
    const Stretch& first = stretches_.front();
    if (isCut)
        return stepName(gesture, first.before).toStdString();
    if (places_ > 1)
        return many().toStdString();
    if (isPaste && !first.after.empty())
        return stepName(gesture, first.after).toStdString();
    return one(first, text).toStdString();
}

/// `text` is as it is after the edit or as it was before: what lies ahead of the place is the same.
QString TextStepWords::one(const Stretch& it, const std::string& text) const
{
    const auto firstLine = [&] { return static_cast<qsizetype>(lineEnds(std::string_view(text).substr(0, it.at))) + 1; };
    const auto lines = [](const char* single, const char* several, qsizetype first, qsizetype last) {
        return first == last ? tr(single).arg(first) : tr(several).arg(first).arg(last);
    };
    if (it.before.empty() && it.after.empty())
        return tr("Type and erase");
    if (it.before.empty()) {
        const qsizetype ends = lineEnds(it.after);
        return ends > 0 && isSpace(it.after) ? counted(ends, tr("New line"), tr("%1 new lines")) : tr("Type %1").arg(ends > 0 ? quoted(std::string_view(it.after)) : shown(it.after));
    }
    if (it.after.empty()) {
        const qsizetype ends = lineEnds(it.before);
        if (ends > 0 && it.isAtStart && it.before.ends_with('\n'))
            return lines("Delete line %1", "Delete lines %1 to %2", firstLine(), firstLine() + ends - 1);
        if (ends > 0 && isSpace(it.before))
            return ends == 1 ? tr("Join line %1 with the next one").arg(firstLine())
                             : tr("Join lines %1 to %2").arg(firstLine()).arg(firstLine() + ends);
        return tr("Erase %1").arg(shown(it.before));
    }
    if (it.isAtStart && isBlank(it.before) && isBlank(it.after))
        return (it.after.size() > it.before.size() ? tr("Indent line %1") : tr("Unindent line %1")).arg(firstLine());
    return tr("Replace %1 with %2").arg(shown(it.before), shown(it.after));
}

/// Several places at once: lines that went in or out, the same letters everywhere.
QString TextStepWords::many() const
{
    const QString count = grouped(static_cast<qlonglong>(places_));
    const Stretch& first = stretches_.front();
    const bool isIndent = std::ranges::all_of(
        stretches_, [](const Stretch& it) { return it.isAtStart && isBlank(it.before) && isBlank(it.after); });
    if (isIndent)
        return first.after.size() > first.before.size() ? tr("Indent %1 lines").arg(count) : tr("Unindent %1 lines").arg(count);
    const auto isAlike = [&](auto part) {
        return std::ranges::all_of(stretches_, [&](const Stretch& it) { return it.*part == first.*part; });
    };
    if (isAlike(&Stretch::after) && !first.after.empty())
        return tr("Type %1 in %2 places").arg(shown(first.after), count);
    if (isAlike(&Stretch::before) && isAlike(&Stretch::after))
        return tr("Erase %1 in %2 places").arg(shown(first.before), count);
    return tr("Change %1 places").arg(count);
}

} // namespace blak::ui::code
