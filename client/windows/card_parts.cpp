// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/windows/card_parts.h"

#include <QDateTime>
#include <QHeaderView>
#include <QPushButton>
#include <QTreeWidget>

namespace blak::client {

QTreeWidget* makeTree(const QString& name, const QStringList& columns, QWidget* parent)
{
    auto* tree = new QTreeWidget(parent);
    tree->setAccessibleName(name);
    tree->setHeaderLabels(columns);
    tree->setRootIsDecorated(false);
    tree->setUniformRowHeights(true);
    tree->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    tree->header()->setStretchLastSection(false);
    for (int i = 1; i < columns.size(); ++i)
        tree->header()->setSectionResizeMode(i, QHeaderView::ResizeToContents);
    tree->setMinimumSize(420, 130);
    return tree;
}

QPushButton* makeButton(const QString& text, QWidget* parent, bool primary)
{
    auto* button = new QPushButton(text, parent);
    button->setProperty("primary", primary);
    button->setAutoDefault(false);
    return button;
}

QString timeText(std::int64_t unix)
{
    return QDateTime::fromSecsSinceEpoch(unix).toString(QStringLiteral("yyyy-MM-dd hh:mm"));
}

QString latin(const std::string& text) { return QString::fromLatin1(text.c_str(), static_cast<qsizetype>(text.size())); }

} // namespace blak::client
