// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/background_pool.h"

#include <QCoreApplication>
#include <QThreadPool>

namespace blak::ui {
namespace {

/// With the application go the things that work in the background may look at: what waits is dropped, what runs is awaited.
void endWork()
{
    backgroundPool().clear();
    backgroundPool().waitForDone();
}

} // namespace

QThreadPool& backgroundPool()
{
    static QThreadPool pool;
    [[maybe_unused]] static const bool known = (qAddPostRoutine(endWork), true);
    return pool;
}

} // namespace blak::ui
