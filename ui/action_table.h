// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QKeySequence>
#include <QList>
#include <QString>
#include <QVector>

#include <functional>

namespace blak::ui {

class DocumentView;

/// One row of the action table. Menus, tool bars, command palette, shortcut page and manual all come from these rows.
struct ActionSpec
{
    QString id;                          ///< "room.view.zoomIn": stable, keys and recent commands are saved under it
    QString text;                        ///< "Zoom in"; sentence case, an ellipsis only where a dialog follows
    QString menu;                        ///< "View" or "View/Fill": where it stands; empty = palette only
    QString context;                     ///< "" everywhere, "room", "sprite": the id of the document type that must be current
    QString icon;                        ///< name in icons.svg, may be empty
    QList<QKeySequence> keys;            ///< Studio preset
    QList<QKeySequence> keysUdb;         ///< Ultimate Doom Builder preset; empty = as Studio
    QList<QKeySequence> keysTrenchBroom; ///< TrenchBroom preset; empty = as Studio
    bool inToolBar = false;
    std::function<void(DocumentView*)> run;                ///< the current document, or null
    std::function<bool(const DocumentView*)> enabled = {}; ///< empty = always within its context
    std::function<bool(const DocumentView*)> checked = {}; ///< empty = not checkable
    /// Why it cannot run now, or what it waits for, in one sentence: "Select a line first." Asked only while `enabled` says no.
    std::function<QString(const DocumentView*)> needs = {};
    /// What it is called for what is selected now, in menus: "Split line" where `text` is "Split lines". Empty = always `text`.
    std::function<QString(const DocumentView*)> textNow = {};

    QString textFor(const DocumentView* view) const { return textNow && view != nullptr ? textNow(view) : text; }
};

/// Property of a QAction (QString): why it cannot run now. The palette and tool tips say it. Rows with `needs` set it; who makes actions of
/// his own, or knows more than the row, sets it himself.
inline constexpr const char* actionNeeds = "blakston.needs";

/// Rows are collected once at start: the shell's own, then those of each editor library.
using ActionTable = QVector<ActionSpec>;

} // namespace blak::ui
