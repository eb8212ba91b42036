// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/new_art.h"

#include "studio/newart/ui/new_art_dialog.h"
#include "studio/shell/document_area.h"
#include "studio/shell/made_files.h"
#include "studio/shell/studio_window.h"

#include <QFileInfo>

namespace blak::ui::shell {

void askForNewArt(StudioWindow& window)
{
    const auto project = window.index().project();
    if (project == nullptr)
        return;
    auto tree = blak::newart::readArtTree(*project, *window.workspace().files());
    QString type;
    if (const DocumentView* current = window.documents().current())
        for (const auto& [name, source] : tree.classes)
            if (QFileInfo(QString::fromStdString(source.string())) == QFileInfo(current->path()))
                type = QString::fromStdString(name);
    auto* dialog = new newart::NewArtDialog(std::move(tree), window.workspace(), &window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setClass(type);
    QObject::connect(dialog, &PlanDialog::created, &window, [&window, dialog](const QString& file, quint64 group) {
        window.made().show(file, group, dialog->plan(), StudioWindow::tr("%1 was created.").arg(QFileInfo(file).fileName()));
    });
    dialog->open();
}

} // namespace blak::ui::shell
