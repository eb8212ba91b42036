// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

#include <cstdint>
#include <string>

class QAbstractItemView;
class QPushButton;
class QTreeWidget;
class QWidget;

// What cards are made of.
namespace blak::client {

/// Rows of columns, the first as wide as there is room.
QTreeWidget* makeTree(const QString& name, const QStringList& columns, QWidget* parent);
/// One sentence in a list that has no rows.
void sayWhenEmpty(QAbstractItemView* list, const QString& sentence);
QPushButton* makeButton(const QString& text, QWidget* parent, bool primary = false);
QString timeText(std::int64_t unix);
/// Bytes of the protocol that are no UTF-8.
QString latin(const std::string& text);

} // namespace blak::client
