// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/roo/room.h"

#include <QDialog>
#include <QStringList>

#include <memory>

class QCheckBox;
class QLabel;
class QLineEdit;
class QListWidget;
class QPushButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace blak::ui {
class NumberField;
class Project;
}

namespace blak::ui::rooms {

class DoomImportSession;
class DoomMapPreview;

/// What the dialog made.
struct ImportedRoom
{
    QString path;      ///< where it is to be saved; nothing is there yet
    QString map;       ///< "E1M1 of freedoom1.wad"
    QString step;      ///< name of the step of undo
    roo::Room room;
    QStringList report; ///< what was put right and left out
};

/// Asks which map of which WAD becomes a room, which textures stand for those of the game, and what the room is called.
class DoomImportDialog : public QDialog
{
    Q_OBJECT

public:
    DoomImportDialog(std::shared_ptr<Project> project, QString folder, QWidget* parent = nullptr);
    ~DoomImportDialog() override;

    void setWad(const QString& file);
    void setGame(const QString& file);
    DoomImportSession& session() { return *session_; }
    QString problem() const;

signals:
    void imported(const blak::ui::rooms::ImportedRoom& room);

private:
    QWidget* makeFiles();
    QWidget* makeTextures();
    QWidget* makeTarget();
    void chooseFile(QLineEdit* into, const QString& title, void (DoomImportDialog::*set)(const QString&));
    void chooseTable(bool saves);
    void chooseMap();
    void showTextures();
    void showTexture(QTreeWidgetItem* row);
    void takeNumber(QTreeWidgetItem* row, int column);
    void showState();
    void importMap();

    DoomImportSession* session_;
    QString folder_;
    QString problem_; ///< of the last file that could not be read
    QLineEdit *wad_, *game_, *file_;
    QListWidget* maps_;
    DoomMapPreview* preview_;
    QTreeWidget* textures_;
    QLabel *facts_, *state_;
    QPushButton *loadTable_, *saveTable_, *import_;
    NumberField* scale_;
    QCheckBox* opensDoors_;
    bool isFilling_ = false;
};

} // namespace blak::ui::rooms
