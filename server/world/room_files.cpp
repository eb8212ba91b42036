// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/world/room_files.h"

#include "formats/base/file_io.h"
#include "formats/base/names.h"
#include "server/world/world_texts.h"

namespace blak::world {
namespace {

namespace fs = std::filesystem;

} // namespace

void RoomFiles::prepare(std::function<void()> first)
{
    preparer_ = std::make_unique<RoomPreparer>(filesWithEnding(folder_.path("Rooms", "rooms/"), ".roo"), std::move(first));
}

std::unique_ptr<vm::RoomState> RoomFiles::prepared(std::string_view name)
{
    return preparer_ ? preparer_->take(lowerCase(name)) : nullptr;
}

/// The folder is listed once, and again when its time of change differs: a world of hundreds of rooms asks for each at boot.
std::vector<std::byte> RoomFiles::read(std::string_view name)
{
    const fs::path folder = folder_.path("Rooms", "rooms/");
    std::error_code error;
    const auto changed = fs::last_write_time(folder, error);
    if (error)
        return {};
    const std::string wanted = lowerCase(name);
    auto hit = files_.find(wanted);
    // Times of change are coarse: a file that is not found may have come in the same tick.
    if (folder != listed_ || changed != changed_ || hit == files_.end()) {
        listed_ = folder;
        changed_ = changed;
        files_.clear();
        for (const fs::path& file : filesWithEnding(folder, ".roo"))
            files_.emplace(lowerCase(file.filename().string()), file);
        hit = files_.find(wanted);
    }
    if (hit == files_.end())
        return {};
    auto bytes = readFile(hit->second);
    return bytes ? std::move(bytes.value()) : std::vector<std::byte>();
}

} // namespace blak::world
