// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/blak/room_version.h"

#include <algorithm>
#include <array>

namespace blak::cli {
namespace {

struct Version
{
    std::string_view name;
    roo::Format format;
};

constexpr auto versions = std::to_array<Version>({
    {"4", roo::Format::V4},
    {"5", roo::Format::V5},
    {"6", roo::Format::V6},
    {"7", roo::Format::V7},
    {"8", roo::Format::V8},
    {"9", roo::Format::V9},
    {"10", roo::Format::V10},
    {"11", roo::Format::V11},
    {"12", roo::Format::V12},
    {"13f", roo::Format::V13Float},
    {"13i", roo::Format::V13Integer},
    {"14", roo::Format::V14},
    {"15", roo::Format::V15},
});

} // namespace

std::optional<roo::Format> roomVersion(std::string_view name)
{
    const auto found = std::find_if(versions.begin(), versions.end(), [name](const Version& v) { return v.name == name; });
    return found == versions.end() ? std::nullopt : std::optional(found->format);
}

} // namespace blak::cli
