// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kodide/ui/debug_session.h"

#include <QTreeWidget>

namespace blak::ui::code {

inline constexpr int debugListMargin = 8; ///< px that the last column keeps free at the edge of the dock

/// A list without a header, one column of which takes the room that is left.
void makeDebugList(QTreeWidget& tree, int columns, int stretched);
/// "user.kod:12".
QString placeText(const QString& path, std::int64_t line);

/// Who called whom, innermost first. A click looks at the frame; its menu lets the handler begin anew.
class DebugStack : public QTreeWidget
{
    Q_OBJECT

public:
    explicit DebugStack(DebugSession& session, QWidget* parent = nullptr);

signals:
    void chosen(const QString& path, int line);
    void oldSourceWanted(const blak::dap::StackFrame& frame); ///< its handler runs as it was before a reload

private:
    void refresh();
    void showMenu(const QPoint& at);
    void wantOldSource(int row);

    DebugSession& session_;
};

} // namespace blak::ui::code
