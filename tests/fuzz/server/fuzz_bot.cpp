// SPDX-License-Identifier: GPL-3.0-or-later
// What a bot hears, and what it makes of it: the input is a chain of payloads (u16 length), framed and with epochs as a server
// sends them; the first byte chooses protocol and script. Between two messages time passes and the bot acts.
#include "formats/wire/frame.h"
#include "formats/wire/security.h"
#include "server/bots/bot.h"

#include <cstdlib>

using namespace blak;

namespace {

std::vector<std::byte> frameOf(std::span<const std::byte> payload, bool game)
{
    const auto size = static_cast<std::uint16_t>(payload.size());
    const auto check = static_cast<std::uint16_t>(wire::payloadCrc(payload));
    std::vector<std::byte> out;
    for (const std::uint16_t word : {size, check, size}) {
        out.push_back(static_cast<std::byte>(word & 0xFF));
        out.push_back(static_cast<std::byte>(word >> 8));
    }
    out.push_back(std::byte{game});
    out.insert(out.end(), payload.begin(), payload.end());
    return out;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size < 2)
        return 0;
    bots::BotSettings settings;
    settings.dialect = wire::dialectNames[data[0] % wire::dialectNames.size()].dialect;
    settings.script = bots::Script::Commands;
    const auto program = bots::parseScript("repeat\nlook any\nget any\nuse any\ndrop any\ngoto 3 4\nwander 1\ngo\nend\n", "fuzz");
    if (!program)
        std::abort();
    settings.program = program.value();
    bots::Knowledge knowledge;
    bots::Tally tally;
    bots::ScriptRun run;
    bots::Bot bot(settings, knowledge, tally, run, "bot1", 1);
    std::int64_t now = 1;
    bot.connected(now);
    bool game = (data[0] & 4) != 0;
    for (std::size_t at = 1; at < size && !bot.done();) {
        if (size - at < 3)
            break;
        const std::size_t said = data[at] | static_cast<std::size_t>(data[at + 1]) << 8;
        const std::size_t length = std::min(said, size - at - 2);
        const auto payload = std::as_bytes(std::span(data + at + 2, length));
        at += 2 + length;
        if (payload.empty())
            break;
        bot.received(frameOf(payload, game), now);
        game = game || payload[0] == std::byte{25}; // AP_GAME
        now += 700'000;
        if (!bot.done())
            bot.tick(now);
        bot.output.clear();
    }
    return 0;
}
