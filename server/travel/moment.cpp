// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/travel/moment.h"

#include "server/world/json_values.h"

namespace blak::serve {

using nlohmann::json;

json toJson(const Moment& moment) { return {moment.input, moment.executed}; }

Moment momentFromJson(const json& from) { return {from.at(0).get<std::uint64_t>(), from.at(1).get<std::int64_t>()}; }

json toJson(const Errand& errand)
{
    return {{"kind", static_cast<int>(errand.kind)},
            {"firstInput", errand.firstInput},
            {"logFrom", errand.logFrom},
            {"logTo", errand.logTo},
            {"limit", toJson(errand.limit)},
            {"at", toJson(errand.at)},
            {"breakpoints", errand.breakpoints},
            {"rules", errand.rules},
            {"input", errand.input},
            {"depth", errand.depth},
            {"otherDepth", errand.otherDepth},
            {"others", errand.others},
            {"milliseconds", errand.milliseconds},
            {"latest", errand.latest},
            {"firstOfInput", errand.firstOfInput},
            {"file", errand.file},
            {"stays", errand.stays}};
}

Errand errandFromJson(const json& from)
{
    Errand errand;
    errand.kind = static_cast<Errand::Kind>(from.at("kind").get<int>());
    errand.firstInput = from.at("firstInput");
    errand.logFrom = from.at("logFrom");
    errand.logTo = from.at("logTo");
    errand.limit = momentFromJson(from.at("limit"));
    errand.at = momentFromJson(from.at("at"));
    errand.breakpoints = from.at("breakpoints");
    errand.rules = from.at("rules");
    errand.input = from.at("input");
    errand.depth = from.at("depth");
    errand.otherDepth = from.at("otherDepth");
    errand.others = from.at("others");
    errand.milliseconds = from.at("milliseconds");
    errand.latest = from.at("latest");
    errand.firstOfInput = from.at("firstOfInput");
    errand.file = from.at("file").get<std::string>();
    errand.stays = from.at("stays");
    return errand;
}

json toJson(const Outcome& outcome)
{
    json out{{"stop", outcome.stop}, {"fault", world::textJson(outcome.fault)}};
    if (outcome.found)
        out["found"] = toJson(*outcome.found);
    if (outcome.obstacle)
        out["obstacle"] = *outcome.obstacle;
    return out;
}

Outcome outcomeFromJson(const json& from)
{
    Outcome outcome;
    if (from.contains("found"))
        outcome.found = momentFromJson(from["found"]);
    if (from.contains("obstacle"))
        outcome.obstacle = from["obstacle"].get<std::uint64_t>();
    outcome.stop = from.value("stop", json());
    outcome.fault = from.value("fault", std::string());
    return outcome;
}

json toJson(const Stop& stop)
{
    json out{{"reason", stop.reason},
             {"rules", stop.ids},
             {"file", world::textJson(stop.place.file)},
             {"line", stop.place.line},
             {"offset", stop.place.offset}};
    if (!stop.text.empty())
        out["text"] = world::textJson(stop.text);
    if (!stop.fault.empty())
        out["fault"] = world::textJson(stop.fault);
    return out;
}

} // namespace blak::serve
