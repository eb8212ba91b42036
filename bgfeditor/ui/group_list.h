// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QListWidget>

namespace blak::ui::sprites {

class SpriteModel;

/// The groups of a sprite, from 1: "1  8 angles".
class GroupList : public QListWidget
{
    Q_OBJECT

public:
    explicit GroupList(SpriteModel* model, QWidget* parent = nullptr);

private:
    void fill();
    void follow();

    SpriteModel* model_;
};

} // namespace blak::ui::sprites
