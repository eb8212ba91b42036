// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/scene/object.h"

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>

namespace blak::client {

class GameClient;

/// An object as a client was told of it, with what it wears: in its room, itself among that, or in its hands. Nothing else is known to it.
std::optional<scene::Object> seenObject(GameClient& client, std::uint32_t object);

/// The same as a line between programs, and back; nothing where the line is of another shape.
nlohmann::json lineOfObject(const scene::Object& object);
std::optional<scene::Object> objectOfLine(const nlohmann::json& line);

} // namespace blak::client
