// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme.h"

#include <QApplication>

namespace blak::test {

/// The one application of a benchmark with widgets: without a screen, in the dark theme.
inline QApplication& benchApplication()
{
    static int count = 1;
    static char name[] = "bench";
    static char* arguments[] = {name, nullptr};
    qputenv("QT_QPA_PLATFORM", "offscreen");
    static auto& app = *new QApplication(count, arguments); // outlives the fonts that it loads
    static const bool themed = [] {
        ui::installTheme(app, ui::ThemeKind::Dark);
        return true;
    }();
    (void)themed;
    return app;
}

} // namespace blak::test
