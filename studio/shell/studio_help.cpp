// SPDX-License-Identifier: GPL-3.0-or-later
// The part of StudioWindow that opens the help.
#include "studio/help/help_panel.h"
#include "studio/shell/command_palette.h"
#include "studio/shell/dock.h"
#include "studio/shell/document_area.h"
#include "studio/shell/perspective_docks.h"
#include "studio/shell/settings_dialog.h"
#include "studio/shell/studio_window.h"

#include <QApplication>
#include <QDesktopServices>
#include <QTreeView>
#include <QUrl>

#include <array>

namespace blak::ui::shell {
namespace {

constexpr int helpWidth = 420;

struct HelpRow
{
    const char* where; ///< object name of a dock without its perspective
    const char* page;
};

/// The focus in a dock says more than the document does.
constexpr std::array dockPages{
    HelpRow{"find", "studio/find"},
    HelpRow{"outline", "studio/code"},
    HelpRow{"project", "studio/opening"},
    HelpRow{"problems", "studio/rules"},
};

QString pageFor(const auto& table, const QString& where)
{
    for (const HelpRow& row : table)
        if (where == QLatin1String(row.where))
            return QLatin1String(row.page);
    return {};
}

} // namespace

void StudioWindow::buildHelpDock()
{
    helpPanel_ = new help::HelpPanel;
    docks_->addShared(QStringLiteral("help"), tr("Help"), helpPanel_, Qt::RightDockWidgetArea, {Perspective::Welcome});
    connect(helpPanel_, &help::HelpPanel::linkOpened, this,
            [](const QString& address) { QDesktopServices::openUrl(QUrl(address)); });
}

void StudioWindow::helpHere()
{
    QString page;
    if (problems_->list()->hasFocus())
        page = problems_->helpPage();
    for (const QWidget* at = QApplication::focusWidget(); at != nullptr && page.isEmpty(); at = at->parentWidget())
        if (const auto* dock = qobject_cast<const Dock*>(at))
            page = pageFor(dockPages, dock->objectName().section(u'/', -1));
    if (page.isEmpty() && !welcomeShown_)
        for (const DocumentType& type : types_)
            if (type.id == typeIds_.value(area_->current()))
                page = type.helpPage;
    showHelp(page.isEmpty() ? QLatin1String(help::HelpPages::startPage) : page);
}

QVector<PaletteEntry> StudioWindow::helpEntries(const QString& words)
{
    QVector<PaletteEntry> entries;
    for (const help::HelpHit& hit : helpPanel_->pages().search(words)) {
        const QString title = helpPanel_->pages().title(hit.page);
        const QString page = hit.heading.isEmpty() ? hit.page : hit.page + u'#' + help::headingName(hit.heading);
        entries.push_back({QStringLiteral("book"), hit.heading.isEmpty() ? title : hit.heading,
                           hit.heading.isEmpty() ? hit.excerpt : title, [this, page] { showHelp(page); }});
    }
    return entries;
}

/// Docks of the perspective and rows of the settings, for the command palette.
QVector<PaletteEntry> StudioWindow::paletteEntries()
{
    QVector<PaletteEntry> entries;
    for (Dock* dock : docks_->docks(perspective())) {
        const QString name = dock->windowTitle().section(QStringLiteral("  "), 0, 0); // without a count
        entries.push_back({dock->iconName(), tr("Show %1").arg(name), tr("Dock"), [this, dock] {
                               dock->show();
                               dock->raise();
                               docks_->keepReadable(dock);
                               if (dock->focusProxy() != nullptr)
                                   dock->focusProxy()->setFocus(Qt::ShortcutFocusReason);
                           }});
    }
    for (const SettingRow& row : settingRows())
        entries.push_back({QStringLiteral("settings"), tr("Setting: %1").arg(row.name), settingsPageName(row.page),
                           [this, row] { openSettings(row.page, {}, row.name); }});
    return entries;
}

void StudioWindow::showHelp(const QString& page)
{
    helpPanel_->pages().add(QLatin1String(help::HelpPages::keysPage),
                            help::keysMarkdown(actions_->specs(), [this](const QString& id) { return actions_->keys(id); }));
    Dock* dock = docks_->dock(QStringLiteral("help"));
    if (dock == nullptr)
        return;
    const bool wasShown = dock->isVisible();
    dock->show();
    dock->raise();
    if (!wasShown && !dock->isFloating()) {
        resizeDocks({dock}, {helpWidth}, Qt::Horizontal);
        docks_->keepReadable(dock);
    }
    helpPanel_->show(page);
    helpPanel_->setFocus(Qt::ShortcutFocusReason);
}

} // namespace blak::ui::shell
