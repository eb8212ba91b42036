// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/background_pool.h"

#include <QCoreApplication>
#include <QThreadPool>

#include <atomic>

namespace blak::ui {
namespace {

QThreadPool& pool()
{
    static QThreadPool one;
    return one;
}

std::atomic<bool> endsWithApplication = false; ///< the one that runs; the scale setting begins another

/// With the application go the things that work in the background may look at: what waits is dropped, what runs is awaited.
void endWork()
{
    endsWithApplication = false;
    pool().clear();
    pool().waitForDone();
}

} // namespace

QThreadPool& backgroundPool()
{
    if (!endsWithApplication.exchange(true))
        qAddPostRoutine(endWork);
    return pool();
}

} // namespace blak::ui
