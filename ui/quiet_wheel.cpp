// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/quiet_wheel.h"

#include <QEvent>
#include <QWidget>

namespace blak::ui {
namespace {

/// One for all: it has no state and lives as long as the program.
class WheelFilter : public QObject
{
protected:
    bool eventFilter(QObject*, QEvent* event) override
    {
        if (event->type() != QEvent::Wheel)
            return false;
        event->ignore(); // goes on to what the field lies in
        return true;
    }
};

} // namespace

void quietWheel(QWidget* field)
{
    static WheelFilter filter;
    field->setFocusPolicy(static_cast<Qt::FocusPolicy>(field->focusPolicy() & ~(Qt::WheelFocus & ~Qt::StrongFocus)));
    field->installEventFilter(&filter);
}

} // namespace blak::ui
