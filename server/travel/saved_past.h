// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/travel/moment.h"
#include "server/vm/vm.h"

#include <filesystem>
#include <functional>

namespace blak::serve {

/// A past that is written down: the world as it was at its beginning, all inputs since, and where the world stands. They lie beside the
/// files of the world in a recording (docs/formats/recording.md).
struct SavedPast
{
    static constexpr std::string_view headFile = "past/past.json", worldFile = "past/world", inputsFile = "past/inputs";

    std::filesystem::path world, inputs; ///< files
    std::uint64_t firstInput = 0;
    std::int64_t milliseconds = 0; ///< when it began, since whatever the times of its inputs count from
    bool takesWebhooks = false;
    Moment present;
    bool inError = false; ///< the world stands in the middle of a statement
    nlohmann::json stop;  ///< why it stands, as toJson(Stop) has it; null = it ran
};

nlohmann::json toJson(const SavedPast& past);
/// From a file of unknown origin. The paths are not in it.
Result<SavedPast> savedPastFromJson(const nlohmann::json& from);

/// Writes the world of a machine, between two inputs, to a file that must not be there yet.
Result<void> writeWorld(const vm::Vm& machine, const std::filesystem::path& file);

} // namespace blak::serve
