// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/views/tables/saved_game.h"

#include "formats/bof/bof.h"
#include "studio/views/common/text.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>

#include <algorithm>

namespace blak::ui::views {
namespace {

QString say(const char* text) { return QCoreApplication::translate("SavedGame", text); }

QString quoted(const QString& text) { return QLatin1Char('"') + oneLine(text) + QLatin1Char('"'); }

/// The tag whose meaning changed: tables are number 13 where the game has tables.
bool isTable(const save::Game& game, const save::Value& value)
{
    return value.tag == bof::Tag::Tag13 && game.flavour == save::Flavour::Extended;
}

} // namespace

Result<std::shared_ptr<const SavedGame>> SavedGame::load(const QString& gameFile, const QString& root)
{
    const auto bytes = readBytes(gameFile);
    if (!bytes)
        return bytes.error();
    const QFileInfo info(gameFile);
    auto game = save::readGame(bytes.value(), info.fileName().toStdString());
    if (!game)
        return game.error();
    auto saved = std::make_shared<SavedGame>();
    saved->game_ = std::move(game).value();
    saved->names_ = NumberNames::load(gameFile, root);
    const QString number = info.fileName().mid(info.fileName().lastIndexOf(QLatin1Char('.')));
    const auto beside = [&](const char* name) { return info.dir().filePath(QLatin1String(name) + number); };
    if (const QString path = beside("striings"); QFileInfo::exists(path)) {
        const auto text = readBytes(path);
        const auto strings = text ? save::readStrings(text.value(), QFileInfo(path).fileName().toStdString())
                                  : Result<save::Strings>(text.error());
        if (strings)
            for (const save::Strings::Entry& entry : strings.value().entries)
                saved->strings_.insert(entry.id, fromOldText(entry.text));
        else
            saved->notes_.push_back(strings.error().text());
    }
    if (const QString path = beside("dynarscs"); QFileInfo::exists(path)) {
        const auto text = readBytes(path);
        const auto resources = text ? save::readDynamicResources(text.value(), QFileInfo(path).fileName().toStdString())
                                    : Result<save::DynamicResources>(text.error());
        if (resources)
            for (const save::DynamicResources::Entry& entry : resources.value().entries)
                saved->dynamicTexts_.insert(entry.id, fromOldText(entry.text));
        else
            saved->notes_.push_back(resources.error().text());
    }
    saved->index();
    return std::shared_ptr<const SavedGame>(std::move(saved));
}

void SavedGame::index()
{
    for (std::size_t i = 0; i < game_.classes.size(); ++i) {
        const save::Class& one = game_.classes[i];
        classPlaces_.insert(one.id, static_cast<int>(i));
        for (std::size_t p = 0; p < one.properties.size(); ++p) {
            const QString name = fromOldText(one.properties[p]).toLower();
            if ((name.startsWith(QLatin1String("vr")) || name.startsWith(QLatin1String("pr"))) &&
                name.contains(QLatin1String("name"))) {
                nameProperty_.insert(one.id, static_cast<int>(p));
                if (name == QLatin1String("vrname"))
                    break;
            }
        }
    }
    for (const save::Resource& resource : game_.resources)
        resourceNames_.insert(resource.id, fromOldText(resource.name));
    for (std::size_t i = 0; i < game_.timers.size(); ++i)
        timerPlaces_.insert(game_.timers[i].id, static_cast<int>(i));
    references_.resize(game_.objects.size());
    for (std::size_t i = 0; i < game_.objects.size(); ++i) {
        objectPlaces_.insert(game_.objects[i].id, static_cast<int>(i));
        byClass_[game_.objects[i].classId].push_back(static_cast<int>(i));
    }
    using From = Reference::From;
    std::vector<bool> seenNodes(game_.listNodes.size());
    for (const save::Object& object : game_.objects)
        for (std::size_t p = 0; p < object.properties.size(); ++p)
            addReferences(object.properties[p], {From::Property, object.id, static_cast<std::int32_t>(p)}, seenNodes);
    for (std::size_t i = 0; i < game_.timers.size(); ++i)
        addReferences({bof::Tag::Object, game_.timers[i].object}, {From::Timer, static_cast<std::int32_t>(i)}, seenNodes);
    for (std::size_t i = 0; i < game_.users.size(); ++i)
        addReferences({bof::Tag::Object, game_.users[i].object}, {From::User, static_cast<std::int32_t>(i)}, seenNodes);
    for (std::size_t i = 0; i < game_.builtIns.size(); ++i)
        addReferences({bof::Tag::Object, game_.builtIns[i].object}, {From::BuiltIn, static_cast<std::int32_t>(i)}, seenNodes);
}

/// Follows lists and tables to the objects in them, without recursion: lists of real games nest as deep as they like. A node that
/// two lists share counts for the first one.
void SavedGame::addReferences(const save::Value& value, Reference reference, std::vector<bool>& seenNodes)
{
    std::vector<save::Value> open{value};
    while (!open.empty()) {
        const save::Value one = open.back();
        open.pop_back();
        if (one.tag == bof::Tag::Object) {
            if (const int place = placeOf(static_cast<std::int32_t>(one.data)); place >= 0)
                references_[static_cast<std::size_t>(place)].push_back(reference);
        } else if (one.tag == bof::Tag::List) {
            const auto node = static_cast<std::size_t>(one.data);
            if (one.data < 0 || node >= seenNodes.size() || seenNodes[node])
                continue;
            seenNodes[node] = true;
            if (reference.from == Reference::From::Property)
                reference.from = Reference::From::List;
            open.push_back(game_.listNodes[node].rest);
            open.push_back(game_.listNodes[node].first);
        } else if (isTable(game_, one) && one.data >= 0 && static_cast<std::size_t>(one.data) < game_.tables.size() &&
                   reference.from != Reference::From::Table) {
            reference.from = Reference::From::Table;
            for (const save::TableEntry& entry : game_.tables[static_cast<std::size_t>(one.data)].entries) {
                open.push_back(entry.key);
                open.push_back(entry.value);
            }
        }
    }
}

const save::Class* SavedGame::classOf(const save::Object& object) const
{
    const int place = classPlaces_.value(object.classId, -1);
    return place < 0 ? nullptr : &game_.classes[static_cast<std::size_t>(place)];
}

QString SavedGame::className(const save::Object& object) const
{
    const save::Class* one = classOf(object);
    return one == nullptr ? say("class %1").arg(object.classId) : fromOldText(one->name);
}

QString SavedGame::objectName(const save::Object& object) const
{
    const int property = nameProperty_.value(object.classId, -1);
    if (property < 0 || static_cast<std::size_t>(property) >= object.properties.size())
        return {};
    const save::Value& value = object.properties[static_cast<std::size_t>(property)];
    if (value.tag == bof::Tag::String)
        return stringText(static_cast<std::int32_t>(value.data));
    return value.tag == bof::Tag::Resource ? resourceText(static_cast<std::int32_t>(value.data)) : QString();
}

QString SavedGame::propertyName(const save::Object& object, int property) const
{
    const save::Class* one = classOf(object);
    if (one == nullptr || property < 0 || static_cast<std::size_t>(property) >= one->properties.size())
        return say("property %1").arg(property + 1);
    return fromOldText(one->properties[static_cast<std::size_t>(property)]);
}

const std::vector<int>& SavedGame::objectsOfClass(std::int32_t classId) const
{
    static const std::vector<int> none;
    const auto found = byClass_.constFind(classId);
    return found == byClass_.constEnd() ? none : *found;
}

const std::vector<SavedGame::Reference>& SavedGame::referencesTo(std::int32_t object) const
{
    static const std::vector<Reference> none;
    const int place = placeOf(object);
    return place < 0 ? none : references_[static_cast<std::size_t>(place)];
}

QString SavedGame::resourceText(std::int32_t id) const
{
    if (const auto made = dynamicTexts_.constFind(id); made != dynamicTexts_.constEnd())
        return *made;
    // Numbers of a save are its own; the text is found by the name that the save gives them.
    const QString text = names_->resourceText(id);
    const QString name = resourceNames_.value(id);
    const bool same = name.isEmpty() || names_->resource(id).name.compare(name, Qt::CaseInsensitive) == 0;
    return same ? text : QString();
}

const save::Timer* SavedGame::timer(std::int32_t id) const
{
    const int place = timerPlaces_.value(id, -1);
    return place < 0 ? nullptr : &game_.timers[static_cast<std::size_t>(place)];
}

std::vector<save::Value> SavedGame::listItems(const save::Value& list, std::size_t most) const
{
    std::vector<save::Value> items;
    save::Value at = list;
    while (at.tag == bof::Tag::List && at.data >= 0 && static_cast<std::size_t>(at.data) < game_.listNodes.size() &&
           items.size() < most && items.size() < game_.listNodes.size()) {
        const save::ListNode& node = game_.listNodes[static_cast<std::size_t>(at.data)];
        items.push_back(node.first);
        at = node.rest;
    }
    if (at.tag != bof::Tag::List && at.tag != bof::Tag::Nil && items.size() < most)
        items.push_back(at); // a dotted pair
    return items;
}

std::size_t SavedGame::listLength(const save::Value& list) const
{
    std::size_t length = 0;
    save::Value at = list;
    while (at.tag == bof::Tag::List && at.data >= 0 && static_cast<std::size_t>(at.data) < game_.listNodes.size() &&
           length < game_.listNodes.size()) {
        ++length;
        at = game_.listNodes[static_cast<std::size_t>(at.data)].rest;
    }
    return length;
}

QString SavedGame::valueText(const save::Value& value) const
{
    const auto id = static_cast<std::int32_t>(value.data);
    switch (value.tag) {
    case bof::Tag::Nil: return QStringLiteral("$");
    case bof::Tag::Int: return QString::number(value.data);
    case bof::Tag::Object: {
        const int place = placeOf(id);
        if (place < 0)
            return say("OBJECT %1, which is not there").arg(value.data);
        const save::Object& object = game_.objects[static_cast<std::size_t>(place)];
        const QString name = objectName(object);
        return className(object) + QLatin1Char(' ') + QString::number(id) +
               (name.isEmpty() ? name : QStringLiteral(", ") + oneLine(name));
    }
    case bof::Tag::List: {
        const std::size_t length = listLength(value);
        return length == 1 ? say("[1 item]") : say("[%1 items]").arg(length);
    }
    case bof::Tag::Resource: {
        const QString text = resourceText(id);
        const QString name = resourceNames_.value(id);
        return !text.isEmpty() ? quoted(text) : !name.isEmpty() ? name : say("RESOURCE %1").arg(id);
    }
    case bof::Tag::String:
        return strings_.contains(id) ? quoted(strings_.value(id)) : say("STRING %1, which is not there").arg(id);
    case bof::Tag::Timer: {
        const save::Timer* one = timer(id);
        return one == nullptr
                   ? say("TIMER %1, which has run out").arg(id)
                   : say("%1 in %2 s").arg(fromOldText(one->message)).arg(static_cast<double>(one->remaining) / 1000, 0, 'f', 1);
    }
    case bof::Tag::Class: {
        const int place = classPlaces_.value(id, -1);
        return place < 0 ? say("CLASS %1").arg(id)
                         : QLatin1Char('&') + fromOldText(game_.classes[static_cast<std::size_t>(place)].name);
    }
    case bof::Tag::Message: {
        const QString name = names_->message(id);
        return name.isEmpty() ? say("MESSAGE %1").arg(id) : QLatin1Char('@') + name;
    }
    default: break;
    }
    if (isTable(game_, value) && value.data >= 0 && static_cast<std::size_t>(value.data) < game_.tables.size()) {
        const std::size_t count = game_.tables[static_cast<std::size_t>(value.data)].entries.size();
        return count == 1 ? say("table of 1 entry") : say("table of %1 entries").arg(count);
    }
    const std::string_view tag = bof::tagName(value.tag, game_.flavour == save::Flavour::Extended ? bof::newestVersion : 5);
    return fromUtf8(tag) + QLatin1Char(' ') + QString::number(value.data);
}

QString SavedGame::valueDetail(const save::Value& value) const
{
    switch (value.tag) {
    case bof::Tag::Nil:
    case bof::Tag::Int: return {};
    case bof::Tag::Resource: {
        const QString name = resourceNames_.value(static_cast<std::int32_t>(value.data));
        return name.isEmpty() ? QStringLiteral("RESOURCE %1").arg(value.data) : name;
    }
    default: break;
    }
    const std::string_view tag = bof::tagName(value.tag, game_.flavour == save::Flavour::Extended ? bof::newestVersion : 5);
    return fromUtf8(tag) + QLatin1Char(' ') + QString::number(value.data);
}

QString SavedGame::flavourText() const
{
    switch (game_.flavour) {
    case save::Flavour::Original: return say("original, 32-bit values");
    case save::Flavour::Extended: return say("open105, 32-bit values and tables");
    case save::Flavour::Wide: return say("mainline, 64-bit values");
    }
    return {};
}

} // namespace blak::ui::views
