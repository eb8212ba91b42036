// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace blak::wire {

/// What a directive in a resource text takes from the wire.
enum class Parameter : std::uint8_t {
    Integer,  ///< %d, %i: i32
    Resource, ///< %s: resource id, the parameters of that resource's own text come after those of this one
    Text,     ///< %q: counted string
    Message   ///< %r (open105): resource id with its parameters
};

/// Parameters of a resource text in stream order. `%%` takes none; an ordinal ("%s$2") changes the display only.
std::vector<Parameter> parametersOf(std::string_view resourceText);

/// The parameters every known resource takes; resources that were never set take none.
class ResourceFormats
{
public:
    void set(std::uint32_t resource, std::string_view text);
    const std::vector<Parameter>& parameters(std::uint32_t resource) const;

private:
    std::unordered_map<std::uint32_t, std::vector<Parameter>> formats_;
};

} // namespace blak::wire
