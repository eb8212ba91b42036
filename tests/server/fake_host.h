// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/vm/host.h"

namespace blak::test {

/// A host with a clock that stands still until it is moved, and logs kept as lists.
class FakeHost : public vm::Host
{
public:
    void debugLine(std::string_view text) override { debug.emplace_back(text); }
    void errorLine(std::string_view text) override { errors.emplace_back(text); }
    void godLine(std::string_view) override {}
    std::int64_t unixTime() override { return now / 1000; }
    std::int64_t milliseconds() override { return now; }
    std::int64_t stopwatch() override { return now * 1'000'000 + (stopwatchNanoseconds += stopwatchStep); }
    std::uint32_t random() override { return randomNumber; }
    std::optional<std::int64_t> accountOfObject(std::int64_t) override { return std::nullopt; }
    void replaceUser(std::int64_t, std::int64_t) override {}
    std::optional<std::int64_t> inactiveSeconds(std::int64_t) override { return std::nullopt; }
    void sendPacket(std::int64_t, std::span<const std::byte> bytes) override { packet.assign(bytes.begin(), bytes.end()); }
    std::optional<std::vector<std::uint8_t>> sessionAddress(std::int64_t) override { return std::nullopt; }
    std::vector<std::byte> roomFile(std::string_view) override { return room; }
    void webhook(std::string_view) override {}
    void recordStat(std::int64_t, std::span<const vm::Value>) override {}
    std::optional<std::int64_t> saveGame() override { return std::nullopt; }
    void loadGame(std::string_view) override {}

    std::vector<std::string> debug;
    std::vector<std::string> errors;
    std::vector<std::byte> packet;
    std::vector<std::byte> room; ///< every file of a room
    std::int64_t now = 1'000'000;
    std::int64_t stopwatchNanoseconds = 0;
    std::int64_t stopwatchStep = 0; ///< from one look at the stopwatch to the next
    std::uint32_t randomNumber = 0;
};

} // namespace blak::test
