// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/vm/machine.h"

#include <utility>

/// Requests from outside, as those who want to do them again hear of them.
namespace blak::vm {

template <class Traits>
void Machine<Traits>::Outside::begin(const Input& input)
{
    Input told = input;
    told.inError = machine_.tellingOfError_;
    machine_.inputs_->began(told);
    telling_ = std::exchange(machine_.telling_, 0);
    ++machine_.inputsOpen_;
}

template <class Traits>
void Machine<Traits>::Outside::end()
{
    --machine_.inputsOpen_;
    machine_.telling_ = telling_;
    if (machine_.inputs_ != nullptr)
        machine_.inputs_->ended();
}

template <class Traits>
void Machine<Traits>::setBuiltInObject(BuiltInObject which, std::int64_t id)
{
    const Outside outside(*this, {.kind = InputKind::SetBuiltIn, .numbers = {static_cast<std::int64_t>(which), id}});
    builtIns_[static_cast<std::size_t>(which)] = id;
}

template <class Traits>
void Machine<Traits>::setMaxInstructions(std::int64_t most)
{
    const Outside outside(*this, {});
    maxInstructions_ = most;
}

template <class Traits>
void Machine<Traits>::setLimits(const Limits& limits)
{
    const Outside outside(*this, {});
    limits_ = limits;
}

template <class Traits>
void Machine<Traits>::setTempString(std::string_view text)
{
    const Outside outside(*this, {.kind = InputKind::SetTempString, .text = text});
    setTemp(text);
}

#define X(Traits)                                                                                                                \
    template class Machine<Traits>::Outside;                                                                                     \
    template void Machine<Traits>::setBuiltInObject(BuiltInObject, std::int64_t);                                                \
    template void Machine<Traits>::setMaxInstructions(std::int64_t);                                                             \
    template void Machine<Traits>::setLimits(const Limits&);                                                                     \
    template void Machine<Traits>::setTempString(std::string_view);
BLAK_VM_FOR_EACH_DIALECT(X)
#undef X

} // namespace blak::vm
