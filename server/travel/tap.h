// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/travel/input_log.h"

#include <functional>

namespace blak::serve {

/// Stands between a machine and its host and writes down what the host answers while the machine carries out an input.
class Tap final : public vm::Host
{
public:
    /// `lost`: something happened in the middle of an input that cannot be done again.
    Tap(vm::Vm& machine, vm::Host& real, InputLog& log, std::function<void()> lost)
        : machine_(machine), real_(real), log_(log), lost_(std::move(lost))
    {
    }

    vm::Host& real() { return real_; }

    void debugLine(std::string_view text) override { real_.debugLine(text); }
    void errorLine(std::string_view text) override { real_.errorLine(text); }
    void godLine(std::string_view text) override { real_.godLine(text); }
    std::int64_t unixTime() override { return note(AnswerKind::UnixTime, real_.unixTime()); }
    std::int64_t milliseconds() override { return note(AnswerKind::Milliseconds, real_.milliseconds()); }
    std::uint32_t random() override { return static_cast<std::uint32_t>(note(AnswerKind::Random, real_.random())); }
    std::int64_t stopwatch() override { return real_.stopwatch(); }
    std::optional<std::int64_t> accountOfObject(std::int64_t object) override
    {
        return note(AnswerKind::Account, real_.accountOfObject(object));
    }
    void replaceUser(std::int64_t oldObject, std::int64_t newObject) override { real_.replaceUser(oldObject, newObject); }
    void resourceChanged(std::int64_t resource, std::string_view text) override { real_.resourceChanged(resource, text); }
    std::optional<std::int64_t> inactiveSeconds(std::int64_t session) override
    {
        return note(AnswerKind::Inactive, real_.inactiveSeconds(session));
    }
    void sendPacket(std::int64_t session, std::span<const std::byte> bytes) override { real_.sendPacket(session, bytes); }
    std::optional<std::vector<std::uint8_t>> sessionAddress(std::int64_t session) override;
    std::vector<std::byte> roomFile(std::string_view name) override;
    /// A room that is read already could not be given a second time.
    std::unique_ptr<vm::RoomState> preparedRoom(std::string_view) override;
    bool takesWebhooks() override { return real_.takesWebhooks(); }
    void webhook(std::string_view json) override { real_.webhook(json); }
    void recordStat(std::int64_t kind, std::span<const vm::Value> values) override { real_.recordStat(kind, values); }
    std::optional<std::int64_t> saveGame() override;
    void loadGame(std::string_view time) override { real_.loadGame(time); }

private:
    std::int64_t note(AnswerKind kind, std::int64_t number)
    {
        if (machine_.asks())
            log_.add({kind, true, number, {}});
        return number;
    }
    std::optional<std::int64_t> note(AnswerKind kind, std::optional<std::int64_t> number)
    {
        if (machine_.asks())
            log_.add({kind, number.has_value(), number.value_or(0), {}});
        return number;
    }

    vm::Vm& machine_;
    vm::Host& real_;
    InputLog& log_;
    std::function<void()> lost_;
};

/// Gives the answers of a log, and swallows what the machine says, but for lines of Debug(), at which a debugger may stop. When there
/// are none left, or another one than was asked for comes next, it calls `exhausted`; if that returns the answer is an empty one.
class LoggedHost final : public vm::Host
{
public:
    LoggedHost(InputLogReader& log, bool takesWebhooks, std::function<void(bool differs)> exhausted,
               std::function<void(std::string_view text)> debugged)
        : log_(log), exhausted_(std::move(exhausted)), debugged_(std::move(debugged)), takesWebhooks_(takesWebhooks)
    {
    }

    /// While somebody looks at the machine, or tries things out: the clocks stand, chance is 0, nobody is there.
    void setIdle(bool idle) { idle_ = idle; }
    /// The next reading of the clock for timers is this one.
    void setTimerClock(std::int64_t milliseconds) { timerClock_ = milliseconds; }

    void debugLine(std::string_view text) override
    {
        if (!idle_)
            debugged_(text);
    }
    void errorLine(std::string_view) override {}
    void godLine(std::string_view) override {}
    std::int64_t unixTime() override { return idle_ ? unixTime_ : unixTime_ = take(AnswerKind::UnixTime).number; }
    std::int64_t milliseconds() override;
    std::uint32_t random() override { return idle_ ? 0 : static_cast<std::uint32_t>(take(AnswerKind::Random).number); }
    std::optional<std::int64_t> accountOfObject(std::int64_t) override { return number(AnswerKind::Account); }
    void replaceUser(std::int64_t, std::int64_t) override {}
    std::optional<std::int64_t> inactiveSeconds(std::int64_t) override { return number(AnswerKind::Inactive); }
    void sendPacket(std::int64_t, std::span<const std::byte>) override {}
    std::optional<std::vector<std::uint8_t>> sessionAddress(std::int64_t) override;
    std::vector<std::byte> roomFile(std::string_view) override;
    std::unique_ptr<vm::RoomState> preparedRoom(std::string_view) override;
    bool takesWebhooks() override { return takesWebhooks_; }
    void webhook(std::string_view) override {}
    void recordStat(std::int64_t, std::span<const vm::Value>) override {}
    std::optional<std::int64_t> saveGame() override { return number(AnswerKind::SavedAt); } ///< never there: see Tap
    void loadGame(std::string_view) override {}

private:
    LoggedAnswer take(AnswerKind kind);
    std::optional<std::int64_t> number(AnswerKind kind);

    InputLogReader& log_;
    std::function<void(bool differs)> exhausted_;
    std::function<void(std::string_view text)> debugged_;
    bool takesWebhooks_;
    bool idle_ = false;
    std::optional<std::int64_t> timerClock_;
    std::int64_t unixTime_ = 0, milliseconds_ = 0;
};

} // namespace blak::serve
