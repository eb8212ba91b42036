// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/admin/call.h"

namespace blak::world {

/// The configuration: shown, changed, saved.
struct OptionCommands : AdminCall
{
    void setConfigBoolean();
    void setConfigInteger();
    void setConfigString();
    void showConfiguration();
    void saveConfiguration();

private:
    const config::Option* needOption(settings::Kind kind);
    bool changeOption(const config::Option& option, std::string_view value);
};

} // namespace blak::world
