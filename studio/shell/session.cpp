// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/session.h"

#include "studio/shell/document_area.h"
#include "studio/shell/opening.h"
#include "studio/shell/perspective_docks.h"
#include "studio/shell/project_sessions.h"
#include "studio/shell/recent_projects.h"
#include "studio/shell/saving.h"
#include "studio/shell/studio_settings.h"
#include "studio/shell/studio_window.h"
#include "studio/views/compare/compare_paths.h"

#include <QAbstractScrollArea>
#include <QFileInfo>
#include <QImage>
#include <QJsonDocument>
#include <QJsonObject>
#include <QPixmap>

#include <utility>
#include <vector>

namespace blak::ui::shell {
namespace {

const QString viewKey = QStringLiteral("view"), tabKey = QStringLiteral("tab"); ///< of what is remembered of a closed document
constexpr int thumbnailWidth = 464;
constexpr int thumbnailHeight = 268;
constexpr QSize wordsOnCard(320, 185); ///< hardly more than a card, so that they can be read there; as wide for its height as above

/// What stands on the card of a document: all of a picture; of texts and tables, which scroll, a beginning.
QRect cardPart(const DocumentView& document)
{
    const QWidget* main = &document;
    while (main->focusProxy() != nullptr)
        main = main->focusProxy();
    const bool isMostOfIt = 2 * main->width() * main->height() > document.width() * document.height();
    if (qobject_cast<const QAbstractScrollArea*>(main) == nullptr || !isMostOfIt)
        return document.rect();
    return QRect(main->mapTo(&document, QPoint()), wordsOnCard) & document.rect();
}

} // namespace

void rememberPicture(DocumentView& document)
{
    if (!document.isVisible() || document.width() < 50 || document.height() < 50)
        return;
    QImage picture = document.grab(cardPart(document)).toImage();
    if (picture.width() > thumbnailWidth && picture.height() > thumbnailHeight)
        picture = picture.scaled(thumbnailWidth, thumbnailHeight, Qt::KeepAspectRatioByExpanding, Qt::SmoothTransformation);
    saveThumbnail(document.path(), picture);
}

QVariantMap sessionOf(StudioWindow& window)
{
    const DocumentView* current = window.documents().current();
    QVariantList documents;
    for (DocumentView* document : window.documents().documents()) {
        const bool hasFiles = window.opening().typeOf(document) != nullptr || views::comparedFiles(document->path());
        if (!hasFiles && !window.opening().isWaiting(document))
            continue; // a comparison with the disk, say, or a page of the game has no file of its own
        documents << QVariantMap{{QStringLiteral("path"), document->path()},
                                 {QStringLiteral("state"), document->saveViewState()},
                                 {QStringLiteral("current"), document == current}};
    }
    for (const WantedFile& wanted : window.opening().waiting()) // who leaves while a project is looked through
        documents << QVariantMap{{QStringLiteral("path"), wanted.path},
                                 {QStringLiteral("state"), wanted.state},
                                 {QStringLiteral("current"), wanted.current}};
    return {{QStringLiteral("project"), window.index().root()},
            {QStringLiteral("documents"), documents},
            {QStringLiteral("perspective"), static_cast<int>(window.perspective())}};
}

void saveSession(StudioWindow& window)
{
    DocumentView* current = window.documents().current();
    if (current != nullptr && !window.opening().isWaiting(current))
        rememberPicture(*current);
    StudioSettings settings;
    const QVariantMap session = sessionOf(window);
    for (auto it = session.begin(); it != session.end(); ++it)
        settings.setValue(QStringLiteral("session/") + it.key(), it.value());
    rememberProjectSession(session);
    settings.setValue(QStringLiteral("window/geometry"), window.saveGeometry());
    window.docks().saveSettings();
    window.actions().saveSettings();
    settings.sync();
}

void restoreSession(StudioWindow& window, const QString& project)
{
    const StudioSettings settings;
    QVariantMap session;
    for (const char* key : {"project", "documents", "perspective"})
        session.insert(QLatin1String(key), settings.value(QStringLiteral("session/") + QLatin1String(key)));
    if (!settings.contains(QStringLiteral("session/project")))
        session[QStringLiteral("project")] = settings.value(QStringLiteral("session/world")); // as it was called before
    if (project.isEmpty() || session.value(QStringLiteral("project")).toString() == project)
        restoreSession(window, session);
    else if (const QVariantMap left = projectSession(project); !left.isEmpty())
        restoreSession(window, left);
}

void restoreSession(StudioWindow& window, const QVariantMap& session)
{
    const QString project = session.value(QStringLiteral("project")).toString();
    if (!project.isEmpty() && !QFileInfo(project).isDir())
        return;
    const int perspective = session.value(QStringLiteral("perspective")).toInt();
    for (const PerspectiveRow& row : window.perspectives().rows())
        if (!project.isEmpty() && row.hasTab && static_cast<int>(row.perspective) == perspective)
            window.setPerspective(row.perspective);
    if (!project.isEmpty())
        window.opening().openProject(project);
    for (const QVariant& one : session.value(QStringLiteral("documents")).toList()) {
        const QVariantMap map = one.toMap();
        const QString path = map.value(QStringLiteral("path")).toString();
        if (path.isEmpty() || window.documents().find(path) != nullptr)
            continue; // others may have written into the record; or it stayed open
        const auto both = views::comparedFiles(path);
        QString gone;
        for (const QString& file : both ? QStringList{both->first, both->second} : QStringList{path})
            if (gone.isEmpty() && !QFileInfo(file).isFile())
                gone = file;
        if (!gone.isEmpty() && window.saving().offerFile(gone))
            continue;
        if (!gone.isEmpty())
            window.report(Severity::Warning,
                          StudioWindow::tr("%1 was open last time and is no longer there.").arg(QFileInfo(gone).fileName()), gone);
        else
            window.opening().openAgain(
                {path, map.value(QStringLiteral("state")).toMap(), map.value(QStringLiteral("current")).toBool()});
    }
}

void rememberClosed(StudioWindow& window, const DocumentView& document)
{
    const QString kind = window.opening().kindOf(&document);
    const bool hasFiles =
        window.opening().typeOf(&document) != nullptr || views::comparedFiles(document.path()) || views::mergedFiles(document.path());
    if (kind.isEmpty() || !hasFiles) // a page of the game, say
        return;
    const QVariantMap left{{viewKey, document.saveViewState()}, {tabKey, window.documents().documents().indexOf(&document)}};
    const QByteArray state = QJsonDocument(QJsonObject::fromVariantMap(left)).toJson(QJsonDocument::Compact);
    window.workspace().rememberClosed({document.path().toStdString(), kind.toStdString(), state.toStdString()});
}

void renameClosed(StudioWindow& window, const QString& from, const QString& to)
{
    const auto now = [&](const QString& file) { return file == from ? to : file; };
    std::vector<document::ClosedDocument> all; // the one closed last is first
    while (auto one = window.workspace().takeClosed())
        all.push_back(*std::move(one));
    for (auto one = all.rbegin(); one != all.rend(); ++one) {
        const QString path = QString::fromStdString(one->path.string());
        const auto both = views::comparedFiles(path);
        one->path = (both ? views::comparePath(now(both->first), now(both->second)) : now(path)).toStdString();
        window.workspace().rememberClosed(std::move(*one));
    }
}

void reopenClosed(StudioWindow& window)
{
    const auto closed = window.workspace().takeClosed();
    if (!closed)
        return;
    const QString path = QString::fromStdString(closed->path.string());
    const QVariantMap left = QJsonDocument::fromJson(QByteArray::fromStdString(closed->state)).object().toVariantMap();
    const bool isOpen = window.documents().find(path) != nullptr; // by another way since: it stays where it is
    window.open(path, left.value(viewKey).toMap());
    if (DocumentView* there = window.documents().find(path); there != nullptr && !isOpen)
        window.documents().move(there, left.value(tabKey).toLongLong());
}

} // namespace blak::ui::shell
