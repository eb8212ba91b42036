// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/help_desk.h"

#include "studio/help/help_panel.h"
#include "studio/shell/command_palette.h"
#include "studio/shell/dock.h"
#include "studio/shell/document_area.h"
#include "studio/shell/opening.h"
#include "studio/shell/perspective_docks.h"
#include "studio/shell/problems_panel.h"
#include "studio/shell/studio_window.h"

#include <QApplication>
#include <QDesktopServices>
#include <QTreeView>
#include <QUrl>

#include <array>

namespace blak::ui::shell {
namespace {

constexpr int helpWidth = 366; // as narrow as the right side is among sprites: nowhere does a room or a sprite give way

struct HelpRow
{
    const char* where; ///< object name of a dock without its perspective
    const char* page;
};

/// The focus in a dock says more than the document does.
constexpr std::array dockPages{
    HelpRow{"find", "studio/find"},
    HelpRow{"outline", "studio/code"},
    HelpRow{"references", "studio/find-your-way"},
    HelpRow{"project", "studio/opening"},
    HelpRow{"problems", "studio/rules"},
};

QString keysPage(const ActionRegistry& actions)
{
    return help::keysMarkdown(
        actions.specs(), [&actions](const QString& id) { return actions.keys(id); },
        [&actions](const QString& id) {
            const FirstKeys first = actions.firstKeys(id);
            const QString keys = QKeySequence::listToString(first.keys, QKeySequence::NativeText);
            return keys.isEmpty() ? QString() : QStringLiteral("`%1` %2").arg(keys, first.when);
        });
}

QString pageFor(const auto& table, const QString& where)
{
    for (const HelpRow& row : table)
        if (where == QLatin1String(row.where))
            return QLatin1String(row.page);
    return {};
}

} // namespace

HelpDesk::HelpDesk(StudioWindow& window) : window_(window), panel_(new help::HelpPanel)
{
    Dock* dock = window_.docks().addShared(QStringLiteral("help"), StudioWindow::tr("Help"), panel_, Qt::RightDockWidgetArea, {Perspective::Welcome});
    dock->setIconName(QStringLiteral("book"));
    window_.docks().askWidth(dock, helpWidth);
    panel_->pages().addMade(QLatin1String(help::HelpPages::keysPage), [&window] { return keysPage(window.actions()); });
    QObject::connect(panel_, &help::HelpPanel::linkOpened, &window,
                     [](const QString& address) { QDesktopServices::openUrl(QUrl(address)); });
}

void HelpDesk::here()
{
    QString page;
    if (window_.problems().list()->hasFocus())
        page = window_.problems().helpPage();
    for (const QWidget* at = QApplication::focusWidget(); at != nullptr && page.isEmpty(); at = at->parentWidget())
        if (const auto* dock = qobject_cast<const Dock*>(at))
            page = pageFor(dockPages, dock->objectName().section(u'/', -1));
    if (page.isEmpty() && !window_.isWelcomeShown())
        if (const DocumentType* type = window_.opening().typeOf(window_.documents().current()))
            page = type->helpPage;
    show(page.isEmpty() ? QLatin1String(help::HelpPages::startPage) : page);
}

QVector<PaletteEntry> HelpDesk::entries(const QString& words)
{
    QVector<PaletteEntry> entries;
    for (const help::HelpHit& hit : panel_->pages().search(words)) {
        const QString title = panel_->pages().title(hit.page);
        const QString page = hit.heading.isEmpty() ? hit.page : hit.page + u'#' + help::headingName(hit.heading);
        entries.push_back({QStringLiteral("book"), hit.heading.isEmpty() ? title : hit.heading,
                           hit.heading.isEmpty() ? hit.excerpt : title, [this, page] { show(page); }});
    }
    return entries;
}

void HelpDesk::show(const QString& page)
{
    Dock* dock = window_.docks().dock(QStringLiteral("help"));
    if (dock == nullptr)
        return;
    const bool wasShown = dock->isVisible();
    window_.docks().bring(dock);
    if (!wasShown && !dock->isFloating()) {
        if (window_.isWelcomeShown()) // which has no columns
            window_.resizeDocks({dock}, {helpWidth}, Qt::Horizontal);
        window_.docks().keepReadable(dock);
    }
    panel_->show(page);
    panel_->setFocus(Qt::ShortcutFocusReason);
}

} // namespace blak::ui::shell
