// SPDX-License-Identifier: GPL-3.0-or-later
// How much of the world's time a client may take. Messages count by number, so that nobody floods, and by what they cost, since a
// request for the list of a thousand players costs more than a step. Whoever has taken little is served first; those who took
// much share what is left, one message each in turn.
#include "server/sessions/fairness.h"

#include "server/sessions/sessions.h"

#include <algorithm>
#include <utility>

namespace blak::serve {
namespace {

constexpr double millisecondsPerSecond = 1000;
constexpr std::size_t bytesPerAllowance = 256;
constexpr double bytesPerMillisecond = 100'000; ///< what output costs: masking, checks, the way out
constexpr double strangersMessages = 10;        ///< a second; a login needs two
constexpr std::int64_t mostAtOnce = 10;         ///< milliseconds of one turn for what has just come
constexpr std::int64_t mostForLight = 20;       ///< and for those who wait and took little
constexpr std::int64_t mostForHeavy = 5;        ///< and for the others
constexpr std::size_t mostKept = 10'000;        ///< accounts whose work is remembered

} // namespace

void Sessions::refill(Session& session)
{
    const auto whole = static_cast<double>(settings_.messagesPerSecond);
    const double perSecond = session.account == 0 ? std::min(whole, strangersMessages) : whole;
    const double seconds = static_cast<double>(std::max<std::int64_t>(now_ - session.allowanceAt, 0)) / millisecondsPerSecond;
    session.allowance = std::min(session.allowance + seconds * perSecond, perSecond * burstSeconds);
    session.work = std::min(session.work + seconds * settings_.workPerSecond, settings_.workPerSecond * workBurst);
    session.allowanceAt = now_;
}

bool Sessions::mayTake(const Session& session) const
{
    return !paused_ && session.allowance >= 1 && session.work > 0 && !session.closing &&
           (session.state == State::Login || session.state == State::Game);
}

bool Sessions::hasTakenLittle(const Session& session) const
{
    return session.work >= settings_.workPerSecond * workBurst / 2;
}

/// The clock counts whole milliseconds; what is shorter counts as one now and then, so that it comes out right over time.
void Sessions::takeOne(Session& session, bool& more)
{
    const std::int64_t begun = world_.steadyMilliseconds();
    const std::size_t before = session.link.buffered();
    const std::size_t output = session.output.size();
    more = take(session);
    const std::int64_t took = std::max<std::int64_t>(world_.steadyMilliseconds() - begun, 0);
    const std::size_t made = session.output.size() > output ? session.output.size() - output : 0;
    if (more)
        session.allowance -= static_cast<double>(1 + (before - session.link.buffered()) / bytesPerAllowance);
    session.work -= static_cast<double>(took) + static_cast<double>(made) / bytesPerMillisecond;
    turnWork_ += took;
}

/// What has just come, as long as the session's allowance and this turn last; the rest waits.
void Sessions::process(Session& session)
{
    refill(session);
    bool more = true;
    while (more && turnWork_ < mostAtOnce && mayTake(session))
        takeOne(session, more);
    wait(session, more && !session.closing && session.state != State::Deaf && !session.isText());
}

void Sessions::wait(Session& session, bool waits)
{
    if (waits == session.waiting)
        return;
    waits ? ++waiting_ : --waiting_;
    session.waiting = waits;
    if (waits && !std::exchange(session.queued, true))
        queue_.push_back(session.id);
    touch(session);
}

void Sessions::serveWaiting(std::int64_t now)
{
    now_ = now;
    moreNow_ = false;
    turnWork_ = 0;
    if (waiting_ == 0) {
        queue_.clear();
        return;
    }
    for (const bool light : {true, false}) {
        const std::int64_t begun = turnWork_;
        const std::int64_t most = light ? mostForLight : mostForHeavy;
        for (std::size_t left = queue_.size(); left > 0; --left) {
            const std::int64_t id = queue_.front();
            Session* session = find(id);
            if (session == nullptr || !session->waiting || session->closing) {
                queue_.pop_front();
                if (session != nullptr)
                    session->queued = false;
                continue;
            }
            refill(*session);
            const bool itsTurn = hasTakenLittle(*session) == light && mayTake(*session);
            if (itsTurn && turnWork_ - begun >= most) {
                moreNow_ = true;
                break; // it is the first next time
            }
            queue_.pop_front();
            bool more = true;
            if (itsTurn)
                takeOne(*session, more);
            if (more && !session->closing && session->state != State::Deaf && !session->isText()) {
                queue_.push_back(id);
                moreNow_ = moreNow_ || (itsTurn && mayTake(*session));
            } else {
                session->waiting = session->queued = false;
                --waiting_;
                touch(*session);
            }
        }
    }
    turnWork_ = 0;
}

/// Who leaves and comes again gets no new time.
void Sessions::keepWork(const Session& session)
{
    if (session.account == 0 || session.closing)
        return;
    const double whole = settings_.workPerSecond * workBurst;
    std::erase_if(work_, [&](const auto& entry) {
        const double since = static_cast<double>(now_ - entry.second.at) / millisecondsPerSecond;
        return work_.size() > mostKept / 2 && entry.second.left + since * settings_.workPerSecond >= whole;
    });
    if (session.work < whole / 2 && work_.size() < mostKept)
        work_[session.account] = {session.work, now_};
}

} // namespace blak::serve
