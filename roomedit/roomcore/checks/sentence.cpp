// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/roomcore/checks/sentence.h"

namespace blak::roomcore {

std::string textOf(const Sentence& sentence, const Translate& translate)
{
    const std::string pattern = translate ? translate(sentence.pattern) : sentence.pattern;
    std::string text;
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        const std::size_t number = pattern[i] == '%' && i + 1 < pattern.size() && pattern[i + 1] >= '1' && pattern[i + 1] <= '9'
                                       ? static_cast<std::size_t>(pattern[i + 1] - '1')
                                       : sentence.arguments.size();
        if (number < sentence.arguments.size()) {
            text += sentence.arguments[number];
            ++i;
        } else {
            text += pattern[i];
        }
    }
    return text;
}

} // namespace blak::roomcore
