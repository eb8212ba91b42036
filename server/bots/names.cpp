// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/bots/names.h"

#include "formats/base/capitalised.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

namespace blak::bots {
namespace {

constexpr std::array<std::string_view, 60> givenNames{
    "Ada",   "Bert",  "Cora",   "Dirk",  "Edda",  "Finn",  "Greta", "Hugo",  "Ida",   "Jan",   "Karla", "Lena",  "Mats",  "Nora",  "Otto",
    "Paula", "Quirin", "Rosa",  "Sven",  "Tilda", "Ulf",   "Vera",  "Wanda", "Xenia", "Yann",  "Zoe",   "Anton", "Berta", "Carl",  "Dora",
    "Emil",  "Frida", "Gustav", "Hanna", "Ivo",   "Jutta", "Klaus", "Lotte", "Max",   "Nele",  "Olaf",  "Petra", "Ralf",  "Selma", "Theo",
    "Ursula", "Vito", "Wilma",  "Arne",  "Bruno", "Clara", "David", "Elsa",  "Fritz", "Gerda", "Henry", "Irma",  "Jonas", "Kathe", "Ludwig"};

bool isLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool isDigit(char c) { return c >= '0' && c <= '9'; }

/// The number in letters: 12 = "bc".
std::string inLetters(const std::string& account)
{
    std::string out;
    for (const char c : account)
        if (isDigit(c) || isLetter(c))
            out += isDigit(c) ? static_cast<char>('a' + (c - '0')) : c;
    return capitalised(out);
}

/// "Ada" for 1; as many words as it takes, "Ada Bert".
std::vector<std::string> wordsOf(std::uint64_t number)
{
    std::vector<std::string> words;
    for (; number > 0; number = (number - 1) / givenNames.size())
        words.emplace_back(givenNames[(number - 1) % givenNames.size()]);
    return words;
}

} // namespace

std::vector<std::string> namesOf(const std::string& account)
{
    constexpr std::size_t mostDigits = 9;
    const auto end = std::find_if_not(account.rbegin(), account.rend(), isDigit).base();
    const std::string digits(end, account.end());
    std::string stem(account.begin(), end);
    std::erase_if(stem, [](char c) { return !isLetter(c); });
    stem = capitalised(stem);
    std::vector<std::string> names;
    if (!stem.empty() && !digits.empty() && digits.size() <= mostDigits) {
        names.push_back(stem + ' ' + digits);
        std::string apart = stem, together = stem;
        for (const std::string& word : wordsOf(std::stoull(digits))) {
            apart += ' ' + word;
            together += word;
        }
        if (apart != stem) // not of 0
            names.insert(names.end(), {apart, together});
    }
    names.push_back(inLetters(account));
    return names;
}

} // namespace blak::bots
