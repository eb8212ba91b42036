// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "roomedit/roomcore/map/map.h"
#include "roomedit/roomcore/map/settle.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace blak::roomscript {

/// script_run.h for programs without Qt: what is needed of it is made here.
struct PlainRequest
{
    std::string source, name;
    roomcore::Map map;
    roomcore::MapDefaults defaults;
    std::shared_ptr<const roo::Room> file;
    std::vector<std::string> arguments;
    int milliseconds = 10'000, megabytes = 512;
    std::function<void(const std::string& line)> printed;
};

struct PlainOutcome
{
    roomcore::Map map;
    bool changed = false;
    std::string value, error;
    int errorLine = 0;
    bool wasStopped = false;
    int operations = 0;
    std::vector<std::string> newErrors;
};

PlainOutcome runPlainScript(PlainRequest request);

} // namespace blak::roomscript
