// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bgfeditor/bgfcore/png_file.h"

namespace blak::cli {

// What all commands that draw something take; the sprite editor reads and writes the same files.
using bgfcore::IndexedPicture;
using bgfcore::readPng;
using bgfcore::writePng;

} // namespace blak::cli
