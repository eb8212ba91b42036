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

bool fitsPattern(std::string_view text, std::string_view pattern)
{
    std::size_t at = 0, in = 0;
    std::size_t star = pattern.npos, resume = 0; // after the last star: try again one character later
    while (at < text.size()) {
        if (in < pattern.size() && pattern[in] == '*') {
            star = in++;
            resume = at;
        } else if (in < pattern.size() &&
                   (pattern[in] == '?' || lowerCase(pattern.substr(in, 1)) == lowerCase(text.substr(at, 1)))) {
            ++in;
            ++at;
        } else if (star != pattern.npos) {
            in = star + 1;
            at = ++resume;
        } else {
            return false;
        }
    }
    return pattern.find_first_not_of('*', in) == pattern.npos;
}

} // namespace blak::world
