// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/admin/call.h"

namespace blak::world {

/// Answers to commands with --json.
struct JsonAnswers : AdminCall
{
    void accountAsJson();
    void accountsAsJson();
    void whoAsJson();
    void statusAsJson();
    void objectAsJson();
    void classAsJson();
    void listAsJson();
    void bansAsJson();
    void administratorsAsJson();
};

} // namespace blak::world
