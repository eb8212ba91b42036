// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QPointF>

class QCheckBox;

namespace blak::ui {
class NumberField;
}

namespace blak::ui::rooms {

class RoomView;

/// Paste special: how often, how far apart, how much higher, with or without tags and things.
class PasteSpecialDialog : public QDialog
{
    Q_OBJECT

public:
    /// `editor`: where the middle of the first copy lands.
    PasteSpecialDialog(RoomView& room, QPointF editor);

private:
    void paste();

    RoomView& room_;
    QPointF editor_;
    NumberField* copies_;
    NumberField* stepX_;
    NumberField* stepY_;
    NumberField* raise_;
    NumberField* raiseStep_;
    QCheckBox* tags_;
    QCheckBox* things_;
};

// Ask for a file, beside the room at first.
void askToSavePrefab(RoomView& room);
void askForPrefab(RoomView& room, QPointF editor);

} // namespace blak::ui::rooms
