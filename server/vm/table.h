// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace blak::vm {

/// A Blakod hash table: chains in one array, the newest entry of a bucket first. Keys are compared by the machine, which knows
/// texts.
template <class Word>
class Table
{
public:
    struct Node
    {
        Word key;
        Word value;
        std::uint32_t hash;
        std::uint32_t next; ///< place + 1, 0 = end
    };

    explicit Table(std::size_t buckets) { setBuckets(buckets); }

    std::size_t buckets() const { return heads_.size(); }
    std::size_t size() const { return size_; }
    std::size_t bytes() const { return heads_.capacity() * sizeof(heads_[0]) + nodes_.capacity() * sizeof(Node); }
    /// hash % buckets by two multiplications (Lemire, Kaser, Kurz: Faster remainder by direct computation); exact for 32 bits.
    std::size_t bucketOf(std::uint32_t hash) const
    {
        __extension__ using Wide = unsigned __int128;
        return static_cast<std::size_t>((Wide{reciprocal_ * hash} * heads_.size()) >> 64);
    }
    std::uint32_t first(std::uint32_t hash) const { return heads_[bucketOf(hash)]; }
    Node& node(std::uint32_t place) { return nodes_[place - 1]; }
    const Node& node(std::uint32_t place) const { return nodes_[place - 1]; }

    void add(Word key, Word value, std::uint32_t hash)
    {
        std::uint32_t place = free_;
        if (place != 0) {
            free_ = node(place).next;
        } else {
            nodes_.push_back({});
            place = static_cast<std::uint32_t>(nodes_.size());
        }
        std::uint32_t& head = heads_[bucketOf(hash)];
        node(place) = {key, value, hash, head};
        head = place;
        ++size_;
    }

    /// Takes the entry out that follows `previous` (0 = the head) in the bucket of `hash`.
    void remove(std::uint32_t hash, std::uint32_t previous, std::uint32_t place)
    {
        (previous == 0 ? heads_[bucketOf(hash)] : node(previous).next) = node(place).next;
        node(place).next = free_;
        free_ = place;
        --size_;
    }

    void resize(std::size_t buckets)
    {
        std::vector<Node> old;
        each([&](Node& entry) { old.push_back(entry); });
        setBuckets(buckets);
        nodes_.clear();
        free_ = 0;
        size_ = 0;
        for (const Node& entry : old) // as the reference does: what met in a bucket comes out in the other order
            add(entry.key, entry.value, entry.hash);
    }

    /// Bucket by bucket, newest first.
    template <class Visitor>
    void each(Visitor visit)
    {
        for (const std::uint32_t head : heads_)
            for (std::uint32_t place = head; place != 0; place = node(place).next)
                visit(node(place));
    }
    template <class Visitor>
    void each(Visitor visit) const
    {
        for (const std::uint32_t head : heads_)
            for (std::uint32_t place = head; place != 0; place = node(place).next)
                visit(node(place));
    }

private:
    void setBuckets(std::size_t buckets)
    {
        heads_.assign(buckets, 0);
        reciprocal_ = ~std::uint64_t{0} / buckets + 1;
    }

    std::vector<std::uint32_t> heads_;
    std::vector<Node> nodes_;
    std::uint64_t reciprocal_ = 0; ///< 2^64 / buckets, rounded up
    std::uint32_t free_ = 0;
    std::size_t size_ = 0;
};

} // namespace blak::vm
