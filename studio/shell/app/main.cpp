// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/studio_main.h"

int main(int argc, char** argv) { return blak::ui::shell::runStudio(argc, argv); }
