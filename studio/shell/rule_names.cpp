// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/rule_names.h"

#include "bgfeditor/bgfcore/sprite_checks.h"
#include "kodide/compiler/finding.h"
#include "studio/help/help_pages.h"

#include <algorithm>
#include <array>

namespace blak::ui::shell {
namespace {

/// Rules of rooms that have a paragraph in the page "studio/rules"; by the name that findings carry.
constexpr std::array explainedRules{
    "no tree", "two things", "empty rectangle", "too large", "zero length", "side without sector", "line without side",
    "lines on each other", "crossing lines", "short line", "close vertices", "loose end", "useless line", "unclosed sector",
    "two sectors in one area", "unused sector", "unused side", "floor above ceiling", "slope through ceiling",
    "slope without plane", "slope numbers", "slope point outside", "wall without texture", "step above without texture",
    "step below without texture", "texture without step", "texture on one side", "way into nothing", "transparent end",
    "invisible wall", "one-way wall", "never and always", "tag without texture", "missing texture", "scroll and animation",
    "half a scroll", "flicker lost", "light bit lost", "unknown flags", "too many points", "room size", "grid size",
    "out of reach", "security value",
};

QString fromView(std::string_view text) { return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())); }

const kod::DiagnosticInfo* compilerRule(const QString& rule) { return kod::findDiagnostic(rule.toStdString()); }

bool isExplained(const QString& rule)
{
    return std::ranges::any_of(explainedRules, [&](const char* known) { return rule == QLatin1String(known); });
}

bool isOfSprites(const QString& rule)
{
    return std::ranges::any_of(bgfcore::spriteRules(), [&](const auto& known) { return rule == fromView(known.code); });
}

/// The page of the help that explains a rule which has no code; empty: none.
QString pageOf(const QString& rule)
{
    return isExplained(rule)    ? QStringLiteral("studio/rules")
           : isOfSprites(rule) ? QStringLiteral("studio/sprite-rules")
                               : QString();
}

/// The text of one section of a page, without its heading.
QString section(const QString& markdown, const QString& heading)
{
    const QString head = QStringLiteral("\n## ") + heading + u'\n';
    const qsizetype begin = markdown.indexOf(head, 0, Qt::CaseInsensitive);
    if (begin < 0)
        return {};
    const qsizetype from = begin + head.size();
    const qsizetype end = markdown.indexOf(QLatin1String("\n## "), from);
    return markdown.mid(from, end < 0 ? -1 : end - from).trimmed();
}

} // namespace

QString ruleText(const QString& rule)
{
    const kod::DiagnosticInfo* info = compilerRule(rule);
    return info == nullptr ? rule : QStringLiteral("%1 \u00b7 %2").arg(fromView(info->title), rule);
}

QString ruleExplanation(const QString& rule)
{
    if (const kod::DiagnosticInfo* info = compilerRule(rule))
        return fromView(info->explanation);
    const QString page = pageOf(rule);
    if (page.isEmpty())
        return {};
    static const help::HelpPages pages;
    return section(pages.markdown(page), rule);
}

QString ruleHelpPage(const QString& rule)
{
    if (const kod::DiagnosticInfo* info = compilerRule(rule))
        return QStringLiteral("diagnostics#") + help::headingName(rule + QStringLiteral(": ") + fromView(info->title));
    const QString page = pageOf(rule);
    return page.isEmpty() ? QString() : page + u'#' + help::headingName(rule);
}

} // namespace blak::ui::shell
