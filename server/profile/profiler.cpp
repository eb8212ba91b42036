// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/profile/profiler.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace blak::profile {
namespace {

constexpr std::size_t shownStacks = 5;
constexpr std::size_t deepestSample = 400; ///< handlers; those above are left out

} // namespace

Profiler::Profiler(vm::Vm& machine, Wish wish) : machine_(machine), wish_(wish)
{
    const bool samples = wish_.period.count() > 0;
    machine_.addHook(*this, samples ? vm::HookCalls::Untold : vm::HookCalls::Told);
    machine_.setStepping(*this, wish_.statements);
    if (!samples)
        return;
    ticker_.start(wish_.period, [this] {
        wanted_.store(now(), std::memory_order_relaxed);
        machine_.interrupt();
    });
}

Profiler::~Profiler()
{
    ticker_.stop();
    machine_.removeHook(*this);
}

std::int64_t Profiler::now() const
{
    return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

Profile Profiler::take()
{
    Profile profile = profile_;
    profile.statements = statements_.list();
    std::ranges::sort(profile.statements, {}, [](const vm::StatementCount& one) { return std::pair(one.file, one.offset); });
    return profile;
}

std::size_t Profiler::functionOf(std::int32_t classId, std::int32_t message)
{
    const std::uint64_t key = std::uint64_t{static_cast<std::uint32_t>(classId)} << 32 | static_cast<std::uint32_t>(message);
    const auto [it, fresh] = functions_.try_emplace(key, 0);
    if (fresh) {
        const auto type = machine_.classView(classId);
        it->second = profile_.functionOf({machine_.className(classId), machine_.messageName(message),
                                          type ? std::string(type->file) : std::string()});
    }
    return it->second;
}

void Profiler::spent(std::size_t node, std::int64_t nanoseconds)
{
    profile_.node(node).self.nanoseconds += nanoseconds;
    spent_[node] += nanoseconds;
}

void Profiler::stand()
{
    if (standsSince_ != 0)
        return;
    if (wish_.period.count() == 0)
        account();
    standsSince_ = now();
}

void Profiler::goOn()
{
    if (standsSince_ == 0)
        return;
    const std::int64_t stood = now() - std::exchange(standsSince_, 0);
    since_ += stood;
    beganAt_ += stood;
    sizes_ = machine_.sizes();
    wanted_.store(0, std::memory_order_relaxed); // asked for while it stood
}

/// Of a statement, when they are counted; otherwise the machine was interrupted, by our thread or by somebody else.
void Profiler::line(const vm::CodePlace& place)
{
    if (standsSince_ != 0)
        return;
    if (wish_.statements)
        statements_.count(place);
    if (const std::int64_t wanted = wanted_.load(std::memory_order_relaxed); wanted != 0) {
        wanted_.store(0, std::memory_order_relaxed);
        if (object_ >= 0 && wanted >= beganAt_) // otherwise nothing ran when it was asked for
            sample();
    }
}

void Profiler::sample()
{
    const std::int64_t time = now();
    std::size_t node = 0;
    const auto frames = machine_.stack();
    for (std::size_t i = std::min(frames.size(), deepestSample); i-- > 0;)
        node = profile_.child(node, functionOf(frames[i].ownerClass, frames[i].message));
    ++profile_.node(node).self.samples;
    spent(node, time - since_);
    since_ = time;
}

void Profiler::account()
{
    const std::int64_t time = now();
    const vm::HeapSizes sizes = machine_.sizes();
    if (!open_.empty()) {
        const std::size_t node = open_.back().node;
        spent(node, time - since_);
        Cost made;
        made.objects = static_cast<std::int64_t>(sizes.objects) - static_cast<std::int64_t>(sizes_.objects);
        made.listNodes = static_cast<std::int64_t>(sizes.listNodes) - static_cast<std::int64_t>(sizes_.listNodes);
        made.strings = static_cast<std::int64_t>(sizes.strings) - static_cast<std::int64_t>(sizes_.strings);
        profile_.node(node).self.add(made);
    }
    since_ = time;
    sizes_ = sizes;
}

/// Handlers end without leave() where they propagated, or where the message was given up.
void Profiler::closeDeeper(std::size_t depth)
{
    while (!open_.empty() && open_.back().depth >= depth)
        open_.pop_back();
}

void Profiler::enter(std::int64_t, std::int32_t classId, std::int32_t message)
{
    if (standsSince_ != 0)
        return;
    const std::size_t depth = machine_.depth();
    closeDeeper(depth);
    account();
    const std::size_t node = profile_.child(open_.empty() ? 0 : open_.back().node, functionOf(classId, message));
    ++profile_.node(node).self.calls;
    open_.push_back({node, depth});
}

void Profiler::leave(std::int64_t, std::int32_t, std::int32_t)
{
    if (standsSince_ != 0)
        return;
    const std::size_t depth = machine_.depth();
    closeDeeper(depth + 1);
    account();
    closeDeeper(depth);
}

void Profiler::began(std::int64_t object, std::int32_t message)
{
    if (standsSince_ != 0)
        return;
    object_ = object;
    message_ = message;
    const auto type = machine_.classOfObject(object);
    type_ = type ? machine_.className(*type) : std::string();
    spent_.clear();
    open_.clear();
    beganAt_ = since_ = now();
    sizes_ = machine_.sizes();
}

/// The slowest messages are kept with the paths where their time went.
void Profiler::ended()
{
    if (standsSince_ != 0)
        return;
    const std::int64_t took = now() - beganAt_;
    ++profile_.messages;
    profile_.nanoseconds += took;
    const std::int64_t object = std::exchange(object_, -1);
    if (profile_.slowest.size() >= Profile::mostSlow && took <= profile_.slowest.back().nanoseconds)
        return;
    SlowMessage message{object, type_, machine_.messageName(message_), took, {}};
    for (const auto& [node, nanoseconds] : spent_)
        message.stacks.emplace_back(profile_.pathOf(node), nanoseconds);
    std::ranges::sort(message.stacks, std::greater(), &std::pair<std::string, std::int64_t>::second);
    if (message.stacks.size() > shownStacks)
        message.stacks.resize(shownStacks);
    profile_.addSlow(std::move(message));
}

} // namespace blak::profile
