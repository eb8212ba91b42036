// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/blak/commands.h"
#include "studio/blak/terminal.h"

#include <array>

namespace blak::cli {
namespace {

int run(const Arguments& /*arguments*/)
{
    print("blak " BLAK_VERSION "\n");
    return success;
}

constexpr std::array examples{Example{"blak version", "also blak --version"}};

} // namespace

const Command versionCommand{"version", "Help", "Print the version of this program", "", {}, examples, 0, 0, run};

} // namespace blak::cli
