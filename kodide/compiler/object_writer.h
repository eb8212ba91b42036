// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kodide/compiler/lowering.h"

#include <string_view>

namespace blak::kod {

struct HandlerPlace
{
    const BoundClass* owner;
    const BoundHandler* handler;
    std::uint32_t begin; ///< first byte of the code
    std::uint32_t end;
    unsigned slotCount;
};

/// An object file and what the debug sidecar needs to know about it.
struct ObjectImage
{
    std::vector<std::byte> bytes;
    std::vector<HandlerPlace> handlers;
    std::vector<StatementMark> marks;
    std::vector<CallMark> calls;
};

struct ObjectOptions
{
    bool debugLines = false;
    std::string_view sourceName; ///< embedded at the end
};

/// Lowers everything and lays out the file. Findings are limits of the format and the server; with an error the image must
/// not be used.
ObjectImage writeObject(const BoundUnit& bound, const SyntaxUnit& unit, const ObjectOptions& options,
                        std::vector<Finding>& findings);

/// The resource file of a unit; empty when it has no resources.
std::vector<std::byte> writeResources(const BoundUnit& bound, const Dialect& dialect);

} // namespace blak::kod
