// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/clientini/client_settings.h"

#include <array>

namespace blak::clientini {
namespace {

using settings::Kind;
using settings::KnownOption;

// Section, name, kind, note. A name of "*" stands for every name: the section is a list.
constexpr auto table = std::to_array<KnownOption>({
    {"Miscellaneous", "Download", Kind::Integer, "sequence number of the last package"},
    {"Miscellaneous", "SaveOnExit", Kind::Boolean},
    {"Miscellaneous", "PlayMusic", Kind::Boolean},
    {"Miscellaneous", "PlaySound", Kind::Boolean},
    {"Miscellaneous", "PlayLoopSounds", Kind::Boolean},
    {"Miscellaneous", "PlayRandomSounds", Kind::Boolean},
    {"Miscellaneous", "MusicVolume", Kind::Integer, "0 to 100", 0, 100},
    {"Miscellaneous", "SoundVolume", Kind::Integer, "0 to 100", 0, 100},
    {"Miscellaneous", "AmbientVolume", Kind::Integer, "0 to 100", 0, 100},
    {"Miscellaneous", "Timeout", Kind::Integer, "minutes"},
    {"Miscellaneous", "UserName", Kind::Text},
    {"Miscellaneous", "Area", Kind::Integer, "size of the view"},
    {"Miscellaneous", "Animate", Kind::Boolean},
    {"Miscellaneous", "Browser", Kind::Text, "program that opens links"},
    {"Miscellaneous", "DefaultBrowser", Kind::Boolean, "the system's program opens links"},
    {"Miscellaneous", "INIVersion", Kind::Integer},
    {"Miscellaneous", "Sentinel", Kind::Integer, "time of the last password change"},
    {"Miscellaneous", "CacheBalance", Kind::Integer, "percent for objects"},
    {"Miscellaneous", "ObjectCacheMin", Kind::Integer, "bytes"},
    {"Miscellaneous", "GridCacheMin", Kind::Integer, "bytes"},
    {"Miscellaneous", "ServerLow", Kind::Integer},
    {"Miscellaneous", "ServerHigh", Kind::Integer},
    {"Miscellaneous", "ServerGuest", Kind::Integer},
    {"Interface", "DrawMap", Kind::Boolean},
    {"Interface", "ScrollLock", Kind::Boolean},
    {"Interface", "Tooltips", Kind::Boolean},
    {"Interface", "InventoryNum", Kind::Boolean},
    {"Interface", "Aggressive", Kind::Boolean},
    {"Interface", "Bounce", Kind::Boolean, "the view goes up and down while walking"},
    {"Interface", "Toolbar", Kind::Boolean},
    {"Interface", "Pain", Kind::Boolean},
    {"Interface", "Weather", Kind::Boolean},
    {"Interface", "AntiProfane", Kind::Boolean},
    {"Interface", "IgnoreProfane", Kind::Boolean},
    {"Interface", "ProfanityFilter", Kind::Boolean},
    {"Interface", "ExtraProfaneSearch", Kind::Boolean},
    {"Interface", "LatencyMeter", Kind::Boolean},
    {"Interface", "SpinningCube", Kind::Boolean},
    {"Interface", "HaloColor", Kind::Integer},
    {"Interface", "ColorCodes", Kind::Boolean},
    {"Interface", "MapAnnotations", Kind::Boolean},
    {"Interface", "MapTextZoomLimit", Kind::Integer},
    {"Interface", "TextAreaSize", Kind::Integer, "percent"},
    {"Interface", "ActiveStatGroup", Kind::Integer},
    {"Window", "NormalLeft", Kind::Integer},
    {"Window", "NormalRight", Kind::Integer},
    {"Window", "NormalTop", Kind::Integer},
    {"Window", "NormalBottom", Kind::Integer},
    {"Window", "MaxX", Kind::Integer},
    {"Window", "MaxY", Kind::Integer},
    {"Window", "Show", Kind::Integer},
    {"Comm", "Port", Kind::Integer},
    {"Comm", "RedialDelay", Kind::Integer},
    {"Comm", "Hostname", Kind::Text},
    {"Comm", "SocketPort", Kind::Integer},
    {"Comm", "ServerNumber", Kind::Integer},
    {"Comm", "Domain", Kind::Text, "host name with %d for the number of the server"},
    {"Users", "DrawNames", Kind::Boolean},
    {"Users", "DrawInventoryRarities", Kind::Boolean},
    {"Users", "IgnoreAll", Kind::Boolean},
    {"Users", "NoBroadcast", Kind::Boolean},
    {"Users", "IgnoreList", Kind::Text},
    {"Special", "Debug", Kind::Boolean},
    {"Special", "Security", Kind::Integer},
    {"Special", "Technical", Kind::Boolean},
    {"Fonts", "*", Kind::Text, "height and 12 more numbers, then the name"},
    {"Colors", "*", Kind::Text, "red, green, blue"},
    {"Aliases", "*", Kind::Text},
    {"VerbAliases", "*", Kind::Text},
    {"Groups", "*", Kind::Text},
    {"Group Settings", "*", Kind::Text},
    {"Friends", "*", Kind::Text},
    {"config", "initialized", Kind::Boolean},
    {"config", "classickeybindings", Kind::Boolean},
    {"config", "invertmouse", Kind::Boolean},
    {"config", "mouselookxscale", Kind::Integer, "15 is usual"},
    {"config", "mouselookyscale", Kind::Integer, "9 is usual"},
    {"config", "quickchat", Kind::Boolean},
    {"config", "alwaysrun", Kind::Boolean},
    {"config", "attackontarget", Kind::Boolean},
    {"config", "dynamiclighting", Kind::Boolean},
    {"config", "softwarerenderer", Kind::Boolean},
    {"config", "rendererfailedonce", Kind::Boolean},
    {"config", "gpuefficiency", Kind::Boolean},
    {"config", "gpuefficiencyonetimeflip", Kind::Boolean},
    {"keys", "*", Kind::Text, "KEY, or KEY+shift, KEY+ctrl, KEY+any"},
});

struct ModifierName
{
    std::string_view text;
    Binding::Modifier modifier;
};
constexpr auto modifiers = std::to_array<ModifierName>({
    {"shift", Binding::Modifier::Shift},
    {"ctrl", Binding::Modifier::Control},
    {"any", Binding::Modifier::Any},
});

} // namespace

std::span<const KnownOption> options() { return table; }

const KnownOption* findOption(std::string_view group, std::string_view name)
{
    const KnownOption* exact = settings::findKnown(table, group, name);
    return exact != nullptr ? exact : settings::findKnown(table, group, "*");
}

Result<settings::File> read(std::string_view text, std::string_view file)
{
    return settings::read(text, file, settings::Style::Equals);
}

std::vector<settings::Finding> check(const settings::File& file) { return settings::check(file, findOption); }

std::optional<Binding> parseBinding(std::string_view value)
{
    value = trimmed(value);
    const std::size_t plus = value.find('+', 1);
    Binding binding{std::string(trimmed(value.substr(0, plus))), Binding::Modifier::None};
    if (binding.key.empty())
        return std::nullopt;
    if (plus == std::string_view::npos)
        return binding;
    for (const ModifierName& name : modifiers) {
        if (equalIgnoringCase(name.text, trimmed(value.substr(plus + 1)))) {
            binding.modifier = name.modifier;
            return binding;
        }
    }
    return std::nullopt;
}

std::string formatBinding(const Binding& binding)
{
    for (const ModifierName& name : modifiers)
        if (name.modifier == binding.modifier)
            return binding.key + "+" + std::string(name.text);
    return binding.key;
}

} // namespace blak::clientini
