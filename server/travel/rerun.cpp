// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/travel/rerun.h"

#include "server/travel/carry_out.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace blak::serve {

using vm::InputKind;

Rerun::Rerun(vm::Vm& machine, SavedPast past) : machine_(machine), past_(std::move(past)), input_(past_.firstInput), came_(past_.milliseconds) {}

Rerun::~Rerun()
{
    if (before_ != nullptr) {
        machine_.removeHook(*this);
        machine_.setHost(*before_);
    }
    if (handle_ >= 0)
        ::close(handle_);
}

Result<void> Rerun::begin()
{
    handle_ = ::open(past_.inputs.c_str(), O_RDONLY | O_CLOEXEC);
    struct stat facts{};
    if (handle_ < 0 || ::fstat(handle_, &facts) != 0)
        return Error{std::strerror(errno), past_.inputs.string()};
    log_ = std::make_unique<InputLogReader>(handle_, 0, static_cast<std::uint64_t>(facts.st_size));
    host_ = std::make_unique<LoggedHost>(
        *log_, past_.takesWebhooks,
        [this](bool differs) {
            if (differs && !stood_)
                fail("the world did something else than it did then");
        },
        [this](std::string_view) { debugged(); });
    before_ = &machine_.host();
    machine_.setHost(*host_);
    machine_.addHook(*this, vm::HookCalls::Untold);
    return {};
}

void Rerun::forget() { machine_.removeHook(*this); }

void Rerun::fail(std::string what)
{
    if (!fault_)
        fault_ = Error{std::move(what), "input " + std::to_string(done_ + 1)};
}

std::optional<Error> Rerun::run(std::function<void(bool inError)> stand)
{
    stand_ = std::move(stand);
    for (; !fault_ && !stood_; ++input_) {
        const auto event = log_->next();
        if (!event)
            break;
        if (event->kind != LogEvent::Kind::Input || event->input.nested) {
            fail("the log of inputs makes no sense");
            break;
        }
        if (event->input.input.kind == InputKind::Unrepeatable) {
            fail("the world was changed then in a way that cannot be done again");
            break;
        }
        base_ = machine_.executed();
        came_ = event->input.milliseconds;
        machine_.setStepping(*this, (isLast() && past_.present.executed > 0) || log_->nestedAhead());
        carryOut(machine_, *host_, event->input);
        ++done_;
        const auto end = stood_ ? std::nullopt : log_->next();
        if (end && (end->kind != LogEvent::Kind::End || end->end.nested || end->end.executed != machine_.executed() - base_))
            fail("the world has run another way than it did then");
        if (!end && !stood_ && isLast() && past_.present.executed > 0)
            fail("the place where the world stood was not reached");
    }
    machine_.setStepping(*this, false);
    host_->setIdle(true);
    return fault_;
}

/// What was done while the handler stood here, and whether it is here that the world stands at the end.
void Rerun::atPlace(bool inError, bool movable, bool isEnd)
{
    const std::int64_t executed = machine_.executed() - base_;
    while (standsFor(*log_, executed, inError, movable)) {
        const auto event = log_->next();
        if (event->input.input.kind == InputKind::Unrepeatable)
            return fail("the world was changed then in a way that cannot be done again");
        busy_ = true;
        carryOut(machine_, *host_, event->input);
        busy_ = false;
        const auto end = log_->next();
        if (end && (end->kind != LogEvent::Kind::End || !end->end.nested))
            return fail("the world did something else than it did while it stood");
        if (moves(event->input.input))
            return;
    }
    if (!isEnd || !isLast() || past_.present.executed <= 0 || executed < past_.present.executed || inError != past_.inError)
        return;
    stood_ = busy_ = true;
    host_->setIdle(true);
    stand_(inError);
}

void Rerun::line(const vm::CodePlace&)
{
    if (!busy_)
        atPlace(false, true, true);
}

void Rerun::returning(const vm::CodePlace&)
{
    if (!busy_)
        atPlace(false, true, true);
}

void Rerun::propertyWritten(std::int64_t, std::int32_t, const vm::Value&, const vm::Value&)
{
    if (!busy_)
        atPlace(false, false, past_.stop.is_object() && past_.stop.value("reason", std::string()) == "write");
}

void Rerun::error(std::string_view)
{
    if (!busy_)
        atPlace(true, false, true);
}

void Rerun::debugged()
{
    if (!busy_)
        atPlace(true, false, true);
}

} // namespace blak::serve
