// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/windows/keys_card.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace blak::client {

KeysCard::KeysCard(QWidget* parent)
    : Card(QStringLiteral("Keys"), QStringLiteral("settings"), parent), list_(new QTreeWidget(this)), state_(new QLabel(this)),
      add_(new QPushButton(QStringLiteral("Add a key"), this)), clear_(new QPushButton(QStringLiteral("No keys"), this))
{
    list_->setHeaderLabels({QStringLiteral("What it does"), QStringLiteral("Keys")});
    list_->setRootIsDecorated(false);
    list_->setMinimumSize(380, 300);
    list_->setAccessibleName(QStringLiteral("Keys"));
    list_->header()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
    state_->setWordWrap(true);
    state_->setMinimumHeight(34);
    auto* row = new QHBoxLayout;
    auto* modern = new QPushButton(QStringLiteral("Modern"), this);
    auto* classic = new QPushButton(QStringLiteral("Classic"), this);
    for (QPushButton* button : {add_, clear_, modern, classic}) {
        button->setAutoDefault(false);
        row->addWidget(button);
    }
    body()->addWidget(list_, 1);
    body()->addWidget(state_);
    body()->addLayout(row);
    setFocusPolicy(Qt::StrongFocus);
    table_ = KeyTable::of(KeyPreset::Modern);
    fill();
    connect(add_, &QPushButton::clicked, this, &KeysCard::beginCapture);
    connect(list_, &QTreeWidget::itemActivated, this, &KeysCard::beginCapture);
    connect(clear_, &QPushButton::clicked, this, [this] {
        for (const int key : table_.keysOf(chosen()))
            table_.unbind(key);
        fill();
        emit changed();
    });
    const auto preset = [this](KeyPreset which) {
        setTable(KeyTable::of(which));
        emit changed();
    };
    connect(modern, &QPushButton::clicked, this, [preset] { preset(KeyPreset::Modern); });
    connect(classic, &QPushButton::clicked, this, [preset] { preset(KeyPreset::Classic); });
}

PlayAction KeysCard::chosen() const
{
    const int row = list_->indexOfTopLevelItem(list_->currentItem());
    return playActions()[static_cast<std::size_t>(std::max(0, row))].action;
}

void KeysCard::setTable(const KeyTable& table)
{
    table_ = table;
    fill();
}

void KeysCard::fill()
{
    if (list_->topLevelItemCount() == 0) {
        for (const PlayActionRow& row : playActions())
            new QTreeWidgetItem(list_, {QString::fromLatin1(row.text)});
        list_->setCurrentItem(list_->topLevelItem(0));
    }
    int at = 0;
    for (const PlayActionRow& row : playActions())
        list_->topLevelItem(at++)->setText(1, table_.textOf(row.action));
}

void KeysCard::beginCapture()
{
    capturing_ = true;
    setFocus();
    state_->setText(QStringLiteral("Press the key for \"%1\"; Esc gives it up.")
                        .arg(QString::fromLatin1(playActions()[static_cast<std::size_t>(chosen())].text)));
}

/// While a key is waited for, none is anybody else's: not Tab's, and no shortcut's.
bool KeysCard::event(QEvent* event)
{
    if (capturing_ && event->type() == QEvent::ShortcutOverride) {
        event->accept();
        return true;
    }
    if (capturing_ && event->type() == QEvent::KeyPress) {
        keyPressEvent(static_cast<QKeyEvent*>(event));
        return true;
    }
    return Card::event(event);
}

void KeysCard::keyPressEvent(QKeyEvent* event)
{
    if (!capturing_)
        return Card::keyPressEvent(event);
    event->accept();
    if (event->isAutoRepeat())
        return;
    capturing_ = false;
    if (event->key() == Qt::Key_Escape) {
        state_->clear();
        return;
    }
    if (event->key() == Qt::Key_unknown || event->key() == 0) {
        state_->setText(QStringLiteral("The system does not say which key that is."));
        return;
    }
    const auto before = table_.actionOf(event->key(), false);
    const PlayAction action = chosen();
    table_.bind(event->key(), action);
    const QString key = QKeySequence(event->key()).toString(QKeySequence::NativeText);
    state_->setText(before && *before != action
                        ? QStringLiteral("%1 no longer does \"%2\".").arg(key, QString::fromLatin1(playActions()[static_cast<std::size_t>(*before)].text))
                        : QString());
    fill();
    emit changed();
}

} // namespace blak::client
