// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/modules/merintr/side_panel.h"

#include "client/play/game_client.h"
#include "client/windows/card_parts.h"
#include "client/windows/thing_list.h"
#include "ui/icons.h"

#include <QTreeWidget>

#include <map>

namespace blak::client {
namespace {

using session::Topic;

constexpr int idRole = Qt::UserRole, skillRole = Qt::UserRole + 1, targetsRole = Qt::UserRole + 2;
constexpr int abilityIcon = 20;

QString nameOf(const session::Game& game, std::uint32_t resource)
{
    return QString::fromUtf8(game.nameOf(resource).c_str());
}

QTreeWidgetItem* addGroup(QTreeWidget* tree, const QString& name)
{
    auto* group = new QTreeWidgetItem(tree, {name});
    QFont font = tree->font();
    font.setWeight(QFont::DemiBold);
    group->setFont(0, font);
    group->setFirstColumnSpanned(true);
    group->setFlags(Qt::ItemIsEnabled);
    group->setExpanded(true);
    return group;
}

} // namespace

SidePanel::SidePanel(GameClient& client, QWidget* parent)
    : QTabWidget(parent), client_(client), things_(new ThingList(client, QStringLiteral("Things you carry"), this)),
      sheet_(makeTree(QStringLiteral("What you are"), {QStringLiteral("Quality"), QStringLiteral("Value")}, this)),
      abilities_(makeTree(QStringLiteral("Spells and skills"), {QStringLiteral("Name"), QStringLiteral("Level")}, this)),
      people_(makeTree(QStringLiteral("People in the game"), {QStringLiteral("Name"), QString()}, this))
{
    setObjectName(QStringLiteral("sidePanel"));
    things_->setObjectName(QStringLiteral("things"));
    sheet_->setObjectName(QStringLiteral("sheet"));
    abilities_->setObjectName(QStringLiteral("abilities"));
    people_->setObjectName(QStringLiteral("people"));
    setDocumentMode(true);
    setMinimumWidth(248);
    things_->setSelectionMode(QAbstractItemView::ExtendedSelection);
    things_->setEmptySentence(QStringLiteral("You carry nothing. Click a thing near by and press G to take it."));
    things_->setDraggable();
    things_->setContextMenuPolicy(Qt::CustomContextMenu);
    people_->setHeaderHidden(true);
    people_->setIndentation(0);
    addTab(things_, QStringLiteral("Things"));
    addTab(sheet_, QStringLiteral("Self"));
    addTab(abilities_, QStringLiteral("Spells"));
    addTab(people_, QStringLiteral("People"));
    for (QTreeWidget* tree : {sheet_, abilities_})
        tree->setIndentation(14);
    for (QTreeWidget* tree : {sheet_, abilities_, people_}) {
        tree->setMinimumSize(0, 0);
        tree->setFrameShape(QFrame::NoFrame);
    }
    sayWhenEmpty(abilities_, QStringLiteral("You know no spells and no skills yet."));
    connect(things_, &QListWidget::itemActivated, this, [this](QListWidgetItem* item) {
        if (const wire::GameObject* thing = things_->thing(item))
            emit thingUsed(thing->id);
    });
    connect(things_, &QWidget::customContextMenuRequested, this, [this](QPoint at) {
        if (const wire::GameObject* thing = things_->thing(things_->itemAt(at)))
            emit thingMenuWanted(thing->id, things_->viewport()->mapToGlobal(at));
    });
    connect(abilities_, &QTreeWidget::itemActivated, this, [this](QTreeWidgetItem* item) {
        if (const quint32 id = item->data(0, idRole).toUInt())
            emit spellCast(id, item->data(0, skillRole).toBool(), item->data(0, targetsRole).toInt());
    });
    abilities_->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(abilities_, &QWidget::customContextMenuRequested, this, [this](QPoint at) {
        if (const QTreeWidgetItem* item = abilities_->itemAt(at))
            if (const quint32 id = item->data(0, idRole).toUInt())
                emit abilityLooked(id);
    });
    people_->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(people_, &QWidget::customContextMenuRequested, this, [this](QPoint at) {
        if (const QTreeWidgetItem* item = people_->itemAt(at))
            emit personMenuWanted(item->text(0), people_->viewport()->mapToGlobal(at));
    });
    connect(people_, &QTreeWidget::itemActivated, this,
            [this](const QTreeWidgetItem* item) { emit personChosen(item->text(0)); });
}

void SidePanel::refresh(quint32 topics)
{
    const auto has = [topics](Topic topic) { return (topics & static_cast<quint32>(topic)) != 0; };
    if (client_.game() == nullptr)
        return;
    if (has(Topic::Inventory))
        showThings();
    if (has(Topic::Sheet)) {
        showSheet();
        showAbilities();
    }
    if (has(Topic::Players))
        showPeople();
}

void SidePanel::showThings()
{
    const wire::RoomState& room = client_.game()->room();
    QStringList notes;
    for (const wire::GameObject& one : room.inventory())
        notes << (room.inUse().contains(one.id) ? QStringLiteral("in use") : QString());
    things_->show(room.inventory(), notes);
}

void SidePanel::showSheet()
{
    const session::Game& game = *client_.game();
    sheet_->clear();
    for (const auto& [number, stats] : game.sheet().groups()) {
        if (number > 2) // spells and skills have a page of their own
            continue;
        const auto& names = game.sheet().groupNames();
        QString name = number >= 1 && number <= names.size() ? nameOf(game, names[number - 1u]) : QString();
        if (name.isEmpty())
            name = number == session::conditionGroup ? QStringLiteral("Condition") : QStringLiteral("Abilities");
        QTreeWidgetItem* group = addGroup(sheet_, name);
        for (const session::Stat& stat : stats) {
            QString value = QString::number(stat.value);
            if (stat.kind == session::Stat::Kind::Resource)
                value = nameOf(game, stat.resource);
            else if (number == session::conditionGroup)
                value = QStringLiteral("%1 of %2").arg(stat.value).arg(stat.currentMaximum);
            new QTreeWidgetItem(group, {QString::fromUtf8(game.nameOf(number, stat).c_str()), value});
        }
    }
    const auto addEnchantments = [&](const QString& name, const std::vector<wire::GameObject>& list) {
        if (list.empty())
            return;
        QTreeWidgetItem* group = addGroup(sheet_, name);
        for (const wire::GameObject& one : list) {
            auto* item = new QTreeWidgetItem(group, {nameOf(game, one.name), QString()});
            item->setToolTip(0, nameOf(game, one.name)); // it may be longer than the panel is wide
            item->setIcon(0, icons_.of(*client_.follower(), one.icon, one.look, abilityIcon * 2));
        }
    };
    addEnchantments(QStringLiteral("Enchantments"), game.sheet().enchantments());
    addEnchantments(QStringLiteral("Enchantments of this place"), game.sheet().roomEnchantments());
    sheet_->expandAll();
}

void SidePanel::showAbilities()
{
    const session::Game& game = *client_.game();
    abilities_->clear();
    std::map<std::uint32_t, std::int32_t> levels;
    for (const auto& [number, stats] : game.sheet().groups())
        for (const session::Stat& stat : stats)
            if (stat.kind == session::Stat::Kind::Entry)
                levels[stat.object] = stat.value;
    const auto add = [&](QTreeWidgetItem* group, const session::Ability& one, bool skill) {
        const auto level = levels.find(one.object.id);
        auto* item = new QTreeWidgetItem(
            group, {nameOf(game, one.object.name), level == levels.end() ? QString() : QString::number(level->second)});
        item->setIcon(0, icons_.of(*client_.follower(), one.object.icon, one.object.look, abilityIcon * 2));
        item->setToolTip(0, item->text(0));
        item->setData(0, idRole, one.object.id);
        item->setData(0, skillRole, skill);
        item->setData(0, targetsRole, one.targets);
    };
    std::map<std::uint8_t, QTreeWidgetItem*> schools;
    for (const session::Ability& one : game.sheet().spells()) {
        QTreeWidgetItem*& group = schools[one.school];
        if (group == nullptr) {
            const auto& names = game.sheet().schoolNames();
            QString name = one.school >= 1 && one.school <= names.size() ? nameOf(game, names[one.school - 1u]) : QString();
            group = addGroup(abilities_, name.isEmpty() ? QStringLiteral("Spells") : name);
        }
        add(group, one, false);
    }
    if (!game.sheet().skills().empty()) {
        QTreeWidgetItem* group = addGroup(abilities_, QStringLiteral("Skills"));
        for (const session::Ability& one : game.sheet().skills())
            add(group, one, true);
    }
    abilities_->expandAll();
}

void SidePanel::showPeople()
{
    const session::Game& game = *client_.game();
    people_->clear();
    for (const wire::Player& player : game.room().players()) {
        const QString name = nameOf(game, player.name);
        auto* item = new QTreeWidgetItem(people_, {name, player.id == game.room().self() ? QStringLiteral("you") : QString()});
        const bool buddy = game.companions().buddies.contains(session::smallLetters(name.toStdString()));
        if (game.isIgnored(name.toStdString()))
            item->setText(1, QStringLiteral("not heard"));
        else if (buddy)
            item->setText(1, QStringLiteral("buddy"));
        item->setIcon(0, ui::icon(buddy ? QStringLiteral("star") : QStringLiteral("user"), buddy ? ui::IconTone::Accent : ui::IconTone::Text2));
    }
    people_->sortItems(0, Qt::AscendingOrder);
    setTabText(indexOf(people_), QStringLiteral("People %1").arg(people_->topLevelItemCount()));
}

} // namespace blak::client
