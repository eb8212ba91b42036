// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/log_file.h"
#include "server/vm/vm.h"

#include <filesystem>
#include <memory>

namespace blak::serve {

/// Where RecordStat() of Blakod goes. No values = the statistics of that kind begin anew (EmptyStatTable()).
class StatSink
{
public:
    virtual ~StatSink() = default;
    virtual void record(std::int64_t unixTime, std::int64_t kind, std::span<const vm::Value> values) = 0;
};

/// One JSON object per line: {"time":1702339200,"kind":5,"values":[12,"a text",null]}. Texts of strings and resources are
/// written out. A file that has grown large is renamed to NAME.1, the one before it to NAME.2 and so on; a few are kept.
class JsonLinesStats final : public StatSink
{
public:
    JsonLinesStats(std::filesystem::path file, const vm::Vm& machine, std::uint64_t largest = usualLargest);
    void record(std::int64_t unixTime, std::int64_t kind, std::span<const vm::Value> values) override;

    static constexpr std::uint64_t usualLargest = 64ull * 1024 * 1024;
    static constexpr int kept = 8;

private:
    void open();
    void rotate();

    std::filesystem::path file_;
    const vm::Vm& vm_;
    std::uint64_t largest_;
    LogFile out_;
};

} // namespace blak::serve
