// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/play/prepare/server_facts.h"

#include <nlohmann/json.hpp>

namespace blak::play {
namespace {

constexpr std::size_t longestToken = 256;

} // namespace

Result<ServerFacts> readServerFacts(std::string_view text, const std::string& where)
{
    const nlohmann::json root = nlohmann::json::parse(text, nullptr, false);
    if (!root.is_object())
        return Error{"expected what a server says of itself: a JSON object", where};
    ServerFacts facts;
    for (const auto& [name, port, isNeeded] : {std::tuple{"port", &facts.control, true},
                                               {"players", &facts.players, true},
                                               {"maintenance", &facts.maintenance, false}}) {
        const auto it = root.find(name);
        if (it == root.end() && !isNeeded)
            continue;
        if (it == root.end() || !it->is_number_integer() || *it < 1 || *it > 0xFFFF)
            return Error{std::string("expected a port for \"") + name + "\"", where};
        *port = it->get<std::uint16_t>();
    }
    const auto token = root.find("token");
    if (token == root.end() || !token->is_string() || token->get_ref<const std::string&>().size() > longestToken)
        return Error{"expected a token of at most 256 characters", where};
    facts.token = token->get<std::string>();
    return facts;
}

} // namespace blak::play
