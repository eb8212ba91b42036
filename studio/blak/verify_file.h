// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/project/file_kind.h"

#include <span>
#include <string>

namespace blak::cli {

enum class Verdict : std::uint8_t {
    Identical, ///< read and written: the same bytes
    Equal,     ///< other bytes, which read as the same content
    Failed,    ///< could not be read, or came back different
    Skipped,   ///< a kind that is not read here
};

struct Verification
{
    project::FileKind kind = project::FileKind::Other;
    std::string version; ///< "15", "13 (float)", "text"; empty when unknown
    Verdict verdict = Verdict::Skipped;
    std::string failure; ///< where and what, for Failed
    std::string warning = {}; ///< the file comes back whole, but what it holds is not sound; empty = nothing to say
};

/// Recognises the content, reads it, writes it, compares. Images of sprites are decoded too, object code is checked instruction
/// by instruction.
Verification verifyContent(std::span<const std::byte> bytes, const std::string& file);

/// Whether verifyContent() reads this kind.
bool canVerify(project::FileKind kind);

} // namespace blak::cli
