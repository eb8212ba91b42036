// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QListWidget;
class QStackedWidget;

namespace blak::ui::shell {

class ActionRegistry;
class ShortcutPage;

/// Appearance, keys, about. Everything counts at once; the scale at the next start.
class SettingsDialog : public QDialog
{
    Q_OBJECT

public:
    enum Page { Appearance, Keys, About };

    SettingsDialog(ActionRegistry& actions, QWidget* parent = nullptr);

    void showPage(Page page);
    ShortcutPage* keysPage() const { return keys_; }

private:
    QWidget* appearancePage();
    QWidget* aboutPage();

    QListWidget* names_ = nullptr;
    QStackedWidget* pages_ = nullptr;
    ShortcutPage* keys_ = nullptr;
};

/// Percent, 80 to 200.
int savedScale();

} // namespace blak::ui::shell
