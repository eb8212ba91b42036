// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/vm/machine.h"

#include <algorithm>
#include <utility>

/// What a debugger needs of a running machine.
namespace blak::vm {

template <class Traits>
void Machine<Traits>::addHook(DebugHook& hook, HookCalls calls)
{
    removeHook(hook);
    hooks_.push_back({&hook, calls == HookCalls::Told, false});
    chooseHook();
}

template <class Traits>
void Machine<Traits>::removeHook(DebugHook& hook)
{
    std::erase_if(hooks_, [&](const Hooked& entry) { return entry.hook == &hook; });
    chooseHook();
}

template <class Traits>
void Machine<Traits>::setStepping(DebugHook& hook, bool on)
{
    for (Hooked& entry : hooks_)
        if (entry.hook == &hook)
            entry.stepping = on;
    chooseHook();
}

template <class Traits>
void Machine<Traits>::chooseHook()
{
    stepping_ = std::ranges::any_of(hooks_, &Hooked::stepping);
    const bool told = timed_ || stepping_ || std::ranges::any_of(hooks_, &Hooked::calls);
    hook_ = told ? &fan_ : nullptr;
    beCarefulAnew();
}

template <class Traits>
void Machine<Traits>::beCarefulAnew()
{
    carefulBelow_.store(stepping_ ? always : nearLimit(), std::memory_order_relaxed);
    written_.reset();
}

// A hook may take itself or another one out while it is told, so that places are counted anew each time.

template <class Traits>
void Machine<Traits>::Fan::line(const CodePlace& place)
{
    const Telling telling(machine_);
    const bool stepping = machine_.stepping_; // otherwise somebody has interrupted
    for (std::size_t i = 0; i < machine_.hooks_.size(); ++i)
        if (!stepping || machine_.hooks_[i].stepping)
            machine_.hooks_[i].hook->line(place);
}

template <class Traits>
void Machine<Traits>::Fan::returning(const CodePlace& place)
{
    const Telling telling(machine_);
    for (std::size_t i = 0; i < machine_.hooks_.size(); ++i)
        if (machine_.hooks_[i].stepping)
            machine_.hooks_[i].hook->returning(place);
}

template <class Traits>
void Machine<Traits>::Fan::enter(std::int64_t object, std::int32_t classId, std::int32_t message)
{
    const Telling telling(machine_);
    if (machine_.timed_)
        machine_.entered();
    for (std::size_t i = 0; i < machine_.hooks_.size(); ++i)
        if (machine_.hooks_[i].calls)
            machine_.hooks_[i].hook->enter(object, classId, message);
}

template <class Traits>
void Machine<Traits>::Fan::leave(std::int64_t object, std::int32_t classId, std::int32_t message)
{
    const Telling telling(machine_);
    if (machine_.timed_)
        machine_.left();
    for (std::size_t i = 0; i < machine_.hooks_.size(); ++i)
        if (machine_.hooks_[i].calls)
            machine_.hooks_[i].hook->leave(object, classId, message);
}

template <class Traits>
void Machine<Traits>::Fan::propertyWritten(std::int64_t object, std::int32_t property, const Value& before, const Value& after)
{
    const Telling telling(machine_);
    for (std::size_t i = 0; i < machine_.hooks_.size(); ++i)
        if (machine_.hooks_[i].stepping)
            machine_.hooks_[i].hook->propertyWritten(object, property, before, after);
}

template <class Traits>
void Machine<Traits>::tellError(std::string_view text)
{
    const Telling telling(*this, true);
    for (std::size_t i = 0; i < hooks_.size(); ++i)
        hooks_[i].hook->error(text);
}

template <class Traits>
void Machine<Traits>::atBreakpoint(const Frame& frame)
{
    const Telling telling(*this);
    const CodePlace place = placeOf(frame);
    const bool before = std::exchange(movable_, true);
    for (std::size_t i = 0; i < hooks_.size(); ++i)
        hooks_[i].hook->breakpoint(place);
    movable_ = before;
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
        fan_.propertyWritten(write.object, write.property, toValue(write.before), toValue(frame.properties[write.property]));
    }
    const auto at = static_cast<std::size_t>(frame.at - frame.code->instructions.data());
    const bool interrupted = !stepping_ && carefulBelow_.load(std::memory_order_relaxed) == always;
    if (frame.code->statement[at] >= 0 && (stepping_ || interrupted)) {
        if (interrupted)
            carefulBelow_.store(nearLimit(), std::memory_order_relaxed);
        const bool before = std::exchange(movable_, true);
        fan_.line(placeOf(frame));
        movable_ = before;
        if (moved_)
            return;
    }
    const Instruction& next = *frame.at;
    const Operation operation = operationAt(frame.at);
    if (stepping_ && frame.code->statement[at] < 0 && leaves(operation)) {
        const bool before = std::exchange(movable_, true);
        fan_.returning(placeOf(frame));
        movable_ = before;
        if (moved_)
            return;
    }
    const bool enters = operation == Operation::Send || operation == Operation::Create || operation == Operation::Call ||
                        operation == Operation::CallDiscard;
    if (!stepping_ || enters)
        return;
    if (const auto property = propertyWrittenBy(next, operation))
        written_ = PropertyWrite{frame.object, *property, frame.properties[*property]};
}

/// Its number, if the instruction writes one.
template <class Traits>
std::optional<std::uint16_t> Machine<Traits>::propertyWrittenBy(const Instruction& instruction, Operation operation)
{
    if (instruction.to == Place::Property)
        return instruction.dest;
    const bool steps = operation >= Operation::PostIncrementAny && operation <= Operation::PreDecrementAny;
    return steps && instruction.from == Place::Property ? std::optional(instruction.a) : std::nullopt;
}

/// The result of a call or a send has gone into a property.
template <class Traits>
void Machine<Traits>::tellResultWritten(const Frame& frame, Word before)
{
    if (stepping_ && frame.at->to == Place::Property)
        fan_.propertyWritten(frame.object, frame.at->dest, toValue(before), toValue(frame.properties[frame.at->dest]));
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
        view.replaced = std::ranges::find(retired_, frame.code, &std::unique_ptr<Code<Traits>>::get) != retired_.end();
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
    const Outside outside(*this, {.kind = InputKind::SetLocal,
                                  .numbers = {static_cast<std::int64_t>(depth), static_cast<std::int64_t>(local)},
                                  .values = {value}});
    if (depth >= frameCount_)
        return false;
    const Frame& frame = frames_[frameCount_ - 1 - depth];
    if (local >= frame.code->slotCount)
        return false;
    frame.locals[local] = toWord(value);
    return true;
}

template <class Traits>
std::optional<Error> Machine<Traits>::setNext(std::uint32_t offset)
{
    if (!movable_ || frameCount_ == 0)
        return Error{"the handler stands in the middle of an instruction: step first", ""};
    Frame& top = frames_[frameCount_ - 1];
    const auto& offsets = top.code->offsets;
    const auto hit = std::ranges::lower_bound(offsets, offset);
    const auto at = static_cast<std::size_t>(hit - offsets.begin());
    if (hit == offsets.end() || *hit != offset || top.code->statement[at] < 0)
        return Error{"no statement of this handler begins there", ""};
    const Outside outside(*this, {.kind = InputKind::SetNext, .numbers = {offset}});
    budget_ -= ranIn(top);
    top.at = top.code->instructions.data() + at;
    budget_ += ranIn(top);
    written_.reset();
    moved_ = true;
    return std::nullopt;
}

/// What was sent still lies where the caller has put it, for propagate needs it too. What the handler has changed stays changed.
template <class Traits>
std::optional<Error> Machine<Traits>::restart(std::size_t depth)
{
    if (!movable_)
        return Error{"the handler stands in the middle of an instruction: step first", ""};
    if (depth >= frameCount_)
        return Error{"there is no such frame", ""};
    const std::size_t wanted = frameCount_ - 1 - depth;
    for (std::size_t i = wanted + 1; i < frameCount_; ++i)
        if (frames_[i].entry)
            return Error{"a built-in function that it called has called a handler: step out of that first", ""};
    const Outside outside(*this, {.kind = InputKind::Restart, .numbers = {static_cast<std::int64_t>(depth)}});
    budget_ -= ranIn(frames_[frameCount_ - 1]);
    while (frameCount_ - 1 > wanted) {
        const Frame& top = frames_[frameCount_ - 1];
        if (top.propagated)
            --deepestFrames_;
        else if (hook_ != nullptr)
            hook_->leave(top.object, top.code->owner->id, top.code->message);
        --frameCount_;
    }
    Frame& frame = frames_[wanted];
    for (std::size_t i = 0; i < frame.code->slotCount; ++i) {
        if (i >= frame.code->parameterCount) {
            frame.locals[i] = W::nil;
            continue;
        }
        const auto* hit = std::find(frame.sentIds, frame.sentIds + frame.sentCount, frame.code->parameterIds[i]);
        frame.locals[i] = hit != frame.sentIds + frame.sentCount ? frame.sent[hit - frame.sentIds] : frame.code->parameterDefaults[i];
    }
    // Where the first statement begins, not before it: that is where one stands after a step.
    const auto first = std::ranges::find_if(frame.code->statement, [](std::int32_t line) { return line >= 0; });
    frame.at = frame.code->instructions.data() + (first == frame.code->statement.end() ? 0 : first - frame.code->statement.begin());
    budget_ += ranIn(frame);
    written_.reset();
    moved_ = true;
    return std::nullopt;
}

#define X(Traits)                                                                                                                \
    template class Machine<Traits>::Fan;                                                                                         \
    template void Machine<Traits>::addHook(DebugHook&, HookCalls);                                                               \
    template void Machine<Traits>::removeHook(DebugHook&);                                                                       \
    template void Machine<Traits>::setStepping(DebugHook&, bool);                                                                \
    template void Machine<Traits>::chooseHook();                                                                                 \
    template void Machine<Traits>::beCarefulAnew();                                                                              \
    template void Machine<Traits>::tellError(std::string_view);                                                                  \
    template void Machine<Traits>::atBreakpoint(const Frame&);                                                                   \
    template CodePlace Machine<Traits>::placeOf(const Frame&) const;                                                             \
    template void Machine<Traits>::beCareful(const Frame&);                                                                      \
    template std::optional<std::uint16_t> Machine<Traits>::propertyWrittenBy(const Instruction&, Operation);                     \
    template void Machine<Traits>::tellResultWritten(const Frame&, Word);                                                        \
    template std::vector<FrameView> Machine<Traits>::stack() const;                                                              \
    template bool Machine<Traits>::setLocal(std::size_t, std::size_t, Value);                                                    \
    template std::optional<Error> Machine<Traits>::setNext(std::uint32_t);                                                       \
    template std::optional<Error> Machine<Traits>::restart(std::size_t);
BLAK_VM_FOR_EACH_DIALECT(X)
#undef X

} // namespace blak::vm
