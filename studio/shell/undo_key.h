// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPointer>

class QLineEdit;

namespace blak::ui {
class DocumentView;
}

namespace blak::ui::shell {

class StudioWindow;

/// What Undo takes back. In the Find panel: the replacement in files that was made there. Elsewhere: the newest step of the document in
/// front, but never the one that made its file; where it has none, the replacement, if that was made while it was in front.
class UndoKey : public QObject
{
    Q_OBJECT

public:
    explicit UndoKey(StudioWindow& window);

    bool canUndo() const;
    void undo();
    /// Why nothing can be taken back, in words.
    QString needs() const;
    /// What was typed into the field is older than what Undo takes back.
    bool isNewerThan(const QLineEdit& field) const;

private:
    DocumentView* shown() const;
    bool hasOwn(const DocumentView* view) const;
    bool isReplacementNext() const;
    bool isInFindPanel(const QWidget* widget) const;

    StudioWindow& window_;
    bool isReplaced_ = false;      ///< a replacement is in effect
    bool isTypedSince_ = false;    ///< in the fields of the Find panel
    QPointer<DocumentView> front_; ///< when it was made, and since
};

} // namespace blak::ui::shell
