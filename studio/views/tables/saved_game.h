// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/save/game.h"
#include "studio/views/tables/number_names.h"

#include <QHash>
#include <QString>

#include <memory>
#include <vector>

namespace blak::ui::views {

/// A saved game with the files beside it and an index: objects by number and class, who refers to whom, values in words.
class SavedGame
{
public:
    /// Reads gameuser.N and, where they stand beside it, striings.N and dynarscs.N.
    static Result<std::shared_ptr<const SavedGame>> load(const QString& gameFile, const QString& root);

    /// Somebody who refers to an object.
    struct Reference
    {
        enum class From : std::uint8_t { Property, List, Table, Timer, User, BuiltIn };
        From from = From::Property;
        std::int32_t holder = 0;    ///< object; for timers, users and built-ins their place in the game
        std::int32_t property = -1; ///< of the holder, from 0
    };

    const save::Game& game() const { return game_; }
    const NumberNames& names() const { return *names_; }
    const std::vector<std::string>& notes() const { return notes_; } ///< damaged neighbours

    /// Place in game().objects, -1 = no such object.
    int placeOf(std::int32_t object) const { return objectPlaces_.value(object, -1); }
    const save::Class* classOf(const save::Object& object) const;
    QString className(const save::Object& object) const;
    /// What a player would call it: the text of its first resource property with "name" in its name. Often empty.
    QString objectName(const save::Object& object) const;
    QString propertyName(const save::Object& object, int property) const;
    const std::vector<int>& objectsOfClass(std::int32_t classId) const; ///< places
    const std::vector<Reference>& referencesTo(std::int32_t object) const;

    /// One line: "OBJECT 12 Lantern", "\"Wren\"", "[3 items]", "42", "$".
    QString valueText(const save::Value& value) const;
    /// "LIST 45727", "RESOURCE 20391", "": what valueText() leaves out.
    QString valueDetail(const save::Value& value) const;
    /// Elements of a list, at most `most`; a list that goes round in circles ends.
    std::vector<save::Value> listItems(const save::Value& list, std::size_t most) const;
    std::size_t listLength(const save::Value& list) const;
    QString resourceText(std::int32_t id) const;
    QString stringText(std::int32_t id) const { return strings_.value(id); }
    const QHash<std::int32_t, QString>& strings() const { return strings_; }
    const save::Timer* timer(std::int32_t id) const;
    QString flavourText() const;

private:
    void index();
    void addReferences(const save::Value& value, Reference reference, std::vector<bool>& seenNodes);

    save::Game game_;
    std::shared_ptr<const NumberNames> names_;
    std::vector<std::string> notes_;
    QHash<std::int32_t, QString> strings_, dynamicTexts_, resourceNames_;
    QHash<std::int32_t, int> objectPlaces_, classPlaces_, timerPlaces_;
    QHash<std::int32_t, std::vector<int>> byClass_;
    QHash<std::int32_t, int> nameProperty_;          ///< by class: the property objectName() shows, from 0
    std::vector<std::vector<Reference>> references_; ///< by place of the object
};

} // namespace blak::ui::views
