// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <vector>

namespace blak::serve {

/// What one client has taken and may still take. Only Fairness changes it.
struct Share
{
    double messages = 0; ///< it may still send now
    double work = 0;     ///< milliseconds of the world's time it may still take; below 0 = it has taken too much
    double recent = 0;   ///< milliseconds it took lately, of each message no more than a few
    std::int64_t at = 0; ///< until when that is counted, milliseconds of a steady clock
    bool waiting = false; ///< holds messages that came faster, or cost more, than allowed
    bool queued = false;  ///< stands in the queue of those who wait
    std::uint64_t served = 0; ///< the turn it was served in last
};

/// How much of the world's time a client may take, and who is next. Messages count by number, so that nobody floods, and by what
/// they cost, since a request for the list of a thousand players costs more than a step. Whoever took little lately and asks for
/// something cheap is served first; part of each turn goes to who has waited longest, so that all are served. Knows neither
/// sessions nor messages, and no clock.
class Fairness
{
public:
    /// Of one client in a second.
    struct Rates
    {
        double messages = 0;
        double work = 0; ///< milliseconds
    };
    void setRates(Rates rates) { rates_ = rates; }

    Share newcomer(std::int64_t now) const;
    /// `known` = it has logged in; others have a smaller allowance of messages.
    void refill(Share& share, bool known, std::int64_t now) const;
    static bool mayTake(const Share& share) { return share.messages >= 1 && share.work > 0; }

    /// Messages that cost about the same: those of one number in one state.
    static constexpr std::size_t mostKinds = 512;
    struct Taken
    {
        std::size_t kind = 0;
        std::int64_t milliseconds = 0;
        std::size_t bytesIn = 0, bytesOut = 0;
        bool counts = true; ///< it was a message, not only a part of one
    };
    void charge(Share& share, const Taken& taken);
    double expected(std::size_t kind) const { return costs_[kind]; } ///< milliseconds

    /// What has just come may be taken at once: this turn has time for it, and it is likely to be cheap.
    bool mayTakeAtOnce(const Share& share, std::size_t kind) const;

    // --- who waits ---
    void wait(std::int64_t client, Share& share, bool waits);
    void forget(const Share& share); ///< the client is gone
    bool hasWaiting() const { return waiting_ > 0; }
    bool hasMoreNow() const { return moreNow_; } ///< serve() would find something to do at once

    struct Client
    {
        Share& share;
        std::size_t kind = 0; ///< of its next message
        bool known = false;
        bool mayWait = true; ///< else it leaves the queue
    };
    using Find = std::function<std::optional<Client>(std::int64_t client)>; ///< nothing = it is gone
    using Take = std::function<bool(std::int64_t client)>; ///< takes and charges one message; whether there may be more
    /// One turn.
    void serve(std::int64_t now, bool paused, const Find& find, const Take& take);

    // --- accounts: who leaves and comes again gets no new time ---
    void left(std::int64_t account, const Share& share, std::int64_t now);
    void came(std::int64_t account, Share& share, std::int64_t now);

private:
    double rank(const Share& share, std::size_t kind) const;
    void serveOne(std::int64_t client, const Find& find, const Take& take);

    Rates rates_;
    std::array<double, mostKinds> costs_{}; ///< milliseconds, a mean that forgets
    std::vector<std::int64_t> queue_;       ///< clients that wait, longest first; some do no more
    std::size_t waiting_ = 0;
    std::uint64_t turn_ = 0;
    double turnWork_ = 0; ///< milliseconds that clients took in this turn
    bool moreNow_ = false;
    struct Kept
    {
        Share share;
        std::int64_t at = 0;
    };
    std::map<std::int64_t, Kept> kept_; ///< by account, of those who left having taken much
};

} // namespace blak::serve
