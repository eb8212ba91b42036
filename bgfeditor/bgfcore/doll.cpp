// SPDX-License-Identifier: GPL-3.0-or-later
#include "bgfeditor/bgfcore/doll.h"

#include "client/render/sprite_layout.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

namespace blak::bgfcore {
namespace {

using Json = nlohmann::ordered_json;

constexpr int mostSide = 4096; ///< pixels of a flat picture
constexpr std::string_view kind = "blakston-doll";

Error refuse(std::string_view file, const std::string& place, const std::string& what)
{
    return Error{what, std::string(file) + (place.empty() ? "" : ", " + place)};
}

/// A whole number within a range; the first thing that is wrong goes into `error`.
int number(const Json& object, const char* name, int least, int most, int otherwise, std::optional<std::string>& error)
{
    const auto found = object.find(name);
    if (found == object.end())
        return otherwise;
    if (found->is_number_integer()) {
        const auto value = found->get<std::int64_t>();
        if (value >= least && value <= most)
            return static_cast<int>(value);
    }
    if (!error)
        error = std::string(name) + ": expected a number from " + std::to_string(least) + " to " + std::to_string(most) +
                ", found " + found->dump(-1, ' ', false, Json::error_handler_t::replace).substr(0, 40);
    return otherwise;
}

std::string fileName(const Json& object, const char* name, std::optional<std::string>& error)
{
    const auto found = object.find(name);
    if (found != object.end() && found->is_string()) {
        auto text = found->get<std::string>();
        if (!text.empty() && text.size() < 256 && text.find('/') == std::string::npos && text.find('\\') == std::string::npos)
            return text;
    }
    if (!error)
        error = std::string(name) + ": expected the name of a sprite";
    return {};
}

using Kind = scene::Animation::Kind;

constexpr int mostGroups = 1'000'000, longestPeriod = 60'000; ///< ms
constexpr std::uint32_t usualPeriod = 180;

Json toJson(const DollPart& part)
{
    Json json{{"file", part.file}, {"hotspot", part.hotspot}, {"group", part.group + 1}, {"translation", part.translation}};
    const scene::Animation& motion = part.motion;
    if (motion.kind != Kind::Still)
        json["motion"] = {{"kind", motion.kind == Kind::Cycle ? "cycle" : "once"},
                          {"period", motion.period},
                          {"low", motion.low + 1},
                          {"high", motion.high + 1},
                          {"last", motion.last + 1}};
    if (part.isHidden)
        json["hidden"] = true;
    return json;
}

scene::Animation motionOf(const Json& part, std::optional<std::string>& error)
{
    const auto found = part.find("motion");
    if (found == part.end())
        return {};
    const Json way = found->is_object() ? found->value("kind", Json()) : Json();
    if (way != "cycle" && way != "once") {
        if (!error)
            error = "motion: expected an object with the kind \"cycle\" or \"once\"";
        return {};
    }
    const auto period = static_cast<std::uint32_t>(number(*found, "period", 1, longestPeriod, usualPeriod, error));
    const int low = number(*found, "low", 1, mostGroups, 1, error) - 1, high = number(*found, "high", 1, mostGroups, 1, error) - 1;
    if (way == "cycle")
        return scene::Animation::cycle(period, low, high);
    return scene::Animation::once(period, low, high, number(*found, "last", 1, mostGroups, 1, error) - 1);
}

/// A whole number at the beginning of a text, which goes on behind it.
std::optional<int> takeNumber(std::string_view& text, int most)
{
    int value = 0;
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (fault != std::errc() || value < 1 || value > most)
        return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return value;
}

bool takeMark(std::string_view& text, char mark)
{
    const std::size_t at = text.find_first_not_of(' ');
    if (at == std::string_view::npos || text[at] != mark)
        return false;
    text.remove_prefix(at + 1);
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    return true;
}

/// What is drawn of an index of a part.
std::uint8_t shownIndex(const render::PlacedImage& placed, const palette::Tables& tables, std::uint8_t index)
{
    return tables.translation[placed.secondTranslation][tables.translation[placed.translation][index]];
}

} // namespace

std::string groupText(const DollPart& part)
{
    const scene::Animation& motion = part.motion;
    if (motion.kind == Kind::Still)
        return std::to_string(part.group + 1);
    return std::to_string(motion.low + 1) + "-" + std::to_string(motion.high + 1) +
           (motion.kind == Kind::Once ? ">" + std::to_string(motion.last + 1) : "") + " " + std::to_string(motion.period);
}

bool readGroupText(std::string_view text, DollPart& part)
{
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    const auto low = takeNumber(text, mostGroups);
    if (!low)
        return false;
    DollPart read = part;
    if (takeMark(text, '-')) {
        const std::uint32_t period = part.motion.kind == Kind::Still ? usualPeriod : part.motion.period;
        const auto high = takeNumber(text, mostGroups);
        if (!high)
            return false;
        read.motion = scene::Animation::cycle(period, *low - 1, *high - 1);
        if (takeMark(text, '>')) {
            const auto last = takeNumber(text, mostGroups);
            if (!last)
                return false;
            read.motion = scene::Animation::once(period, *low - 1, *high - 1, *last - 1);
        }
        if (const std::size_t at = text.find_first_not_of(' '); at != std::string_view::npos && at > 0) {
            text.remove_prefix(at);
            const auto milliseconds = takeNumber(text, longestPeriod);
            if (!milliseconds)
                return false;
            read.motion.period = static_cast<std::uint32_t>(*milliseconds);
        }
    } else {
        read.motion = {};
        read.group = *low - 1;
    }
    if (text.find_first_not_of(' ') != std::string_view::npos)
        return false;
    part = read;
    return true;
}

Doll dollOf(const scene::Object& object)
{
    Doll doll;
    doll.base = object.icon;
    doll.group = std::max(0, object.standing.animation.groupAt(0));
    doll.translation = object.standing.translation;
    for (const scene::Overlay& worn : object.standing.overlays) {
        if (doll.parts.size() == mostDollParts)
            break;
        scene::Animation motion = worn.animation.kind == Kind::Still ? scene::Animation{} : worn.animation;
        motion.period = std::clamp(motion.period, std::uint32_t{motion.kind == Kind::Still ? 0u : 1u}, std::uint32_t{longestPeriod});
        doll.parts.push_back({worn.icon, worn.hotspot, std::max(0, worn.animation.groupAt(0)), worn.translation, motion});
    }
    return doll;
}

render::SpriteState stateOf(const Doll& doll, render::AssetStore& assets, double elapsed)
{
    render::SpriteState state;
    state.id = 1;
    state.picture = assets.sprite(doll.base);
    state.group = doll.group;
    state.translation = doll.translation;
    for (const DollPart& part : doll.parts) {
        if (part.isHidden)
            continue;
        render::SpriteOverlay overlay;
        overlay.picture = assets.sprite(part.file);
        overlay.group = part.groupAt(elapsed);
        overlay.hotspot = part.hotspot;
        overlay.translation = part.translation;
        state.overlays.push_back(std::move(overlay));
    }
    return state;
}

FlatDoll flatten(const render::SpriteState& state, int viewingAngle, const palette::Tables& tables)
{
    const auto placed = render::layOutSprite(state, viewingAngle);
    const auto base = std::ranges::find(placed, -1, &render::PlacedImage::overlay);
    if (base == placed.end())
        return {};
    const double unit = base->unitsPerPixel;
    double left = base->left, right = base->right(), top = base->top, bottom = base->bottom();
    for (const render::PlacedImage& one : placed) {
        left = std::min(left, one.left);
        right = std::max(right, one.right());
        top = std::max(top, one.top);
        bottom = std::min(bottom, one.bottom());
    }
    FlatDoll flat;
    flat.baseX = static_cast<int>(std::ceil((base->left - left) / unit - 1e-9));
    flat.baseY = static_cast<int>(std::ceil((top - base->top) / unit - 1e-9));
    flat.width = std::clamp(static_cast<int>(std::ceil((right - base->left) / unit - 1e-9)) + flat.baseX, 0, mostSide);
    flat.height = std::clamp(static_cast<int>(std::ceil((base->top - bottom) / unit - 1e-9)) + flat.baseY, 0, mostSide);
    flat.indices.assign(static_cast<std::size_t>(flat.width) * static_cast<std::size_t>(flat.height), bgf::transparentIndex);
    for (const render::PlacedImage& one : placed)
        for (int y = 0; y < flat.height; ++y)
            for (int x = 0; x < flat.width; ++x) {
                // The middle of a pixel of the base, in pixels of this one.
                const double across = base->left + (x - flat.baseX + 0.5) * unit,
                             down = base->top - (y - flat.baseY + 0.5) * unit;
                const int column = static_cast<int>(std::floor((across - one.left) / one.unitsPerPixel));
                const int row = static_cast<int>(std::floor((one.top - down) / one.unitsPerPixel));
                if (column < 0 || row < 0 || column >= one.image->width || row >= one.image->height)
                    continue;
                const std::uint8_t index =
                    one.image->pixels[static_cast<std::size_t>(row) * static_cast<std::size_t>(one.image->width) +
                                      static_cast<std::size_t>(column)];
                if (index != bgf::transparentIndex)
                    flat.indices[static_cast<std::size_t>(y) * static_cast<std::size_t>(flat.width) +
                                 static_cast<std::size_t>(x)] = shownIndex(one, tables, index);
            }
    return flat;
}

std::string blakodOf(const Doll& doll)
{
    std::vector<std::pair<std::string, std::string>> resources; // file, name
    const auto resourceOf = [&](const std::string& file) {
        const auto known = std::ranges::find(resources, file, &std::pair<std::string, std::string>::first);
        if (known != resources.end())
            return known->second;
        std::string name;
        for (const char c : file.substr(0, file.rfind('.')))
            name += std::isalnum(static_cast<unsigned char>(c)) != 0 ? static_cast<char>(std::tolower(static_cast<unsigned char>(c))) : '_';
        if (name.empty() || std::isdigit(static_cast<unsigned char>(name.front())) != 0)
            name.insert(0, "look_");
        name += "_icon";
        const auto isTaken = [&](const std::string& other) {
            return std::ranges::any_of(resources, [&](const auto& entry) { return entry.second == other; });
        };
        std::string unused = name;
        for (int i = 2; isTaken(unused); ++i)
            unused = name + std::to_string(i);
        resources.emplace_back(file, unused);
        return unused;
    };
    const auto look = [](std::uint8_t translation, int group, const scene::Animation& motion) {
        std::string lines;
        if (translation != 0)
            lines += "      AddPacket(1,ANIMATE_TRANSLATION, 1," + std::to_string(translation) + ");\n";
        if (motion.kind == Kind::Still)
            return lines + "      AddPacket(1,ANIMATE_NONE, 2," + std::to_string(group + 1) + ");\n";
        return lines + "      AddPacket(1," + (motion.kind == Kind::Cycle ? "ANIMATE_CYCLE" : "ANIMATE_ONCE") + ", 4," +
               std::to_string(motion.period) + ", 2," + std::to_string(motion.low + 1) + ", 2," + std::to_string(motion.high + 1) +
               (motion.kind == Kind::Once ? ", 2," + std::to_string(motion.last + 1) : "") + ");\n";
    };
    (void)resourceOf(doll.base);
    std::string messages = "   SendAnimation()\n   {\n" + look(doll.translation, doll.group, {}) +
                           "\n      return;\n   }\n\n   SendOverlays()\n   {\n      AddPacket(1," +
                           std::to_string(doll.parts.size()) + ");\n";
    for (const DollPart& part : doll.parts)
        messages += "      AddPacket(4," + resourceOf(part.file) + ", 1," + std::to_string(part.hotspot) + ");\n" +
                    look(part.translation, part.group, part.motion);
    messages += "\n      return;\n   }\n";
    std::string text = "resources:\n\n";
    for (const auto& [file, name] : resources)
        text += "   " + name + " = " + file + "\n";
    return text + "\nmessages:\n\n" + messages;
}

Result<Doll> readDoll(std::string_view text, std::string_view file)
{
    const Json json = Json::parse(text, nullptr, false);
    if (json.is_discarded() || !json.is_object() || json.value("kind", Json()) != Json(kind))
        return Error{"not a paper doll: expected a JSON object with \"kind\": \"blakston-doll\"", std::string(file),
                     ErrorCode::WrongKind};
    std::optional<std::string> error;
    Doll doll;
    doll.base = fileName(json, "base", error);
    doll.group = number(json, "group", 1, mostGroups, 1, error) - 1;
    doll.translation = static_cast<std::uint8_t>(number(json, "translation", 0, 255, 0, error));
    if (error)
        return refuse(file, {}, *error);
    const Json parts = json.value("parts", Json::array());
    if (!parts.is_array() || parts.size() > mostDollParts)
        return refuse(file, "parts", "expected a list of at most " + std::to_string(mostDollParts));
    for (const Json& one : parts) {
        const std::string place = "part " + std::to_string(doll.parts.size() + 1);
        if (!one.is_object())
            return refuse(file, place, "expected an object");
        DollPart part;
        part.file = fileName(one, "file", error);
        part.hotspot = number(one, "hotspot", -128, 127, 0, error);
        part.group = number(one, "group", 1, mostGroups, 1, error) - 1;
        part.translation = static_cast<std::uint8_t>(number(one, "translation", 0, 255, 0, error));
        part.motion = motionOf(one, error);
        const Json hidden = one.value("hidden", Json(false));
        if (!hidden.is_boolean() && !error)
            error = "hidden: expected true or false";
        part.isHidden = hidden == Json(true);
        if (error)
            return refuse(file, place, *error);
        doll.parts.push_back(std::move(part));
    }
    return doll;
}

std::string writeDoll(const Doll& doll)
{
    Json json{{"kind", kind}, {"base", doll.base}, {"group", doll.group + 1}, {"translation", doll.translation}};
    json["parts"] = Json::array();
    for (const DollPart& part : doll.parts)
        json["parts"].push_back(toJson(part));
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace blak::bgfcore
