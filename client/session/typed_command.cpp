// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/session/typed_command.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <set>
#include <utility>

namespace blak::session {
namespace {

using Act = TypedResult (*)(Game&, Requests&, const std::string& rest, std::uint32_t target);

struct Row
{
    TypedCommand command;
    Act act;
};

TypedResult done(bool sent) { return {sent ? "" : "This server does not know that, or does not listen now.", {}, false, !sent}; }
TypedResult complain(std::string why) { return {std::move(why), {}, false, false}; }
TypedResult open(std::string window) { return {{}, std::move(window), false, false}; }

/// What was not sent can be sent later only if the server has asked to wait.
TypedResult judged(TypedResult result, const Game& game)
{
    result.tooEarly = result.tooEarly && game.session().isWaiting();
    if (result.tooEarly)
        result.complaint.clear();
    return result;
}

std::string lower(std::string text) { return smallLetters(std::move(text)); }

std::optional<std::uint32_t> numberOf(const std::string& text)
{
    std::uint32_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || error != std::errc() || end != text.data() + text.size())
        return std::nullopt;
    return value;
}

/// Somebody whose name the text begins with: "ann", "\"Old Man\" hello". Gives the rest.
std::pair<const wire::Player*, std::string> playerIn(const Game& game, const std::string& text)
{
    const bool quoted = text.starts_with('"');
    const std::string plain = quoted ? text.substr(1) : text;
    const wire::Player* best = nullptr;
    std::size_t length = 0;
    for (const wire::Player& player : game.room().players()) {
        const std::string name = lower(game.nameOf(player.name).empty() ? player.text : game.nameOf(player.name));
        if (name.size() > length && lower(plain).starts_with(name) && (plain.size() == name.size() || plain[name.size()] == ' ' || plain[name.size()] == '"')) {
            best = &player;
            length = name.size();
        }
    }
    if (best == nullptr) { // a beginning that fits only one
        const std::size_t end = plain.find(quoted ? '"' : ' ');
        const std::string begin = lower(plain.substr(0, end));
        for (const wire::Player& player : game.room().players())
            if (!begin.empty() && lower(game.nameOf(player.name)).starts_with(begin)) {
                if (best != nullptr)
                    return {};
                best = &player;
            }
        length = std::min(end, plain.size());
    }
    std::string rest = plain.substr(std::min(length, plain.size()));
    rest.erase(0, rest.find_first_not_of("\" "));
    return {best, rest};
}

TypedResult tell(Game& game, Requests& ask, const std::string& rest, std::uint32_t)
{
    const auto [player, words] = playerIn(game, rest);
    if (player == nullptr)
        return complain("Nobody in the game has that name, or several have.");
    const std::array<std::uint32_t, 1> listeners{player->id};
    return words.empty() ? complain("Say what you want to tell.") : done(ask.tell(listeners, words));
}

TypedResult ignore(Game& game, Requests&, const std::string& rest, std::uint32_t)
{
    if (rest.empty())
        return complain("Whom?");
    std::set<std::string>& ignored = game.companions().ignored;
    if (ignored.erase(lower(rest)) == 0 && ignored.size() < Companions::mostNames)
        ignored.insert(lower(rest));
    game.mark(Topic::Players);
    game.say(game.isIgnored(rest) ? "You do not hear " + rest + " any more." : "You hear " + rest + " again.");
    return {};
}

TypedResult buddy(Game& game, Requests&, const std::string& rest, std::uint32_t)
{
    std::set<std::string>& buddies = game.companions().buddies;
    if (rest.empty()) {
        std::string names;
        for (const std::string& name : buddies)
            names += (names.empty() ? "" : ", ") + name;
        game.say(names.empty() ? "You have no buddies yet. /buddy NAME makes one." : "Your buddies: " + names + ".");
        return {};
    }
    const bool gone = buddies.erase(lower(rest)) != 0;
    if (!gone && buddies.size() < Companions::mostNames)
        buddies.insert(lower(rest));
    game.mark(Topic::Players);
    game.say(gone ? rest + " is no buddy any more." : "You are told when " + rest + " comes and goes.");
    return {};
}

/// The first word, quoted or not, and what follows it.
std::pair<std::string, std::string> firstWord(const std::string& text)
{
    const bool quoted = text.starts_with('"');
    const std::size_t end = std::min(text.find(quoted ? '"' : ' ', quoted ? 1 : 0), text.size());
    std::string rest = text.substr(std::min(end + (quoted ? 1 : 0), text.size()));
    rest.erase(0, std::min(rest.find_first_not_of(' '), rest.size()));
    return {text.substr(quoted ? 1 : 0, end - (quoted ? 1 : 0)), rest};
}

/// "/group friends" lists it, "/group friends +ann" and "-ann" change it, anything else is told to those of it who are there.
TypedResult group(Game& game, Requests& ask, const std::string& rest, std::uint32_t)
{
    auto& groups = game.companions().groups;
    if (rest.empty()) {
        std::string names;
        for (const auto& [name, members] : groups)
            names += (names.empty() ? "" : ", ") + name + " (" + std::to_string(members.size()) + ")";
        game.say(names.empty() ? "You have no groups yet. /group NAME +ANN makes one." : "Your groups: " + names + ".");
        return {};
    }
    auto [word, words] = firstWord(rest);
    const std::string name = lower(word);
    if (words.starts_with('+')) {
        if ((!groups.contains(name) && groups.size() >= Companions::mostGroups) || groups[name].size() >= Companions::mostInGroup)
            return complain("There are too many already.");
        const std::string who = lower(words.substr(1));
        if (who.find_first_of("|\n") != who.npos || name.find_first_of("| ") != name.npos || who.empty())
            return complain("That is no name.");
        std::vector<std::string>& members = groups[name];
        if (std::ranges::find(members, who) == members.end())
            members.push_back(who);
        game.say(words.substr(1) + " is in " + name + ".");
        return {};
    }
    const auto found = groups.find(name);
    if (found == groups.end())
        return complain("You have no group \"" + word + "\". /group " + word + " +NAME makes it.");
    if (words.starts_with('-')) {
        std::erase(found->second, lower(words.substr(1)));
        game.say(words.substr(1) + " is not in " + name + " any more.");
        if (found->second.empty())
            groups.erase(found);
        return {};
    }
    if (words.empty()) {
        std::string names;
        for (const std::string& one : found->second)
            names += (names.empty() ? "" : ", ") + one;
        game.say(name + ": " + names + ".");
        return {};
    }
    std::vector<std::uint32_t> listeners;
    for (const wire::Player& player : game.room().players())
        if (player.id != game.room().self() && std::ranges::find(found->second, lower(game.nameOf(player.name))) != found->second.end())
            listeners.push_back(player.id);
    return listeners.empty() ? complain("Nobody of " + name + " is in the game.") : done(ask.tell(listeners, words));
}

TypedResult alias(Game& game, Requests&, const std::string& rest, std::uint32_t)
{
    auto& aliases = game.companions().aliases;
    auto [word, line] = firstWord(rest);
    word = lower(word.starts_with('/') ? word.substr(1) : word);
    if (word.empty()) {
        for (const auto& [name, what] : aliases)
            game.say("/" + name + " is " + what);
        if (aliases.empty())
            game.say("You have no words of your own yet. /alias hi /say Good evening makes /hi.");
    } else if (line.empty()) {
        if (aliases.erase(word) == 0)
            return complain("You have no word \"/" + word + "\".");
        game.say("/" + word + " is forgotten.");
    } else if (aliases.size() >= Companions::mostAliases || line.size() > Companions::longestAlias) {
        return complain("That is too much.");
    } else {
        aliases[word] = line;
        game.say("/" + word + " is " + line);
    }
    return {};
}

TypedResult money(bool (Requests::*act)(std::uint32_t), Requests& ask, const std::string& rest)
{
    const auto amount = numberOf(rest);
    return amount ? done((ask.*act)(*amount)) : complain("How much?");
}

const wire::GameObject* chosen(const Game& game, std::uint32_t target)
{
    if (const wire::RoomObject* object = game.room().find(target))
        return &object->object;
    return game.room().carried(target);
}

TypedResult withTarget(Game& game, std::uint32_t target, bool (Requests::*act)(const wire::GameObject&), Requests& ask)
{
    const wire::GameObject* object = chosen(game, target);
    return object == nullptr ? complain("Choose something first: click it.") : done((ask.*act)(*object));
}

template <Gesture gesture>
TypedResult gesture_(Game&, Requests& ask, const std::string&, std::uint32_t)
{
    return done(ask.act(gesture));
}

template <SayKind kind>
TypedResult say_(Game&, Requests& ask, const std::string& rest, std::uint32_t)
{
    return rest.empty() ? complain("Say what?") : done(ask.say(kind, rest));
}

template <bool (Requests::*act)()>
TypedResult plain_(Game&, Requests& ask, const std::string&, std::uint32_t)
{
    return done((ask.*act)());
}

struct Choice
{
    const char* name;
    Preference bit;
};
constexpr Choice choices[]{{"temp-safe", TemporarilySafe}, {"grouping", Grouping},      {"auto-loot", AutoLoot},
                           {"auto-combine", AutoCombine},  {"reagent-bag", ReagentBag}, {"spell-power", SpellPower}};

/// One of the preferences; the others stay as they are.
TypedResult prefer(Game& game, Requests& ask, Preference bit, bool on)
{
    const auto& now = game.sheet().preferences();
    if (now)
        return done(ask.setPreferences(on ? *now | bit : *now & ~bit));
    return ask.askPreferences() ? complain("The server is asked how it stands now. Once more, please.") : done(false);
}

TypedResult safety(Game& game, Requests& ask, const std::string& rest, std::uint32_t)
{
    if (rest != "on" && rest != "off")
        return complain("/safety on or /safety off");
    return wire::isOpen(game.dialect()) ? prefer(game, ask, SafetyOff, rest == "off") : done(ask.setSafety(rest == "on"));
}

/// "/option" lists them, "/option grouping off" sets one.
TypedResult option(Game& game, Requests& ask, const std::string& rest, std::uint32_t)
{
    const auto [name, value] = firstWord(rest);
    const auto* found = std::ranges::find_if(choices, [&](const Choice& one) { return lower(name) == one.name; });
    if (found != std::end(choices) && (value == "on" || value == "off"))
        return prefer(game, ask, found->bit, value == "on");
    if (!rest.empty())
        return complain("/option NAME on or /option NAME off; /option alone lists them.");
    const auto& now = game.sheet().preferences();
    if (!now)
        return ask.askPreferences() ? complain("The server is asked how it stands now. Once more, please.") : done(false);
    std::string all;
    for (const Choice& one : choices)
        all += std::string(all.empty() ? "" : ", ") + one.name + ((*now & one.bit) != 0 ? " on" : " off");
    game.say("The server does for you: " + all + ".");
    return {};
}

#define ACT [](Game & game, Requests & ask, const std::string& rest, std::uint32_t target) -> TypedResult
#define UNUSED (void)game, (void)ask, (void)rest, (void)target

constexpr Row rows[]{
    {{"say s", "TEXT", "Say something to those near by."}, say_<SayKind::Normal>},
    {{"yell y", "TEXT", "Be heard in the rooms around."}, say_<SayKind::Yell>},
    {{"broadcast b", "TEXT", "Be heard by everybody."}, say_<SayKind::Broadcast>},
    {{"tell t", "NAME TEXT", "Tell one person something."}, tell},
    {{"guild g", "TEXT", "Speak to your guild; alone it opens the guild's window."},
     ACT {
         UNUSED;
         return rest.empty() ? open("guild") : done(ask.say(SayKind::Guild, rest));
     }},
    {{"emote e me", "TEXT", "Show what you feel or do."}, say_<SayKind::Emote>},
    {{"wave", "", "Gesture."}, gesture_<Gesture::Wave>},
    {{"point", "", "Gesture."}, gesture_<Gesture::Point>},
    {{"dance", "", "Gesture."}, gesture_<Gesture::Dance>},
    {{"happy smile", "", "Show a happy face."}, gesture_<Gesture::Happy>},
    {{"sad frown", "", "Show a sad face."}, gesture_<Gesture::Sad>},
    {{"wry", "", "Show a wry face."}, gesture_<Gesture::Wry>},
    {{"neutral", "", "Show your usual face."}, gesture_<Gesture::Plain>},
    {{"look l", "", "Look at what you have chosen."},
     ACT { UNUSED; return withTarget(game, target, &Requests::look, ask); }},
    {{"get take", "", "Take what you have chosen."}, ACT { UNUSED; return withTarget(game, target, &Requests::get, ask); }},
    {{"use", "", "Use what you have chosen."}, ACT { UNUSED; return withTarget(game, target, &Requests::use, ask); }},
    {{"activate", "", "Work what you have chosen."},
     ACT { UNUSED; return withTarget(game, target, &Requests::activate, ask); }},
    {{"open", "", "Look into what you have chosen."},
     ACT { UNUSED; return withTarget(game, target, &Requests::openContainer, ask); }},
    {{"buy", "", "Ask whom you have chosen for goods."},
     ACT { UNUSED; return withTarget(game, target, &Requests::askWares, ask); }},
    {{"quests", "", "Ask whom you have chosen for quests."},
     ACT {
         UNUSED;
         return target == 0 ? complain("Choose somebody first: click him.") : done(ask.askQuests(target));
     }},
    {{"vault", "", "Ask the keeper you have chosen for your things."},
     ACT { UNUSED; return withTarget(game, target, &Requests::askVault, ask); }},
    {{"attack a", "", "Attack what you have chosen."},
     ACT {
         UNUSED;
         return target == 0 ? complain("Choose something first: click it.") : done(ask.attack(target));
     }},
    {{"go", "", "Go through the door you stand at."}, plain_<&Requests::go>},
    {{"rest", "", "Sit down and rest."}, plain_<&Requests::rest>},
    {{"stand", "", "Stand up."}, plain_<&Requests::stand>},
    {{"safety", "on|off", "Whether you may hurt other players."}, safety},
    {{"option", "[NAME on|off]", "What the server does for you by itself (open105)."}, option},
    {{"deposit", "AMOUNT", "Bring money to the bank."}, ACT { UNUSED; return money(&Requests::depositMoney, ask, rest); }},
    {{"withdraw", "AMOUNT", "Take money from the bank."}, ACT { UNUSED; return money(&Requests::withdrawMoney, ask, rest); }},
    {{"balance", "", "How much the bank keeps for you."}, plain_<&Requests::balance>},
    {{"time", "", "What time it is in the world (open105)."}, plain_<&Requests::askTime>},
    {{"appeal", "TEXT", "Call those who run the world."},
     ACT {
         UNUSED;
         return rest.empty() ? complain("Say what is wrong.") : done(ask.appeal(rest));
     }},
    {{"rescue", "", "Be brought home when you are stuck."}, plain_<&Requests::rescue>},
    {{"ignore", "NAME", "Hear somebody no more; once more to hear again."}, ignore},
    {{"buddy", "[NAME]", "Be told when somebody comes and goes; once more to end that."}, buddy},
    {{"group", "NAME +ANN|-ANN|TEXT", "Groups of people: add one, take one out, tell them all something."}, group},
    {{"alias", "[WORD [LINE]]", "A word of your own for a line: /alias hi /say Good evening."}, alias},
    {{"who", "", "Who is in the game."},
     ACT {
         UNUSED;
         ask.askPlayers();
         return open("who");
     }},
    {{"mail", "", "Letters."}, ACT { UNUSED; return open("mail"); }},
    {{"password", "", "Change your password."}, ACT { UNUSED; return open("password"); }},
    {{"admin", "COMMAND", "A command of the server, for administrators."},
     ACT {
         UNUSED;
         if (!rest.empty() && !ask.adminCommand(rest))
             return done(false);
         return open("admin");
     }},
    {{"suicide", "really", "End this character. Write \"/suicide really\"."},
     ACT {
         UNUSED;
         return rest == "really" ? done(ask.suicide()) : complain("Write \"/suicide really\" to end this character.");
     }},
    {{"quit", "", "Leave the game."}, ACT { UNUSED; return TypedResult{{}, {}, true, false}; }},
    {{"help h ?", "", "This list."}, ACT { UNUSED; return open("help"); }},
};

#undef ACT
#undef UNUSED

bool hasName(std::string_view names, std::string_view wanted)
{
    for (std::size_t at = 0; at < names.size();) {
        const std::size_t end = std::min(names.find(' ', at), names.size());
        if (names.substr(at, end - at) == wanted)
            return true;
        at = end + 1;
    }
    return false;
}

const Row* find(const std::string& word)
{
    for (const Row& row : rows)
        if (hasName(row.command.names, word))
            return &row;
    const Row* only = nullptr; // a beginning that fits one alone
    for (const Row& row : rows)
        if (row.command.names.starts_with(word)) {
            if (only != nullptr)
                return nullptr;
            only = &row;
        }
    return only;
}

} // namespace

std::span<const TypedCommand> typedCommands()
{
    static const auto commands = [] {
        std::array<TypedCommand, std::size(rows)> all{};
        std::ranges::transform(rows, all.begin(), &Row::command);
        return all;
    }();
    return commands;
}

TypedResult runTyped(Game& game, std::string_view typed, std::uint32_t target)
{
    const std::string expanded = game.companions().expanded(typed.substr(std::min(typed.find_first_not_of(' '), typed.size())));
    std::string_view line = expanded;
    const std::size_t start = line.find_first_not_of(' ');
    if (start == std::string_view::npos)
        return {};
    line.remove_prefix(start);
    Requests ask(game.session());
    if (!line.starts_with('/'))
        return judged(done(ask.say(SayKind::Normal, std::string(line))), game);
    const std::size_t end = std::min(line.find(' '), line.size());
    const std::string word = lower(std::string(line.substr(1, end - 1)));
    std::string rest(line.substr(end));
    rest.erase(0, std::min(rest.find_first_not_of(' '), rest.size()));
    const Row* row = word.empty() ? nullptr : find(word);
    if (row == nullptr)
        return complain("There is no command \"/" + word.substr(0, 40) + "\". /help lists those there are.");
    return judged(row->act(game, ask, rest, target), game);
}

} // namespace blak::session
