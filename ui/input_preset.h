// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace blak::ui {

/// Whose keys and mouse buttons the studio answers to.
enum class InputPreset : int { Studio, UltimateDoomBuilder, TrenchBroom, Aseprite };

/// The preset in force; the shell sets it out of the settings.
InputPreset inputPreset();
void setInputPreset(InputPreset preset);

class InputPresetNotifier : public QObject
{
    Q_OBJECT

signals:
    void changed();
};
/// Tells views that are in the middle of a drag that the buttons mean something else now.
InputPresetNotifier* inputPresetNotifier();

} // namespace blak::ui
