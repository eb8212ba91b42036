// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/windows/keys_card.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <optional>

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
        if (const ModuleKey* ofModule = chosenOfModule()) {
            emit moduleKeyWanted(ModuleKey(*ofModule), {});
            return;
        }
        for (const int key : table_.keysOf(chosen()))
            table_.unbind(key);
        fill();
        emit changed();
    });
    const auto preset = [this](KeyPreset which) {
        setTable(KeyTable::of(which));
        for (const ModuleKey& ofModule : QList<ModuleKey>(moduleKeys_))
            emit moduleKeyWanted(ofModule, ofModule.usual);
        emit changed();
    };
    connect(modern, &QPushButton::clicked, this, [preset] { preset(KeyPreset::Modern); });
    connect(classic, &QPushButton::clicked, this, [preset] { preset(KeyPreset::Classic); });
}

const ModuleKey* KeysCard::chosenOfModule() const
{
    const auto row = static_cast<qsizetype>(list_->indexOfTopLevelItem(list_->currentItem())) - static_cast<qsizetype>(playActions().size());
    return row >= 0 && row < moduleKeys_.size() ? &moduleKeys_[row] : nullptr;
}

PlayAction KeysCard::chosen() const
{
    const auto row = static_cast<std::size_t>(std::max(0, list_->indexOfTopLevelItem(list_->currentItem())));
    return playActions()[std::min(row, playActions().size() - 1)].action;
}

QString KeysCard::textOf(const ModuleKey& row) const
{
    const QString text = row.action == row.module ? row.module : QStringLiteral("%1: %2").arg(row.module, row.action);
    return row.isInTheWorld() ? text : text + QStringLiteral(", before the game");
}

void KeysCard::setModuleKeys(const QList<ModuleKey>& keys)
{
    moduleKeys_ = keys;
    fill();
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
    const int all = at + static_cast<int>(moduleKeys_.size());
    while (list_->topLevelItemCount() > all)
        delete list_->takeTopLevelItem(list_->topLevelItemCount() - 1);
    while (list_->topLevelItemCount() < all)
        new QTreeWidgetItem(list_, QStringList());
    for (const ModuleKey& row : moduleKeys_) {
        QTreeWidgetItem* item = list_->topLevelItem(at++);
        item->setText(0, textOf(row));
        item->setText(1, row.key.toString(QKeySequence::NativeText));
    }
}

void KeysCard::beginCapture()
{
    capturing_ = true;
    setFocus();
    state_->setText(QStringLiteral("Press the key for \"%1\"; Esc gives it up.")
                        .arg(chosenOfModule() != nullptr ? textOf(*chosenOfModule())
                                                         : QString::fromLatin1(playActions()[static_cast<std::size_t>(chosen())].text)));
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
    constexpr std::array alone{Qt::Key_Shift, Qt::Key_Control, Qt::Key_Alt, Qt::Key_Meta, Qt::Key_AltGr};
    if (event->isAutoRepeat() || (chosenOfModule() != nullptr && std::ranges::find(alone, event->key()) != alone.end()))
        return; // a module's key may have them beside it
    capturing_ = false;
    if (event->key() == Qt::Key_Escape) {
        state_->clear();
        return;
    }
    if (event->key() == Qt::Key_unknown || event->key() == 0) {
        state_->setText(QStringLiteral("The system does not say which key that is."));
        return;
    }
    take(*event);
}

/// The chosen row gets the key; who had it loses it, which is said.
void KeysCard::take(const QKeyEvent& event)
{
    const ModuleKey* ofModule = chosenOfModule();
    const std::optional<ModuleKey> module = ofModule == nullptr ? std::nullopt : std::optional(*ofModule);
    const bool inTheWorld = !module || module->isInTheWorld();
    const QKeySequence key = module ? QKeySequence(event.keyCombination()) : QKeySequence(event.key());
    QStringList losers;
    const auto before = inTheWorld && key == QKeySequence(event.key()) ? table_.actionOf(event.key(), false) : std::nullopt;
    if (before && (module || *before != chosen())) {
        losers << QString::fromLatin1(playActions()[static_cast<std::size_t>(*before)].text);
        table_.unbind(event.key());
    }
    if (!module)
        table_.bind(event.key(), chosen());
    for (const ModuleKey& row : QList<ModuleKey>(moduleKeys_)) {
        const bool same = module && row.module == module->module && row.action == module->action && row.usual == module->usual && row.state == module->state;
        if (!same && row.key == key && (module ? row.state == module->state : row.isInTheWorld())) {
            losers << textOf(row);
            emit moduleKeyWanted(row, {});
        }
    }
    if (module)
        emit moduleKeyWanted(*module, key);
    state_->setText(losers.isEmpty() ? QString()
                                     : QStringLiteral("%1 no longer does \"%2\".").arg(key.toString(QKeySequence::NativeText), losers.join(QStringLiteral("\", \""))));
    fill();
    emit changed();
}

} // namespace blak::client
