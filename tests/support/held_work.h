// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/background_pool.h"

#include <QSemaphore>
#include <QThreadPool>

#include <memory>

namespace blak::test {

/// While it lives nothing that works in the background goes on.
class HeldWork
{
public:
    HeldWork()
    {
        const int threads = ui::backgroundPool().maxThreadCount();
        for (int i = 0; i < threads; ++i)
            ui::backgroundPool().start([gate = gate_, begun = begun_] {
                begun->release();
                gate->acquire();
            });
        begun_->acquire(threads);
    }
    ~HeldWork() { gate_->release(ui::backgroundPool().maxThreadCount()); }
    HeldWork(const HeldWork&) = delete;
    HeldWork& operator=(const HeldWork&) = delete;

private:
    std::shared_ptr<QSemaphore> gate_ = std::make_shared<QSemaphore>();
    std::shared_ptr<QSemaphore> begun_ = std::make_shared<QSemaphore>();
};

} // namespace blak::test
