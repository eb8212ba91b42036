// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/document/document.h"
#include "roomedit/roomcore/arrangement.h"
#include "roomedit/roomcore/instances.h"
#include "roomedit/roomcore/lock_guard.h"
#include "roomedit/roomcore/map/map_convert.h"
#include "roomedit/roomcore/map/map_edit.h"
#include "roomedit/roomcore/map/settle.h"
#include "roomedit/roomcore/rebuild.h"

#include <memory>
#include <optional>

namespace blak::roomcore {

/// A room as it stands at one revision, for everybody who looks at it: views, checks, workers. Tree, walls and grids are those of
/// the file, and may be stale: rebuild() makes them fit.
struct RoomCopy
{
    std::uint64_t revision = 0;
    roo::Room room;
    MapNumbers numbers;
    std::shared_ptr<const roo::Room> file; ///< as it was read: what rebuild() compares with
};

/// A room file that is edited: the map with its history; writes what was not touched byte for byte.
class RoomDocument final : public document::Document
{
public:
    static Result<std::shared_ptr<RoomDocument>> open(const std::filesystem::path& path);
    /// From bytes that were read already.
    static Result<std::shared_ptr<RoomDocument>> make(const std::filesystem::path& path, std::string_view bytes);

    /// A room that is in no file yet: empty, and `room` as its first step. Nothing may be at the path.
    static std::shared_ptr<RoomDocument> makeNew(const std::filesystem::path& path, const roo::Room& room, std::string step);

    const Map& map() const { return map_; }
    MapEdit edit() { return {map_, history()}; }
    /// Outside of a transaction: selecting is no step of undo, but comes back with the steps.
    void setSelection(MapSelection selection) { map_.selection = std::move(selection); }
    /// How new parts look; worked out when the room was read.
    const MapDefaults& defaults() const { return defaults_; }
    /// From now on these, also when the room is read again; without: what is used most in it.
    void setDefaults(const std::optional<MapDefaults>& defaults);
    bool hasOwnDefaults() const { return ownDefaults_; }

    /// Tree, grids, planes, size and checksum are made anew with the next save, whatever was edited. A step of undo; a transaction
    /// must be open.
    void forgetBuilt();

    /// Another whole map of the same room, as one step: what a script made of it.
    void replaceMap(std::string step, Map map);

    /// Layers, groups, what is hidden and locked; written beside the room when it is saved. A step of undo of its own, or of the
    /// transaction that is open; nothing where nothing is another then.
    const Arrangement& arrangement() const { return arrangement_; }
    void arrange(std::string name, Arrangement next);
    /// Tells why an edit was taken back at its end: it would have changed what is locked.
    document::Notifier<const Error&>& refusals() { return refusals_; }
    /// Why what is kept beside the room could not be read; saving leaves that file alone then, until something is arranged.
    const std::string& arrangementError() const { return arrangementError_; }
    /// How many parts of it were not found in the room when that was read: it was changed elsewhere.
    std::size_t partsLost() const { return partsLost_; }

    /// One copy for each revision. Fails where the format cannot hold the numbers.
    Result<std::shared_ptr<const RoomCopy>> copy() const;

    Result<document::Bytes> unsavedState() const override;
    Result<void> restoreUnsaved(std::span<const std::byte> state) override;

protected:
    Result<std::string> write() const override;
    Result<void> writeBeside(bool mayOverwrite) override;
    Result<void> read(std::string bytes) override;

private:
    RoomDocument(std::filesystem::path path, roo::Room room);
    Arrangement readArrangement(const Map& map, const roo::Room& file);
    void replaceMap(Map map, std::shared_ptr<const roo::Room> file);
    bool mayCommit();
    void rememberKept();

    Map map_;
    std::shared_ptr<const roo::Room> file_;
    std::shared_ptr<const roo::Room> forgotten_; ///< what forgetBuilt() put in the place of the file
    MapDefaults defaults_;
    bool ownDefaults_ = false;
    Arrangement arrangement_;
    std::string arrangementError_;
    std::size_t partsLost_ = 0;
    LockGuard locks_;
    Instances instances_;
    bool isOtherMap_ = false; ///< the open transaction exchanges the whole map: a file that was read again is not asked
    std::optional<Error> refusal_; ///< of the transaction that is being rolled back for it
    document::Notifier<const Error&> refusals_;
    document::Connection locksFollow_;
    mutable std::shared_ptr<const RoomCopy> copy_;
};

} // namespace blak::roomcore
