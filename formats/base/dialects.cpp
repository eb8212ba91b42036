// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/base/dialects.h"

#include "formats/base/names.h"

namespace blak {
namespace {

constexpr std::array machines{
#define X(dialect, name, machine) std::string_view(machine),
    BLAK_DIALECTS(X)
#undef X
};

constexpr std::string_view newMessage = "initializeserver";

} // namespace

std::optional<DialectId> findDialectName(std::string_view name)
{
    for (std::size_t i = 0; i < dialectNameTable.size(); ++i)
        if (dialectNameTable[i] == name)
            return static_cast<DialectId>(i);
    return std::nullopt;
}

std::string_view machineOf(std::string_view name)
{
    const auto dialect = findDialectName(name);
    return dialect ? machines[static_cast<std::size_t>(*dialect)] : std::string_view();
}

bool isSystemOfOpen105(std::string_view source) { return lowerCase(source).find(newMessage) != std::string::npos; }

std::string dialectNames()
{
    std::string names;
    for (const std::string_view name : dialectNameTable) {
        if (!names.empty())
            names += name == dialectNameTable.back() ? " and " : ", ";
        names += name;
    }
    return names;
}

} // namespace blak
