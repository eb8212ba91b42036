// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/vm/host.h"

#include <functional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace blak::vm {

/// A statement and how often it ran; `offset` is that of its first instruction in the file.
struct StatementCount
{
    std::string file;
    std::uint32_t offset = 0;
    std::uint64_t count = 0;
    friend bool operator==(const StatementCount&, const StatementCount&) = default;
};

/// Counts the statements that DebugHook::line() tells of. Places are told apart by where the machine keeps the names of
/// their files: those of a class that is replaced meanwhile count anew.
class StatementCounts
{
public:
    void count(const CodePlace& place)
    {
        auto& [file, times] = counts_[{place.file.data(), place.offset}];
        if (++times == 1)
            file = place.file;
    }
    void clear() { counts_.clear(); }

    /// In no order.
    std::vector<StatementCount> list() const
    {
        std::vector<StatementCount> out;
        for (const auto& [key, counted] : counts_)
            out.push_back({counted.first, key.second, counted.second});
        return out;
    }

private:
    using Key = std::pair<const char*, std::uint32_t>;
    struct Hash
    {
        std::size_t operator()(const Key& key) const
        {
            return std::hash<const void*>()(key.first) ^ std::hash<std::uint32_t>()(key.second * 0x9E3779B9u);
        }
    };
    std::unordered_map<Key, std::pair<std::string, std::uint64_t>, Hash> counts_;
};

} // namespace blak::vm
