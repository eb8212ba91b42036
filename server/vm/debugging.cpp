// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/vm/machine.h"

/// What a debugger needs of a running machine.
namespace blak::vm {

template <class Traits>
void Machine<Traits>::setDebugHook(DebugHook* hook)
{
    debugger_ = hook;
    chooseHook();
    setStepping(false);
}

template <class Traits>
void Machine<Traits>::setStepping(bool on)
{
    stepping_ = on;
    carefulBelow_.store(on ? always : nearLimit(), std::memory_order_relaxed);
    written_.reset();
}

template <class Traits>
auto Machine<Traits>::placeOf(const Frame& frame) const -> CodePlace
{
    const Code<Traits>& code = *frame.code;
    const auto at = static_cast<std::size_t>(frame.at - code.instructions.data());
    CodePlace place{code.file->name, code.lines[at], code.offsets[at]};
    for (std::size_t i = at + 1; i-- > 0;)
        if (code.statement[i] >= 0) {
            place.line = code.statement[i];
            break;
        }
    return place;
}

/// Tells the hook what the instruction before has written and which statement begins at the one that comes.
template <class Traits>
void Machine<Traits>::beCareful(const Frame& frame)
{
    if (written_) {
        const PropertyWrite write = *written_;
        written_.reset();
        hook_->propertyWritten(write.object, write.property, toValue(write.before), toValue(frame.properties[write.property]));
    }
    const auto at = static_cast<std::size_t>(frame.at - frame.code->instructions.data());
    const bool interrupted = !stepping_ && carefulBelow_.load(std::memory_order_relaxed) == always;
    if (frame.code->statement[at] >= 0 && (stepping_ || interrupted)) {
        if (interrupted)
            carefulBelow_.store(nearLimit(), std::memory_order_relaxed);
        hook_->line(placeOf(frame));
    }
    const Instruction& next = *frame.at;
    const bool enters = next.operation == Operation::Send || next.operation == Operation::Create ||
                        next.operation == Operation::Call || next.operation == Operation::CallDiscard;
    if (!stepping_ || enters)
        return;
    const bool stepsProperty = next.operation >= Operation::PostIncrementAny && next.operation <= Operation::PreDecrementAny &&
                               next.from == Place::Property;
    if (next.to == Place::Property || stepsProperty) {
        const std::uint16_t property = next.to == Place::Property ? next.dest : next.a;
        written_ = PropertyWrite{frame.object, property, frame.properties[property]};
    }
}

/// The result of a call or a send has gone into a property.
template <class Traits>
void Machine<Traits>::tellResultWritten(const Frame& frame, Word before)
{
    if (hook_ != nullptr && stepping_ && frame.at->to == Place::Property)
        hook_->propertyWritten(frame.object, frame.at->dest, toValue(before), toValue(frame.properties[frame.at->dest]));
}

template <class Traits>
std::vector<FrameView> Machine<Traits>::stack() const
{
    std::vector<FrameView> result;
    for (std::size_t i = frameCount_; i-- > 0;) {
        const Frame& frame = frames_[i];
        FrameView view;
        view.object = frame.object;
        view.ownerClass = frame.code->owner->id;
        view.message = frame.code->message;
        view.propagated = frame.propagated;
        view.place = placeOf(frame);
        view.parameters = frame.code->parameterCount;
        for (std::size_t local = 0; local < frame.code->slotCount; ++local)
            view.locals.push_back(toValue(frame.locals[local]));
        result.push_back(std::move(view));
    }
    return result;
}

template <class Traits>
bool Machine<Traits>::setLocal(std::size_t depth, std::size_t local, Value value)
{
    if (depth >= frameCount_)
        return false;
    const Frame& frame = frames_[frameCount_ - 1 - depth];
    if (local >= frame.code->slotCount)
        return false;
    frame.locals[local] = toWord(value);
    return true;
}

#define X(Traits)                                                                                                                \
    template void Machine<Traits>::setDebugHook(DebugHook*);                                                                     \
    template void Machine<Traits>::setStepping(bool);                                                                            \
    template CodePlace Machine<Traits>::placeOf(const Frame&) const;                                                             \
    template void Machine<Traits>::beCareful(const Frame&);                                                                      \
    template void Machine<Traits>::tellResultWritten(const Frame&, Word);                                                        \
    template std::vector<FrameView> Machine<Traits>::stack() const;                                                              \
    template bool Machine<Traits>::setLocal(std::size_t, std::size_t, Value);
BLAK_VM_FOR_EACH_DIALECT(X)
#undef X

} // namespace blak::vm
