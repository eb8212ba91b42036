// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/blak/dispatch.h"

int main(int argc, char** argv) { return blak::cli::dispatch({argv, argv + argc}); }
