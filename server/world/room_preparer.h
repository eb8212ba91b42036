// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/vm/room_state.h"

#include <condition_variable>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

namespace blak::world {

/// Reads rooms on a thread of its own while the classes of a world are loaded, for a boot that asks for most of them.
class RoomPreparer
{
public:
    /// `first` runs on that thread before the rooms.
    explicit RoomPreparer(std::vector<std::filesystem::path> files, std::function<void()> first = {});
    ~RoomPreparer(); ///< stops after the room at hand

    /// The room of that file, named by it. nullptr = read it yourself: not there, not sound, not yet begun, or taken before.
    std::unique_ptr<vm::RoomState> take(const std::string& lowerCaseName);

private:
    enum class Stage : std::uint8_t { Waiting, UnderWay, Done };

    struct Slot
    {
        Stage stage = Stage::Waiting;
        std::unique_ptr<vm::RoomState> room;
    };

    void run();

    const std::vector<std::filesystem::path> files_;
    const std::function<void()> first_;
    std::mutex mutex_;
    std::condition_variable done_;
    std::unordered_map<std::string, Slot> slots_; ///< by lower-case file name
    bool ends_ = false;
    std::thread thread_;
};

} // namespace blak::world
