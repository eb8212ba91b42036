// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/wire/objects.h"

#include <QListWidget>

#include <vector>

namespace blak::client {

class GameClient;

/// Things of the game as rows with picture, amount and name.
class ThingList : public QListWidget
{
    Q_OBJECT

public:
    explicit ThingList(GameClient& client, const QString& name, QWidget* parent = nullptr);

    /// `notes` stand behind the name ("in use", a price); may be shorter than the list. What was chosen stays so.
    void show(const std::vector<wire::GameObject>& things, const QStringList& notes = {});
    const wire::GameObject* thing(const QListWidgetItem* item) const;
    const wire::GameObject* current() const { return thing(currentItem()); }
    std::vector<wire::GameObject> chosen() const;
    QStringList texts() const;
    /// The sentence that stands there while there is nothing.
    void setEmptySentence(const QString& sentence) { emptySentence_ = sentence; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    GameClient& client_;
    std::vector<wire::GameObject> things_;
    QString emptySentence_;
};

} // namespace blak::client
