// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/views/diff/room_merge.h"

#include <optional>
#include <string>
#include <utility>

namespace blak::diff {

inline constexpr int noPart = -1;

/// Where a part is in the three rooms.
struct Indices
{
    int base = noPart, ours = noPart, theirs = noPart;
};

/// Takes from three versions of a value what somebody changed.
class Chooser
{
public:
    Chooser(RoomMerge& merge, Prefer prefer, const Decisions& decisions)
        : merge_(merge), preferred_(prefer == Prefer::Ours ? Take::Ours : Take::Theirs), decisions_(decisions)
    {
    }

    void begin(std::string kind, std::string place, const Indices& indices = {})
    {
        kind_ = std::move(kind);
        place_ = std::move(place);
        indices_ = indices;
        first_ = merge_.conflicts.size();
    }

    template <typename Value, typename Text>
    Value choose(const std::string& field, const Value& base, const Value& ours, const Value& theirs, const Text& text)
    {
        if (ours == theirs || theirs == base)
            return ours;
        if (ours == base)
            return theirs;
        conflict(field, text(base), text(ours), text(theirs));
        return of(take(field), base, ours, theirs);
    }

    template <typename Value>
    static const Value& of(Take take, const Value& base, const Value& ours, const Value& theirs)
    {
        return take == Take::Base ? base : take == Take::Ours ? ours : theirs;
    }

    void conflict(const std::string& field, std::string base, std::string ours, std::string theirs)
    {
        merge_.conflicts.push_back({kind_, place_, field, std::move(base), std::move(ours), std::move(theirs), {}, indices_.base,
                                    indices_.ours, indices_.theirs, noPart});
    }

    std::optional<Take> decided(const std::string& field) const
    {
        const auto found = decisions_.find({place_, field});
        return found == decisions_.end() ? std::nullopt : std::optional(found->second);
    }
    Take take(const std::string& field) const { return decided(field).value_or(preferred_); }

    /// Of a part that one side took out and the other changed: as whose it stays; nothing: it goes.
    std::optional<Take> keptAs(bool isGoneInOurs)
    {
        conflict({}, "there", isGoneInOurs ? "taken out" : "changed", isGoneInOurs ? "changed" : "taken out");
        const Take chosen = take({});
        return chosen == (isGoneInOurs ? Take::Ours : Take::Theirs) ? std::nullopt : std::optional(chosen);
    }

    /// What was begun stands there in the merged room.
    void placed(std::size_t index)
    {
        for (std::size_t i = first_; i < merge_.conflicts.size(); ++i)
            merge_.conflicts[i].inMerged = static_cast<int>(index);
    }

private:
    RoomMerge& merge_;
    Take preferred_;
    const Decisions& decisions_;
    std::string kind_, place_;
    Indices indices_;
    std::size_t first_ = 0;
};

} // namespace blak::diff
