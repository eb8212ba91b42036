// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/views/merge/merge_document.h"

#include "formats/base/file_io.h"
#include "roomedit/roomcore/rebuild.h"

#include <algorithm>

namespace blak::ui::views {
namespace {

std::string textOf(const std::vector<std::byte>& bytes) { return {reinterpret_cast<const char*>(bytes.data()), bytes.size()}; }

Result<roo::Room> readRoomFile(const std::filesystem::path& file)
{
    const auto bytes = readFile(file);
    if (!bytes)
        return bytes.error();
    return roo::read(bytes.value(), file.filename().string());
}

/// Cross or touch each other.
bool meet(const roo::Linedef& a, const roo::Linedef& b)
{
    const auto side = [](const roo::Linedef& line, int x, int y) {
        const std::int64_t turn = std::int64_t{line.x1 - line.x0} * (y - line.y0) - std::int64_t{line.y1 - line.y0} * (x - line.x0);
        return turn > 0 ? 1 : turn < 0 ? -1 : 0;
    };
    const auto apart = [](int a0, int a1, int b0, int b1) { return std::max(a0, a1) < std::min(b0, b1) || std::max(b0, b1) < std::min(a0, a1); };
    return !apart(a.x0, a.x1, b.x0, b.x1) && !apart(a.y0, a.y1, b.y0, b.y1) && side(a, b.x0, b.y0) * side(a, b.x1, b.y1) <= 0 &&
           side(b, a.x0, a.y0) * side(b, a.x1, a.y1) <= 0;
}

std::string titleOf(const diff::Conflict& conflict)
{
    return conflict.field.empty() ? conflict.place : conflict.place + ", " + conflict.field;
}

} // namespace

std::string nameOf(diff::Take take)
{
    return take == diff::Take::Ours ? "ours" : take == diff::Take::Theirs ? "theirs" : "the room before";
}

class MergeDocument::StateSwap final : public document::Change
{
public:
    StateSwap(State& state, State other) : state_(state), other_(std::move(other)) {}
    void swap() override { std::swap(state_, other_); }
    std::size_t memory() const override
    {
        constexpr std::size_t node = 96; // of a map, with short texts
        return sizeof(*this) + node * other_.decisions.size();
    }
    document::Touched touched() const override { return {"decision", 0}; }

private:
    State& state_;
    State other_;
};

MergeDocument::MergeDocument(MergeFiles files) : Document(files.output), files_(std::move(files)) {}

Result<std::shared_ptr<MergeDocument>> MergeDocument::open(const MergeFiles& files)
{
    std::shared_ptr<MergeDocument> document(new MergeDocument(files));
    if (auto loaded = document->load(); !loaded)
        return loaded.error();
    document::Transaction transaction(document->history(), "Merge");
    document->history().apply(std::make_unique<StateSwap>(document->state_, State{true, {}}));
    transaction.commit();
    return document;
}

Result<void> MergeDocument::load()
{
    auto ours = readRoomFile(files_.ours), theirs = readRoomFile(files_.theirs);
    if (!ours)
        return ours.error();
    if (!theirs)
        return theirs.error();
    roo::Room base;
    std::error_code code;
    if (std::filesystem::file_size(files_.base, code) == 0 && !code) {
        base.format = ours.value().format;
    } else {
        auto read = readRoomFile(files_.base);
        if (!read)
            return read.error();
        base = std::move(read).value();
    }
    before_.clear();
    if (std::filesystem::exists(files_.output, code)) {
        auto bytes = readFile(files_.output);
        if (!bytes)
            return bytes.error();
        before_ = textOf(bytes.value());
        setRead(before_);
    } else {
        setShown();
    }
    base_ = std::make_shared<const roo::Room>(std::move(base));
    ours_ = std::make_shared<const roo::Room>(std::move(ours).value());
    theirs_ = std::make_shared<const roo::Room>(std::move(theirs).value());
    mergedRevision_ = ~std::uint64_t{0};
    return {};
}

const MergeDocument::Merged& MergeDocument::merged() const
{
    if (mergedRevision_ == revision())
        return merged_;
    mergedRevision_ = revision();
    diff::RoomMerge merge = diff::mergeRooms(*base_, *ours_, *theirs_, diff::Prefer::Ours, state_.decisions);
    merged_ = {nullptr, std::move(merge.conflicts), {}, merge.isOneOfBoth};
    if (!merge.isOneOfBoth) {
        const roo::Room unbuilt = merge.room; // with neither tree nor size
        auto built = roomcore::rebuild(merge.room, unbuilt);
        if (built)
            merge.room = std::move(built.value().room);
        else
            merged_.buildError = built.error().text();
    }
    merged_.room = std::make_shared<const roo::Room>(std::move(merge.room));
    return merged_;
}

std::optional<diff::Take> MergeDocument::decisionOf(const diff::Conflict& conflict) const
{
    const auto found = state_.decisions.find({conflict.place, conflict.field});
    return found == state_.decisions.end() ? std::nullopt : std::optional(found->second);
}

std::size_t MergeDocument::undecided() const
{
    return static_cast<std::size_t>(
        std::ranges::count_if(merged().conflicts, [this](const diff::Conflict& one) { return !decisionOf(one); }));
}

void MergeDocument::change(std::string name, diff::Decisions next)
{
    if (state_.isMerged && next == state_.decisions)
        return;
    document::Transaction transaction(history(), std::move(name));
    history().apply(std::make_unique<StateSwap>(state_, State{true, std::move(next)}));
    transaction.commit();
}

/// What somebody drew hangs together, and so does what lies across it: if ours stays, theirs goes.
std::set<std::pair<std::string, std::string>> MergeDocument::decidedWith(const diff::Conflict& conflict) const
{
    std::set<std::pair<std::string, std::string>> parts;
    std::vector<const diff::Conflict*> waiting{&conflict};
    std::set<const diff::Conflict*> seen{&conflict};
    const auto lineOf = [this](const diff::Conflict& one) { return merged().room->linedefs[static_cast<std::size_t>(one.inMerged)]; };
    while (!waiting.empty()) {
        const diff::Conflict& one = *waiting.back();
        waiting.pop_back();
        for (auto& part : diff::decidedTogether(one, *base_, *ours_, *theirs_))
            parts.insert(std::move(part));
        if (one.field != diff::wayField)
            continue;
        for (const diff::Conflict& other : merged().conflicts) {
            if (other.field != diff::wayField || other.note.empty() || other.inMerged < 0 || one.inMerged < 0)
                continue;
            if ((parts.contains({other.place, other.field}) || meet(lineOf(one), lineOf(other))) && seen.insert(&other).second)
                waiting.push_back(&other);
        }
    }
    return parts;
}

void MergeDocument::decide(const diff::Conflict& conflict, diff::Take take)
{
    diff::Decisions next = state_.decisions;
    for (const auto& part : decidedWith(conflict))
        next[part] = take;
    change(titleOf(conflict) + " as in " + nameOf(take), std::move(next));
}

void MergeDocument::decideRest(diff::Take take)
{
    diff::Decisions next = state_.decisions;
    for (const diff::Conflict& one : merged().conflicts)
        next.try_emplace({one.place, one.field}, take);
    change("The rest as in " + nameOf(take), std::move(next));
}

Result<std::string> MergeDocument::write() const
{
    if (!state_.isMerged)
        return before_;
    if (!merged().buildError.empty())
        return Error{merged().buildError, path().string()};
    if (auto fits = roo::checkLimits(*merged().room); !fits)
        return fits.error();
    return textOf(roo::write(*merged().room));
}

/// The room is what stands in its file then; undo brings the merge back, with what was decided.
Result<void> MergeDocument::read(std::string bytes)
{
    before_ = std::move(bytes);
    history().apply(std::make_unique<StateSwap>(state_, State{false, state_.decisions}));
    return {};
}

Result<document::Bytes> MergeDocument::unsavedState() const
{
    roo::Room bare = *merged().room;
    bare.nodes.clear();
    bare.walls.clear();
    bare.server = roo::emptyServerSection(bare.format);
    if (auto fits = roo::checkLimits(bare); !fits)
        return fits.error();
    return roo::write(bare);
}

Result<void> MergeDocument::restoreUnsaved(std::span<const std::byte>)
{
    return Error{"edits of a room are put back into the room, not into a merge", path().string()};
}

} // namespace blak::ui::views
