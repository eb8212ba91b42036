// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/texture_dock.h"

#include "client/render/asset_store.h"
#include "roomedit/textures/texture_browser.h"
#include "roomedit/textures/texture_use.h"
#include "roomedit/ui/room_document.h"
#include "studio/shell/document_area.h"
#include "studio/shell/file_index.h"
#include "studio/shell/studio_settings.h"
#include "studio/shell/studio_window.h"
#include "ui/project.h"

#include <QCryptographicHash>
#include <QTimer>

namespace blak::ui::shell {
namespace {

constexpr auto rootProperty = "blakProjectRoot";
constexpr auto watchedProperty = "blakTexturesWatch";

/// Folders have signs that an ini file reads as groups.
QString settingsKey(const QString& root)
{
    const QByteArray hash = QCryptographicHash::hash(root.toUtf8(), QCryptographicHash::Sha1);
    return QStringLiteral("textures/") + QString::fromLatin1(hash.toHex().left(16));
}

} // namespace

textures::TextureBrowser* makeTextureBrowser(StudioWindow& window)
{
    auto* browser = new textures::TextureBrowser;
    QObject::connect(browser, &textures::TextureBrowser::openRequested, &window,
                     [&window](const QString& path) { window.open(path); });
    QObject::connect(
        browser, &textures::TextureBrowser::failed, &window,
        [&window](const QString& sentence, const QString& place) { window.report(Severity::Error, sentence, place); });
    QObject::connect(browser, &textures::TextureBrowser::stateChanged, &window, [browser] {
        const QString root = browser->property(rootProperty).toString();
        if (!root.isEmpty())
            StudioSettings().setValue(settingsKey(root), browser->saveState());
    });
    QObject::connect(browser, &textures::TextureBrowser::texturePicked, &window, [&window](int number) {
        if (DocumentView* document = window.documents().current())
            rooms::giveTexture(*document, number);
    });
    QObject::connect(browser, &textures::TextureBrowser::putRequested, &window, [&window](int number, int place) {
        if (DocumentView* document = window.documents().current())
            rooms::putTexture(*document, number, place);
    });
    const auto showPlaces = [browser, &window] {
        const DocumentView* document = window.documents().current();
        browser->setPlaces(document != nullptr ? rooms::texturePlaces(*document) : QStringList());
    };
    QObject::connect(&window.documents(), &DocumentArea::currentChanged, browser, showPlaces);
    // Saved rooms and textures change what is counted and shown; edits what is used in the room, also in one that is in no file yet. What
    // else is saved has nothing to do with textures: reading thousands of files again at each save takes seconds of both processors.
    const auto count = [browser](const DocumentView* document, QStringList& counted) {
        const auto room = rooms::shownRoom(*document);
        if (!room)
            return;
        browser->setRoomTextures(document->path(), textures::texturesOf(*room));
        if (!counted.contains(document->path()))
            counted << document->path();
    };
    const auto takeSaved = [browser](const DocumentView* document) {
        if (const int number = render::AssetStore::textureNumber(document->path().toStdString()); number != 0)
            browser->refreshTexture(number);
        else if (const auto room = rooms::shownRoom(*document); room && document->path().endsWith(u".roo", Qt::CaseInsensitive))
            browser->setSavedRoom(document->path(), textures::texturesOf(*room));
    };
    QObject::connect(&window.documents(), &DocumentArea::currentChanged, browser, [browser, &window, count, takeSaved, showPlaces](DocumentView* document) {
        if (document == nullptr || document->property(watchedProperty).toBool())
            return;
        document->setProperty(watchedProperty, true);
        QObject::connect(document, &DocumentView::statusChanged, browser, showPlaces);
        rooms::whenTextureIsAsked(*document, [browser, &window](int number) {
            window.showDock(QStringLiteral("textures"));
            browser->setCurrentTexture(number);
            browser->setFocus(Qt::OtherFocusReason);
        });
        const auto counted = std::make_shared<QStringList>(); // also as it was called before "Save as"
        count(document, *counted);
        QObject::connect(document, &QObject::destroyed, browser, [browser, counted] {
            for (const QString& path : *counted)
                browser->forgetRoomTextures(path);
        });
        auto* soon = new QTimer(document); // a drag makes many edits
        soon->setSingleShot(true);
        soon->setInterval(200);
        QObject::connect(soon, &QTimer::timeout, browser, [count, document, counted] { count(document, *counted); });
        QObject::connect(document, &DocumentView::modifiedChanged, soon, qOverload<>(&QTimer::start));
        QObject::connect(document, &DocumentView::modifiedChanged, browser, [takeSaved, document, was = false]() mutable {
            const bool now = document->isModified();
            if (was && !now)
                takeSaved(document);
            was = now;
        });
    });
    return browser;
}

void showTexturesOf(const std::shared_ptr<Project>& project, const FileIndex& index, textures::TextureBrowser& browser)
{
    const QString root = project == nullptr ? QString() : project->root();
    browser.setProperty(rootProperty, root);
    browser.setProject(project);
    QTimer::singleShot(0, &browser, [&browser, &index] { // the walk begins once the project of before is gone
        browser.setLookingThrough(index.isRunning() ? index.root() : QString());
        if (index.isRunning())
            QObject::connect(&index, &FileIndex::finished, &browser, [&browser] { browser.setLookingThrough({}); }, Qt::SingleShotConnection);
    });
    if (!root.isEmpty())
        browser.restoreState(StudioSettings().value(settingsKey(root)).toMap());
}

void addTextures(StudioWindow& window)
{
    window.showDock(QStringLiteral("textures"));
    window.textures().chooseFiles();
}

} // namespace blak::ui::shell
