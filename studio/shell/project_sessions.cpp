// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/project_sessions.h"

#include "studio/shell/studio_settings.h"
#include "studio/views/compare/compare_paths.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QStringList>

#include <algorithm>
#include <optional>

namespace blak::ui::shell {
namespace {

constexpr auto key = "projects/left"; ///< a list of JSON texts, the project left last first
constexpr qsizetype mostDocuments = 500;
constexpr qsizetype mostLetters = 1 << 20; ///< of one project; a hundred documents take some 30 000

/// What others may have written is taken apart and made anew: only what is known, and of its own folder.
std::optional<QVariantMap> sessionFrom(const QString& text)
{
    if (text.size() > mostLetters)
        return std::nullopt;
    const QJsonObject read = QJsonDocument::fromJson(text.toUtf8()).object();
    const QString project = read.value(QStringLiteral("project")).toString();
    if (!project.startsWith(u'/') && !project.contains(QStringLiteral(":/")))
        return std::nullopt;
    QVariantList documents;
    const QJsonArray listed = read.value(QStringLiteral("documents")).toArray();
    for (const QJsonValue& one : listed) {
        const QJsonObject document = one.toObject();
        const QString path = document.value(QStringLiteral("path")).toString();
        if (!isOfProject(path, project) || documents.size() >= mostDocuments)
            continue;
        documents << QVariantMap{{QStringLiteral("path"), path},
                                 {QStringLiteral("state"), document.value(QStringLiteral("state")).toObject().toVariantMap()},
                                 {QStringLiteral("current"), document.value(QStringLiteral("current")).toBool()}};
    }
    return QVariantMap{{QStringLiteral("project"), project},
                       {QStringLiteral("documents"), documents},
                       {QStringLiteral("perspective"), read.value(QStringLiteral("perspective")).toInt()}};
}

QStringList remembered()
{
    return StudioSettings().value(QLatin1String(key)).toStringList().mid(0, mostProjectSessions);
}

} // namespace

bool isOfProject(const QString& path, const QString& root)
{
    QStringList files{path};
    if (const auto both = views::comparedFiles(path))
        files = {both->first, both->second};
    else if (const auto merged = views::mergedFiles(path))
        files = *merged;
    return !root.isEmpty() &&
           std::ranges::any_of(files, [&](const QString& file) { return file.startsWith(QString(root + u'/')); });
}

void rememberProjectSession(const QVariantMap& session)
{
    const QString text = QString::fromUtf8(QJsonDocument(QJsonObject::fromVariantMap(session)).toJson(QJsonDocument::Compact));
    const auto own = sessionFrom(text);
    if (!own)
        return;
    const QString project = own->value(QStringLiteral("project")).toString();
    QStringList texts{QString::fromUtf8(QJsonDocument(QJsonObject::fromVariantMap(*own)).toJson(QJsonDocument::Compact))};
    for (const QString& other : remembered())
        if (const auto known = sessionFrom(other); known && known->value(QStringLiteral("project")) != project)
            texts << other;
    StudioSettings().setValue(QLatin1String(key), texts.mid(0, mostProjectSessions));
}

QVariantMap projectSession(const QString& folder)
{
    for (const QString& text : remembered())
        if (auto session = sessionFrom(text); session && session->value(QStringLiteral("project")) == folder)
            return *session;
    return {};
}

void forgetProjectSessions() { StudioSettings().remove(QLatin1String(key)); }

} // namespace blak::ui::shell
