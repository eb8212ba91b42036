// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/sessions/password_queue.h"

#include "server/admin/text.h"

#include <algorithm>
#include <utility>

namespace blak::serve {
namespace {

constexpr std::size_t mostUnderWay = 2; ///< the worker never idles, and who comes with a better standing is next but one

} // namespace

bool PasswordQueue::add(std::int64_t session, Standing standing, PasswordJob job, Done done)
{
    if (!worker_) {
        done(session, resultOf(job));
        return true;
    }
    const auto row = static_cast<std::size_t>(standing);
    if (waiting_[row].size() >= most[row])
        return false;
    job.number = next_++;
    waiting_[row].push_back({session, std::move(job), std::move(done)});
    hand();
    return true;
}

void PasswordQueue::hand()
{
    for (std::deque<Held>& row : waiting_)
        while (underWay_.size() < mostUnderWay && !row.empty()) {
            Held held = std::move(row.front());
            row.pop_front();
            PasswordJob job = held.job;
            underWay_[job.number] = std::move(held);
            worker_(std::move(job));
        }
}

void PasswordQueue::answer(std::string_view answers)
{
    for (;;) {
        const auto number = world::parseInteger(world::takeWord(answers));
        const std::string result(world::takeWord(answers));
        const auto held = number ? underWay_.find(*number) : underWay_.end();
        if (held == underWay_.end())
            break;
        const Held one = std::move(held->second);
        underWay_.erase(held);
        one.done(one.session, result);
    }
    if (worker_)
        hand();
}

bool PasswordQueue::awaits(std::int64_t session) const
{
    const auto isIts = [session](const Held& held) { return held.session == session; };
    return std::ranges::any_of(underWay_, [&](const auto& entry) { return isIts(entry.second); }) ||
           std::ranges::any_of(waiting_, [&](const auto& row) { return std::ranges::any_of(row, isIts); });
}

bool PasswordQueue::empty() const
{
    return underWay_.empty() && std::ranges::all_of(waiting_, [](const auto& row) { return row.empty(); });
}

void PasswordQueue::forget(std::int64_t session)
{
    for (auto& [number, held] : underWay_)
        if (held.session == session)
            held.session = -1;
    for (std::deque<Held>& row : waiting_)
        for (Held& held : row)
            if (held.session == session)
                held.session = -1;
}

} // namespace blak::serve
