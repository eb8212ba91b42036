// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/diagnostic.h"

#include <QObject>
#include <QSet>
#include <QString>
#include <QTimer>
#include <QVector>

namespace blak::ui {
class DocumentView;
}

namespace blak::ui::shell {

struct ListedProblem;
enum class ProblemScope : int;
class StudioWindow;

/// What the problems panel lists: what the studio could not do, what the open documents found, what a look through the project
/// found of the others.
class ProblemFeed : public QObject
{
    Q_OBJECT

public:
    explicit ProblemFeed(StudioWindow& window);

    /// Something could not be done; said by a toast, too. `place` is most often a file.
    void report(Severity severity, const QString& sentence, const QString& place);
    /// What was reported about this place is no longer so.
    void withdraw(const QString& place);
    void clearReports();

    /// Lists what this document finds from now on.
    void follow(const DocumentView& document);

    void refresh();
    void refreshSoon() { timer_.start(); }

    /// Shows the panel.
    void show();
    /// Looks through the whole project and shows what was found.
    void checkProject();

private:
    /// The order of the list: another one when somebody brings another document to the front, but not when the list itself did.
    struct Order
    {
        QString first;              ///< path of the document whose problems come first
        QSet<QString> openedByList; ///< paths; they stay among the files that are not open
    };

    void listReports(QVector<ListedProblem>& all) const;
    void listDocument(DocumentView& document, int rank, QVector<ListedProblem>& all);
    void listProject(QVector<ListedProblem>& all);
    bool takeOrder();
    DocumentView* front() const;
    bool isBeingChecked(ProblemScope scope) const;
    bool knowsItsProblems(const DocumentView& document) const;
    void projectChecked();

    StudioWindow& window_;
    QVector<Diagnostic> reports_;
    Order order_;
    QString front_;   ///< path of the document that was in front lately
    QString goingTo_; ///< path of the file that the list brings to the front
    bool isOrderAsked_ = true;
    QSet<const DocumentView*> told_; ///< documents that have said what they find
    QTimer timer_;
};

} // namespace blak::ui::shell
