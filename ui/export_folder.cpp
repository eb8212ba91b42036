// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export_folder.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QHash>

#include <utility>

namespace blak::ui {
namespace {

ExportFolders& keeperOfFolders()
{
    static QHash<QString, QString> folders;
    static ExportFolders keeper{[](const QString& kind) { return folders.value(kind); },
                                [](const QString& kind, const QString& folder) { folders.insert(kind, folder); }};
    return keeper;
}

} // namespace

void followExportFolder(QFileDialog& chooser, const QString& kind)
{
    const QString last = keeperOfFolders().folder(kind);
    if (!last.isEmpty() && QFileInfo(last).isDir())
        chooser.setDirectory(last);
    QObject::connect(&chooser, &QFileDialog::fileSelected, &chooser,
                     [kind](const QString& file) { keeperOfFolders().remember(kind, QFileInfo(file).absolutePath()); });
}

void keepExportFolders(ExportFolders keeper) { keeperOfFolders() = std::move(keeper); }

} // namespace blak::ui
