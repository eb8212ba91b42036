// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/roomcore/room_document.h"

#include "formats/base/file_io.h"
#include "roomedit/roomcore/room_sidecar.h"

#include <algorithm>
#include <array>
#include <limits>
#include <span>
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

/// Another map that came of this one, by what differs: of a script that changed one sector, that sector.
class MapDelta final : public document::Change
{
public:
    MapDelta(Map& map, const Map& other) : map_(map), selection_(other.selection)
    {
        collect(vertices_, map.vertices(), other.vertices());
        collect(sidedefs_, map.sidedefs(), other.sidedefs());
        collect(sectors_, map.sectors(), other.sectors());
        collect(things_, map.things(), other.things());
        collect(lines_, map.lines(), other.lines());
    }

    /// What lines lean on comes before them, and goes after them.
    void swap() override
    {
        exchange(lines_, false);
        exchange(vertices_, true);
        exchange(sidedefs_, true);
        exchange(sectors_, true);
        exchange(things_, true);
        exchange(lines_, true);
        exchange(things_, false);
        exchange(sectors_, false);
        exchange(sidedefs_, false);
        exchange(vertices_, false);
        for (auto* slots : {&vertices_.slots, &sidedefs_.slots, &sectors_.slots, &things_.slots, &lines_.slots})
            std::fill(slots->begin(), slots->end(), false);
        std::swap(map_.selection, selection_);
    }
    std::size_t memory() const override
    {
        const auto of = [](const auto& parts) { return parts.values.capacity() * sizeof(parts.values.front()); };
        return sizeof(*this) + of(vertices_) + of(sidedefs_) + of(sectors_) + of(things_) + of(lines_) +
               4 * (selection_.vertices.size() + selection_.lines.size() + selection_.sectors.size() + selection_.things.size());
    }
    document::Touched touched() const override { return {"map", 0}; }

private:
    template <typename IdType, typename Record>
    struct Parts
    {
        std::vector<std::pair<IdType, std::optional<Record>>> values; ///< ascending
        std::vector<bool> slots; ///< exchanged in the swap that is under way
        std::size_t firstNew = 0; ///< ids from here on came with this change; others stay empty for good
    };

    template <typename IdType, typename Record, typename Slots>
    static void collect(Parts<IdType, Record>& parts, const Slots& from, const Slots& to)
    {
        for (std::size_t i = 0; i < std::max(from.size(), to.size()); ++i) {
            const auto& before = i < from.size() ? from[i] : std::optional<Record>();
            const auto& after = i < to.size() ? to[i] : std::optional<Record>();
            if (before != after)
                parts.values.emplace_back(IdType{static_cast<std::uint32_t>(i)}, after);
        }
        parts.slots.assign(parts.values.size(), false);
        parts.firstNew = from.size();
    }

    /// Those that are there afterwards in ascending order; those that are not the other way round, so that slots at the end are forgotten.
    template <typename IdType, typename Record>
    void exchange(Parts<IdType, Record>& parts, bool comes)
    {
        for (std::size_t i = 0; i < parts.values.size(); ++i) {
            const std::size_t at = comes ? i : parts.values.size() - 1 - i;
            auto& [id, value] = parts.values[at];
            if (parts.slots[at] || value.has_value() != comes)
                continue;
            parts.slots[at] = true;
            value = map_.put(id, std::move(value));
            if (!comes && id.value >= parts.firstNew)
                map_.forgetLast(id);
        }
    }

    Map& map_;
    Parts<VertexId, MapVertex> vertices_;
    Parts<SidedefId, roo::Sidedef> sidedefs_;
    Parts<SectorId, roo::Sector> sectors_;
    Parts<ThingId, roo::Thing> things_;
    Parts<LineId, MapLine> lines_;
    MapSelection selection_;
};

class ArrangementSwap final : public document::Change
{
public:
    ArrangementSwap(Arrangement& arrangement, Arrangement other) : arrangement_(arrangement), other_(std::move(other)) {}
    void swap() override { std::swap(arrangement_, other_); }
    std::size_t memory() const override
    {
        constexpr std::size_t node = 48; // of a set
        const auto of = [](const PartSet& parts) { return node * (parts.lines.size() + parts.sectors.size() + parts.things.size()); };
        std::size_t bytes = sizeof(*this) + of(other_.hidden) + of(other_.locked);
        for (const PartGroup& group : other_.groups)
            bytes += sizeof(group) + of(group.parts);
        return bytes;
    }
    document::Touched touched() const override { return {"arrangement", 0}; }

private:
    Arrangement& arrangement_;
    Arrangement other_;
};

std::string textOf(const std::vector<std::byte>& bytes)
{
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// After a room in a journal: what stands beside it, its size in four bytes, and this.
constexpr std::array<char, 4> besideMark{'B', 'S', 'I', 'D'};

std::pair<std::span<const std::byte>, std::string> splitState(std::span<const std::byte> state)
{
    constexpr std::size_t tail = 4 + besideMark.size();
    const auto mark = std::as_bytes(std::span(besideMark));
    if (state.size() < tail || !std::equal(mark.begin(), mark.end(), state.end() - mark.size()))
        return {state, {}};
    std::uint32_t size = 0;
    for (unsigned i = 0; i < 4; ++i)
        size |= std::to_integer<std::uint32_t>(state[state.size() - tail + i]) << (8 * i);
    if (size > state.size() - tail)
        return {state, {}};
    const auto text = state.subspan(state.size() - tail - size, size);
    return {state.first(state.size() - tail - size), {reinterpret_cast<const char*>(text.data()), text.size()}};
}

} // namespace

RoomDocument::RoomDocument(std::filesystem::path path, roo::Room room)
    : Document(std::move(path)), map_(mapFromRoom(room)), file_(std::make_shared<const roo::Room>(std::move(room))),
      defaults_(defaultsOf(map_))
{
    history().setMemoryLimit(std::numeric_limits<std::size_t>::max()); // steps of rooms are small: docs/benchmarks.md
    history().setGuard([this] { return mayCommit(); });
    locksFollow_ = history().notices().connect([this](const document::HistoryNotice& notice) {
        using Kind = document::HistoryNotice::Kind;
        if (notice.kind == Kind::Committed || notice.kind == Kind::Undone || notice.kind == Kind::Redone)
            rememberKept();
        if (notice.kind == Kind::Committed || notice.kind == Kind::RolledBack)
            isOtherMap_ = false;
        if (notice.kind != Kind::RolledBack)
            return;
        if (const auto why = std::exchange(refusal_, {}))
            refusals_.tell(*why);
    });
}

void RoomDocument::rememberKept()
{
    locks_.remember(map_, arrangement_);
    instances_.remember(map_, arrangement_);
}

/// At the end of every edit: instances follow the one that was edited, and what is locked must be as it was.
bool RoomDocument::mayCommit()
{
    if (isOtherMap_)
        return true;
    if (!instances_.isEmpty()) {
        MapEdit edit = this->edit();
        auto next = instances_.follow(edit, arrangement_, defaults_);
        if (!next) {
            refusal_ = next.error();
            return false;
        }
        if (next.value())
            history().apply(std::make_unique<ArrangementSwap>(arrangement_, *std::move(next).value()));
    }
    if (locks_.isEmpty())
        return true;
    const auto kept = locks_.check(map_);
    if (!kept)
        refusal_ = kept.error();
    return static_cast<bool>(kept);
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
    document->arrangement_ = document->readArrangement(document->map_, *document->file_);
    document->rememberKept();
    document->setRead(bytes);
    return document;
}

std::shared_ptr<RoomDocument> RoomDocument::makeNew(const std::filesystem::path& path, const roo::Room& room, std::string step)
{
    roo::Room empty;
    empty.format = room.format;
    empty.roomId = room.roomId;
    empty.hasRoomId = room.hasRoomId;
    empty.server = roo::emptyServerSection(room.format);
    std::shared_ptr<RoomDocument> document(new RoomDocument(path, std::move(empty)));
    document->setShown();
    if (!room.linedefs.empty())
        document->replaceMap(std::move(step), mapFromRoom(room));
    document->defaults_ = defaultsOf(document->map_);
    return document;
}

void RoomDocument::setDefaults(const std::optional<MapDefaults>& defaults)
{
    ownDefaults_ = defaults.has_value();
    defaults_ = defaults ? *defaults : defaultsOf(map_);
}

void RoomDocument::replaceMap(std::string step, Map map)
{
    document::Transaction transaction(history(), std::move(step));
    isOtherMap_ = true;
    history().apply(std::make_unique<MapDelta>(map_, map));
    transaction.commit();
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

/// Of the file beside the room, with the parts as they are in a map that was just read.
Arrangement RoomDocument::readArrangement(const Map& map, const roo::Room& file)
{
    arrangementError_.clear();
    partsLost_ = 0;
    const auto kept = readSidecar(path());
    if (!kept) {
        arrangementError_ = kept.error().text();
        return {};
    }
    if (kept.value().arrangement == WrittenArrangement{})
        return {};
    const auto numbered = roomFromMap(map, file);
    if (!numbered)
        return {};
    FoundArrangement found = findAgain(kept.value().arrangement, map, numbered.value().numbers);
    partsLost_ = found.lost;
    return std::move(found.arrangement);
}

void RoomDocument::arrange(std::string name, Arrangement next)
{
    if (next == arrangement_)
        return;
    document::Transaction transaction(history(), std::move(name));
    history().apply(std::make_unique<ArrangementSwap>(arrangement_, std::move(next)));
    transaction.commit();
}

/// With the numbers that the room is written with now.
Result<void> RoomDocument::writeBeside(bool)
{
    if (!arrangementError_.empty() && arrangement_.isEmpty())
        return {};
    const auto now = copy();
    if (!now)
        return now.error();
    auto done = changeSidecar(path(), [&](RoomSidecar& sidecar) { sidecar.arrangement = written(arrangement_, map_, now.value()->numbers); });
    if (!done && arrangement_.isEmpty())
        return {}; // nothing of ours is in it
    return done;
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
    isOtherMap_ = true;
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
    if (!ownDefaults_)
        defaults_ = defaultsOf(map);
    Arrangement arrangement = readArrangement(map, room.value());
    replaceMap(std::move(map), std::make_shared<const roo::Room>(std::move(room).value()));
    arrange("Read again", std::move(arrangement));
    return {};
}

/// Without tree, walls and grids: these follow from the rest, and a journal is written often. Behind the room what stands beside it.
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
    document::Bytes bytes = roo::write(bare);
    const auto beside = sidecarText({{}, written(arrangement_, map_, now.value()->numbers)}, {}, title());
    if (!beside)
        return beside.error();
    if (!beside.value().empty()) {
        const auto text = std::as_bytes(std::span(beside.value()));
        bytes.insert(bytes.end(), text.begin(), text.end());
        const auto size = static_cast<std::uint32_t>(text.size());
        for (unsigned shift = 0; shift < 32; shift += 8)
            bytes.push_back(static_cast<std::byte>(size >> shift));
        const auto mark = std::as_bytes(std::span(besideMark));
        bytes.insert(bytes.end(), mark.begin(), mark.end());
    }
    return bytes;
}

Result<void> RoomDocument::restoreUnsaved(std::span<const std::byte> state)
{
    const auto [bytes, beside] = splitState(state);
    auto room = roo::read(bytes, title());
    if (!room)
        return room.error();
    const auto sidecar = beside.empty() ? Result<RoomSidecar>(RoomSidecar{}) : parseSidecar(beside, title());
    if (!sidecar)
        return sidecar.error();
    Map map = mapFromRoom(room.value());
    const auto numbered = roomFromMap(map, *file_);
    if (!numbered)
        return numbered.error();
    FoundArrangement found = findAgain(sidecar.value().arrangement, map, numbered.value().numbers);
    document::Transaction transaction(history(), "Edits of an earlier session");
    replaceMap(std::move(map), file_);
    arrange("Edits of an earlier session", std::move(found.arrangement));
    transaction.commit();
    return {};
}

} // namespace blak::roomcore
