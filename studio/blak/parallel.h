// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/blak/terminal.h"

#include <algorithm>
#include <atomic>
#include <string_view>
#include <thread>
#include <vector>

namespace blak::cli {

/// work(i) for 0 to count - 1 on all cores, with a progress bar; results in their order.
template <typename Work>
auto runInParallel(std::string_view what, std::size_t count, const Work& work)
{
    constexpr unsigned mostThreads = 16;
    std::vector<decltype(work(std::size_t{0}))> results(count);
    std::atomic<std::size_t> next{0}, done{0};
    {
        std::vector<std::jthread> helpers;
        for (unsigned i = 1; i < std::min(mostThreads, std::thread::hardware_concurrency()); ++i)
            helpers.emplace_back([&] {
                for (std::size_t at = next++; at < count; at = next++) {
                    results[at] = work(at);
                    ++done;
                }
            });
        ProgressBar bar(what);
        for (std::size_t at = next++; at < count; at = next++) {
            results[at] = work(at);
            bar.show(++done, count);
        }
    } // here the helpers have ended
    return results;
}

} // namespace blak::cli
