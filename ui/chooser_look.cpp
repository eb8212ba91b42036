// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/chooser_look.h"

#include <QApplication>
#include <QDir>
#include <QEvent>
#include <QFileDialog>
#include <QFileSystemModel>
#include <QHeaderView>
#include <QItemSelectionModel>
#include <QLineEdit>
#include <QTreeView>

namespace blak::ui {
namespace {

constexpr int leastWidth = 820, leastHeight = 520; ///< px
constexpr int nameColumn = 0, typeColumn = 2;      ///< of QFileSystemModel: name, size, type, time

} // namespace

const char* chooserIcon(QStyle::StandardPixmap which)
{
    switch (which) {
    case QStyle::SP_DirIcon:
    case QStyle::SP_DirOpenIcon:
    case QStyle::SP_DirClosedIcon:
    case QStyle::SP_DirLinkIcon:
    case QStyle::SP_DirHomeIcon: return "folder";
    case QStyle::SP_FileIcon:
    case QStyle::SP_FileLinkIcon: return "resource";
    case QStyle::SP_ComputerIcon:
    case QStyle::SP_DesktopIcon:
    case QStyle::SP_DriveHDIcon: return "server";
    case QStyle::SP_FileDialogToParent: return "step-out";
    case QStyle::SP_FileDialogNewFolder: return "plus";
    case QStyle::SP_FileDialogDetailedView: return "stack";
    case QStyle::SP_FileDialogListView: return "grid";
    case QStyle::SP_FileDialogBack: return "undo";
    case QStyle::SP_ArrowBack: return "undo";
    case QStyle::SP_ArrowForward: return "redo";
    default: return nullptr;
    }
}

namespace {

/// What is typed counts. Qt chooses each folder that the letters so far name, and lets go of it with the next ones; but its selection takes
/// rows of one number in two folders for one row (6.4), so that the folder above may stay chosen, come first, and be the one that opens.
void letGoOfOthers(const QFileDialog& chooser, QItemSelectionModel& chosen, const QString& typed)
{
    if (typed.isEmpty() || typed.contains(u'"')) // several names
        return;
    const QString path = QDir::cleanPath(chooser.directory().absoluteFilePath(typed));
    const QModelIndexList rows = chosen.selection().indexes();
    for (const QModelIndex& one : rows)
        if (one.column() == nameColumn && one.data(QFileSystemModel::FilePathRole).toString() != path)
            chosen.select(one, QItemSelectionModel::Deselect | QItemSelectionModel::Rows);
}

void dress(QFileDialog& chooser)
{
    chooser.resize(chooser.size().expandedTo({leastWidth, leastHeight}));
    auto* files = chooser.findChild<QTreeView*>(QStringLiteral("treeView"));
    if (files == nullptr)
        return; // the desktop's own
    if (auto* name = chooser.findChild<QLineEdit*>(QStringLiteral("fileNameEdit")))
        QObject::connect(name, &QLineEdit::textChanged, files->selectionModel(), [&chooser, chosen = files->selectionModel()](const QString& typed) {
            letGoOfOthers(chooser, *chosen, typed);
        });
    files->header()->setStretchLastSection(false);
    for (int column = 0; column < files->header()->count(); ++column)
        files->header()->setSectionResizeMode(column, column == nameColumn ? QHeaderView::Stretch : QHeaderView::ResizeToContents);
    if (chooser.fileMode() == QFileDialog::Directory) { // "Files of type: Directories" is no choice
        chooser.setLabelText(QFileDialog::FileName, QObject::tr("Folder:"));
        for (const char* part : {"fileTypeLabel", "fileTypeCombo"})
            if (auto* widget = chooser.findChild<QWidget*>(QLatin1String(part)))
                widget->hide();
    }
    files->setColumnHidden(typeColumn, true); // "MATLAB file" for Blakod helps nobody
}

class ChooserDresser : public QObject
{
public:
    using QObject::QObject;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (event->type() == QEvent::Show)
            if (auto* chooser = qobject_cast<QFileDialog*>(watched))
                dress(*chooser);
        return false;
    }
};

} // namespace

void dressChoosers(QApplication& application)
{
    const QString name = QStringLiteral("chooserDresser");
    if (application.findChild<QObject*>(name, Qt::FindDirectChildrenOnly) != nullptr)
        return; // a style is polished again with each style sheet
    auto* dresser = new ChooserDresser(&application);
    dresser->setObjectName(name);
    application.installEventFilter(dresser);
}

} // namespace blak::ui
