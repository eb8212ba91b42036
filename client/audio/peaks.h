// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/audio/clip.h"

#include <atomic>
#include <memory>

namespace blak::audio {

struct Peak
{
    float low = 0, high = 0;
    friend bool operator==(const Peak&, const Peak&) = default;
};

/// Lowest and highest sample of any part of a clip in little time: pictures of waves at any zoom. A pyramid; level k holds one
/// pair for each 64 * 8^k frames and channel.
class Peaks
{
public:
    /// Some milliseconds for a minute of sound; null when cancelled.
    static std::shared_ptr<const Peaks> build(std::shared_ptr<const Clip> clip, const std::atomic<bool>& cancelled);

    /// Of the frames [begin, end), clipped to the sound; zero where there are none.
    Peak of(int channel, std::int64_t begin, std::int64_t end) const;

    const Clip& clip() const { return *clip_; }

private:
    struct Level
    {
        std::int64_t framesEach = 0;
        std::vector<Peak> peaks; ///< bucket * channels + channel
    };

    std::shared_ptr<const Clip> clip_;
    std::vector<Level> levels_;
};

} // namespace blak::audio
