// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/file_io.h"
#include "formats/udmf/udmf.h"
#include "roomedit/roomcore/compatible_build.h"
#include "tests/support/shared_data.h"

#include <array>
#include <string>
#include <string_view>

/// Our own room in every format: tests/data/rooms/terrace.udmf, built as the editors of the time would have built it. The program
/// make_test_rooms writes the files of tests/data/rooms, a test checks that they still are what comes out.
namespace blak::test {

struct TerraceFile
{
    std::string_view name;
    roo::Format format;
    bool hasServerSection;
};

inline constexpr std::array terraceFiles{
    TerraceFile{"terrace_10.roo", roo::Format::V10, true},
    TerraceFile{"terrace_11.roo", roo::Format::V11, true},
    TerraceFile{"terrace_12.roo", roo::Format::V12, true},
    TerraceFile{"terrace_13_float.roo", roo::Format::V13Float, true},
    TerraceFile{"terrace_13_integer.roo", roo::Format::V13Integer, true},
    TerraceFile{"terrace_14.roo", roo::Format::V14, true},
    TerraceFile{"terrace_14_no_server.roo", roo::Format::V14, false},
    TerraceFile{"terrace_15.roo", roo::Format::V15, false},
};

inline Result<roo::Room> readTerrace(const std::filesystem::path& file = dataDir() / "rooms" / "terrace.udmf")
{
    const auto text = readTextFile(file);
    if (!text)
        return text.error();
    return udmf::read(text.value(), file.string());
}

inline Result<roo::Room> buildTerrace(const roo::Room& drawn, const TerraceFile& file)
{
    auto options = roomcore::BuildOptions::latest(file.format);
    options.writesServerSection = file.hasServerSection;
    return roomcore::buildCompatible(drawn, options);
}

} // namespace blak::test
