// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"
#include "ui/inspector.h"

class QCheckBox;
class QComboBox;
class QLineEdit;

namespace blak::ui {
class NumberField;
}

namespace blak::ui::sprites {

class SpriteModel;

/// What can be typed about the sprite, the frames that edits change and the group that is shown. The fields come from the property
/// tables of the parts.
class SpriteInspector : public Inspector
{
    Q_OBJECT

public:
    explicit SpriteInspector(SpriteModel* model, QWidget* parent = nullptr);

signals:
    void failed(const QString& sentence);

private:
    void refresh();
    void tell(const Result<void>& done);
    void addSpriteGroup();
    void addFrameGroup();
    void addGroupGroup();

    SpriteModel* model_;
    QLineEdit* name_ = nullptr;
    NumberField* shrink_ = nullptr;
    QCheckBox* transposed_ = nullptr;
    QCheckBox* raw_ = nullptr;
    QComboBox* scope_ = nullptr;
    ValueLabel* size_ = nullptr;
    ValueLabel* file_ = nullptr;
    NumberField* xOffset_ = nullptr;
    NumberField* yOffset_ = nullptr;
    QLineEdit* label_ = nullptr;
    NumberField* angles_ = nullptr;
    NumberField* shown_ = nullptr; ///< frame that the group shows from here
    InspectorGroup* groupPart_ = nullptr;
    InspectorGroup* framePart_ = nullptr;
};

} // namespace blak::ui::sprites
