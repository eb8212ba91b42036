// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/views/compare/compare_view.h"
#include "tests/views/view_support.h"
#include "ui/theme.h"

#include <QApplication>
#include <QLabel>
#include <QTemporaryDir>

#include <memory>

namespace blak::test {

/// Files of a folder of its own, and the page that compares two of them.
class CompareCase : public QObject
{
protected:
    QTemporaryDir folder_;

    QString write(const char* name, const QByteArray& bytes)
    {
        return writeFile(QDir(folder_.path()), QLatin1String(name), bytes);
    }

    static std::unique_ptr<CompareView> compare(const QString& left, const QString& right)
    {
        auto opened = CompareView::open(left, right, nullptr, nullptr);
        if (!opened)
            return nullptr;
        std::unique_ptr<CompareView> view(opened.value());
        view->resize(1100, 700);
        view->show();
        QApplication::processEvents();
        return view;
    }

    static QString noteOf(const CompareView& view)
    {
        const auto* note = view.findChild<QLabel*>(QStringLiteral("compareNote"));
        return note == nullptr ? QString() : note->text();
    }
};

} // namespace blak::test
