// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/control/debugger.h"

#include <utility>

namespace blak::serve {

void Debugger::attach()
{
    if (attached_)
        return;
    attached_ = true;
    machine_.addHook(*this, vm::HookCalls::Untold);
}

void Debugger::detach()
{
    if (!attached_)
        return;
    attached_ = stopped_ = pausing_ = false;
    step_ = Step::None;
    machine_.clearBreakpoints();
    machine_.removeHook(*this);
}

void Debugger::setStep(Step step)
{
    step_ = step;
    machine_.setStepping(*this, step != Step::None);
}

void Debugger::resume(Step step)
{
    if (!stopped_)
        return;
    depth_ = machine_.depth();
    setStep(step);
    stopped_ = false;
}

void Debugger::pause()
{
    pausing_ = true;
    machine_.interrupt();
}

void Debugger::line(const vm::CodePlace& place)
{
    steppedTo_ = noOffset;
    const std::size_t depth = machine_.depth();
    const bool reached =
        step_ == Step::Into || (step_ == Step::Over && depth <= depth_) || (step_ == Step::Out && depth < depth_);
    if (pausing_ || reached)
        stop(pausing_ ? "pause" : "step", place);
}

/// A step that ends at a breakpoint has stopped there already.
void Debugger::breakpoint(const vm::CodePlace& place)
{
    if (steppedTo_ == place.offset && steppedIn_ == place.file && std::exchange(steppedTo_, noOffset) != noOffset)
        return;
    stop("breakpoint", place);
}

void Debugger::stop(std::string_view reason, const vm::CodePlace& place)
{
    if (stopped_ || !serveTools) // what tools send while a handler is stopped runs through
        return;
    pausing_ = false;
    setStep(Step::None);
    stopped_ = true;
    steppedTo_ = reason == "breakpoint" ? noOffset : place.offset;
    steppedIn_ = place.file;
    if (stoppedAt)
        stoppedAt(reason, place);
    while (stopped_)
        if (!serveTools()) {
            detach();
            return;
        }
}

} // namespace blak::serve
