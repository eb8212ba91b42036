// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/compiler/bc_driver.h"

#include <iostream>
#include <vector>

int main(int count, char** values)
{
    const std::vector<std::string> arguments(values + 1, values + count);
    return blak::kod::runBc(arguments, std::cout);
}
