// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/vm/machine.h"

#include <cstring>

/// One number for all that the further run of a machine depends on.
namespace blak::vm {
namespace {

/// FNV-1a over words instead of bytes, mixed at the end of each step so that high bits come down.
class Hash
{
public:
    void add(std::uint64_t word)
    {
        value_ = (value_ ^ word) * 0x9E3779B97F4A7C15ull;
        value_ ^= value_ >> 29;
    }
    template <class Number>
    void number(Number number)
    {
        add(static_cast<std::uint64_t>(number));
    }
    void text(std::string_view text)
    {
        add(text.size());
        for (; text.size() >= sizeof(std::uint64_t); text.remove_prefix(sizeof(std::uint64_t))) {
            std::uint64_t word = 0;
            std::memcpy(&word, text.data(), sizeof word);
            add(word);
        }
        for (const char c : text)
            add(static_cast<unsigned char>(c));
    }
    std::uint64_t value() const { return value_; }

private:
    std::uint64_t value_ = 0xCBF29CE484222325ull;
};

} // namespace

template <class Traits>
std::uint64_t Machine<Traits>::stateHash() const
{
    Hash hash;
    for (const Object& object : objects_) {
        hash.number(object.type == nullptr ? -1 : object.type->id);
        if (object.type != nullptr)
            for (std::size_t i = 0; i <= object.type->propertyCount; ++i)
                hash.number(object.properties[i]);
    }
    for (const Cell& cell : cells_) {
        hash.number(cell.first);
        hash.number(cell.rest);
    }
    hash.number(cells_.size());
    for (const std::string& text : strings_)
        hash.text(text);
    std::uint64_t tables = 0; // they lie in no order
    for (const auto& [id, table] : tables_) {
        Hash one;
        one.number(id);
        one.number(table.buckets());
        table.each([&](const auto& node) {
            one.number(node.key);
            one.number(node.value);
        });
        tables += one.value();
    }
    hash.add(tables);
    for (const auto& [key, timer] : timers_) {
        hash.number(key.first);
        hash.number(key.second);
        hash.number(timer.id);
        hash.number(timer.object);
        hash.number(timer.message);
    }
    for (const auto& [id, texts] : dynamic_)
        for (const auto& [language, text] : texts) {
            hash.number(id);
            hash.number(language);
            hash.text(text);
        }
    for (const Post& post : posts_) {
        hash.number(post.object);
        hash.number(post.message);
        for (const Word word : post.words)
            hash.number(word);
    }
    for (const auto& room : rooms_) {
        if (room == nullptr)
            continue;
        hash.text(room->name);
        for (const RoomBlocker& blocker : room->blockers) {
            hash.number(blocker.object);
            hash.number(static_cast<std::int64_t>(blocker.point.x * 1024));
            hash.number(static_cast<std::int64_t>(blocker.point.y * 1024));
        }
    }
    for (const auto& [id, type] : program_.classes)
        for (const Word word : type->classvars)
            hash.number(word);
    for (const std::int64_t object : builtIns_)
        hash.number(object);
    for (const std::int64_t next : {nextTable_, nextTimer_, nextDynamic_, pausedAt_.value_or(-1)})
        hash.number(next);
    hash.text(temp_);
    hash.text({reinterpret_cast<const char*>(packet_.data()), packet_.size()});
    for (std::size_t i = 0; i < frameCount_; ++i) {
        const Frame& frame = frames_[i];
        hash.number(frame.object);
        hash.number(frame.code->message);
        hash.number(frame.code->owner->id);
        hash.number(frame.at - frame.code->instructions.data());
        for (std::size_t local = 0; local < frame.code->slotCount; ++local)
            hash.number(frame.locals[local]);
    }
    hash.number(frameCount_ == 0 ? 0 : budget_);
    return hash.value();
}

template <class Traits>
std::int64_t Machine<Traits>::executed() const
{
    const std::int64_t running = frameCount_ == 0 ? 0 : maxInstructions_ - budget_ - forfeited_ + ranIn(frames_[frameCount_ - 1]);
    return counters_.instructions + running;
}

#define X(Traits)                                                                                                                \
    template std::uint64_t Machine<Traits>::stateHash() const;                                                                   \
    template std::int64_t Machine<Traits>::executed() const;
BLAK_VM_FOR_EACH_DIALECT(X)
#undef X

} // namespace blak::vm
