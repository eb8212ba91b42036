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
    bool showsAdvertisements() const;

signals:
    void volumesChanged(int effects, int music);
    void themeChanged(bool dark);
    void chatFontChanged(const QFont& font);
    void changed();

private:
    void apply();
    void applyKeys();
    void applyChatSize();

    PlayView& view_;
    QComboBox* scale_ = nullptr;
    QCheckBox* names_ = nullptr;
    QCheckBox* calm_ = nullptr; ///< mip levels
    QCheckBox* limit_ = nullptr;
    QCheckBox* weather_ = nullptr;
    QCheckBox* advertisements_ = nullptr;
    QSlider* fieldOfView_ = nullptr;
    QComboBox* keys_ = nullptr; ///< modern, classic, one's own
    KeysCard* keysCard_ = nullptr;
    QSlider* effects_ = nullptr;
    QSlider* music_ = nullptr;
    QComboBox* theme_ = nullptr;
    QComboBox* chatSize_ = nullptr;
};

} // namespace blak::client
