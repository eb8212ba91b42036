// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/property/property.h"
#include "formats/roo/room.h"

/// What people edit in a room. Names are the keys of the text form too (docs/formats/udmf.md), so they stay as they are.
namespace blak::roo {

const property::Table<Linedef>& linedefProperties();
const property::Table<Sidedef>& sidedefProperties();
const property::Table<Sector>& sectorProperties(); ///< with the fields of both slopes, which exist while `slopedfloor` is set
const property::Table<Thing>& thingProperties();

} // namespace blak::roo
