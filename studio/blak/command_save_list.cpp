// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/base/names.h"
#include "formats/base/windows1252.h"
#include "server/world/restore.h"
#include "studio/blak/commands.h"
#include "studio/blak/json_output.h"
#include "studio/blak/save_output.h"
#include "studio/blak/terminal.h"

#include <array>

namespace blak::cli {
namespace {

constexpr std::size_t valueParts = 200; ///< of a list that are shown

std::string shown(const save::GameIndex& index, const save::Value& value) { return oneLine(index.describe(value, valueParts)); }

Json toJson(const save::GameIndex& index, const save::Object& object)
{
    Json json{{"id", object.id}, {"class", index.className(object.classId)}, {"properties", Json::object()}};
    for (std::size_t i = 0; i < object.properties.size(); ++i)
        json["properties"][index.propertyName(object.classId, i + 1)] =
            windows1252::toUtf8(index.describe(object.properties[i], valueParts));
    return json;
}

std::string propertyTable(const save::GameIndex& index, const save::Object& object)
{
    TextTable table({});
    for (std::size_t i = 0; i < object.properties.size(); ++i)
        table.add({"  " + index.propertyName(object.classId, i + 1), shown(index, object.properties[i])});
    return object.properties.empty() ? "" : table.text(2).substr(1);
}

int listClasses(const save::GameIndex& index, bool asJson)
{
    const auto counts = countByClass(index);
    if (asJson) {
        Json all = Json::array();
        for (const ClassCount& count : counts)
            all.push_back({{"class", count.name}, {"objects", count.objects}});
        printJson(all);
        return success;
    }
    TextTable table({"class", "objects"});
    for (const ClassCount& count : counts)
        table.add({count.name, std::to_string(count.objects)});
    print(table.text(1));
    return success;
}

int listObjects(const save::GameIndex& index, const std::string& className, bool asJson)
{
    Json all = Json::array();
    std::size_t found = 0;
    for (const save::Object& object : index.game().objects) {
        if (!equalIgnoringCase(index.className(object.classId), className))
            continue;
        ++found;
        if (asJson)
            all.push_back(toJson(index, object));
        else
            print(index.objectName(object.id) + "\n" + propertyTable(index, object));
    }
    if (asJson)
        printJson(all);
    return found > 0 ? success : complain("no object of class \"" + className + "\" in " + index.set().file.string());
}

// ---- one object and who refers to it
// -------------------------------------------------------------------------------------------

std::string whereText(const save::GameIndex& index, const save::Reference& reference)
{
    using Kind = save::Reference::Kind;
    switch (reference.kind) {
    case Kind::BuiltIn: return "built-in object " + index.builtInName(reference.id);
    case Kind::Timer: return "timer " + std::to_string(reference.id);
    case Kind::User: return "user of account " + std::to_string(reference.id);
    case Kind::Property: break;
    }
    const save::Object* holder = index.object(reference.id);
    const std::int32_t classId = holder != nullptr ? holder->classId : 0;
    return index.objectName(reference.id) + ", " + index.propertyName(classId, reference.property) +
           (reference.isWithinList ? ", in a list" : "");
}

int listObject(const save::GameIndex& index, const std::string& word, bool asJson)
{
    const auto id = parseNumber(word, INT32_MIN, INT32_MAX);
    if (!id)
        return complainAboutUsage(saveListCommand, "--object expected a number, found \"" + word + "\"");
    const save::Object* object = index.object(static_cast<std::int32_t>(*id));
    if (object == nullptr)
        return complain("no object " + word + " in " + index.set().file.string());
    const auto references = index.referencesTo(object->id);
    if (asJson) {
        Json json = toJson(index, *object);
        json["references"] = Json::array();
        for (const save::Reference& reference : references)
            json["references"].push_back(whereText(index, reference));
        printJson(json);
        return success;
    }
    print(index.objectName(object->id) + "\n" + propertyTable(index, *object));
    print("\nreferred to by\n");
    for (const save::Reference& reference : references)
        print("  " + whereText(index, reference) + "\n");
    if (references.empty())
        print("  nobody\n");
    return success;
}

// ---- the saves of a folder ----------------------------------------------------------------------------------------------------

int listAll(const world::SavePlace& place, bool asJson)
{
    const auto listed = world::listSaves(place.saves);
    if (!listed)
        return complain(listed.error().text());
    const std::vector<world::SaveEntry>& saves = listed.value();
    if (asJson) {
        Json all = Json::array();
        for (const world::SaveEntry& save : saves)
            all.push_back({{"time", save.time},
                           {"saved", timeText(save.time)},
                           {"bytes", save.bytes},
                           {"complete", save.complete},
                           {"snapshot", save.snapshot},
                           {"current", save.current}});
        printJson(all);
        return success;
    }
    print(place.saves.string() + "\n");
    TextTable table({"time", "date", "kind", "state", "bytes"});
    for (const world::SaveEntry& save : saves)
        table.add({std::to_string(save.time), timeText(save.time), save.snapshot ? "snapshot" : "save",
                   std::string(save.complete ? "complete" : "incomplete") + (save.current ? ", current" : ""),
                   std::to_string(save.bytes)});
    print(table.text(4));
    return success;
}

int run(const Arguments& arguments)
{
    std::filesystem::path wanted = arguments.words.empty() ? "." : arguments.words[0];
    std::error_code code;
    if (std::filesystem::is_directory(wanted, code)) {
        const auto place = world::locateSaves(wanted);
        if (!place)
            return complain(place.error().text());
        if (!arguments.has("--classes") && !arguments.has("--class") && !arguments.has("--object"))
            return listAll(place.value(), arguments.has("--json"));
        wanted = place.value().saves;
    }
    const auto set = save::readSaveSet(wanted);
    if (!set)
        return complain(set.error().text());
    const save::GameIndex index(set.value());
    const bool asJson = arguments.has("--json");
    if (const auto object = arguments.value("--object"))
        return listObject(index, *object, asJson);
    if (const auto className = arguments.value("--class"))
        return listObjects(index, *className, asJson);
    return listClasses(index, asJson);
}

constexpr std::array options{
    Option{"--classes", "", "of a folder: how many objects of which class its current save has, as of a file"},
    Option{"--class", "NAME", "the objects of this class with their properties"},
    Option{"--object", "NUMBER", "one object with its properties, and everything that refers to it"},
    Option{"--json", "", "print JSON"},
};
constexpr std::array examples{
    Example{"blak save list run", "the saves of a server: their times, and which one is loaded next"},
    Example{"blak save list savegame/gameuser.1763700000", "how many objects of which class"},
    Example{"blak save list savegame --class Room", "all rooms with their properties"},
    Example{"blak save list savegame --object 17", "one object, and who holds it"},
};

constexpr std::string_view details =
    "DIR is the folder of a server, or the folder of its saves; the current folder when it is left out. Its saves are listed by "
    "time, which\n`blak save restore` takes, oldest first. A save of which a file is missing is incomplete; the current one is "
    "loaded next.\n\nSAVE is a file gameuser.N. The files beside it with the same number (striings, dynarscs, accounts) are read "
    "too. Names of classes,\nproperties and resources stand in the save itself. With --classes, --class or --object a folder "
    "stands for its current save.";

} // namespace

const Command saveListCommand{"save list",
                              "Saved games",
                              "List the saves of a server, or classes and objects of one",
                              "[DIR|SAVE]",
                              options,
                              examples,
                              0,
                              1,
                              run,
                              details};

} // namespace blak::cli
