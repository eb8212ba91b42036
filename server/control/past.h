// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/control/control.h"
#include "server/control/values.h"
#include "server/travel/traveller.h"

#include <nlohmann/json.hpp>

namespace blak::serve {

/// What the control channel keeps while the past is recorded.
struct Control::Past
{
    Past(vm::Vm& machine, Guide& guide, TravelLimits limits) : traveller(machine, guide, std::move(limits)) {}

    Traveller traveller;
    nlohmann::json present; ///< the event of the stop
    nlohmann::json later;   ///< an event that follows the answer

    /// The event that tells where one stands now.
    void show(const Result<Traveller::Place>& place)
    {
        if (!place)
            throw RequestFault(place.error().text());
        later = place.value().past ? place.value().stop : present;
        later["event"] = "debug";
        later["what"] = "stopped";
        later["past"] = place.value().past;
        if (!place.value().past)
            later["reason"] = "present";
    }
};

} // namespace blak::serve
