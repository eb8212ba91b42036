// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <mutex>
#include <string>
#include <thread>

namespace blak::serve {

/// A slow hash to check, or to make.
struct PasswordJob
{
    std::int64_t number = 0;
    std::string hash; ///< "" = make one
    std::string text; ///< the secret
};

/// 1, 0 or the hash that was made; 0 too where none could be made.
std::string resultOf(const PasswordJob& job);

/// Checks slow hashes on a thread of its own, one after the other, so that a storm of logins does not hold the world up. The
/// thread begins with the first job. PasswordQueue gives it a few at a time.
class PasswordWorker
{
public:
    PasswordWorker() = default;
    ~PasswordWorker(); ///< jobs that wait are forgotten

    void add(PasswordJob job);
    /// "NUMBER RESULT" pairs of jobs that are done, at most 16; RESULT is 1, 0 or a hash.
    std::string take();

private:
    void run();

    std::mutex mutex_;
    std::condition_variable wake_;
    std::deque<PasswordJob> jobs_;
    std::deque<std::string> done_;
    bool ends_ = false;
    std::thread thread_;
};

} // namespace blak::serve
