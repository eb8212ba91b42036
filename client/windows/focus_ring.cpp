// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/windows/focus_ring.h"

#include "client/play/play_view.h"
#include "client/windows/card.h"
#include "client/windows/game_page.h"
#include "client/windows/settings_card.h"

#include <QApplication>
#include <QShortcut>
#include <QSplitter>
#include <QToolBar>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace blak::client {
namespace {

bool takesKeys(const QWidget* widget)
{
    return widget->isEnabled() && widget->isVisible() && (widget->focusPolicy() & Qt::TabFocus) != 0;
}

/// Where the keys were in it before, else the first that takes them; the cross of a card only where there is nothing else.
QWidget* firstIn(QWidget* part)
{
    if (QWidget* before = part->focusWidget(); before != nullptr && before != part && takesKeys(before))
        return before;
    QWidget* cross = nullptr;
    for (QWidget* one = part->nextInFocusChain(); one != part; one = one->nextInFocusChain()) {
        if (!part->isAncestorOf(one) || !takesKeys(one))
            continue;
        if (qobject_cast<Card*>(part) == nullptr || qobject_cast<QToolButton*>(one) == nullptr)
            return one;
        cross = cross == nullptr ? one : cross;
    }
    return cross != nullptr ? cross : takesKeys(part) ? part : nullptr;
}

} // namespace

FocusRing::FocusRing(GamePage& page, QWidget* window) : QObject(window), page_(page), window_(window)
{
    connect(&page, &GamePage::nextPartWanted, this, &FocusRing::go);
    connect(page.settingsCard(), &SettingsCard::changed, this, &FocusRing::followKeys);
    followKeys();
}

void FocusRing::followKeys()
{
    const std::vector<int> keys = page_.view()->keys().keysOf(PlayAction::NextPart);
    if (keys == keys_)
        return;
    keys_ = keys;
    qDeleteAll(std::exchange(shortcuts_, {}));
    for (const int key : keys_)
        for (const auto& [modifiers, step] : {std::pair{Qt::KeyboardModifiers(), 1}, {Qt::KeyboardModifiers(Qt::ShiftModifier), -1}}) {
            auto* shortcut = new QShortcut(QKeySequence(QKeyCombination(modifiers, static_cast<Qt::Key>(key))), window_);
            connect(shortcut, &QShortcut::activated, this, [this, step = step] { go(step); });
            shortcuts_ << shortcut;
        }
}

/// The world, its cards from the foremost, panels, the bar.
std::vector<QWidget*> FocusRing::parts() const
{
    std::vector<QWidget*> out{page_.view()};
    QList<Card*> cards = page_.view()->findChildren<Card*>(QString(), Qt::FindDirectChildrenOnly);
    std::ranges::reverse(cards);
    for (Card* card : cards)
        if (card->isVisible())
            out.push_back(card);
    if (const auto* splitter = qobject_cast<QSplitter*>(page_.view()->parentWidget()))
        for (int i = 0; i < splitter->count(); ++i)
            if (QWidget* panel = splitter->widget(i); panel != page_.view() && panel->isVisible())
                out.push_back(panel);
    for (QToolBar* bar : page_.findChildren<QToolBar*>(QString(), Qt::FindDirectChildrenOnly)) {
        for (QToolButton* button : bar->findChildren<QToolButton*>()) // tools of modules come and go, and bars give no button the keys
            button->setFocusPolicy(Qt::TabFocus);
        out.push_back(bar);
    }
    return out;
}

void FocusRing::go(int step)
{
    if (!page_.isVisible())
        return;
    const std::vector<QWidget*> all = parts();
    const auto count = static_cast<int>(all.size());
    const QWidget* now = QApplication::focusWidget();
    // The world is around its cards: the innermost counts, which comes later.
    int at = 0;
    for (int i = 0; i < count; ++i)
        if (QWidget* part = all[static_cast<std::size_t>(i)]; now != nullptr && (part == now || part->isAncestorOf(now)))
            at = i;
    for (int i = 1; i <= count; ++i) {
        QWidget* part = all[static_cast<std::size_t>(((at + step * i) % count + count) % count)];
        QWidget* first = part == page_.view() ? part : firstIn(part);
        if (first == nullptr)
            continue;
        if (qobject_cast<Card*>(part) != nullptr)
            part->raise();
        first->setFocus(Qt::TabFocusReason);
        return;
    }
}

} // namespace blak::client
