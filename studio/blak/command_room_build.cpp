// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/base/file_io.h"
#include "roomedit/roomcore/compare_rebuilt.h"
#include "roomedit/roomcore/compatible_build.h"
#include "studio/blak/commands.h"
#include "studio/blak/counted.h"
#include "studio/blak/input_files.h"
#include "studio/blak/json_output.h"
#include "studio/blak/parallel.h"
#include "studio/blak/room_input.h"
#include "studio/blak/room_version.h"
#include "studio/blak/terminal.h"

#include <array>
#include <map>
#include <optional>

namespace blak::cli {
namespace {

using Verdict = roomcore::CompareResult::Verdict;

// ---- building one room --------------------------------------------------------------------------------------------------------

Result<std::string> buildRoom(const std::string& input, const std::filesystem::path& output, std::optional<roo::Format> wanted,
                              roomcore::TreeKind tree)
{
    const auto room = readRoom(input);
    if (!room)
        return room.error();
    const roo::Format format = wanted.value_or(room.value().format);
    roomcore::BuildOptions options =
        tree == roomcore::TreeKind::Fast ? roomcore::BuildOptions::fast(format) : roomcore::BuildOptions::latest(format);
    if (options.format == roo::Format::V14 && room.value().format == roo::Format::V14 && !room.value().nodes.empty())
        options.writesServerSection = room.value().server.has_value(); // both kinds exist: stays what it was
    const auto built = roomcore::buildCompatible(room.value(), options);
    if (!built)
        return Error{built.error().text(), input};
    if (const auto written = writeFileAtomically(output, roo::write(built.value())); !written)
        return written.error();
    return output.string() + ": version " + std::string(roo::formatName(built.value().format)) + ", " +
           counted(built.value().nodes.size(), "node") + ", " + counted(built.value().walls.size(), "wall") + "\n";
}

// ---- comparing many -----------------------------------------------------------------------------------------------------------

struct Comparison
{
    std::string version;              ///< empty when the room could not be read
    roomcore::CompareResult result{}; ///< counts only when `failure` is empty
    std::string failure;

    bool isClean() const { return failure.empty() && result.verdict != Verdict::Different; }
};

Comparison compareFile(const InputFile& file)
{
    Comparison comparison;
    const auto room = readRoom(file.path);
    if (!room) {
        comparison.failure = room.error().text();
        return comparison;
    }
    comparison.version = roo::formatName(room.value().format);
    const auto result = roomcore::compareRebuilt(room.value());
    if (result)
        comparison.result = result.value();
    else
        comparison.failure = Error{result.error().text(), file.path.string()}.text();
    return comparison;
}

struct Counts
{
    std::size_t identical = 0, rounding = 0, different = 0, failed = 0;

    void add(const Comparison& comparison)
    {
        failed += !comparison.failure.empty();
        identical += comparison.failure.empty() && comparison.result.verdict == Verdict::Identical;
        rounding += comparison.failure.empty() && comparison.result.verdict == Verdict::KnownRounding;
        different += comparison.failure.empty() && comparison.result.verdict == Verdict::Different;
    }
    std::size_t rooms() const { return identical + rounding + different + failed; }
};

void printTable(const std::vector<InputFile>& files, const std::vector<Comparison>& comparisons)
{
    std::map<std::string, Counts> counts;
    Counts sum;
    for (std::size_t i = 0; i < files.size(); ++i) {
        const Comparison& comparison = comparisons[i];
        counts[comparison.version].add(comparison);
        sum.add(comparison);
        if (!comparison.failure.empty())
            printError(comparison.failure);
        else if (comparison.result.verdict == Verdict::Different)
            printError(files[i].path.string() + ": " + comparison.result.firstDifference +
                       " (closest: " + roomcore::describe(comparison.result.options) + ")");
    }
    TextTable table({"version", "rooms", "identical", "known rounding", "different", "failed"});
    const auto add = [&table](const std::string& version, const Counts& count) {
        table.add({version, std::to_string(count.rooms()), std::to_string(count.identical), std::to_string(count.rounding),
                   std::to_string(count.different), std::to_string(count.failed)});
    };
    for (const auto& [version, count] : counts)
        add(version, count);
    add("all", sum);
    print(table.text(1));
}

Json toJson(const std::vector<InputFile>& files, const std::vector<Comparison>& comparisons)
{
    Json json = Json::array();
    for (std::size_t i = 0; i < files.size(); ++i) {
        const Comparison& comparison = comparisons[i];
        Json room{{"file", files[i].path.string()}, {"version", comparison.version}};
        if (!comparison.failure.empty()) {
            room["verdict"] = "failed";
            room["reason"] = comparison.failure;
        } else {
            room["verdict"] = roomcore::verdictName(comparison.result.verdict);
            room["builder"] = roomcore::describe(comparison.result.options);
            room["planes"] = comparison.result.planes;
            room["roundedPlanes"] = comparison.result.roundedPlanes;
            room["stalePlanes"] = comparison.result.stalePlanes;
            room["differentCells"] = comparison.result.differentCells;
            room["firstDifference"] = comparison.result.firstDifference;
        }
        json.push_back(std::move(room));
    }
    return json;
}

int compareAll(const Arguments& arguments)
{
    auto collected = collectFiles(arguments.words);
    if (!collected)
        return complain(collected.error().text());
    std::vector<InputFile>& files = collected.value();
    std::erase_if(files, [](const InputFile& file) { return !file.named && file.kind != project::FileKind::Room; });
    const std::vector<Comparison> comparisons =
        runInParallel("Rebuilding", files.size(), [&files](std::size_t i) { return compareFile(files[i]); });
    if (arguments.has("--json"))
        printJson(toJson(files, comparisons));
    else
        printTable(files, comparisons);
    for (const Comparison& comparison : comparisons) {
        if (!comparison.isClean())
            return failure;
    }
    return success;
}

int run(const Arguments& arguments)
{
    if (arguments.has("--compare"))
        return compareAll(arguments);
    if (arguments.words.size() > 1)
        return complainAboutUsage(roomBuildCommand,
                                  "unexpected \"" + arguments.words[1] + "\": without --compare it takes one room");
    const auto output = arguments.value("-o");
    if (!output)
        return complainAboutUsage(roomBuildCommand, "needs -o FILE or --compare");
    std::optional<roo::Format> wanted;
    if (const auto version = arguments.value("--to")) {
        wanted = roomVersion(*version);
        if (!wanted)
            return complainAboutUsage(roomBuildCommand, "unknown version \"" + *version + "\"");
    }
    const auto tree = arguments.has("--compatible") ? roomcore::TreeKind::Compatible : roomcore::TreeKind::Fast;
    const auto built = buildRoom(arguments.words[0], *output, wanted, tree);
    if (!built)
        return complain(built.error().text());
    print(built.value());
    return success;
}

constexpr std::array options{
    Option{"-o", "FILE", "where to write; the file that was there stays as FILE~"},
    Option{"--to", "VERSION", "4 to 12, 13f (float), 13i (integer), 14 or 15; without it the room's own, 15 for a text"},
    Option{"--compatible", "", "the tree of the old editors, bit for bit, instead of our own"},
    Option{"--compare", "", "write nothing: rebuild every room as the old editors did and compare it with what its file holds"},
    Option{"--json", "", "with --compare: print a JSON array with one object per room"},
};
constexpr std::array examples{
    Example{"blak room build inn.udmf -o inn.roo", "make a room of its text form"},
    Example{"blak room build inn.roo --to 13f -o old/inn.roo", "another version, with tree and grids"},
    Example{"blak room build --compatible inn.roo -o inn2.roo", "the bytes that the old editor would have written"},
    Example{"blak room build --compatible --compare resource/rooms", "check the builder against a whole project"},
};

} // namespace

const Command roomBuildCommand{"room build",
                               "Rooms",
                               "Build the tree, walls and grids of a room",
                               "FILE -o FILE | --compare PATH...",
                               options,
                               examples,
                               1,
                               anyNumber,
                               run,
                               "Everything that follows from linedefs, sidedefs, sectors and things is made anew. The tree is "
                               "our own, which cuts fewer walls\nand is built in milliseconds; every client and server "
                               "reads it. With --compatible it is the one of the old editors.\n\nWith "
                               "--compare, \"known rounding\" are rooms that\n"
                               "differ only in slope planes, which some releases of the old editors rounded otherwise; exits "
                               "with 1 when any room differs more."};

} // namespace blak::cli
