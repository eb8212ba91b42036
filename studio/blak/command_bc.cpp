// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/compiler/bc_driver.h"
#include "studio/blak/commands.h"

#include <array>
#include <iostream>

namespace blak::cli {
namespace {

int run(const Arguments& arguments)
{
    if (arguments.words.size() == 1 && (arguments.words[0] == "--help" || arguments.words[0] == "-?")) {
        Arguments help;
        help.words = {"bc"};
        return helpCommand.run(help);
    }
    const int status = kod::runBc(arguments.words, std::cout);
    std::cout.flush();
    return status;
}

constexpr std::array options{
    Option{"--dialect=", "NAME", "classic (default), classic97, open105 or open29"},
    Option{"-d", "", "write the table of line numbers"},
    Option{"-K", "FILE", "knowledge base, kodbase.txt otherwise"},
    Option{"-I", "FOLDER", "search include files there; up to 20 times"},
    Option{"-R", "", "open105, open29: the word after the switches is a folder; compile it in the order of its makefiles"},
    Option{"-O", "FOLDER", "copy objects to FOLDER/loadkod and resources to FOLDER/rsc"},
    Option{"-A -B -C -L", "", "warn of equal German texts, missing ones, unused resources, unset locals"},
};
constexpr std::array examples{
    Example{"bc -d -I ../include -K ../kodbase.txt room.kod", "what makefiles of existing trees call"},
    Example{"blak bc --dialect=open105 -d -I kod/include -K kod/kodbase.txt -R kod", "a whole tree the old way"},
};

} // namespace

const Command bcCommand{"bc",
                        "Blakod",
                        "Compile Blakod files, with the switches of the old compilers",
                        "FILE...",
                        options,
                        examples,
                        0,
                        anyNumber,
                        run,
                        "Gives the same object, resource and knowledge base files as the old compilers of either dialect. "
                        "Messages have the form `file(line): error: text`. Exits with 1 when there was an error.",
                        "bc",
                        true};

} // namespace blak::cli
