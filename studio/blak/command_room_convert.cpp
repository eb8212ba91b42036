// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/base/file_io.h"
#include "formats/roo/room.h"
#include "formats/udmf/udmf.h"
#include "studio/blak/commands.h"
#include "studio/blak/room_input.h"
#include "studio/blak/room_version.h"
#include "studio/blak/terminal.h"

#include <array>

namespace blak::cli {
namespace {

constexpr std::string_view textVersion = "udmf";

Result<std::string> convertFile(const std::string& input, const std::filesystem::path& output, std::optional<roo::Format> target)
{
    const auto room = readRoom(input);
    if (!room)
        return room.error();
    if (!target) {
        if (const auto written = writeFileAtomically(output, udmf::write(room.value())); !written)
            return written.error();
        return output.string() + ": text, without tree and grids\n";
    }
    const auto converted = roo::convert(room.value(), *target);
    if (!converted)
        return Error{converted.error().text(), input};
    if (const auto written = writeFileAtomically(output, roo::write(converted.value())); !written)
        return written.error();
    return output.string() + ": version " + std::string(roo::formatName(*target)) +
           (converted.value().nodes.empty() ? ", without tree and grids\n" : "\n");
}

int run(const Arguments& arguments)
{
    const auto wanted = arguments.value("--to");
    const auto output = arguments.value("-o");
    if (!wanted || !output)
        return complainAboutUsage(roomConvertCommand, "needs --to VERSION and -o FILE");
    const auto target = roomVersion(*wanted);
    if (!target && *wanted != textVersion)
        return complainAboutUsage(roomConvertCommand, "unknown version \"" + *wanted + "\"");
    const auto done = convertFile(arguments.words[0], *output, target);
    if (!done)
        return complain(done.error().text());
    print(done.value());
    return success;
}

constexpr std::array options{
    Option{"--to", "VERSION", "4 to 12, 13f (float), 13i (integer), 14, 15 or udmf (text)"},
    Option{"-o", "FILE", "where to write; the file that was there stays as FILE~"},
};
constexpr std::array examples{
    Example{"blak room convert tos.roo --to 13f -o old/tos.roo", "for a server of the mainline"},
    Example{"blak room convert old.roo --to 15 -o new.roo", "for OpenMeridian"},
    Example{"blak room convert tos.roo --to udmf -o tos.udmf", "as text that people can compare and merge"},
};

} // namespace

const Command roomConvertCommand{"room convert",
                                 "Rooms",
                                 "Write a room in another version",
                                 "FILE",
                                 options,
                                 examples,
                                 1,
                                 1,
                                 run,
                                 "What the new version cannot hold is an error. Between versions with whole and with fractional "
                                 "coordinates the BSP tree and the\n"
                                 "grids are left out, since they have to be built anew."};

} // namespace blak::cli
