// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace blak::audio {

/// A gain that moves to its target in a straight line, so that no step is heard.
class Ramp
{
public:
    void jump(float value)
    {
        value_ = target_ = value;
        left_ = 0;
    }

    void moveTo(float target, int frames)
    {
        target_ = target;
        left_ = frames > 0 ? frames : 1;
        step_ = (target_ - value_) / static_cast<float>(left_);
    }

    /// The value for this frame; then one frame on.
    float next()
    {
        if (left_ == 0)
            return value_;
        value_ = --left_ == 0 ? target_ : value_ + step_;
        return value_;
    }

    bool isMoving() const { return left_ != 0; }

private:
    float value_ = 1, target_ = 1, step_ = 0;
    int left_ = 0;
};

} // namespace blak::audio
