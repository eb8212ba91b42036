// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/ui/code_links.h"

#include "kodide/ui/code_view.h"
#include "kodide/ui/problem_fixes.h"

#include <QMenu>

namespace blak::ui::code {
namespace {

constexpr auto followed = "blakston.codeLinks"; ///< property of a view: who follows it already

} // namespace

void CodeLinks::follow(DocumentView& document)
{
    auto* view = qobject_cast<CodeView*>(&document);
    if (view == nullptr || view->property(followed).value<QObject*>() == this)
        return;
    view->setProperty(followed, QVariant::fromValue(static_cast<QObject*>(this)));
    connect(view, &CodeView::jumps, this, [this, view] { emit jumps(view); });
    connect(view, &CodeView::placeWanted, this, &CodeLinks::placeWanted);
    connect(view->editor(), &CodeEditor::menuWanted, this, [this](QMenu& menu) { emit textMenuWanted(menu); });
    CodeAssist* assist = view->assist();
    if (assist == nullptr)
        return;
    connect(assist, &CodeAssist::usesWanted, this, [this, view](const kod::SymbolKey& key, const QString& fromClass, UsesShown shown) {
        emit usesWanted(view->tree(), key, fromClass, shown, {QString::fromStdString(view->indexPath().string()), view->editor()->cursor().line});
    });
    connect(assist, &CodeAssist::renameWanted, this, &CodeLinks::renameWanted);
    connect(view->editor(), &CodeEditor::menuWanted, this, [this, view, assist](QMenu& menu, qsizetype offset) {
        QAction* first = menu.actions().value(0);
        const QVector<FixRow> fixes = fixesAt(*view, offset);
        for (const FixRow& fix : fixes) {
            auto* row = new QAction(fix.title, &menu);
            connect(row, &QAction::triggered, view, fix.run);
            menu.insertAction(first, row);
        }
        if (!fixes.isEmpty())
            menu.insertSeparator(first);
        if (!assist->nameAt(offset))
            return;
        if (const auto [begin, end] = view->editor()->selection(); offset < begin || offset > end)
            view->editor()->select(offset, offset); // the commands are about the name at the cursor
        emit nameMenuWanted(menu);
    });
}

} // namespace blak::ui::code
