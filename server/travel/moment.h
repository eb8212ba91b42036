// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/control/debug_rules.h"

#include <compare>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace blak::serve {

/// A place in a run: which input, and after how many of its instructions.
struct Moment
{
    std::uint64_t input = 0;
    std::int64_t executed = 0;
    friend auto operator<=>(const Moment&, const Moment&) = default;
};

/// What a visitor is sent for. Searches end at `limit`, which belongs to them no more; Write writes the world down as the checkpoint
/// has it, and goes nowhere.
struct Errand
{
    enum class Kind : std::uint8_t { Visit, First, Last, Write };
    Kind kind = Kind::Visit;
    std::uint64_t firstInput = 0; ///< of the checkpoint, with where its log begins and ends
    std::uint64_t logFrom = 0, logTo = 0;
    Moment limit;
    Moment at;                ///< Visit: where to; First: behind it
    bool breakpoints = false; ///< searches for those, with these requests of Control; otherwise for statements
    nlohmann::json rules = nullptr;
    std::uint64_t input = 0;    ///< Statements: in this input only those that are at most
    std::size_t depth = SIZE_MAX; ///< so deep,
    std::size_t otherDepth = 1;   ///< in others those that are at most so deep
    bool others = false;          ///< statements of other inputs count
    std::int64_t milliseconds = 0; ///< only inputs that came then or later
    std::int64_t latest = INT64_MAX; ///< milliseconds: inputs that came later than this end the search
    bool firstOfInput = false; ///< Last, without breakpoints: where the input begins that the last statement belongs to
    std::string file; ///< Write: a new one
    /// Last, without breakpoints: what `input` has of it, or else one of the inputs before, is shown as by Visit, so that what is before
    /// needs to be done again only once.
    bool stays = false;
};

struct Outcome
{
    std::optional<Moment> found;
    nlohmann::json stop;                   ///< why a breakpoint stopped; where a visitor stands
    std::optional<std::uint64_t> obstacle; ///< an input that cannot be done again, where the search ended
    std::string fault;
};

nlohmann::json toJson(const Moment& moment);
Moment momentFromJson(const nlohmann::json& from);
nlohmann::json toJson(const Errand& errand);
Errand errandFromJson(const nlohmann::json& from);
nlohmann::json toJson(const Outcome& outcome);
Outcome outcomeFromJson(const nlohmann::json& from);

/// What the control channel says of a stop.
nlohmann::json toJson(const Stop& stop);

} // namespace blak::serve
