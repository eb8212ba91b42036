// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/names.h"
#include "formats/kodbase/kodbase.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace blak::vm {

/// Names from the kodbase, both ways; names compare without case.
class Names
{
public:
    /// Sources spell names of messages and parameters with different capitals; `lastSpelling`: the last one in the kodbase is
    /// shown, as the classic servers do, otherwise the first.
    void set(const kodbase::Kodbase& base, bool lastSpelling);

    struct Space
    {
        std::unordered_map<std::string, std::int32_t> ids; ///< by lower-case name
        std::unordered_map<std::int32_t, std::string> names;

        void add(std::string_view name, std::int32_t id);
        std::optional<std::int32_t> find(std::string_view name) const;
        std::string name(std::int32_t id) const { return std::string(text(id)); }
        std::string_view text(std::int32_t id) const; ///< "" when unknown; lives as long as the names do
    };

    Space classes;
    Space messages;
    Space parameters;
    Space resources;
};

} // namespace blak::vm
