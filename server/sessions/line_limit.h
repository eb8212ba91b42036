// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace blak::serve {

/// How much somebody outside can make a log grow: so many lines in each period, what is above is counted.
class LineLimit
{
public:
    /// `period` in milliseconds.
    constexpr LineLimit(unsigned most, std::int64_t period) : most_(most), period_(period) {}

    /// Whether one more line may be written; `now` in milliseconds of a steady clock.
    bool take(std::int64_t now)
    {
        if (now - begun_ >= period_) {
            begun_ = now;
            taken_ = 0;
        }
        const bool free = taken_ < most_;
        taken_ += free ? 1 : 0;
        return free;
    }

private:
    unsigned most_;
    unsigned taken_ = 0;
    std::int64_t period_;
    std::int64_t begun_ = 0;
};

} // namespace blak::serve
