// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/views/views.h"
#include "ui/theme.h"

#include <QApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

namespace blak::test {

using namespace blak::ui;
using namespace blak::ui::views;

/// Opens a file with the type that recognises it, in a window of a real size.
inline std::unique_ptr<DocumentView> openView(const QString& path, QString* error = nullptr)
{
    for (const DocumentType& type : viewDocumentTypes()) {
        if (!type.recognises(path, {}))
            continue;
        auto opened = type.open(path, nullptr, nullptr);
        if (!opened) {
            if (error != nullptr)
                *error = QString::fromStdString(opened.error().text());
            return nullptr;
        }
        std::unique_ptr<DocumentView> view(opened.value());
        view->resize(1100, 700);
        view->show();
        QApplication::processEvents();
        return view;
    }
    if (error != nullptr)
        *error = QStringLiteral("no type recognises it");
    return nullptr;
}

inline QString writeFile(const QDir& folder, const QString& name, const QByteArray& bytes)
{
    QFile file(folder.filePath(name));
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
        qFatal("cannot write %s", qPrintable(file.fileName()));
    return file.fileName();
}

inline QByteArray readAll(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

inline QByteArray asBytes(const std::vector<std::byte>& bytes)
{
    return {reinterpret_cast<const char*>(bytes.data()), static_cast<qsizetype>(bytes.size())};
}

/// What the pointer does: a click in the middle of a rectangle.
inline void clickAt(QWidget* widget, const QRect& place) { QTest::mouseClick(widget, Qt::LeftButton, {}, place.center()); }

} // namespace blak::test
