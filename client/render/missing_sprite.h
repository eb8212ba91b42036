// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/render/image.h"

namespace blak::render {

/// The mark in the place of a missing sprite: a disc with a question mark, 256 client units high - a third of a person - in a file of that
/// shrink, smaller in those that shrink more than eight times.
Image missingSprite(int shrink);

} // namespace blak::render
