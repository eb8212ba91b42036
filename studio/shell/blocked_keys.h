// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace blak::ui {
class Toasts;
}

namespace blak::ui::shell {

class ActionRegistry;

/// A key of a command that cannot run now, and that nothing else takes, says why it cannot: silence looks like a broken key.
class BlockedKeys : public QObject
{
    Q_OBJECT

public:
    /// Hears the keys that come up to the window because nobody below took them.
    BlockedKeys(QWidget& window, const ActionRegistry& actions, Toasts& toasts);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    const ActionRegistry& actions_;
    Toasts& toasts_;
};

} // namespace blak::ui::shell
