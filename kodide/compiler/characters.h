// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace blak::kod {

enum CharacterClass : std::uint8_t {
    LetterClass = 1,
    DigitClass = 2,
    UnderscoreClass = 4,
    DashClass = 8, ///< joins identifiers to file names
    BlankClass = 16,
    HexClass = 32,
    NameClass = LetterClass | DigitClass | UnderscoreClass,
    FileNameClass = NameClass | DashClass,
};

inline constexpr auto characterClasses = [] {
    std::array<std::uint8_t, 256> classes{};
    for (unsigned c = 'a'; c <= 'z'; ++c)
        classes[c] = classes[c - 32] = static_cast<std::uint8_t>(LetterClass | (c <= 'f' ? HexClass : 0));
    for (unsigned c = '0'; c <= '9'; ++c)
        classes[c] = DigitClass | HexClass;
    classes['_'] = UnderscoreClass;
    classes['-'] = DashClass;
    classes[' '] = classes['\t'] = classes['\r'] = BlankClass;
    return classes;
}();

inline constexpr auto lowerCase = [] {
    std::array<char, 256> lower{};
    for (unsigned c = 0; c < 256; ++c)
        lower[c] = static_cast<char>(c >= 'A' && c <= 'Z' ? c + 32 : c);
    return lower;
}();

constexpr bool isClass(char c, unsigned classes) { return (characterClasses[static_cast<unsigned char>(c)] & classes) != 0; }

constexpr char lower(char c) { return lowerCase[static_cast<unsigned char>(c)]; }

constexpr bool equalIgnoringCase(std::string_view a, std::string_view b)
{
    if (a.size() != b.size())
        return false;
    for (std::size_t i = 0; i < a.size(); ++i)
        if (lower(a[i]) != lower(b[i]))
            return false;
    return true;
}

constexpr std::uint32_t hashIgnoringCase(std::string_view text)
{
    std::uint32_t hash = 2166136261u;
    for (const char c : text)
        hash = (hash ^ static_cast<unsigned char>(lower(c))) * 16777619u;
    return hash ^ (hash >> 15);
}

inline std::string lowerText(std::string_view text)
{
    std::string result(text);
    for (char& c : result)
        c = lower(c);
    return result;
}

} // namespace blak::kod
