// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <deque>
#include <string>
#include <utility>

namespace blak::world {

/// Notes of players for administrators; the oldest goes when there are too many.
class Notes
{
public:
    /// Line ends and other signs of control become blanks; what is too long is cut. `time` stands before it.
    void add(std::string_view time, std::string text);
    /// All, and they are read.
    std::deque<std::string> take() { return std::exchange(notes_, {}); }

private:
    std::deque<std::string> notes_;
};

} // namespace blak::world
