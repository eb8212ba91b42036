// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/travel/input_log.h"
#include "server/travel/saved_past.h"
#include "server/travel/tap.h"

#include <memory>

namespace blak::serve {

/// Does a past again that was saved: the machine has its world already, and stands at its end like the world that was left.
class Rerun final : public vm::DebugHook
{
public:
    Rerun(vm::Vm& machine, SavedPast past);
    ~Rerun() override;

    Result<void> begin(); ///< opens the inputs; the machine's host is another one from now on
    /// `stand` is called in the middle of the handler where the world stood, if it did; the rest of the handler runs afterwards, which
    /// is no part of the past any more. Why it ended early, if it did.
    std::optional<Error> run(std::function<void(bool inError)> stand);
    bool stood() const { return stood_; }
    std::uint64_t inputs() const { return done_; }    ///< that were done again
    std::int64_t milliseconds() const { return came_; } ///< when the one that runs came
    /// In a copy of the process: whoever looks at the machine there has hooks of his own.
    void forget();

    void line(const vm::CodePlace& place) override;
    void returning(const vm::CodePlace& place) override;
    void propertyWritten(std::int64_t object, std::int32_t property, const vm::Value& before, const vm::Value& after) override;
    void error(std::string_view text) override;

private:
    void debugged();
    void atPlace(bool inError, bool movable, bool isEnd);
    void fail(std::string what);
    bool isLast() const { return input_ == past_.present.input; }

    vm::Vm& machine_;
    SavedPast past_;
    int handle_ = -1;
    vm::Host* before_ = nullptr;
    std::unique_ptr<InputLogReader> log_;
    std::unique_ptr<LoggedHost> host_;
    std::function<void(bool inError)> stand_;
    std::optional<Error> fault_;
    std::uint64_t input_ = 0, done_ = 0;
    std::int64_t base_ = 0; ///< instructions before the input
    std::int64_t came_ = 0;
    bool busy_ = false;
    bool stood_ = false;
};

} // namespace blak::serve
