// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/vm/machine.h"

#include <algorithm>

/// How handlers are entered: depth, slots, binding of parameters. Used by the interpreter and by calls from built-ins.
namespace blak::vm {

/// Words kept free behind the locals of the top frame for the settings of a call.
constexpr std::size_t callReserve = 300;

/// Binds and enters. The settings lie at `sent`; when they lie on the machine's stack the locals follow them. False when the
/// dialect refuses (too deep, too many slots); that has been reported then.
template <class Traits>
inline bool Machine<Traits>::pushFrame(const Code<Traits>& code, std::int64_t id, const Object& target, const std::int32_t* ids,
                                       const Word* sent, std::size_t count, const std::int16_t* plan)
{
    Word* locals = stack_.data();
    std::int64_t ranBelow = 0;
    if (frameCount_ > 0) {
        const Frame& below = frames_[frameCount_ - 1];
        ranBelow = ranIn(below);
        locals = below.locals + below.code->slotCount;
        if (sent == locals)
            locals += count;
    }
    const bool full = static_cast<std::size_t>(stack_.data() + stack_.size() - locals) < code.slotCount + callReserve;
    if (frameCount_ + 1 >= Traits::dialect().maxDepth || full || code.entry != Entry::Ready) [[unlikely]] {
        if (code.entry == Entry::Undecoded) {
            decode(code);
            if (timed_)
                chooseBuiltins(code);
            return pushFrame(code, id, target, ids, sent, count, plan);
        }
        const std::string name = names_.classes.name(code.owner->id);
        report(code.entry == Entry::TooManySlots
                   ? "handler of MESSAGE " + std::to_string(code.message) + " of CLASS " + name + " has too many locals"
                   : "sending to CLASS " + name + " (" + std::to_string(code.owner->id) + "), depth is " +
                         std::to_string(frameCount_ + 1) + ", aborted!");
        return false;
    }
    const Word* defaults = code.parameterDefaults.data();
    const std::size_t parameters = code.parameterCount;
    if (plan != nullptr) {
        for (std::size_t i = 0; i < parameters; ++i)
            locals[i] = plan[i] >= 0 ? sent[plan[i]] : defaults[i];
    } else {
        for (std::size_t i = 0; i < parameters; ++i) {
            const auto* hit = std::find(ids, ids + count, code.parameterIds[i]);
            locals[i] = hit != ids + count ? sent[hit - ids] : defaults[i];
        }
    }
    for (std::size_t i = parameters; i < code.slotCount; ++i)
        locals[i] = W::nil;

    Frame& frame = frames_[frameCount_++];
    frame.code = &code;
    frame.at = code.instructions.data();
    frame.locals = locals;
    frame.properties = target.properties;
    frame.type = target.type;
    frame.object = id;
    frame.sent = sent;
    frame.sentIds = ids;
    frame.sentCount = static_cast<std::uint32_t>(count);
    frame.propagated = false;
    frame.entry = false;
    frame.constructor = false;
    ++counters_.messages;
    ++code.calls;
    budget_ -= ranBelow;
    if (static_cast<std::int64_t>(frameCount_) > deepestFrames_)
        deepestFrames_ = static_cast<std::int64_t>(frameCount_);
    if (hook_ != nullptr) [[unlikely]]
        hook_->enter(id, code.owner->id, code.message);
    return true;
}

} // namespace blak::vm
