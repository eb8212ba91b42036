// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/diagnostic.h"

#include <QObject>
#include <QString>
#include <QTimer>
#include <QVector>

namespace blak::ui {
class DocumentView;
}

namespace blak::ui::shell {

struct ListedProblem;
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

    void refresh();
    void refreshSoon() { timer_.start(); }

    /// Shows the panel.
    void show();
    /// Looks through the whole project and shows what was found.
    void checkProject();

private:
    void listDocument(DocumentView& document, QVector<ListedProblem>& all) const;
    void projectChecked();

    StudioWindow& window_;
    QVector<Diagnostic> reports_;
    QTimer timer_;
};

} // namespace blak::ui::shell
