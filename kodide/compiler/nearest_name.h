// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace blak::kod {

/// Which of some names somebody may have meant who wrote another one: the one that takes the fewest letters to change, without
/// regard to case. The texts must live as long as this.
class NearestName
{
public:
    /// For names of one or two letters, and for very long ones, nothing is found: a guess would be noise.
    explicit NearestName(std::string_view wrong);

    void consider(std::string_view name);
    /// Empty: none is near. Of names that are as near as each other the first.
    std::string_view found() const { return found_; }

private:
    std::string_view wrong_;
    std::size_t allowed_ = 0; ///< changed letters
    std::size_t best_ = 0;    ///< of the names so far, or one too many
    std::vector<std::size_t> row_;
    std::string_view found_;
};

} // namespace blak::kod
