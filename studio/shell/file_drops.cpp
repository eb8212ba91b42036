// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/file_drops.h"

#include <QApplication>
#include <QDropEvent>
#include <QMimeData>
#include <QUrl>

#include <algorithm>
#include <array>

namespace blak::ui::shell {
namespace {

bool isText(const QObject* object)
{
    return object != nullptr && std::ranges::any_of(std::array{"QsciScintillaBase", "QPlainTextEdit", "QTextEdit"},
                                                    [object](const char* name) { return object->inherits(name); });
}

} // namespace

FileDrops::FileDrops(QObject* parent) : QObject(parent) { qApp->installEventFilter(this); }

QStringList FileDrops::filesIn(const QMimeData& mime)
{
    QStringList files;
    for (const QUrl& url : mime.urls())
        if (url.isLocalFile())
            files << url.toLocalFile();
    return files;
}

bool FileDrops::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::DragEnter && event->type() != QEvent::DragMove && event->type() != QEvent::Drop)
        return false;
    if (!isText(watched) && !isText(watched->parent())) // itself, or what it scrolls
        return false;
    auto* drop = static_cast<QDropEvent*>(event);
    const QStringList files = filesIn(*drop->mimeData());
    if (files.isEmpty())
        return false;
    drop->acceptProposedAction();
    if (event->type() == QEvent::Drop)
        emit dropped(files);
    return true;
}

} // namespace blak::ui::shell
