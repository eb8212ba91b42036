// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/play/thing_icons.h"
#include "formats/wire/objects.h"

#include <QTabWidget>

class QTreeWidget;
class QListWidget;

namespace blak::client {

class GameClient;
class ThingList;

/// At the right of the world: what one carries, what one is, what one can, who is there.
class SidePanel : public QTabWidget
{
    Q_OBJECT

public:
    explicit SidePanel(GameClient& client, QWidget* parent = nullptr);

    /// Shows the topics (a sum of session::Topic) anew.
    void refresh(quint32 topics);
    ThingList* things() const { return things_; }
    QTreeWidget* sheet() const { return sheet_; }
    QTreeWidget* abilities() const { return abilities_; }
    QTreeWidget* people() const { return people_; }

signals:
    void thingUsed(quint32 id);                       ///< double click
    void thingMenuWanted(quint32 id, QPoint place);   ///< right click
    void spellCast(quint32 id, bool skill, int targets);
    void abilityLooked(quint32 id);
    void personChosen(const QString& name);
    void personMenuWanted(const QString& name, QPoint place);

private:
    void showThings();
    void showSheet();
    void showAbilities();
    void showPeople();

    GameClient& client_;
    ThingIcons icons_;
    ThingList* things_ = nullptr;
    QTreeWidget* sheet_ = nullptr;
    QTreeWidget* abilities_ = nullptr;
    QTreeWidget* people_ = nullptr;
};

} // namespace blak::client
