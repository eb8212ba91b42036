// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/window_commands.h"

#include "formats/base/file_io.h"
#include "studio/shell/command_palette.h"
#include "studio/shell/dock.h"
#include "studio/shell/document_area.h"
#include "studio/shell/opening.h"
#include "studio/shell/perspective_docks.h"
#include "studio/shell/recent_projects.h"
#include "studio/shell/settings_dialog.h"
#include "studio/shell/studio_window.h"
#include "studio/shell/tours.h"
#include "ui/toast.h"

#include <QApplication>
#include <QFileDialog>
#include <QFileInfo>

namespace blak::ui::shell {

void chooseFolder(StudioWindow& window)
{
    const QString root = window.index().root(); // another project is beside it rather than in it
    auto* chooser = new QFileDialog(&window, StudioWindow::tr("Open project folder"), root.isEmpty() ? QString() : QFileInfo(root).absolutePath());
    chooser->setAttribute(Qt::WA_DeleteOnClose);
    chooser->setFileMode(QFileDialog::Directory);
    chooser->setOption(QFileDialog::ShowDirsOnly);
    QObject::connect(chooser, &QFileDialog::fileSelected, &window, [&window](const QString& folder) { window.open(folder); });
    chooser->open();
}

void chooseFiles(StudioWindow& window)
{
    QStringList patterns;
    QStringList all;
    for (const DocumentType& type : window.opening().types()) {
        QStringList own;
        for (const QString& ending : type.endings)
            own << QStringLiteral("*.") + ending;
        all << own;
        patterns << type.name + QStringLiteral(" (") + own.join(u' ') + u')';
    }
    all.removeDuplicates(); // sprites and pictures may both be .bmp
    patterns.prepend(StudioWindow::tr("All that can be opened (%1)").arg(all.join(u' ')));
    patterns << StudioWindow::tr("All files (*)");
    const QStringList files =
        QFileDialog::getOpenFileNames(&window, StudioWindow::tr("Open file"), window.index().root(), patterns.join(QStringLiteral(";;")));
    for (const QString& file : files)
        window.open(file);
}

namespace {

void writeCopy(StudioWindow& window, const document::Document& document, const QString& file)
{
    const QString name = QFileInfo(file).fileName();
    const auto told = [&](const QString& why) { // of this moment: nothing is wrong with the project
        window.toasts().show(Severity::Warning, StudioWindow::tr("Cannot write %1: %2.").arg(name, why));
    };
    if (const auto open = window.workspace().find(file.toStdString()))
        return told(open.get() == &document ? StudioWindow::tr("it is the document itself") : StudioWindow::tr("it is open here"));
    const auto now = document.hasEdits() ? document.content() : Result<document::Content>(document::Content());
    const auto saved = document.hasEdits() ? Result<std::string>(std::string()) : readTextFile(document.path()); // byte by byte
    if (!now || !saved)
        return told(QString::fromStdString((now ? saved.error() : now.error()).what));
    if (const auto done = writeFileAtomically(file.toStdString(), now.value() ? *now.value() : saved.value()); !done)
        return told(QString::fromStdString(done.error().what));
    window.index().refresh();
    window.open(file);
    window.toasts().show(Severity::Info, StudioWindow::tr("%1 is a copy of %2, and is shown now.").arg(name, QString::fromStdString(document.title())));
}

} // namespace

void saveCopy(StudioWindow& window)
{
    const DocumentView* view = window.documents().current();
    if (view == nullptr || view->document() == nullptr)
        return;
    const QFileInfo file(view->path());
    auto* chooser = new QFileDialog(&window, StudioWindow::tr("Save a copy of %1").arg(file.fileName()), file.absolutePath());
    chooser->setAttribute(Qt::WA_DeleteOnClose);
    chooser->setAcceptMode(QFileDialog::AcceptSave);
    chooser->setFileMode(QFileDialog::AnyFile);
    chooser->setDefaultSuffix(file.suffix());
    chooser->selectFile(file.completeBaseName() + StudioWindow::tr("_copy") + (file.suffix().isEmpty() ? QString() : u'.' + file.suffix()));
    QObject::connect(chooser, &QFileDialog::fileSelected, &window, [&window, document = view->document()](const QString& chosen) {
        writeCopy(window, *document, chosen);
    });
    chooser->open();
}

void focusNextDock(StudioWindow& window, int direction)
{
    QVector<Dock*> stops{nullptr}; // the documents
    for (Dock* dock : window.docks().docks(window.perspective()))
        if (!dock->visibleRegion().isEmpty())
            stops.push_back(dock);
    const QWidget* focused = QApplication::focusWidget();
    qsizetype now = 0;
    for (qsizetype i = 0; i < stops.size(); ++i)
        if (focused != nullptr && stops[i] != nullptr && (stops[i] == focused || stops[i]->isAncestorOf(focused)))
            now = i;
    if (Dock* next = stops[(now + direction + stops.size()) % stops.size()]; next != nullptr)
        next->focusContent(Qt::ShortcutFocusReason);
    else
        window.focusDocument();
}

/// Docks of the perspective, projects opened before, rows of the settings and tours, for the command palette.
QVector<PaletteEntry> dockAndSettingEntries(StudioWindow& window)
{
    QVector<PaletteEntry> entries;
    for (Dock* dock : window.docks().docks(window.perspective())) {
        const QString name = window.docks().nameOf(dock).section(QStringLiteral("  "), 0, 0); // without a count
        entries.push_back({dock->iconName(), StudioWindow::tr("Show %1").arg(name), StudioWindow::tr("Dock"), [&window, dock] {
                               window.docks().bring(dock);
                               window.docks().keepReadable(dock);
                               if (dock->focusProxy() != nullptr)
                                   dock->focusProxy()->setFocus(Qt::ShortcutFocusReason);
                           }});
    }
    for (const RecentItem& project : recentProjects())
        if (project.path != window.index().root())
            entries.push_back({QStringLiteral("world"), StudioWindow::tr("Open recent: %1").arg(project.name), project.path,
                               [&window, path = project.path] { window.open(path); }});
    for (const SettingRow& row : settingRows())
        entries.push_back({QStringLiteral("settings"), StudioWindow::tr("Setting: %1").arg(row.name), settingsPageName(row.page),
                           [&window, row] { window.openSettings(row.page, {}, row.name); }});
    const QString sample = sampleProject();
    for (const Tour& tour : sample.isEmpty() ? QVector<Tour>() : toursOf(window, sample))
        entries.push_back({QStringLiteral("star"), StudioWindow::tr("Learn by a tour: %1").arg(tour.title), tour.detail,
                           [&window, id = tour.id] { window.startTour(id); }});
    return entries;
}

} // namespace blak::ui::shell
