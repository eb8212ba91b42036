// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/sessions/fairness.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace blak::serve {
namespace {

constexpr double millisecondsPerSecond = 1000;
constexpr double messageBurst = 3.0;            ///< seconds whose unused allowance of messages is kept
constexpr double workBurst = 2.0;               ///< the same of work
constexpr std::size_t bytesPerAllowance = 256;
constexpr double bytesPerMillisecond = 100'000; ///< what output costs: masking, checks, the way out
constexpr double strangersMessages = 10;        ///< a second; a login needs two
constexpr double coarse = 1;        ///< milliseconds; the clock tells nothing about what is shorter
constexpr double memory = 1.0 / 16; ///< part of the mean cost of a kind that each message decides
constexpr double weight = 4;        ///< of the message to come against what its client took lately
constexpr double halfLife = 0.5;    ///< seconds after which half of what a client took is forgotten
constexpr double mostOfOne = 3;     ///< milliseconds: one dear message, as that of coming in, keeps nobody waiting for long
constexpr double cheap = 5;         ///< rank below which nobody has to wait when there is time
constexpr double mostAtOnce = 10;   ///< milliseconds of one turn for what has just come
constexpr double mostByRank = 20;   ///< and for those who wait, the cheapest first
constexpr double mostByAge = 5;     ///< and for those who have waited longest
constexpr std::size_t mostKept = 10'000; ///< accounts whose work is remembered

double secondsBetween(std::int64_t from, std::int64_t to)
{
    return static_cast<double>(std::max<std::int64_t>(to - from, 0)) / millisecondsPerSecond;
}

} // namespace

Share Fairness::newcomer(std::int64_t now) const
{
    Share share;
    share.messages = rates_.messages * messageBurst;
    share.work = rates_.work * workBurst;
    share.at = now;
    return share;
}

void Fairness::refill(Share& share, bool known, std::int64_t now) const
{
    const double messages = known ? rates_.messages : std::min(rates_.messages, strangersMessages);
    const double seconds = secondsBetween(share.at, now);
    share.messages = std::min(share.messages + seconds * messages, messages * messageBurst);
    share.work = std::min(share.work + seconds * rates_.work, rates_.work * workBurst);
    share.recent *= std::exp2(-seconds / halfLife);
    share.at = now;
}

/// The clock counts whole milliseconds, so what is shorter is charged as its kind costs in the mean.
void Fairness::charge(Share& share, const Taken& taken)
{
    const double took = static_cast<double>(std::max<std::int64_t>(taken.milliseconds, 0));
    double& mean = costs_[taken.kind];
    if (taken.counts) {
        share.messages -= static_cast<double>(1 + taken.bytesIn / bytesPerAllowance);
        mean += (took - mean) * memory;
    }
    const double cost = (took > coarse ? took : std::min(mean, coarse)) + static_cast<double>(taken.bytesOut) / bytesPerMillisecond;
    share.work -= cost;
    share.recent += std::min(cost, mostOfOne);
    turnWork_ += cost;
}

double Fairness::rank(const Share& share, std::size_t kind) const { return share.recent + weight * costs_[kind]; }

bool Fairness::mayTakeAtOnce(const Share& share, std::size_t kind) const
{
    return turnWork_ < mostAtOnce && mayTake(share) && rank(share, kind) < cheap;
}

void Fairness::wait(std::int64_t client, Share& share, bool waits)
{
    if (waits == share.waiting)
        return;
    waits ? ++waiting_ : --waiting_;
    share.waiting = waits;
    if (waits && !std::exchange(share.queued, true))
        queue_.push_back(client);
}

void Fairness::forget(const Share& share)
{
    if (share.waiting)
        --waiting_; // its number is taken out of the queue when that is gone through
}

void Fairness::serveOne(std::int64_t id, const Find& find, const Take& take)
{
    const auto client = find(id);
    if (!client || !client->share.waiting || client->share.served == turn_)
        return;
    client->share.served = turn_;
    const bool more = take(id);
    const auto after = find(id); // what it asked for may have ended it
    if (!after)
        return;
    wait(id, after->share, more && after->mayWait);
    moreNow_ = moreNow_ || (after->share.waiting && mayTake(after->share));
}

void Fairness::serve(std::int64_t now, bool paused, const Find& find, const Take& take)
{
    ++turn_;
    turnWork_ = 0;
    moreNow_ = false;
    std::vector<std::pair<double, std::int64_t>> ready; // by rank
    std::erase_if(queue_, [&](std::int64_t id) {
        const auto client = find(id);
        if (!client)
            return true;
        if (!client->mayWait)
            wait(id, client->share, false);
        if (!client->share.waiting) {
            client->share.queued = false;
            return true;
        }
        refill(client->share, client->known, now);
        if (!paused && mayTake(client->share))
            ready.emplace_back(rank(client->share, client->kind), id);
        return false;
    });
    auto oldest = ready; // the queue is in the order of waiting
    std::ranges::stable_sort(ready, {}, &std::pair<double, std::int64_t>::first);
    for (const auto& [order, most] : {std::pair(&ready, mostByRank), std::pair(&oldest, mostByRank + mostByAge)})
        for (const auto& [rank, id] : *order) {
            if (turnWork_ >= most) {
                moreNow_ = true;
                break;
            }
            serveOne(id, find, take);
        }
    // Whoever was served stands behind those who were not.
    std::ranges::stable_partition(queue_, [&](std::int64_t id) {
        const auto client = find(id);
        return !client || client->share.served != turn_;
    });
    turnWork_ = 0;
}

void Fairness::left(std::int64_t account, const Share& share, std::int64_t now)
{
    const double whole = rates_.work * workBurst;
    std::erase_if(kept_, [&](const auto& entry) {
        return kept_.size() > mostKept / 2 && entry.second.share.work + secondsBetween(entry.second.at, now) * rates_.work >= whole;
    });
    if (share.work < whole / 2 && kept_.size() < mostKept)
        kept_[account] = {share, now};
}

void Fairness::came(std::int64_t account, Share& share, std::int64_t now)
{
    const auto kept = kept_.find(account);
    if (kept == kept_.end())
        return;
    share.work = std::min(share.work, kept->second.share.work + secondsBetween(kept->second.at, now) * rates_.work);
    share.recent = std::max(share.recent, kept->second.share.recent * std::exp2(-secondsBetween(kept->second.at, now) / halfLife));
    kept_.erase(kept);
}

} // namespace blak::serve
