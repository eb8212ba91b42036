// SPDX-License-Identifier: GPL-3.0-or-later
// Accounts and characters of those who play, and where they stand.
#include "studio/play/session/play_session.h"

#include "formats/base/names.h"

#include <QFileInfo>

#include <algorithm>
#include <array>
#include <cmath>

namespace blak::play {
namespace {

using nlohmann::json;

constexpr double clientUnitsPerSquare = 1024;
constexpr int wireUnitsPerSquare = 64; ///< squares are counted from 1
constexpr int mostSquares = 1 << 20;

/// Letters only, as most worlds want names.
constexpr std::array names{"Wren", "Robin", "Finch", "Linnet", "Martin", "Dunnock", "Siskin", "Plover"};
constexpr std::array wardens{"Warden", "Steward", "Bailiff", "Reeve"};

QString fileNameOf(const QString& room) { return QFileInfo(QString(room).replace(u'\\', u'/')).fileName(); }

/// All that a recipe may speak of.
std::map<std::string, json> valuesFor(std::int64_t room, std::int64_t user, const PlayPlace& place)
{
    const auto wire = [](double client) {
        return static_cast<int>(std::floor(client / (clientUnitsPerSquare / wireUnitsPerSquare))) + wireUnitsPerSquare;
    };
    const int row = wire(place.y), column = wire(place.x);
    return {{"room", objectValue(room)},
            {"roomId", room},
            {"user", objectValue(user)},
            {"userId", user},
            {"row", row / wireUnitsPerSquare},
            {"column", column / wireUnitsPerSquare},
            {"fineRow", row % wireUnitsPerSquare},
            {"fineColumn", column % wireUnitsPerSquare},
            {"wireRow", row},
            {"wireColumn", column},
            {"angle", place.angle}};
}

/// Where a list says that a thing is, in client units; nothing where it does not, or where the thing is `user`.
std::optional<QPointF> placeInList(const Recipe& recipe, const json& elements, std::int64_t user)
{
    const auto number = [&elements](int element) -> std::optional<double> {
        const auto index = static_cast<std::size_t>(element - 1);
        const json value = index < elements.size() ? elements[index] : json();
        const bool isNumber = value.is_object() && value.value("tag", "") == "INT" && value["data"].is_number_integer();
        return isNumber ? std::optional(value["data"].get<double>()) : std::nullopt;
    };
    const auto row = number(recipe.rowElement), column = number(recipe.columnElement);
    if (!row || !column || (elements[0].value("tag", "") == "OBJECT" && elements[0].value("data", std::int64_t{0}) == user))
        return std::nullopt;
    const auto client = [](double square, std::optional<double> fine) {
        return (square - 1) * clientUnitsPerSquare + fine.value_or(wireUnitsPerSquare / 2.0) * (clientUnitsPerSquare / wireUnitsPerSquare);
    };
    return QPointF(client(*column, number(recipe.fineColumnElement)), client(*row, number(recipe.fineRowElement)));
}

} // namespace

void PlaySession::account(AccountKind kind, int number, const AccountDone& done)
{
    PlayAccount wanted;
    const QString n = number == 0 ? QString() : QString::number(number + 1);
    wanted.password = world_ ? QString::fromStdString(world_->password()) : QString();
    if (kind == AccountKind::Player) {
        wanted.name = QStringLiteral("player") + n;
        wanted.character = QLatin1String(names[static_cast<std::size_t>(number) % names.size()]);
        if (number == 0 && !wish_.character.empty()) {
            wanted.character = QString::fromStdString(wish_.character);
            for (const QChar letter : wanted.character.toLower())
                if (letter.isLetterOrNumber() && letter.unicode() < 128)
                    wanted.name += letter;
        }
    } else {
        wanted.name = (kind == AccountKind::Dm ? QStringLiteral("dm") : QStringLiteral("admin")) + n;
        wanted.character = kind == AccountKind::Dm ? QLatin1String(wardens[static_cast<std::size_t>(number) % wardens.size()])
                                                   : QStringLiteral("Founder");
    }
    control_.ask({{"do", "accounts"}, {"account", wanted.name.toStdString()}}, [=, this](const ControlAnswer& known) {
        if (known.good)
            return done(wanted, {});
        if (!control_.isOpen())
            return done(std::nullopt, known.error);
        const auto admin = [this](const QString& command, const std::function<void(const QString&)>& then) {
            control_.ask({{"do", "admin"}, {"command", command.toStdString()}}, [then](const ControlAnswer& answer) {
                then(answer.good ? QString::fromStdString(answer.result.value("text", "")) : QString());
            });
        };
        const auto numberIn = [](const QString& text) {
            const qsizetype at = text.indexOf(QLatin1String("reated "));
            const QString rest = text.mid(at).section(u' ', 2).section(u'.', 0, 0);
            bool valid = false;
            const int id = rest.toInt(&valid);
            return at >= 0 && valid ? id : -1;
        };
        const bool wantsLetters = world_ && (world_->dialect() == "open105" || world_->dialect() == "open29");
        const QString credentials =
            wanted.name + u' ' + wanted.password + (wantsLetters ? QStringLiteral(" play@localhost") : QString());
        if (kind == AccountKind::Player)
            return admin(QStringLiteral("create automated ") + credentials, [=](const QString& text) {
                if (numberIn(text) < 0)
                    return done(std::nullopt, tr("The account %1 cannot be made: %2").arg(wanted.name, text.trimmed()));
                done(wanted, {});
            });
        const QString type = kind == AccountKind::Dm ? QStringLiteral("dm") : QStringLiteral("admin");
        admin(QStringLiteral("create account %1 ").arg(type) + credentials, [=](const QString& text) {
            const int id = numberIn(text);
            if (id < 0)
                return done(std::nullopt, tr("The account %1 cannot be made: %2").arg(wanted.name, text.trimmed()));
            admin(QStringLiteral("create %1 %2").arg(type).arg(id), [=](const QString&) { done(wanted, {}); });
        });
    });
}

void PlaySession::rooms(std::function<void(const QVector<PlayRoom>&, const QString&)> done)
{
    if (!recipe_)
        return done({}, {});
    json names{recipe_->roomFile, recipe_->roomName};
    const bool hasSquare = !recipe_->roomRow.empty() && !recipe_->roomColumn.empty();
    if (hasSquare)
        names.insert(names.end(), {recipe_->roomRow, recipe_->roomColumn});
    if (hasSquare && !recipe_->roomAngle.empty())
        names.push_back(recipe_->roomAngle);
    control_.ask({{"do", "instances.read"}, {"class", recipe_->roomClass}, {"names", names}},
                 [this, done = std::move(done)](const ControlAnswer& answer) {
                     if (!answer.good)
                         return done({}, answer.error);
                     QVector<PlayRoom> rooms;
                     for (const json& row : answer.result["objects"]) {
                         const auto text = [&row](std::size_t i) {
                             const json& value = row["values"][i];
                             return value.is_object() ? QString::fromStdString(value.value("text", "")) : QString();
                         };
                         const auto number = [&row](std::size_t i) {
                             const json value = i < row["values"].size() ? row["values"][i] : json();
                             const bool isNumber = value.is_object() && value.value("tag", "") == "INT" && value["data"].is_number_integer();
                             return isNumber ? static_cast<int>(std::clamp<std::int64_t>(value["data"].get<std::int64_t>(), 0, mostSquares)) : -1;
                         };
                         if (const QString file = fileNameOf(text(0)); !file.isEmpty())
                             rooms.push_back({row["object"].get<std::int64_t>(), QString::fromStdString(row.value("class", "")), file, text(1),
                                              std::max(number(2), 0), std::max(number(3), 0), number(4) < 0 ? -1 : number(4) & 4095});
                     }
                     std::ranges::sort(rooms, {}, &PlayRoom::object);
                     rooms_ = rooms;
                     done(rooms, {});
                 });
}

PlayPlace PlaySession::kept(PlayPlace place) const
{
    const auto room = std::ranges::find(rooms_, place.object, &PlayRoom::object);
    if (place.object != 0 && room != rooms_.end() && room->file.compare(fileNameOf(place.room), Qt::CaseInsensitive) == 0) {
        place.type = room->type;
        place.nth = static_cast<int>(std::count_if(rooms_.begin(), room, [&](const PlayRoom& one) { return one.type == room->type; }));
    }
    place.object = 0;
    return place;
}

/// Several rooms may have one file: the one that is wanted, else the one where somebody of ours is, else the first that was made.
void PlaySession::findRoom(const PlayPlace& place, std::function<void(std::optional<std::int64_t>, const QString&)> done)
{
    rooms([this, place, done = std::move(done)](const QVector<PlayRoom>& all, const QString& why) {
        if (place.ofClass)
            return done(chooseOfClass(place, all), why);
        QVector<PlayRoom> fitting, ofType;
        for (const PlayRoom& one : all) {
            if (one.file.compare(fileNameOf(place.room), Qt::CaseInsensitive) == 0)
                fitting.push_back(one);
            if (!place.type.isEmpty() && one.type == place.type)
                ofType.push_back(one);
        }
        if (fitting.isEmpty())
            return done(std::nullopt, why);
        const auto known = [&](std::int64_t object) {
            return std::ranges::any_of(fitting, [object](const PlayRoom& one) { return one.object == object; });
        };
        const std::int64_t meant = known(place.object) ? place.object : place.nth < ofType.size() ? ofType[place.nth].object : 0;
        const std::int64_t chosen = known(meant) ? meant : known(lastRoom_) ? lastRoom_ : fitting.front().object;
        if (fitting.size() > 1 && meant == 0 && place.object == 0) {
            QStringList names;
            for (const PlayRoom& one : fitting)
                names << QStringLiteral("%1 (OBJECT %2)").arg(one.type).arg(one.object);
            tell(Severity::Info, tr("%1 is the file of %2 rooms: %3. This is OBJECT %4; the Cheats dock leads to the others.")
                                     .arg(fileNameOf(place.room), QString::number(fitting.size()), names.mid(0, 5).join(QStringLiteral(", ")))
                                     .arg(chosen));
        }
        done(chosen, {});
    });
}

/// What stands in front is a class: a room of it, else one of a class that inherits from it, else one with its file; nothing: one is made.
std::optional<std::int64_t> PlaySession::chooseOfClass(const PlayPlace& place, const QVector<PlayRoom>& all)
{
    QVector<PlayRoom> own, inherited, alike;
    for (const PlayRoom& one : all)
        if (one.type.compare(place.type, Qt::CaseInsensitive) == 0)
            own.push_back(one);
        else if (place.heirs.contains(one.type, Qt::CaseInsensitive))
            inherited.push_back(one);
        else
            alike.push_back(one);
    const auto hasFile = [&place](const PlayRoom& one) { return one.file.compare(fileNameOf(place.room), Qt::CaseInsensitive) == 0; };
    if (std::ranges::any_of(inherited, hasFile)) // of those that inherit from it the ones that look like it
        inherited.removeIf([&](const PlayRoom& one) { return !hasFile(one); });
    alike.removeIf([&](const PlayRoom& one) { return !hasFile(one); });
    const QVector<PlayRoom>& fitting = !own.isEmpty() ? own : !inherited.isEmpty() ? inherited : alike;
    if (fitting.isEmpty())
        return std::nullopt;
    const auto here = std::ranges::find(fitting, lastRoom_, &PlayRoom::object);
    const PlayRoom& chosen = here != fitting.end() ? *here : fitting.front();
    const QString called = QStringLiteral("%1 (OBJECT %2)").arg(chosen.name.isEmpty() ? chosen.file : chosen.name).arg(chosen.object);
    QString why;
    if (own.size() > 1)
        why = (here != fitting.end() ? tr("The world has %1 rooms of class %2: this is %3, where you were last; the Cheats dock leads to the others.")
                                     : tr("The world has %1 rooms of class %2: this is %3, the first; the Cheats dock leads to the others."))
                  .arg(QString::number(own.size()), place.type, called);
    else if (own.isEmpty())
        why = (!inherited.isEmpty() ? tr("The world has no room of class %1: this is %2 of class %3, which inherits from it.")
                                    : tr("The world has no room of class %1: this is %2 of class %3, which has the same file."))
                  .arg(place.type, called, chosen.type);
    if (!why.isEmpty()) {
        tell(Severity::Info, why);
        emit roomChosen(why);
    }
    return chosen.object;
}

/// Where nobody named a point: the room's own square for who is brought there, else wherever one can stand.
PlayPlace PlaySession::standOf(std::int64_t object, PlayPlace place, const QVector<QPointF>& things) const
{
    const auto room = std::ranges::find(rooms_, object, &PlayRoom::object);
    if (place.hasPoint || room == rooms_.end())
        return place;
    place.room = room->file;
    if (room->row > 0 && room->column > 0) {
        place.hasPoint = true;
        place.x = (room->column - 0.5) * clientUnitsPerSquare;
        place.y = (room->row - 0.5) * clientUnitsPerSquare;
        place.angle = room->angle;
    }
    if (stand_)
        place = stand_(place, things);
    place.angle = std::max(place.angle, 0); // nobody knew the room
    return place;
}

bool PlaySession::hasDirection(std::int64_t object, const PlayPlace& place) const
{
    const auto room = std::ranges::find(rooms_, object, &PlayRoom::object);
    return place.hasPoint ? place.angle >= 0 : room == rooms_.end() || (room->row > 0 && room->column > 0 && room->angle >= 0);
}

/// Rooms are made when a world boots, so of a class that came later there is none.
void PlaySession::findRoomClass(const PlayPlace& place, const std::function<void(const std::optional<RoomClass>&)>& then)
{
    const QString room = place.room, type = place.ofClass ? place.type : QString();
    control_.ask({{"do", "classes"}, {"counts", true}}, [=, this](const ControlAnswer& answer) {
        if (!answer.good || !recipe_)
            return then(std::nullopt);
        std::map<std::int64_t, std::pair<std::string, std::int64_t>> all; // name and super by number
        std::vector<std::int64_t> empty;
        for (const json& row : answer.result) {
            all[row.value("classId", std::int64_t{0})] = {row.value("class", ""), row.value("super", std::int64_t{0})};
            if (row.value("objects", std::int64_t{0}) == 0)
                empty.push_back(row.value("classId", std::int64_t{0}));
        }
        const auto isRoom = [&](std::int64_t id) {
            for (std::size_t steps = 0; steps < all.size() && all.contains(id); ++steps, id = all[id].second) // a circle ends it
                if (equalIgnoringCase(all[id].first, recipe_->roomClass))
                    return true;
            return false;
        };
        std::erase_if(empty, [&](std::int64_t id) { return !isRoom(id) || all[id].first.starts_with(recipe_->throwAwayClass); });
        if (std::ranges::any_of(empty, [&](std::int64_t id) { return equalIgnoringCase(all[id].first, type.toStdString()); })) // and none that shares its file
            std::erase_if(empty, [&](std::int64_t id) { return !equalIgnoringCase(all[id].first, type.toStdString()); });
        struct Search
        {
            std::size_t left = 0;
            std::optional<RoomClass> found;
        };
        auto search = std::make_shared<Search>();
        search->left = empty.size();
        if (empty.empty())
            return then(std::nullopt);
        for (const std::int64_t id : empty)
            control_.ask({{"do", "class.read"}, {"class", id}}, [=, this](const ControlAnswer& read) {
                const auto valueOf = [&read](const std::string& name) {
                    for (const auto& [list, value] : {std::pair{"variables", "value"}, std::pair{"properties", "default"}})
                        for (const json& row : read.result.value(list, json::array()))
                            if (equalIgnoringCase(row.value("name", ""), name))
                                return row.value(value, json());
                    return json();
                };
                const json file = read.good && recipe_ ? valueOf(recipe_->roomFile) : json();
                const auto book = texts();
                if (file.is_object() && file.value("tag", "") == "RESOURCE" && book &&
                    fileNameOf(QString::fromStdString(book->text(file.value("data", std::uint32_t{0})))).compare(fileNameOf(room), Qt::CaseInsensitive) == 0) {
                    const json number = recipe_->roomNumber.empty() ? json() : valueOf(recipe_->roomNumber);
                    search->found = RoomClass{read.result.value("class", ""), number.is_object() ? number.value("data", json()) : json()};
                }
                if (--search->left == 0)
                    then(search->found);
            });
    });
}

void PlaySession::makeRoom(const PlayPlace& place, const std::function<void(std::optional<std::int64_t>, const QString&)>& done)
{
    const QString room = place.room;
    findRoomClass(place, [=, this](const std::optional<RoomClass>& own) {
        if (!recipe_ || !world_)
            return done(std::nullopt, {});
        if (!own)
            return makeThrowAwayRoom(room, done);
        std::map<std::string, json> values{{"className", own->name}};
        if (!own->number.is_null())
            values["number"] = own->number;
        control_.askAll(recipe_->throwAwayMake, std::move(values), [=, this](const ControlAnswer& answer) {
            const QString type = QString::fromStdString(own->name);
            if (answer.good) {
                tell(Severity::Info, tr("The world had no room of class %1 yet, so one was made of it for this play.").arg(type));
                PlayPlace there = place;
                there.object = 0;
                return findRoom(there, done);
            }
            if (!recipe_ || !world_)
                return done(std::nullopt, {});
            tell(Severity::Warning, tr("No room of class %1 can be made: %2").arg(type, answer.error));
            makeThrowAwayRoom(room, done);
        });
    });
}

void PlaySession::makeThrowAwayRoom(const QString& room, const std::function<void(std::optional<std::int64_t>, const QString&)>& done)
{
    const auto made = world_->makeThrowAwayRoom(*recipe_, fileNameOf(room).toStdString());
    if (!made)
        return done(std::nullopt, QString::fromStdString(made.error().text()));
    // Not the whole program: that saves first, and objects get other numbers.
    const std::string file = lowerCase(made.value().className);
    const json load = json::array({{{"do", "reload"}, {"what", "resource"}, {"name", file + ".rsc"}},
                                   {{"do", "reload"}, {"what", "class"}, {"name", file + ".bof"}}});
    control_.askAll(load, {}, [=, this](const ControlAnswer& loaded) {
        if (!loaded.good || !recipe_)
            return done(std::nullopt, tr("The class for %1 cannot be loaded: %2").arg(room, loaded.error));
        changeTexts({QString::fromStdString(file + ".rsc")}); // clients learn the name of the room's file before they go there
        control_.askAll(recipe_->throwAwayMake, {{"className", made.value().className}, {"number", made.value().number}}, [=, this](const ControlAnswer& answer) {
            if (!answer.good)
                return done(std::nullopt, tr("The room %1 cannot be made: %2").arg(room, answer.error));
            tell(Severity::Info, tr("No class uses %1, so one was made for this play only.").arg(fileNameOf(room)));
            PlayPlace there;
            there.room = room;
            findRoom(there, done);
        });
    });
}

void PlaySession::putIn(std::int64_t room, std::int64_t user, const PlayPlace& place, const Done& done)
{
    lastRoom_ = room;
    const auto go = [=, this](const QVector<QPointF>& things) {
        if (!recipe_)
            return;
        control_.askAll(recipe_->place, valuesFor(room, user, standOf(room, place, things)), [this, user, done, isFree = !hasDirection(room, place)](const ControlAnswer& answer) {
            if (answer.good && isFree)
                emit putWithoutDirection(user);
            if (done)
                done(answer.good, answer.error);
        });
    };
    if (place.hasPoint)
        go({});
    else
        findThings(room, user, go);
}

/// Where things stand in a room, apart from somebody who may be there already, in client units; nothing where the recipe does not know.
void PlaySession::findThings(std::int64_t room, std::int64_t user, std::function<void(const QVector<QPointF>& things)> then)
{
    if (!recipe_->thingLists.empty())
        return findListedThings(room, user, then);
    if (recipe_->thingClass.empty())
        return then({});
    control_.ask({{"do", "instances.read"}, {"class", recipe_->thingClass}, {"names", {recipe_->owner, recipe_->thingRow, recipe_->thingColumn}}},
                 [room, user, then = std::move(then)](const ControlAnswer& answer) {
                     QVector<QPointF> things;
                     if (answer.good)
                         for (const json& row : answer.result["objects"]) {
                             const json &owner = row["values"][0], &down = row["values"][1], &right = row["values"][2];
                             if (row.value("object", std::int64_t{0}) == user || !owner.is_object() || owner.value("tag", "") != "OBJECT" ||
                                 owner.value("data", std::int64_t{0}) != room || !down.is_object() || !right.is_object())
                                 continue;
                             const auto client = [](const json& wire) {
                                 return (wire.value("data", 0.0) - wireUnitsPerSquare) * (clientUnitsPerSquare / wireUnitsPerSquare);
                             };
                             things.push_back({client(right), client(down)});
                         }
                     then(things);
                 });
}

/// The same where a room has lists of what is in it.
void PlaySession::findListedThings(std::int64_t room, std::int64_t user, std::function<void(const QVector<QPointF>& things)> then)
{
    struct Found
    {
        std::size_t left = 0; ///< lists that are asked for
        QVector<QPointF> things;
    };
    control_.ask({{"do", "object.read"}, {"object", room}}, [this, user, then = std::move(then)](const ControlAnswer& answer) {
        std::vector<std::int64_t> lists;
        if (answer.good && recipe_)
            for (const json& property : answer.result.value("properties", json::array()))
                if (const json value = property.value("value", json()); value.is_object() && value.value("tag", "") == "LIST")
                    for (const std::string& name : recipe_->thingLists)
                        if (equalIgnoringCase(property.value("name", ""), name))
                            lists.push_back(value.value("data", std::int64_t{0}));
        if (lists.empty())
            return then({});
        auto found = std::make_shared<Found>();
        found->left = lists.size();
        for (const std::int64_t list : lists)
            control_.ask({{"do", "list.read"}, {"list", list}, {"within", true}}, [this, user, found, then](const ControlAnswer& read) {
                if (read.good && recipe_)
                    for (const json& node : read.result.value("elements", json::array()))
                        if (const auto at = placeInList(*recipe_, node.value("elements", json::array()), user))
                            found->things.push_back(*at);
                if (--found->left == 0)
                    then(found->things);
            });
    });
}

/// Rooms may send away who comes in: a locked one, one for others. What a handler posts is done when its answer is here.
void PlaySession::findWhereItCame(std::int64_t user, const std::function<void(const QString&)>& done)
{
    if (!recipe_ || recipe_->owner.empty())
        return done({});
    control_.ask({{"do", "object.read"}, {"object", user}}, [=, this](const ControlAnswer& answer) {
        std::int64_t room = lastRoom_;
        if (answer.good)
            for (const json& property : answer.result.value("properties", json::array()))
                if (const json value = property.value("value", json());
                    equalIgnoringCase(property.value("name", ""), recipe_->owner) && value.is_object() && value.value("tag", "") == "OBJECT")
                    room = value.value("data", room);
        if (room == lastRoom_ || !recipe_)
            return done({});
        control_.ask({{"do", "instances.read"}, {"class", recipe_->roomClass}, {"names", {recipe_->roomFile, recipe_->roomName}}},
                     [room, done](const ControlAnswer& rooms) {
                         QString name;
                         if (rooms.good)
                             for (const json& row : rooms.result["objects"])
                                 if (row.value("object", std::int64_t{0}) == room)
                                     for (const json& value : row["values"])
                                         if (const QString text = value.is_object() ? QString::fromStdString(value.value("text", "")) : QString(); !text.isEmpty())
                                             name = text; // the file, then what people call it
                         done(name); // no room at all: somebody carries it, or it is gone
                     });
    });
}

void PlaySession::put(std::int64_t user, const PlayPlace& place, const Done& done)
{
    const auto tellWhy = [done](const QString& why) {
        if (done)
            done(false, why);
    };
    if (!recipe_)
        return tellWhy(tr("No recipe for playing fits this Blakod, so %1 cannot be entered.").arg(place.room));
    findRoom(place, [=, this](std::optional<std::int64_t> room, const QString& why) {
        if (room)
            return putIn(*room, user, place, done);
        if (!why.isEmpty() || !recipe_ || !world_)
            return tellWhy(why);
        makeRoom(place, [=, this](std::optional<std::int64_t> made, const QString& reason) {
            if (!made)
                return tellWhy(reason.isEmpty() ? tr("The room %1 was made and is not there.").arg(place.room) : reason);
            putIn(*made, user, place, done);
        });
    });
}

} // namespace blak::play
