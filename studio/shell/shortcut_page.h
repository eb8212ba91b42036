// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QComboBox;
class QKeySequenceEdit;
class QLabel;
class QPushButton;
class QTreeWidget;

namespace blak::ui {
class SearchField;
struct ActionSpec;
}

namespace blak::ui::shell {

class ActionRegistry;

/// Every command with its keys: presets, search by name or key, conflicts first, one's own key per command. Works on the registry
/// at once; the settings dialog has no Cancel.
class ShortcutPage : public QWidget
{
    Q_OBJECT

public:
    explicit ShortcutPage(ActionRegistry& actions, QWidget* parent = nullptr);

    /// Selects the row and waits for a key.
    void edit(const QString& actionId);

    QTreeWidget* list() const { return list_; }
    SearchField* filter() const { return filter_; }
    QComboBox* presets() const { return presets_; }
    QKeySequenceEdit* keyEdit() const { return keyEdit_; }
    /// "2 keys are wanted by two commands each." or empty
    QString conflictText() const;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void fitColumns();
    void rebuild();
    QString atTimes(const ActionSpec& spec) const;
    void showSelected();
    QString selectedId() const;
    void assign();

    ActionRegistry& actions_;
    SearchField* filter_ = nullptr;
    QComboBox* presets_ = nullptr;
    QTreeWidget* list_ = nullptr;
    QLabel* conflicts_ = nullptr;
    QLabel* selected_ = nullptr;
    QKeySequenceEdit* keyEdit_ = nullptr;
    QPushButton* assign_ = nullptr;
    QPushButton* clear_ = nullptr;
    QPushButton* reset_ = nullptr;
    bool rebuilding_ = false;
};

} // namespace blak::ui::shell
