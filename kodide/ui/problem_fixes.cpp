// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/ui/problem_fixes.h"

#include "kodide/ui/code_view.h"

#include <QMenu>
#include <QToolTip>

#include <algorithm>

namespace blak::ui::code {
namespace {

bool isKnown(const CodeView& view) { return view.analysedRevision() == view.text()->revision(); }

} // namespace

QVector<FixRow> fixesAt(const CodeView& view, qsizetype offset)
{
    QVector<FixRow> rows;
    if (!isKnown(view))
        return rows;
    const auto line = static_cast<std::uint32_t>(view.editor()->placeOf(offset).line + 1);
    const auto isThere = [&](const Diagnostic& problem) { return problem.range.begin <= offset && offset <= problem.range.end; };
    const std::vector<Diagnostic>& all = view.problems();
    const bool isPrecise = std::ranges::any_of(all, [&](const Diagnostic& problem) { return isThere(problem) && !problem.fixes.empty(); });
    for (const Diagnostic& problem : all) {
        if (isPrecise ? !isThere(problem) : problem.range.line != line)
            continue;
        for (const ProblemFix& fix : view.fixesOf(problem)) {
            const QString title = fix.title.left(1).toUpper() + fix.title.mid(1);
            rows.push_back({title, [apply = fix.apply] { apply(false); }});
            if (fix.alike > 1)
                rows.push_back({QObject::tr("%1: all %2 in this file").arg(title).arg(fix.alike), [apply = fix.apply] { apply(true); }});
        }
    }
    return rows;
}

void offerFixes(CodeView& view)
{
    if (!isKnown(view)) {
        QObject::connect(&view, &CodeView::analysed, &view, [&view] { offerFixes(view); }, Qt::SingleShotConnection);
        return;
    }
    const qsizetype cursor = view.editor()->cursorOffset();
    const QVector<FixRow> rows = fixesAt(view, cursor);
    const QPoint below = view.editor()->screenRectOf(cursor, cursor).bottomLeft();
    if (rows.isEmpty()) {
        const QString sentence = QObject::tr("No fix is known for this line.");
        view.say(sentence);
        QToolTip::showText(below, sentence, &view); // where the list would be: who looks there types on as if it came
        return;
    }
    auto* menu = new QMenu(&view);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (const FixRow& row : rows)
        menu->addAction(row.title, &view, row.run);
    menu->popup(below);
    menu->setActiveAction(menu->actions().first());
}

} // namespace blak::ui::code
