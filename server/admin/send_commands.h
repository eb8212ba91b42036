// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/admin/call.h"

namespace blak::world {

/// Messages to objects.
struct SendCommands : AdminCall
{
    void sendObject();
    void sendClass();
    void sendList();
    void sendInteger();
    void sendUsers();

private:
    void sendTo(std::int64_t object, std::int32_t message, std::span<const vm::Parameter> parameters, bool timed);
    std::optional<std::int32_t> needMessage(std::string_view name, std::vector<vm::Parameter>& parameters);
    void sendTyped(std::int64_t object);
};

} // namespace blak::world
