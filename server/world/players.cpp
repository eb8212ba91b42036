// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/world/players.h"

#include "formats/base/names.h"

namespace blak::world {

std::string_view banKindName(BanKind kind)
{
    switch (kind) {
#define X(name, text)                                                                                                            \
    case BanKind::name: return text;
        BLAK_BAN_KINDS(X)
#undef X
    }
    return {};
}

std::optional<BanKind> banKindNamed(std::string_view text)
{
#define X(name, spelling)                                                                                                        \
    if (equalIgnoringCase(text, spelling))                                                                                       \
        return BanKind::name;
    BLAK_BAN_KINDS(X)
#undef X
    return std::nullopt;
}

} // namespace blak::world
