// SPDX-License-Identifier: GPL-3.0-or-later
// A hostile server against all that a client knows: game, room and own walking take whatever it says in whatever order, and time
// passes between. The first byte chooses the dialect; then records of u16 length, u8 epoch (0 = login, 255 = a room of the tests is
// named), payload.
#include "client/session/own_motion.h"
#include "client/session/styled_text.h"
#include "client/session/typed_command.h"

#include <cstdlib>

namespace {

using namespace blak;

/// Where the rooms of the tests are, for the room that BP_PLAYER names.
std::filesystem::path roomFolder()
{
    const char* root = std::getenv("BLAK_SOURCE_DIR");
    return std::filesystem::path(root == nullptr ? "." : root) / "tests" / "data" / "rooms";
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size == 0)
        return 0;
    static const auto assets = std::make_shared<render::AssetStore>(std::vector<std::filesystem::path>{});
    const auto bytes = std::as_bytes(std::span(data, size)).subspan(1);
    wire::ResourceBook book;
    book.set(1, "%s says %q and %d, %r%s$1");
    book.set(2, "terrace_13_float.roo");
    book.set(3, "module.dll");
    wire::SessionSettings settings;
    settings.dialect = wire::dialectNames[data[0] % wire::dialectNames.size()].dialect;
    settings.character = "wren";
    wire::ClientSession session(settings, book);
    session::Game game(session);
    session::RoomFollower follower(game, assets, {roomFolder()});
    session::OwnMotion motion(game, follower);
    double now = 1;
    scene::WalkInput input;
    input.forward = 1;
    for (std::size_t at = 0; at + 3 <= bytes.size();) {
        const std::size_t length =
            std::min(std::to_integer<std::size_t>(bytes[at]) | std::to_integer<std::size_t>(bytes[at + 1]) << 8,
                     bytes.size() - at - 3);
        const auto epoch = std::to_integer<std::uint8_t>(bytes[at + 2]);
        const auto payload = bytes.subspan(at + 3, length);
        at += 3 + length;
        const auto frame = wire::writeFrame(wire::checkedFrame({payload.begin(), payload.end()}, epoch));
        if (!frame)
            continue;
        now += 120;
        session.received(frame.value(), static_cast<std::int64_t>(now * 1000));
        while (const auto message = session.next()) {
            game.hear(*message, now);
            follower.hear(*message, now);
            motion.hear(*message, now);
        }
        follower.advance(now);
        motion.advance(input, now);
        (void)motion.camera(now);
        (void)game.takeSounds();
        (void)game.takeChanges();
        (void)session.takeOutput();
        if (!game.chat().lines().empty())
            (void)session::plainText(game.chat().lines().back().text, settings.dialect);
        const std::string_view line(reinterpret_cast<const char*>(payload.data()), std::min<std::size_t>(payload.size(), 60));
        (void)session::runTyped(game, line, 5);
        if (game.unhandled() != 0 || (follower.scene() != nullptr && follower.scene()->objectCount() > 25'000))
            std::abort();
    }
    return 0;
}
