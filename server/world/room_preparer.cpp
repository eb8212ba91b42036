// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/world/room_preparer.h"

#include "formats/base/file_io.h"
#include "formats/base/names.h"

namespace blak::world {

RoomPreparer::RoomPreparer(std::vector<std::filesystem::path> files, std::function<void()> first)
    : files_(std::move(files)), first_(std::move(first))
{
    for (const std::filesystem::path& file : files_)
        slots_.try_emplace(lowerCase(file.filename().string()));
    thread_ = std::thread(&RoomPreparer::run, this);
}

RoomPreparer::~RoomPreparer()
{
    {
        const std::scoped_lock lock(mutex_);
        ends_ = true;
    }
    thread_.join();
}

std::unique_ptr<vm::RoomState> RoomPreparer::take(const std::string& lowerCaseName)
{
    std::unique_lock lock(mutex_);
    const auto found = slots_.find(lowerCaseName);
    if (found == slots_.end())
        return nullptr;
    Slot& slot = found->second;
    if (slot.stage == Stage::Waiting) {
        slot.stage = Stage::Done; // whoever asks now is faster alone
        return nullptr;
    }
    done_.wait(lock, [&] { return slot.stage == Stage::Done; });
    return std::move(slot.room);
}

void RoomPreparer::run()
{
    if (first_)
        first_();
    for (const std::filesystem::path& file : files_) {
        const std::string name = file.filename().string();
        Slot* slot = nullptr;
        {
            const std::scoped_lock lock(mutex_);
            if (ends_)
                return;
            slot = &slots_.at(lowerCase(name));
            if (slot->stage != Stage::Waiting)
                continue;
            slot->stage = Stage::UnderWay;
        }
        std::unique_ptr<vm::RoomState> room;
        if (const auto bytes = readFile(file))
            if (auto state = vm::loadRoomState(bytes.value(), name))
                room = std::make_unique<vm::RoomState>(std::move(state).value());
        {
            const std::scoped_lock lock(mutex_);
            slot->room = std::move(room);
            slot->stage = Stage::Done;
        }
        done_.notify_one();
    }
}

} // namespace blak::world
