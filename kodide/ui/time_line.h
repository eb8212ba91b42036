// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kodide/ui/debug_session.h"

#include <QWidget>

class QLabel;
class QSlider;
class QToolButton;

namespace blak::ui::code {

/// The past that is kept, to be dragged along while the world stands, and a plain mark while one looks at it. Hidden while there is
/// none.
class TimeLine : public QWidget
{
    Q_OBJECT

public:
    explicit TimeLine(DebugSession& session, QWidget* parent = nullptr);

private:
    void refresh();
    void take(const DebugTimes& times);
    void choose(int place);
    void mark();

    DebugSession& session_;
    QLabel* text_;
    QSlider* slider_;
    QToolButton* now_;
    DebugTimes times_;
};

} // namespace blak::ui::code
