// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/admin/notes.h"

#include <algorithm>

namespace blak::world {

void Notes::add(std::string_view time, std::string text)
{
    constexpr std::size_t most = 100;
    constexpr std::size_t longest = 1000;
    text.resize(std::min(text.size(), longest));
    std::ranges::replace_if(
        text, [](char c) { return c >= '\0' && c < ' '; }, ' ');
    if (notes_.size() >= most)
        notes_.pop_front();
    notes_.push_back(std::string(time) + " " + text);
}

} // namespace blak::world
