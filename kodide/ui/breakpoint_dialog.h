// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kodide/ui/debug_session.h"

#include <QDialog>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace blak::ui::code {

/// All that a breakpoint can be told: where (for messages and properties), when (for messages), condition, hit count, log message, once, whether it is on.
class BreakpointDialog : public QDialog
{
    Q_OBJECT

public:
    /// `path`: of a source, or one of the keys of breakpoints on messages and writes.
    BreakpointDialog(const DebugSession& session, const QString& path, const LineBreakpoint& breakpoint, QWidget* parent = nullptr);

    LineBreakpoint breakpoint() const;

private:
    void check();
    QString faultOf(const QString& expression) const;

    const DebugSession& session_;
    QString path_;
    LineBreakpoint given_;
    QLineEdit* name_ = nullptr; ///< null: on a line
    QComboBox* when_ = nullptr; ///< null: not on a message
    QLineEdit* condition_ = nullptr;
    QLineEdit* hits_ = nullptr;
    QLineEdit* log_ = nullptr;
    QCheckBox* once_ = nullptr;
    QCheckBox* enabled_ = nullptr;
    QLabel* fault_ = nullptr;
    QPushButton* good_ = nullptr;
};

/// Asks for a new breakpoint, or for a change of the one at `index`, and gives what was said to the session.
void editBreakpoint(DebugSession& session, const QString& path, int index, const LineBreakpoint& breakpoint, QWidget* parent);

} // namespace blak::ui::code
