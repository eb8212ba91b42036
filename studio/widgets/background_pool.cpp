// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/widgets/background_pool.h"

#include <QThreadPool>

namespace blak::ui {

QThreadPool& backgroundPool()
{
    static QThreadPool pool;
    return pool;
}

} // namespace blak::ui
