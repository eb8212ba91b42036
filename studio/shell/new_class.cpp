// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/new_class.h"

#include "studio/newclass/ui/new_class_dialog.h"
#include "studio/shell/document_area.h"
#include "studio/shell/made_files.h"
#include "studio/shell/studio_window.h"

#include <QFileInfo>

namespace blak::ui::shell {

void askForNewClass(StudioWindow& window, const QString& folder)
{
    const auto project = window.index().project();
    if (project == nullptr)
        return;
    auto tree = blak::newclass::readClassTree(*project, *window.workspace().files());
    QString parent;
    if (const DocumentView* current = window.documents().current())
        for (const blak::newclass::KnownClass& one : tree.classes)
            if (QFileInfo(QString::fromStdString(one.source.string())) == QFileInfo(current->path()))
                parent = QString::fromStdString(one.name);
    auto* dialog = new newclass::NewClassDialog(std::move(tree), window.workspace(), &window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setParentClass(parent);
    if (!folder.isEmpty())
        dialog->setFolder(folder);
    QObject::connect(dialog, &PlanDialog::created, &window, [&window, dialog](const QString& file, quint64 group) {
        window.made().show(file, group, dialog->plan(), StudioWindow::tr("%1 was created.").arg(QFileInfo(file).fileName()));
    });
    dialog->open();
}

} // namespace blak::ui::shell
