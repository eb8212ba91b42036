// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/sessions/password_worker.h"
#include "server/sessions/standing.h"

#include <array>
#include <deque>
#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace blak::serve {

/// Slow hashes that wait to be checked or made: of addresses that are known first, of those that guess last. Each standing has
/// places of its own, so that whoever guesses takes none from the others. Without a worker everything is done at once.
class PasswordQueue
{
public:
    /// `session` is -1 when it is gone, or when none waited.
    using Done = std::function<void(std::int64_t session, const std::string& result)>;

    void setWorker(std::function<void(PasswordJob job)> worker) { worker_ = std::move(worker); }
    /// False when too many wait already; `done` runs once otherwise, now or in answer().
    bool add(std::int64_t session, Standing standing, PasswordJob job, Done done);
    /// "NUMBER RESULT" pairs, separated by blanks.
    void answer(std::string_view answers);
    bool awaits(std::int64_t session) const;
    bool empty() const;
    void forget(std::int64_t session); ///< numbers of sessions come again

    static constexpr std::array<std::size_t, 3> most{256, 128, 32}; ///< that wait, by standing

private:
    struct Held
    {
        std::int64_t session = -1;
        PasswordJob job;
        Done done;
    };
    void hand();

    std::function<void(PasswordJob job)> worker_;
    std::array<std::deque<Held>, 3> waiting_; ///< by standing
    std::map<std::int64_t, Held> underWay_;   ///< by number
    std::int64_t next_ = 1;
};

} // namespace blak::serve
