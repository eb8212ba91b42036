// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kodide/ui/debug_session.h"
#include "ui/line_history.h"

#include <QWidget>

class QLineEdit;
class QPlainTextEdit;

namespace blak::ui::code {

/// What the world and the debugger say, and a line that evaluates Blakod in the frame that is looked at; Up and Down bring back
/// what was typed before.
class DebugConsole : public QWidget
{
    Q_OBJECT

public:
    explicit DebugConsole(DebugSession& session, QWidget* parent = nullptr);

    QLineEdit& field() { return *field_; } ///< what one evaluates is typed there

signals:
    /// A line that knows where it comes from was clicked; `line` from 1.
    void chosen(const QString& path, int line);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void run();
    void say(const QString& text, const QColor& colour, const QString& place = {});

    DebugSession& session_;
    QPlainTextEdit* text_ = nullptr;
    QLineEdit* field_ = nullptr;
    LineHistory history_;
};

} // namespace blak::ui::code
