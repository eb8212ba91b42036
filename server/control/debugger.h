// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/vm/vm.h"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace blak::serve {

/// Stops handlers at breakpoints and after steps. The machine waits within stop() for as long as a handler is stopped, while the
/// owner serves tools; nobody else is served then.
class Debugger final : public vm::DebugHook
{
public:
    enum class Step { None, Into, Over, Out };

    explicit Debugger(vm::Vm& machine) : machine_(machine) {}
    ~Debugger() override { detach(); }

    void attach();
    void detach(); ///< also goes on
    bool attached() const { return attached_; }
    bool stopped() const { return stopped_; }
    /// Goes on, up to the next statement that the step reaches. Nothing when no handler is stopped.
    void resume(Step step);
    /// Stops before the next statement that any handler comes to.
    void pause();

    /// A handler has stopped, because of "breakpoint", "step" or "pause".
    std::function<void(std::string_view reason, const vm::CodePlace& place)> stoppedAt;
    /// Serves tools for a moment; false = the server ends, so that the handler must go on. Without it nothing stops.
    std::function<bool()> serveTools;

    void line(const vm::CodePlace& place) override;
    void breakpoint(const vm::CodePlace& place) override;

private:
    void stop(std::string_view reason, const vm::CodePlace& place);
    void setStep(Step step);

    vm::Vm& machine_;
    bool attached_ = false;
    bool stopped_ = false;
    bool pausing_ = false;
    Step step_ = Step::None;
    std::size_t depth_ = 0; ///< of the stack where the step began
    static constexpr std::uint32_t noOffset = UINT32_MAX;
    std::uint32_t steppedTo_ = noOffset; ///< the statement where the last step or pause has stopped, while it is the next one
    std::string steppedIn_;
};

} // namespace blak::serve
