// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QStringList>
#include <QTimer>

namespace blak::ui {
class DocumentView;
class EmptyLabel;
class StatusStrip;
} // namespace blak::ui

namespace blak::ui::shell {

class StudioWindow;

/// What the window says of itself: the status bar, the title, the marks of open and unsaved files in the tree, and the page that
/// stands where no document is open.
class WindowFacts : public QObject
{
    Q_OBJECT

public:
    /// `empty`: the page of the centre without a document; its link is followed here.
    WindowFacts(StudioWindow& window, StatusStrip& status, EmptyLabel& empty);

    /// The facts of a document that is shown, from now on.
    void follow(DocumentView* document);
    /// Status and actions, once all that happens now has happened.
    void refreshSoon() { timer_.start(); }
    void refreshStatus();
    void refreshTitle();
    /// Open files and unsaved ones in the tree.
    void refreshBrowser();
    /// What the centre says without a document, and how one comes to be there.
    void sayNothingOpen();

private:
    QString beginning() const;
    void refreshMarks();

    StudioWindow& window_;
    StatusStrip& status_;
    EmptyLabel& empty_;
    QTimer timer_;
    QStringList unsaved_; ///< paths marked so in the tree
};

} // namespace blak::ui::shell
