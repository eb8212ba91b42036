// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/newworld/new_world.h"

#include <QDialog>

#include <optional>

class QLabel;
class QLineEdit;
class QPushButton;

namespace blak::ui::newworld {

/// Asks how a new world is called and where it lies, and makes it.
class NewWorldDialog : public QDialog
{
    Q_OBJECT

public:
    /// `from`: the world that it begins as; `beside`: the folder that new ones are proposed in.
    NewWorldDialog(const QString& from, const QString& beside, QWidget* parent = nullptr);

signals:
    /// It is there: its folder.
    void created(const QString& folder);

private:
    void proposeFolder(); ///< of the name, until somebody types another
    void plan();
    void create();
    void say(const QString& sentence, bool isFault);

    QString from_, beside_;
    std::optional<blak::newworld::NewWorldPlan> plan_;
    bool isFolderChosen_ = false;
    QLineEdit *name_, *folder_;
    QLabel* state_;
    QPushButton* create_;
};

} // namespace blak::ui::newworld
