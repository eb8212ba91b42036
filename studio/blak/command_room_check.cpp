// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/space/loaded_room.h"
#include "roomedit/roomcore/checks/room_checks.h"
#include "roomedit/roomcore/room_sidecar.h"
#include "studio/blak/check_files.h"
#include "studio/blak/commands.h"
#include "studio/blak/room_input.h"

#include <array>

namespace blak::cli {
namespace {

CheckedFile checkFile(const InputFile& file)
{
    const auto room = readRoom(file.path);
    if (!room)
        return {{}, room.error()};
    const auto loaded = space::LoadedRoom::load(room.value(), file.path.string(), space::WallLinedefs::None);
    const auto sidecar = roomcore::readSidecar(file.path);
    if (!sidecar)
        return {{}, sidecar.error()};
    roomcore::RoomCheckInput input{room.value(), file.path.string(), loaded ? std::string() : loaded.error().what};
    input.ignored = sidecar.value().ignoredRules;
    return {roomcore::checkRoom(input), {}};
}

RuleText ruleText(std::string_view code)
{
    for (const roomcore::RoomRule& rule : roomcore::roomRules())
        if (rule.name == code)
            return {std::string(rule.name), std::string(rule.meaning)};
    return {};
}

int run(const Arguments& arguments) { return checkFiles(arguments, {project::FileKind::Room, "room", checkFile, ruleText}); }

constexpr std::array examples{
    Example{"blak room check cellar.roo", "what is wrong with one room"},
    Example{"blak room check --no-hints rooms", "errors and warnings of every room below a folder"},
};

} // namespace

const Command roomCheckCommand{
    "room check",
    "Rooms",
    "Find what is wrong with rooms",
    "PATH...",
    checkOptions,
    examples,
    1,
    anyNumber,
    run,
    "The rules are those of the room editor (docs/rooms.md); textures are not looked for. Exits with 1 "
    "when there are errors."};

} // namespace blak::cli
