// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <utility>
#include <vector>

namespace blak::debugfiles {

/// A handler as it was called from one path of callers.
struct ProfileNode
{
    int parent = -1; ///< [0] is the root, which stands for everything
    int handler = 0;
    int depth = 0;
    std::int64_t self = 0, total = 0; ///< nanoseconds
    std::int64_t calls = 0, samples = 0;
    std::vector<int> children; ///< the dearest first
};

/// A handler, however it was called. The first one is none.
struct ProfileHandler
{
    std::string className, message, file;
    std::int64_t self = 0, total = 0; ///< nanoseconds; of a handler that calls itself the outer call alone counts
    std::int64_t calls = 0, samples = 0, objects = 0, listNodes = 0, strings = 0;
};

struct SlowMessage
{
    std::string name; ///< Class.Message
    std::int64_t object = 0, nanoseconds = 0;
    std::vector<std::pair<std::string, std::int64_t>> stacks; ///< "A;B;C" and nanoseconds
};

/// Where the time of a world went, as `blak profile --json` and the control channel tell it. Callers stand before what they call.
struct Profile
{
    std::vector<ProfileNode> nodes;
    std::vector<ProfileHandler> handlers;
    std::vector<SlowMessage> slowest;
    std::int64_t messages = 0;
    bool sampled = true;
};

/// From anybody: what comes back hangs together, and no sum of it overflows.
Result<Profile> readProfile(const nlohmann::json& in);

} // namespace blak::debugfiles
