// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/document/notifier.h"

#include <QPointer>
#include <QWidget>

class QListView;

namespace blak::ui {
class DocumentView;
class EmptyLabel;
} // namespace blak::ui

namespace blak::ui::shell {

class HistoryModel;

/// The History dock: the steps of the current document by name, with what each holds in memory; those that were taken back stand
/// below, grey. Enter or a double click goes to the moment after a step.
class HistoryPanel : public QWidget
{
    Q_OBJECT

public:
    explicit HistoryPanel(QWidget* parent = nullptr);

    /// Null, or a page without a document: nothing to show.
    void setDocument(DocumentView* view);
    /// Undoes or redoes until so many steps are in effect; steps of several documents in all of them.
    void goTo(int position);

    QListView* list() const { return list_; }
    /// As shown: the opening first, then the steps.
    QStringList shownSteps() const;
    int position() const;

private:
    void refresh();

    QPointer<DocumentView> view_;
    document::Connection connection_;
    HistoryModel* model_ = nullptr;
    QListView* list_ = nullptr;
    EmptyLabel* empty_ = nullptr;
    bool refreshing_ = false;
};

} // namespace blak::ui::shell
