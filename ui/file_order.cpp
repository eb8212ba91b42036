// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/file_order.h"

#include <QCollator>

#include <algorithm>

namespace blak::ui {

QStringList inNumberOrder(QStringList files)
{
    QCollator order{QLocale(QLocale::English)}; // the locale C would not count
    order.setNumericMode(true);
    order.setCaseSensitivity(Qt::CaseInsensitive);
    std::ranges::stable_sort(files, [&order](const QString& one, const QString& two) { return order.compare(one, two) < 0; });
    return files;
}

} // namespace blak::ui
