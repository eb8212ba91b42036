// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QScrollBar>
#include <QStringList>
#include <QTabBar>
#include <QTest>
#include <QTreeWidget>

#include <set>

// What somebody who looks at a window, or has no mouse, would complain about.
namespace blak::client {

inline QString called(const QWidget* widget)
{
    const auto* label = qobject_cast<const QLabel*>(widget);
    const auto* button = qobject_cast<const QAbstractButton*>(widget);
    const QString text = label != nullptr ? label->text() : button != nullptr ? button->text() : widget->accessibleName();
    return QStringLiteral("%1 \"%2\"").arg(QLatin1String(widget->metaObject()->className()), text.isEmpty() ? widget->objectName() : text);
}

inline bool isInScrollArea(const QWidget* widget, const QWidget* top)
{
    for (const QWidget* one = widget->parentWidget(); one != nullptr && one != top; one = one->parentWidget())
        if (qobject_cast<const QAbstractScrollArea*>(one) != nullptr)
            return true;
    return false;
}

/// Where its text does not fit; empty = all of it can be read.
inline QString cutOff(QWidget* widget)
{
    const QFontMetrics metrics = widget->fontMetrics();
    const auto narrower = [&](int needed, const QString& text) {
        return needed > widget->width() + 1 ? QStringLiteral("%1 needs %2 px for \"%3\" and has %4").arg(called(widget)).arg(needed).arg(text).arg(widget->width())
                                            : QString();
    };
    if (auto* label = qobject_cast<QLabel*>(widget); label != nullptr && !label->text().isEmpty()) {
        if (!label->wordWrap())
            return narrower(label->sizeHint().width(), label->text());
        if (const int needed = label->heightForWidth(label->width()); needed > label->height() + 1)
            return QStringLiteral("%1 needs a height of %2 px and has %3").arg(called(label)).arg(needed).arg(label->height());
    } else if (auto* button = qobject_cast<QAbstractButton*>(widget); button != nullptr && !button->text().isEmpty()) {
        return narrower(button->sizeHint().width(), button->text());
    } else if (auto* line = qobject_cast<QLineEdit*>(widget)) {
        constexpr int margins = 14;
        if (line->text().isEmpty())
            return narrower(metrics.horizontalAdvance(line->placeholderText()) + margins, line->placeholderText());
    } else if (auto* combo = qobject_cast<QComboBox*>(widget)) {
        constexpr int arrow = 30;
        return narrower(metrics.horizontalAdvance(combo->currentText()) + arrow, combo->currentText());
    } else if (auto* header = qobject_cast<QHeaderView*>(widget); header != nullptr && header->model() != nullptr) {
        constexpr int padding = 16;
        for (int i = 0; i < header->count(); ++i) {
            const QString text = header->model()->headerData(i, header->orientation()).toString();
            if (!header->isSectionHidden(i) && header->fontMetrics().horizontalAdvance(text) + padding > header->sectionSize(i) + 1)
                return QStringLiteral("the column \"%1\" has %2 px").arg(text).arg(header->sectionSize(i));
        }
    } else if (auto* bar = qobject_cast<QTabBar*>(widget)) {
        for (int i = 0; i < bar->count(); ++i)
            if (bar->tabRect(i).right() > bar->width())
                return QStringLiteral("the page \"%1\" is behind the edge of its bar").arg(bar->tabText(i));
    } else if (auto* rows = qobject_cast<QAbstractItemView*>(widget)) {
        const auto wide = [&](int column, const QModelIndex& index) {
            return index.data(Qt::ToolTipRole).toString().isEmpty() && rows->sizeHintForIndex(index).width() > rows->visualRect(index).width() + 1 &&
                   (column > 0 || qobject_cast<QTreeView*>(rows) != nullptr || rows->horizontalScrollBar()->maximum() > 0);
        };
        for (int row = 0; row < rows->model()->rowCount(); ++row)
            for (int column = 0; column < rows->model()->columnCount(); ++column)
                if (const QModelIndex index = rows->model()->index(row, column); wide(column, index))
                    return QStringLiteral("%1: \"%2\" is cut off").arg(called(rows), index.data().toString());
    }
    return {};
}

/// Whose keys it would be; what has none to give takes none.
inline bool takesKeys(const QWidget* widget)
{
    return widget->isEnabled() && widget->isVisible() && (widget->focusPolicy() & Qt::TabFocus) != 0;
}

/// Everything in a window that Tab does not come to, from whatever has the keys first in it.
inline QStringList outOfReach(QWidget* window)
{
    std::set<const QWidget*> wanted;
    QWidget* first = nullptr;
    for (QWidget* one = window->nextInFocusChain(); one != window; one = one->nextInFocusChain())
        if (window->isAncestorOf(one) && takesKeys(one) && one->focusProxy() == nullptr && qobject_cast<QScrollBar*>(one) == nullptr) {
            wanted.insert(one);
            first = first == nullptr ? one : first;
        }
    if (first == nullptr)
        return {};
    first->setFocus(Qt::TabFocusReason);
    const bool alone = wanted.size() == 1;
    const QWidget* before = nullptr;
    int times = 0;
    constexpr int most = 3; // links of a text are gone through
    QString stuck;
    for (int i = 0; i < 200 && QApplication::focusWidget() != nullptr; ++i) {
        QWidget* now = QApplication::focusWidget();
        times = now == before ? times + 1 : 0;
        if (times > most) {
            stuck = QStringLiteral("Tab stays in %1").arg(called(now));
            break;
        }
        wanted.erase(now);
        before = now;
        // The view beside the window has Tab for itself: whoever comes out there begins anew.
        if (!window->isAncestorOf(now) && i > 0)
            break;
        QTest::keyClick(now, Qt::Key_Tab);
    }
    QStringList out;
    if (!stuck.isEmpty() && !alone)
        out << stuck;
    for (const QWidget* one : wanted)
        out << QStringLiteral("Tab does not come to %1").arg(called(one));
    return out;
}

/// Complaints about a window and all that can be seen in it.
inline QStringList complaints(QWidget* window)
{
    QStringList out;
    if (const QWidget* parent = window->parentWidget(); parent != nullptr && !parent->rect().contains(window->geometry()))
        out << QStringLiteral("%1 is not inside of %2").arg(called(window), called(parent));
    for (QWidget* one : window->findChildren<QWidget*>()) {
        if (!one->isVisible())
            continue;
        if (const QString text = cutOff(one); !text.isEmpty())
            out << text;
        if (!isInScrollArea(one, window) && !one->isWindow() && one->parentWidget() != nullptr && !one->parentWidget()->rect().contains(one->geometry()))
            out << QStringLiteral("%1 reaches over the edge").arg(called(one));
    }
    return out;
}

} // namespace blak::client
