// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/doom_import.h"

#include "roomedit/ui/doom_import_dialog.h"
#include "roomedit/ui/new_room_document.h"
#include "studio/shell/document_area.h"
#include "studio/shell/open_project.h"
#include "studio/shell/opening.h"
#include "studio/shell/output_panel.h"
#include "studio/shell/studio_window.h"

#include <QFile>
#include <QFileInfo>

#include <map>

namespace blak::ui::shell {
namespace {

bool show(StudioWindow& window, const QString& path, const roo::Room& room, const QString& step)
{
    const std::filesystem::path file(QFile::encodeName(path).toStdString());
    auto view = rooms::openNewRoom(file, room, step.toStdString(), window.opening().project(), &window.documents());
    if (!view) {
        window.report(Severity::Error, QString::fromStdString(view.error().text()), path);
        return false;
    }
    window.opening().showNew(view.value(), QStringLiteral("room"));
    return true;
}

/// Where most rooms of the world are.
QString roomFolder(StudioWindow& window)
{
    std::map<QString, int> folders;
    for (const IndexedFile& file : window.index().files())
        if (file.group == FileGroup::Room && file.path.endsWith(QLatin1String(".roo"), Qt::CaseInsensitive))
            ++folders[QFileInfo(window.index().absolute(file)).absolutePath()];
    QString best = window.index().root();
    int most = 0;
    for (const auto& [folder, count] : folders)
        if (count > most) {
            most = count;
            best = folder;
        }
    return best;
}

} // namespace

void askForDoomMap(StudioWindow& window)
{
    auto* dialog = new rooms::DoomImportDialog(window.opening().project(), roomFolder(window), &window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    QObject::connect(dialog, &rooms::DoomImportDialog::imported, &window, [&window](const rooms::ImportedRoom& made) {
        if (!show(window, made.path, made.room, made.step))
            return;
        for (const QString& line : made.report)
            window.output().append(StudioWindow::tr("Import"), line);
        window.report(Severity::Info, StudioWindow::tr("%1 was made of %2. It is in no file before you save it; what was put right stands in the output.")
                                          .arg(QFileInfo(made.path).fileName(), made.map));
    });
    dialog->open();
}

bool openUnsavedRoom(StudioWindow& window, const QString& path)
{
    if (!path.endsWith(QLatin1String(".roo"), Qt::CaseInsensitive) || QFileInfo::exists(path))
        return false;
    return show(window, path, roo::Room{}, {});
}

} // namespace blak::ui::shell
