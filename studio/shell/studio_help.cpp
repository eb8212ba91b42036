// SPDX-License-Identifier: GPL-3.0-or-later
// The part of StudioWindow that opens the help.
#include "studio/help/help_panel.h"
#include "studio/shell/dock.h"
#include "studio/shell/document_area.h"
#include "studio/shell/perspective_docks.h"
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
    const char* where; ///< object name of a dock without its perspective, or id of a document type
    const char* page;
};

/// Docks first: the focus in one says more than the document does.
constexpr std::array dockPages{
    HelpRow{"find", "studio/find"},
    HelpRow{"outline", "studio/code"},
    HelpRow{"project", "studio/opening"},
    HelpRow{"problems", "studio/rules"},
};
constexpr std::array documentPages{
    HelpRow{"room", "studio/rooms"}, HelpRow{"sprite", "studio/sprites"},  HelpRow{"code", "studio/code"},
    HelpRow{"text", "studio/code"},  HelpRow{"bof", "studio/object-code"}, HelpRow{"unknown", "studio/opening"},
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
        page = pageFor(documentPages, typeIds_.value(area_->current()));
    showHelp(page.isEmpty() ? QLatin1String(help::HelpPages::startPage) : page);
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
