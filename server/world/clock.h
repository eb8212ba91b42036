// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>

namespace blak::world {

/// A world's time: that of the day, a steady one, and the machine's, which Blakod sees and which may stand still, run faster or
/// jump ahead.
class Clock
{
public:
    /// Instead of the system's clocks.
    struct Sources
    {
        std::function<std::int64_t()> unixTime;     ///< seconds
        std::function<std::int64_t()> milliseconds; ///< steady
    };

    Clock();
    void setSources(Sources sources);
    void start(); ///< the world begins

    std::int64_t unixTime() const;
    std::int64_t startedAt() const { return startedAt_; } ///< Unix time
    /// The time by which old files are deleted: a clock that was set ahead since the start ages nothing.
    std::int64_t cleaningTime() const;

    /// Always runs, for everything but Blakod; as a recording knows it.
    std::int64_t steadyMilliseconds() const { return sources_.milliseconds ? sources_.milliseconds() : realMilliseconds(); }
    /// The same of the system itself.
    static std::int64_t realMilliseconds();

    // --- the machine's ---
    std::int64_t milliseconds() const;
    /// How fast it runs: 1 as the real one, 0 = it stands still.
    void setScale(double scale);
    double scale() const { return scale_; }
    void skip(std::int64_t milliseconds) { base_ += milliseconds; }
    /// Real milliseconds until it shows `due`, 0 to `most`.
    int until(std::int64_t due, int most) const;

private:
    Sources sources_;
    // The machine's clock: `base_` at the steady time `from_`, running `scale_` times as fast.
    double scale_ = 1;
    std::int64_t from_ = 0;
    std::int64_t base_ = 0;
    std::int64_t startedAt_ = 0;
    std::int64_t startedSteady_ = 0;
};

} // namespace blak::world
