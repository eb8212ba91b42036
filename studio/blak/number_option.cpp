// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/blak/number_option.h"

#include <charconv>
#include <string>

namespace blak::cli {

std::optional<int> numberOption(const Command& command, const Arguments& arguments, std::string_view option, int least, int most,
                                int otherwise)
{
    const auto text = arguments.value(option);
    if (!text)
        return otherwise;
    int number = 0;
    const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), number);
    if (error == std::errc() && end == text->data() + text->size() && number >= least && number <= most)
        return number;
    complainAboutUsage(command, std::string(option) + ": expected a number from " + std::to_string(least) + " to " +
                                    std::to_string(most) + ", found " + *text);
    return std::nullopt;
}

} // namespace blak::cli
