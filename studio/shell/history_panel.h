// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/document/notifier.h"

#include <QPointer>
#include <QWidget>

#include <functional>

class QListView;

namespace blak::document {
class Document;
}

namespace blak::ui {
class DocumentView;
class EmptyLabel;
} // namespace blak::ui

namespace blak::ui::shell {

class HistoryModel;

/// The History dock: the steps of the current document by name, with what each holds in memory; those that were taken back stand
/// below, grey; the one that is in the file is marked. Enter or a double click goes to the moment after a step.
class HistoryPanel : public QWidget
{
    Q_OBJECT

public:
    explicit HistoryPanel(QWidget* parent = nullptr);

    /// How many steps of a document are no edits but made its file: the list begins behind them. Before setDocument().
    void setFirstStep(std::function<std::size_t(const document::Document&)> firstStep) { firstStep_ = std::move(firstStep); }
    /// Null, or a page without a document: nothing to show.
    void setDocument(DocumentView* view);
    /// Undoes or redoes until so many of the steps shown are in effect; steps of several documents in all of them.
    void goTo(int steps);

    QListView* list() const { return list_; }
    /// As shown: the opening first, then the steps.
    QStringList shownSteps() const;
    int position() const;

private:
    void refresh();

    std::function<std::size_t(const document::Document&)> firstStep_;
    QPointer<DocumentView> view_;
    document::Connection connection_;
    HistoryModel* model_ = nullptr;
    QListView* list_ = nullptr;
    EmptyLabel* empty_ = nullptr;
    bool refreshing_ = false;
};

} // namespace blak::ui::shell
