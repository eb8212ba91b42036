// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kodide/ui/code_assist.h"

#include <QObject>

#include <memory>
#include <utility>

class QMenu;

namespace blak::ui {
class DocumentView;
}

namespace blak::ui::code {

class KodSymbols;

/// What texts of Blakod ask of the window they are in, told on for all of them: who is told knows no kind of document.
class CodeLinks : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    /// Tells on what this document asks for, from now on; any number of times is once. Of what is no text nothing.
    void follow(DocumentView& document);

signals:
    void jumps(blak::ui::DocumentView* from);
    void placeWanted(const QString& path, const QVariantMap& place);
    /// `from`: the file one stands in, and the line (from 0).
    void usesWanted(const std::shared_ptr<blak::ui::code::KodSymbols>& tree, const blak::kod::SymbolKey& key, const QString& fromClass,
                    blak::ui::code::UsesShown shown, const std::pair<QString, int>& from);
    void renameWanted(const QVector<blak::ui::code::FileEdits>& files, const QString& stepName, const QString& oldName, const QString& newName);
    /// The menu of a text that can be edited is about to be shown.
    void textMenuWanted(QMenu& menu);
    /// The menu of a name that stands at the cursor is about to be shown.
    void nameMenuWanted(QMenu& menu);
};

} // namespace blak::ui::code
