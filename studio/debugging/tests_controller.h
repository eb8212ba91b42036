// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/debugging/debug_host.h"
#include "studio/debugging/test_runner.h"
#include "ui/action_table.h"

#include <QPointer>

class QMenu;

namespace blak::ui::code {
class CodeView;
}

namespace blak::ui::debugging {

/// Tests in Blakod in the studio: run from a panel, from the margin or by key, and which lines ran, beside the text.
class TestsController : public QObject
{
    Q_OBJECT

public:
    /// `program`: the path of blak.
    TestsController(DebugHost host, const QString& program, QObject* parent = nullptr);

    TestRunner& runner() { return *runner_; }
    QWidget* makePanel();
    /// A document became the current one: it gets its strip.
    void adopt(DocumentView* document);
    /// What a right click beside a line of a test offers. `line` from 1.
    void addToMenu(QMenu& menu, const code::CodeView& view, int line);
    ActionTable actions();

signals:
    void debugWanted(const QString& test);

private:
    void run(const QString& filter);
    void watch();
    void tellWatched();
    void goTo(const TestResult& result);
    void paint();
    void paint(code::CodeView& view) const;

    DebugHost host_;
    TestRunner* runner_ = nullptr;
    QPointer<QWidget> panel_;
    Coverage coverage_;
    bool isShown_ = true;
};

/// "Class.Handler" of the test whose handler begins on the line (from 0); empty = none does.
QString testAt(const QStringList& text, int line);
/// Where a handler of a class stands in a source: the line from 1; 0 = not there.
int lineOfHandler(const QStringList& text, const QString& className, const QString& handler);

} // namespace blak::ui::debugging
