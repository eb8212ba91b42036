// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/windows/card_parts.h"

#include "client/windows/empty_sentence.h"

#include <QDateTime>
#include <QHeaderView>
#include <QPushButton>
#include <QTreeWidget>

#include <algorithm>

namespace blak::client {
namespace {

constexpr int titlePadding = 24;

} // namespace

QTreeWidget* makeTree(const QString& name, const QStringList& columns, QWidget* parent)
{
    auto* tree = new QTreeWidget(parent);
    tree->setAccessibleName(name);
    tree->setHeaderLabels(columns);
    tree->setRootIsDecorated(false);
    tree->setUniformRowHeights(true);
    tree->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    tree->header()->setStretchLastSection(false);
    int widest = 0; // where there are no rows, contents are not wide enough for the titles
    for (const QString& column : columns)
        widest = std::max(widest, tree->header()->fontMetrics().horizontalAdvance(column));
    tree->header()->setMinimumSectionSize(widest + titlePadding);
    for (int i = 1; i < columns.size(); ++i)
        tree->header()->setSectionResizeMode(i, QHeaderView::ResizeToContents);
    tree->setMinimumSize(420, 130);
    return tree;
}

void sayWhenEmpty(QAbstractItemView* list, const QString& sentence) { new EmptySentence(list, sentence); }

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
