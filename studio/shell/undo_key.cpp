// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/undo_key.h"

#include "kodide/ui/find_panel.h"
#include "studio/shell/document_area.h"
#include "studio/shell/made_files.h"
#include "studio/shell/studio_window.h"

#include <QApplication>
#include <QLineEdit>

namespace blak::ui::shell {

UndoKey::UndoKey(StudioWindow& window) : QObject(&window), window_(window)
{
    const code::FindPanel& panel = window_.findPanel();
    connect(&panel, &code::FindPanel::replaced, this, [this](const QString&, bool canUndo) {
        isReplaced_ = canUndo;
        isTypedSince_ = false;
        front_ = window_.documents().current();
        window_.actions().refresh();
    });
    connect(&panel, &code::FindPanel::undoGone, this, [this] {
        isReplaced_ = false;
        window_.actions().refresh();
    });
    for (const QLineEdit* field : {panel.findField(), panel.replaceField(), panel.filterField()})
        connect(field, &QLineEdit::textEdited, this, [this] { isTypedSince_ = true; });
    connect(&window_.documents(), &DocumentArea::currentChanged, this, [this] { front_ = nullptr; });
    connect(qApp, &QApplication::focusChanged, this, [this](const QWidget* before, const QWidget* now) {
        if (isReplaced_ && isInFindPanel(before) != isInFindPanel(now))
            window_.actions().refresh();
    });
}

DocumentView* UndoKey::shown() const { return window_.isWelcomeShown() ? nullptr : window_.documents().current(); }

bool UndoKey::isInFindPanel(const QWidget* widget) const
{
    return widget != nullptr && (widget == &window_.findPanel() || window_.findPanel().isAncestorOf(widget));
}

bool UndoKey::hasOwn(const DocumentView* view) const
{
    return view != nullptr && view->canUndo() && !(view->document() && window_.made().isAtFirstStep(*view->document()));
}

bool UndoKey::isReplacementNext() const
{
    const DocumentView* view = shown();
    return isReplaced_ && (isInFindPanel(QApplication::focusWidget()) || (view != nullptr && view == front_.data() && !hasOwn(view)));
}

bool UndoKey::canUndo() const { return isReplacementNext() || hasOwn(shown()); }

void UndoKey::undo()
{
    if (isReplacementNext())
        window_.findPanel().undoReplace();
    else if (DocumentView* view = shown(); hasOwn(view))
        view->undo();
}

QString UndoKey::needs() const
{
    const DocumentView* view = shown();
    if (view != nullptr && view->document() && window_.made().isAtFirstStep(*view->document()))
        return tr("There is nothing to undo. Edit > Take back what was created takes the file back.");
    return tr("There is nothing to undo.");
}

bool UndoKey::isNewerThan(const QLineEdit& field) const { return isReplaced_ && !isTypedSince_ && isInFindPanel(&field); }

} // namespace blak::ui::shell
