// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QVariantMap>

#include <optional>

namespace blak::ui {

class DocumentView;

/// A file and a place in it as one text, "place:12:/world/kod/inn.kod": what DocumentView::openRequested and the shell's open()
/// take besides plain paths. The place is one that the document's goToPlace() knows; empty gives the plain path.
QString placePath(const QString& file, const QString& place);

struct PlacedFile
{
    QString file;
    QString place;
};
/// Nothing for plain paths.
std::optional<PlacedFile> placedFile(const QString& path);

/// A place in the form of a view state, so that it can wait with the state until a document is there.
QVariantMap placeState(const QString& place);
/// Goes to the place, or restores the view state when it is none.
void showPlace(DocumentView& document, const QVariantMap& state);

} // namespace blak::ui
