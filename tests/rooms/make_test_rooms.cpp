// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the rooms of tests/data/rooms from terrace.udmf. Usage: make_test_rooms FOLDER (tests/data/rooms).
#include "tests/rooms/terrace.h"

#include <cstdio>

int main(int argc, char** argv)
{
    using namespace blak;
    if (argc != 2) {
        std::fputs("usage: make_test_rooms FOLDER\n", stderr);
        return 2;
    }
    const std::filesystem::path folder = argv[1];
    const auto drawn = test::readTerrace(folder / "terrace.udmf");
    if (!drawn) {
        std::fprintf(stderr, "%s\n", drawn.error().text().c_str());
        return 1;
    }
    for (const test::TerraceFile& file : test::terraceFiles) {
        const auto built = test::buildTerrace(drawn.value(), file);
        const auto done = built ? writeFileAtomically(folder / file.name, roo::write(built.value()), Backup::None)
                                : Result<void>(built.error());
        if (!done) {
            std::fprintf(stderr, "%s\n", done.error().text().c_str());
            return 1;
        }
    }
    return 0;
}
