// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/play/thing_icons.h"
#include "formats/wire/objects.h"

#include <QListWidget>

#include <vector>

class QMimeData;

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
    /// Things can be dragged, to another row (moved()) or onto something that takes them.
    void setDraggable();
    /// What is dragged out of such a list; 0 = something else.
    static quint32 thingOf(const QMimeData* dragged);
    /// Its row is chosen beside those that are; nothing when it is not among them.
    void choose(quint32 id);
    /// The sentence that stands there while there is nothing.
    void setEmptySentence(const QString& sentence) { emptySentence_ = sentence; }

signals:
    void moved(int from, int to); ///< rows

protected:
    void paintEvent(QPaintEvent* event) override;
    QMimeData* mimeData(const QList<QListWidgetItem*>& items) const override;
    QStringList mimeTypes() const override;
    Qt::DropActions supportedDropActions() const override { return Qt::CopyAction; } // what is dragged stays until the server says so
    void dragMoveEvent(QDragMoveEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    GameClient& client_;
    std::vector<wire::GameObject> things_;
    ThingIcons icons_;
    QString emptySentence_;
};

} // namespace blak::client
