// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/vm/vm.h"

#include <functional>
#include <set>
#include <string>

namespace blak::world {

/// Says when chosen messages begin and end, like `trace on`.
class Tracer final : public vm::DebugHook
{
public:
    using Sink = std::function<void(std::string_view line)>;
    Tracer(vm::Vm& machine, Sink sink) : vm_(machine), sink_(std::move(sink)) {}

    /// `classId` is the class that has the handler.
    void trace(std::int32_t classId, std::int32_t message, bool on);
    bool empty() const { return traced_.empty(); }

    void enter(std::int64_t object, std::int32_t classId, std::int32_t message) override
    {
        tell("enters", object, classId, message);
    }
    void leave(std::int64_t object, std::int32_t classId, std::int32_t message) override
    {
        tell("leaves", object, classId, message);
    }

private:
    void tell(std::string_view what, std::int64_t object, std::int32_t classId, std::int32_t message);

    vm::Vm& vm_;
    Sink sink_;
    std::set<std::pair<std::int32_t, std::int32_t>> traced_;
};

} // namespace blak::world
