// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/shell/studio_settings.h"
#include "studio/shell/studio_window.h"

#include <QApplication>
#include <QTemporaryDir>

namespace blak::test {

/// Settings that nobody else reads or writes, for as long as it lives.
class OwnSettings : public QTemporaryDir
{
public:
    OwnSettings() { ui::shell::useSettingsFile(filePath(QStringLiteral("studio.ini"))); }
};

/// A studio as its user has it: shown, active, laid out.
inline std::unique_ptr<ui::shell::StudioWindow> shownStudio(QVector<ui::DocumentType> types, const ui::ActionTable& actions,
                                                            QSize size = {1280, 800})
{
    auto window = std::make_unique<ui::shell::StudioWindow>(std::move(types), actions);
    window->resize(size);
    window->show();
    window->activateWindow();
    QApplication::processEvents();
    return window;
}

} // namespace blak::test
