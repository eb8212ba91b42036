// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/travel/tap.h"

#include "server/vm/room_state.h"

namespace blak::serve {

std::optional<std::vector<std::uint8_t>> Tap::sessionAddress(std::int64_t session)
{
    auto address = real_.sessionAddress(session);
    if (machine_.asks())
        log_.add({AnswerKind::Address, address.has_value(), 0, address ? std::string(address->begin(), address->end()) : ""});
    return address;
}

std::vector<std::byte> Tap::roomFile(std::string_view name)
{
    auto bytes = real_.roomFile(name);
    if (machine_.asks())
        log_.add({AnswerKind::RoomFile, true, 0, {reinterpret_cast<const char*>(bytes.data()), bytes.size()}});
    return bytes;
}

/// The save stops the timers meanwhile, which is no answer.
std::optional<std::int64_t> Tap::saveGame()
{
    if (machine_.asks()) {
        log_.add(vm::Input{}, true, -1, 0);
        lost_();
    }
    return real_.saveGame();
}

std::unique_ptr<vm::RoomState> Tap::preparedRoom(std::string_view) { return nullptr; }

LoggedAnswer LoggedHost::take(AnswerKind kind)
{
    const auto& next = log_.peek();
    const bool there = next && next->kind == LogEvent::Kind::Answer && next->answer.kind == kind;
    if (there)
        return log_.next()->answer;
    exhausted_(next.has_value());
    return {};
}

std::optional<std::int64_t> LoggedHost::number(AnswerKind kind)
{
    if (idle_)
        return std::nullopt;
    const LoggedAnswer answer = take(kind);
    return answer.given ? std::optional(answer.number) : std::nullopt;
}

std::int64_t LoggedHost::milliseconds()
{
    if (timerClock_)
        return milliseconds_ = *std::exchange(timerClock_, std::nullopt);
    return idle_ ? milliseconds_ : milliseconds_ = take(AnswerKind::Milliseconds).number;
}

std::optional<std::vector<std::uint8_t>> LoggedHost::sessionAddress(std::int64_t)
{
    if (idle_)
        return std::nullopt;
    const LoggedAnswer answer = take(AnswerKind::Address);
    return answer.given ? std::optional(std::vector<std::uint8_t>(answer.bytes.begin(), answer.bytes.end())) : std::nullopt;
}

std::vector<std::byte> LoggedHost::roomFile(std::string_view)
{
    if (idle_)
        return {};
    const LoggedAnswer answer = take(AnswerKind::RoomFile);
    const auto bytes = std::as_bytes(std::span(answer.bytes));
    return {bytes.begin(), bytes.end()};
}

std::unique_ptr<vm::RoomState> LoggedHost::preparedRoom(std::string_view) { return nullptr; }

} // namespace blak::serve
