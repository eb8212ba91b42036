// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/ui/problem_fixes.h"

#include "kodide/ui/code_view.h"

#include <QApplication>
#include <QMenu>

#include <algorithm>

namespace blak::ui::code {
namespace {

bool isKnown(const CodeView& view) { return view.analysis().knowsTree && view.analysedRevision() == view.text()->revision(); }

void showFixes(CodeView& view)
{
    const qsizetype cursor = view.editor()->cursorOffset();
    const QVector<FixRow> rows = fixesAt(view, cursor);
    if (rows.isEmpty())
        return view.sayAtCursor(QObject::tr("No fix here."));
    auto* menu = new QMenu(&view);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (const FixRow& row : rows)
        menu->addAction(row.title, &view, row.run);
    menu->popup(view.editor()->screenRectOf(cursor, cursor).bottomLeft());
    menu->setActiveAction(menu->actions().first());
}

/// Of what one has gone on from meanwhile nothing is shown: a menu would take the keys that are meant for the text.
void showOnceKnown(CodeView& view, qsizetype cursor, std::uint64_t revision)
{
    QObject::connect(
        &view, &CodeView::analysed, &view,
        [&view, cursor, revision] {
            if (view.text()->revision() != revision || view.editor()->cursorOffset() != cursor || !view.editor()->textKeys()->hasFocus() ||
                QApplication::activePopupWidget() != nullptr)
                return;
            if (isKnown(view))
                showFixes(view);
            else
                showOnceKnown(view, cursor, revision);
        },
        Qt::SingleShotConnection);
}

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
    if (isKnown(view))
        showFixes(view);
    else
        showOnceKnown(view, view.editor()->cursorOffset(), view.text()->revision());
}

} // namespace blak::ui::code
