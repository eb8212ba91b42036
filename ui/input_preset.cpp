// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/input_preset.h"

namespace blak::ui {
namespace {

InputPreset& presetInForce()
{
    static InputPreset preset = InputPreset::Studio;
    return preset;
}

} // namespace

InputPreset inputPreset() { return presetInForce(); }

void setInputPreset(InputPreset preset)
{
    if (preset == presetInForce())
        return;
    presetInForce() = preset;
    emit inputPresetNotifier()->changed();
}

InputPresetNotifier* inputPresetNotifier()
{
    static InputPresetNotifier notifier;
    return &notifier;
}

} // namespace blak::ui
