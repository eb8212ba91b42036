// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bgfeditor/ui/sprite_import.h"

#include <QDialog>
#include <QPointer>

#include <array>
#include <optional>

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace blak::ui {
class NumberField;
}

namespace blak::ui::sprites {

class SpriteView;

/// How pictures become frames, with what becomes of them beside what they are: the picture, the same in the colours of the project, and
/// how far each pixel moves.
class ImportDialog : public QDialog
{
    Q_OBJECT

public:
    ImportDialog(SpriteView& view, ChosenPictures chosen, Cut cut);

    ImportOptions options() const;

private:
    void refresh();
    void countAll();
    QString whatComesOfIt() const;

    QPointer<SpriteView> view_;
    ChosenPictures chosen_;
    std::vector<QImage> pictures_; ///< all of them, to be looked at
    QComboBox* metric_;
    QComboBox* dither_;
    QLineEdit* protected_;
    QComboBox* cut_;
    NumberField* columns_;
    NumberField* rows_;
    NumberField* angles_;
    NumberField* shown_;
    QLabel* before_;
    QLabel* after_;
    QLabel* difference_;
    QLabel* facts_;
    QPushButton* add_;
    std::array<int, 3> counted_{-1, 0, 0};  ///< how pictures were cut when frames were counted
    std::optional<std::size_t> frameCount_; ///< empty where a picture cannot be cut so
};

} // namespace blak::ui::sprites
