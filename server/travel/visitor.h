// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/travel/guide.h"
#include "server/travel/moment.h"
#include "server/travel/process.h"
#include "server/travel/tap.h"

#include <chrono>
#include <memory>

namespace blak::serve {

/// A copy of the process that does the inputs of a log again. It ends when its errand is done, or when nobody asks any more.
class Visitor final : public vm::DebugHook
{
public:
    static constexpr std::uint64_t farthestRung = 48; ///< inputs before Errand::input that a step back is looked for in on the way there

    Visitor(vm::Vm& machine, Guide& guide, int log, Channel channel, bool takesWebhooks);

    [[noreturn]] void run();

    void line(const vm::CodePlace& place) override;
    void returning(const vm::CodePlace& place) override;
    void propertyWritten(std::int64_t object, std::int32_t property, const vm::Value& before, const vm::Value& after) override;
    void error(std::string_view text) override;

private:
    [[noreturn]] void finish(Outcome outcome);
    [[noreturn]] void fail(std::string what);
    [[noreturn]] void exhausted(bool differs);
    [[noreturn]] void stand(const vm::CodePlace& place);
    void step(const LoggedInput& input);
    void climb();
    void lookAhead();
    bool stepsThrough(std::uint64_t input) const;
    bool counts(const Moment& moment) const;
    void doNested(bool inError, bool movable);
    void setBusy(bool busy);
    void met(const Stop& stop);
    void debugged(std::string_view text);
    Moment now() const { return {input_, machine_.executed() - base_}; }

    vm::Vm& machine_;
    Guide& guide_;
    int logHandle_;
    Channel channel_;
    Channel earlier_; ///< to a copy that waits at an earlier input; closed = none does
    bool takesWebhooks_;
    Errand errand_;
    std::unique_ptr<InputLogReader> log_;
    std::unique_ptr<LoggedHost> host_;
    Outcome outcome_;
    std::uint64_t input_ = 0;
    std::int64_t base_ = 0;     ///< instructions before the input
    std::int64_t came_ = 0;     ///< milliseconds: when the input did
    std::chrono::steady_clock::time_point begun_{};
    bool busy_ = false;         ///< does a nested input, or stands
};

} // namespace blak::serve
