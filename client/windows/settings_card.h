// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/windows/card.h"

class QCheckBox;
class QComboBox;
class QSlider;
class QSettings;

namespace blak::client {

class KeysCard;
class PlayView;

/// What a player may set: the view, keys, volumes, the theme. Kept in the program's settings.
class SettingsCard : public Card
{
    Q_OBJECT

public:
    explicit SettingsCard(PlayView& view);

    void load(const QSettings& settings);
    void save(QSettings& settings) const;
    KeysCard* keysCard() const { return keysCard_; }

signals:
    void volumesChanged(int effects, int music);
    void themeChanged(bool dark);
    void changed();

private:
    void apply();
    void applyKeys();

    PlayView& view_;
    QComboBox* scale_ = nullptr;
    QCheckBox* names_ = nullptr;
    QCheckBox* calm_ = nullptr; ///< mip levels
    QCheckBox* limit_ = nullptr;
    QSlider* fieldOfView_ = nullptr;
    QComboBox* keys_ = nullptr; ///< modern, classic, one's own
    KeysCard* keysCard_ = nullptr;
    QSlider* effects_ = nullptr;
    QSlider* music_ = nullptr;
    QComboBox* theme_ = nullptr;
};

} // namespace blak::client
