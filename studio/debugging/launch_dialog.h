// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kodide/ui/debug_backend.h"

#include <QDialog>

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QListWidget;
class QPushButton;
class QSpinBox;

namespace blak::ui {
class EmptyLabel;
}

namespace blak::ui::debugging {

/// The ways to debug a project: a list to add to and take from, and what each of them says.
class LaunchDialog : public QDialog
{
    Q_OBJECT

public:
    LaunchDialog(const QVector<code::DebugWish>& own, QWidget* parent = nullptr);

    const QVector<code::DebugWish>& own() const { return own_; }
    int current() const;

private:
    void add();
    void removeCurrent();
    void showCurrent();
    void take(); ///< what the fields say, into the current one
    void refresh();
    QString faultOf(const code::DebugWish& wish) const;

    QVector<code::DebugWish> own_;
    QListWidget* list_ = nullptr;
    QWidget* fields_ = nullptr;
    QFormLayout* form_ = nullptr;
    QLineEdit* name_ = nullptr;
    QComboBox* kind_ = nullptr;
    QLineEdit* arguments_ = nullptr;
    QLineEdit* folder_ = nullptr;
    QLineEdit* recording_ = nullptr;
    QLineEdit* host_ = nullptr;
    QSpinBox* port_ = nullptr;
    QCheckBox* stop_ = nullptr;
    QCheckBox* past_ = nullptr;
    QLabel* fault_ = nullptr;
    QPushButton* remove_ = nullptr;
    EmptyLabel* empty_ = nullptr; ///< in place of the fields
    QPushButton* good_ = nullptr;
    bool filling_ = false;
};

} // namespace blak::ui::debugging
