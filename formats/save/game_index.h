// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/save/save_set.h"

#include <unordered_map>

/// Looking into a saved game: names, what a value means, who refers to an object.
namespace blak::save {

/// Which number of the tag says "table": servers before open105 used it otherwise.
inline bool isTable(const Game& game, const Value& value)
{
    return game.flavour == Flavour::Extended && value.tag == bof::Tag::Tag13;
}

std::string_view flavourName(Flavour flavour);

/// Where a reference to an object stands.
struct Reference
{
    enum class Kind : std::uint8_t { Property, Timer, User, BuiltIn };

    Kind kind = Kind::Property;
    std::int32_t id = 0;       ///< of the object, timer or account; for BuiltIn: which
    std::size_t property = 0;  ///< from 1; 0 = other kinds
    bool isWithinList = false; ///< in a list or a table that the property holds

    friend bool operator==(const Reference&, const Reference&) = default;
};

/// Keeps references into the save, which must outlive it. Everything is O(size of the save) at most.
class GameIndex
{
public:
    explicit GameIndex(const SaveSet& set);

    const SaveSet& set() const { return set_; }
    const Game& game() const { return set_.game; }

    const Object* object(std::int32_t id) const;
    const Class* classOf(std::int32_t classId) const;
    const std::string* string(std::int64_t id) const;
    const std::string* dynamicResource(std::int64_t id) const;
    const std::string* resourceName(std::int64_t id) const;

    std::string className(std::int32_t classId) const;                        ///< "class 17" when the save does not name it
    std::string propertyName(std::int32_t classId, std::size_t number) const; ///< number from 1; "property 3"
    std::string objectName(std::int64_t id) const;                            ///< "object 5 (Room)"
    std::string builtInName(std::int32_t which) const;

    /// "OBJECT 5 (Room)", "\"a text\"", "[1, [2, $]]"; Windows-1252. Stops after about `budget` parts with "...".
    std::string describe(const Value& value, std::size_t budget = 40) const;

    /// Everything that refers to the object, in the order of the save.
    std::vector<Reference> referencesTo(std::int32_t objectId) const;

private:
    void describeInto(std::string& text, const Value& value, std::size_t& budget, std::size_t depth) const;

    const SaveSet& set_;
    std::unordered_map<std::int32_t, const Object*> objects_;
    std::unordered_map<std::int32_t, const Class*> classes_;
    std::unordered_map<std::int64_t, const std::string*> strings_, dynamicResources_, resourceNames_;
};

} // namespace blak::save
