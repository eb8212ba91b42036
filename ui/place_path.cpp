// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/place_path.h"

#include "ui/document_view.h"

#include <QUrl>

namespace blak::ui {
namespace {

const QString scheme = QStringLiteral("place:");
const QString placeKey = QStringLiteral("place");

} // namespace

QString placePath(const QString& file, const QString& place)
{
    if (place.isEmpty())
        return file;
    return scheme + QString::fromLatin1(QUrl::toPercentEncoding(place)) + QLatin1Char(':') + file;
}

std::optional<PlacedFile> placedFile(const QString& path)
{
    if (!path.startsWith(scheme))
        return std::nullopt;
    const qsizetype end = path.indexOf(QLatin1Char(':'), scheme.size()); // the place itself has its colons encoded
    if (end < 0)
        return std::nullopt;
    const QString place = path.mid(scheme.size(), end - scheme.size());
    return PlacedFile{path.mid(end + 1), QUrl::fromPercentEncoding(place.toLatin1())};
}

QVariantMap placeState(const QString& place) { return {{placeKey, place}}; }

void showPlace(DocumentView& document, const QVariantMap& state)
{
    if (const auto place = state.constFind(placeKey); place != state.constEnd())
        document.goToPlace(place->toString());
    else
        document.restoreViewState(state);
}

} // namespace blak::ui
