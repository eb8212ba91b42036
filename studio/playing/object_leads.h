// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <nlohmann/json_fwd.hpp>

#include <functional>

class QMenu;

namespace blak::ui::playing {

class PlayController;

/// From an object of the running world to what it was made of: the Blakod of its class, its sprite, the file of the room it is in.
/// Asks the server, so that all happens a moment later; what cannot be found is told by a toast.
class ObjectLeads : public QObject
{
    Q_OBJECT

public:
    static constexpr int mostOwners = 16; ///< a thing in a bag of a person in a room, and then some

    explicit ObjectLeads(PlayController& controller, QObject* parent = nullptr);

    void openCode(qint64 object);
    void openSprite(qint64 object);
    /// Its sprite with what it wears, as the client of the current page sees it; object_doll.cpp.
    void openDoll(qint64 object);
    /// The room it is, or the room that holds it however deep.
    void openRoom(qint64 object);
    /// Puts the current player into that room.
    void goThere(qint64 object);
    /// Rows for all of the above.
    void fill(QMenu& menu, qint64 object);

private:
    using Found = std::function<void(const QString& roomFile)>;

    void ask(qint64 object, std::function<void(const nlohmann::json& resources)> then);
    void findRoom(qint64 object, int owners, Found found);
    void refuse(const QString& why);

    PlayController& controller_;
};

/// Of `{"resources": [{"name", "text"}]}` the text that is a file name with this ending; one of a variable that speaks of an icon or a
/// room goes first. Empty when there is none.
QString fileAmong(const nlohmann::json& resources, const QString& ending);

} // namespace blak::ui::playing
