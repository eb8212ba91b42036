// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/roomcore/room_document.h"

#include "formats/base/file_io.h"

#include <utility>

namespace blak::roomcore {
namespace {

/// Another whole map: after the file was read again, or work of an earlier session came back.
class MapSwap final : public document::Change
{
public:
    MapSwap(Map& map, std::shared_ptr<const roo::Room>& file, Map other, std::shared_ptr<const roo::Room> otherFile)
        : map_(map), file_(file), other_(std::move(other)), otherFile_(std::move(otherFile))
    {
    }
    void swap() override
    {
        std::swap(map_, other_);
        std::swap(file_, otherFile_);
    }
    std::size_t memory() const override
    {
        return sizeof(*this) + other_.lines().size() * 200 + other_.sidedefs().size() * sizeof(roo::Sidedef) +
               other_.sectors().size() * sizeof(roo::Sector) + other_.vertices().size() * 64;
    }
    document::Touched touched() const override { return {"map", 0}; }

private:
    Map& map_;
    std::shared_ptr<const roo::Room>& file_;
    Map other_;
    std::shared_ptr<const roo::Room> otherFile_;
};

std::string textOf(const std::vector<std::byte>& bytes)
{
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

} // namespace

RoomDocument::RoomDocument(std::filesystem::path path, roo::Room room)
    : Document(std::move(path)), map_(mapFromRoom(room)), file_(std::make_shared<const roo::Room>(std::move(room))),
      defaults_(defaultsOf(map_))
{
}

Result<std::shared_ptr<RoomDocument>> RoomDocument::open(const std::filesystem::path& path)
{
    const auto bytes = readFile(path);
    if (!bytes)
        return bytes.error();
    return make(path, {reinterpret_cast<const char*>(bytes.value().data()), bytes.value().size()});
}

Result<std::shared_ptr<RoomDocument>> RoomDocument::make(const std::filesystem::path& path, std::string_view bytes)
{
    auto room = roo::read(std::as_bytes(std::span(bytes)), path.filename().string());
    if (!room)
        return room.error();
    std::shared_ptr<RoomDocument> document(new RoomDocument(path, std::move(room).value()));
    document->setRead(bytes);
    return document;
}

Result<std::shared_ptr<const RoomCopy>> RoomDocument::copy() const
{
    if (copy_ == nullptr || copy_->revision != revision() || copy_->file != file_) {
        auto numbered = roomFromMap(map_, *file_);
        if (!numbered)
            return numbered.error();
        copy_ = std::make_shared<const RoomCopy>(
            RoomCopy{revision(), std::move(numbered.value().room), std::move(numbered.value().numbers), file_});
    }
    return copy_;
}

Result<std::string> RoomDocument::write() const
{
    const auto now = copy();
    if (!now)
        return now.error();
    auto rebuilt = rebuild(now.value()->room, *file_);
    if (!rebuilt)
        return rebuilt.error();
    if (auto fits = roo::checkLimits(rebuilt.value().room); !fits)
        return fits.error();
    return textOf(roo::write(rebuilt.value().room));
}

void RoomDocument::replaceMap(Map map, std::shared_ptr<const roo::Room> file)
{
    history().apply(std::make_unique<MapSwap>(map_, file_, std::move(map), std::move(file)));
}

void RoomDocument::forgetBuilt()
{
    if (file_ == forgotten_)
        return;
    auto bare = std::make_shared<roo::Room>(*file_);
    bare->nodes.clear();
    bare->walls.clear();
    bare->width = bare->height = 0; // never built: see needsOf()
    forgotten_ = bare;
    replaceMap(Map(map_), std::move(bare));
}

Result<void> RoomDocument::read(std::string bytes)
{
    auto room = roo::read(std::as_bytes(std::span(bytes)), title());
    if (!room)
        return room.error();
    Map map = mapFromRoom(room.value());
    defaults_ = defaultsOf(map);
    replaceMap(std::move(map), std::make_shared<const roo::Room>(std::move(room).value()));
    return {};
}

/// Without tree, walls and grids: these follow from the rest, and a journal is written often.
Result<document::Bytes> RoomDocument::unsavedState() const
{
    const auto now = copy();
    if (!now)
        return now.error();
    roo::Room bare = now.value()->room;
    bare.nodes.clear();
    bare.walls.clear();
    bare.server = roo::emptyServerSection(bare.format);
    if (auto fits = roo::checkLimits(bare); !fits)
        return fits.error();
    return roo::write(bare);
}

Result<void> RoomDocument::restoreUnsaved(std::span<const std::byte> state)
{
    auto room = roo::read(state, title());
    if (!room)
        return room.error();
    document::Transaction transaction(history(), "Edits of an earlier session");
    replaceMap(mapFromRoom(room.value()), file_);
    transaction.commit();
    return {};
}

} // namespace blak::roomcore
