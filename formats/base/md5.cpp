// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/base/md5.h"

#include <nettle/md5.h>

namespace blak {

std::array<std::uint8_t, 16> md5(std::string_view text)
{
    static_assert(MD5_DIGEST_SIZE == 16);
    md5_ctx context;
    md5_init(&context);
    md5_update(&context, text.size(), reinterpret_cast<const std::uint8_t*>(text.data()));
    std::array<std::uint8_t, 16> digest{};
    md5_digest(&context, digest.size(), digest.data());
    return digest;
}

} // namespace blak
