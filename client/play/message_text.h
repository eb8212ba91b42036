// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/wire/codec.h"

#include <QString>

#include <vector>

namespace blak::client {

/// `id=640 name="Odran"`: fields in a line, at most about so many characters. Passwords are dots.
QString contentOf(const std::vector<wire::Field>& fields, qsizetype longest);

} // namespace blak::client
