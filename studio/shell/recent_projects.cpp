// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/recent_projects.h"

#include "studio/shell/project_sessions.h"
#include "studio/shell/studio_settings.h"
#include "ui/theme.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QDir>
#include <QFileInfo>
#include <QImage>
#include <QLocale>

#include <algorithm>

namespace blak::ui::shell {
namespace {

constexpr int maxItems = 12;
constexpr auto projectsKey = "recent/projects";
constexpr auto oldProjectsKey = "recent/worlds"; ///< as it was called before; read where the other is not there yet
constexpr auto filesKey = "recent/files";

QVector<RecentItem> load(const char* key)
{
    QVector<RecentItem> items;
    for (const QVariant& one : StudioSettings().value(QLatin1String(key)).toList()) {
        const QVariantMap map = one.toMap();
        RecentItem item;
        item.path = map.value(QStringLiteral("path")).toString();
        item.name = map.value(QStringLiteral("name")).toString();
        item.dialect = map.value(QStringLiteral("dialect")).toString();
        item.files = map.value(QStringLiteral("files")).toInt();
        item.when = map.value(QStringLiteral("when")).toDateTime();
        item.icon = map.value(QStringLiteral("icon"), QStringLiteral("room")).toString();
        if (QFileInfo::exists(item.path))
            items.push_back(item);
    }
    return items;
}

void store(const char* key, const QVector<RecentItem>& items)
{
    QVariantList list;
    for (const RecentItem& one : items)
        list << QVariantMap{{QStringLiteral("path"), one.path},
                            {QStringLiteral("name"), one.name},
                            {QStringLiteral("dialect"), one.dialect},
                            {QStringLiteral("files"), one.files},
                            {QStringLiteral("when"), one.when},
                            {QStringLiteral("icon"), one.icon}};
    StudioSettings().setValue(QLatin1String(key), list);
}

void remember(const char* key, QVector<RecentItem> items, const RecentItem& item)
{
    items.removeIf([&](const RecentItem& other) { return other.path == item.path; });
    items.prepend(item);
    items.resize(std::min<qsizetype>(items.size(), maxItems));
    store(key, items);
}

QString thumbnailFile(const QString& path)
{
    const QByteArray hash = QCryptographicHash::hash(path.toUtf8(), QCryptographicHash::Sha1).toHex();
    const QLatin1String ending(theme().kind == ThemeKind::Dark ? "-dark.png" : "-light.png");
    return QFileInfo(settingsFile()).absolutePath() + QStringLiteral("/thumbnails/") + QString::fromLatin1(hash) + ending;
}

} // namespace

QVector<RecentItem> recentProjects()
{
    return load(StudioSettings().contains(QLatin1String(projectsKey)) ? projectsKey : oldProjectsKey);
}

QVector<RecentItem> recentFiles() { return load(filesKey); }

void rememberProject(const RecentItem& item) { remember(projectsKey, recentProjects(), item); }

void rememberFile(const RecentItem& item) { remember(filesKey, recentFiles(), item); }

void renameRecentFile(const QString& path, const QString& name)
{
    QVector<RecentItem> items = recentFiles();
    const auto found = std::ranges::find(items, path, &RecentItem::path);
    if (found == items.end() || found->name == name)
        return;
    found->name = name;
    store(filesKey, items);
}

void forgetRecent()
{
    StudioSettings settings;
    settings.remove(QLatin1String(projectsKey));
    settings.remove(QLatin1String(oldProjectsKey));
    settings.remove(QLatin1String(filesKey));
    forgetProjectSessions();
}

QString whenText(const QDateTime& when, const QDateTime& now)
{
    const QLocale english(QLocale::English);
    const qint64 days = when.date().daysTo(now.date());
    if (days <= 0)
        return when.time().toString(QStringLiteral("HH:mm"));
    if (days == 1)
        return QObject::tr("yesterday");
    if (days < 7)
        return english.dayName(when.date().dayOfWeek());
    if (when.date().year() == now.date().year())
        return english.toString(when.date(), QStringLiteral("d MMM"));
    return english.toString(when.date(), QStringLiteral("d MMM yyyy"));
}

QImage thumbnailOf(const QString& path) { return QImage(thumbnailFile(path)); }

void saveThumbnail(const QString& path, const QImage& picture)
{
    const QString file = thumbnailFile(path);
    QDir().mkpath(QFileInfo(file).absolutePath());
    picture.save(file);
}

QString sampleProject()
{
    if (const QString named = qEnvironmentVariable("BLAK_SAMPLE"); !named.isEmpty())
        return named;
    const QDir here(QCoreApplication::applicationDirPath());
    for (const char* place : {"../world", "../share/blakston-studio/world"}) {
        const QFileInfo folder(here.filePath(QLatin1String(place)));
        if (folder.isDir())
            return QDir::cleanPath(folder.absoluteFilePath());
    }
    return {};
}

} // namespace blak::ui::shell
