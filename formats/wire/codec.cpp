// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/wire/codec.h"

#include <algorithm>

namespace blak::wire {

const Field* Message::find(std::string_view name) const
{
    const auto found = std::ranges::find(fields, name, &Field::name);
    return found == fields.end() ? nullptr : &*found;
}

} // namespace blak::wire
