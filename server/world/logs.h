// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/world/channel.h"
#include "server/world/clock.h"
#include "server/world/config.h"

#include <array>
#include <filesystem>
#include <functional>
#include <string_view>
#include <utility>
#include <vector>

namespace blak::world {

/// The log files of a world, and whoever wants to hear what enters them.
class Logs
{
public:
    explicit Logs(const Clock& clock) : clock_(clock) {}

    /// Opens those that the configuration wants on disk; the others are closed.
    void configure(const Config& config, const std::filesystem::path& folder);
    /// Begins new files, keeps the old ones with their day.
    void rotate(const Config& config);
    void tend(); ///< from time to time, for those whose disk was full
    void mark();

    /// Here, and here alone, lines enter the channels. They may hold what clients sent, whoever put them together, so one call
    /// makes one line. The channel "debug" is Blakod's own and stays byte for byte what Blakod wrote, as the old servers have it:
    /// Debug() with its line ends, dumps of the stack, traces. Only a file has it; the operator's terminal never shows it.
    void write(LogKind kind, std::string_view text);
    /// Belongs to the last line of that channel.
    void add(LogKind kind, std::string_view lines) { channel(kind).add(lines); }

    /// Is told every line of every channel; `owner` takes it away again with nullptr.
    using Listener = std::function<void(LogKind kind, std::string_view text)>;
    void setListener(const void* owner, Listener listener);

private:
    Channel& channel(LogKind kind) { return channels_[static_cast<std::size_t>(kind)]; }
    void keepDays(const Config& config);

    const Clock& clock_;
    std::array<Channel, 5> channels_; ///< by LogKind
    std::vector<std::pair<const void*, Listener>> listeners_;
};

} // namespace blak::world
