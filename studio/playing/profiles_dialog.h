// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/play/prepare/profiles.h"

#include <QDialog>

class QComboBox;
class QLabel;
class QLineEdit;
class QListWidget;
class QPushButton;

namespace blak::ui::playing {

/// The ways to play a project: makes them, changes them, and chooses one for F5. The first row is the project as it is.
class ProfilesDialog : public QDialog
{
    Q_OBJECT

public:
    ProfilesDialog(play::Profiles profiles, QWidget* parent);

    /// As edited; the chosen one is the row that is current.
    play::Profiles profiles() const;
    QListWidget* list() const { return list_; }
    QLineEdit* field(const QString& member) const; ///< "name", "world", ... as the file names them

private:
    void add();
    void remove();
    void showRow(int row);
    void takeFields();
    void check();

    play::Profiles profiles_;
    QListWidget* list_ = nullptr;
    QLabel* trouble_ = nullptr;
    QComboBox* client_ = nullptr; ///< as Profile::clients, after the one that says nothing
    QPushButton *remove_ = nullptr, *good_ = nullptr;
    struct Field
    {
        QString member;
        std::string play::Profile::* text;
        QLineEdit* edit = nullptr;
    };
    QVector<Field> fields_;
    bool showing_ = false;
};

} // namespace blak::ui::playing
