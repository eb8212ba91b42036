// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QVariantMap>

namespace blak::ui {
class DocumentView;
}

namespace blak::ui::shell {

class StudioWindow;

/// What was open when the studio was left: the project, the documents with what they showed, the perspective, the layout.
void saveSession(StudioWindow& window);
/// The same of now, without the layout: "project", "documents" (each "path", "state", "current"), "perspective".
QVariantMap sessionOf(StudioWindow& window);
/// After show(). `project`: what was open in it, whatever was opened since; empty: what was open last.
void restoreSession(StudioWindow& window, const QString& project = {});
void restoreSession(StudioWindow& window, const QVariantMap& session);
/// For reopenClosed(); comparisons have a path that opens them, too.
void rememberClosed(StudioWindow& window, const DocumentView& document);
/// The document that was closed last, where it was left.
void reopenClosed(StudioWindow& window);
/// A file is called otherwise: reopenClosed() opens it by that name, also in a comparison.
void renameClosed(StudioWindow& window, const QString& from, const QString& to);
/// For the cards of Welcome; not of views that are hidden or tiny.
void rememberPicture(DocumentView& document);

} // namespace blak::ui::shell
