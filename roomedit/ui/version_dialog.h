// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "roomedit/roomcore/room_version.h"

#include <QDialog>

class QCheckBox;
class QComboBox;

namespace blak::ui::rooms {

class RoomView;

/// A copy of the room for another engine: version, whose tree, sidedefs merged or not. The room itself stays what it is.
class VersionDialog : public QDialog
{
    Q_OBJECT

public:
    explicit VersionDialog(RoomView& room);

    roomcore::VersionOptions options() const;
    /// What the copy would hold, written to a file; false: it was refused, and told.
    bool writeTo(const QString& file);

private:
    void choose();

    RoomView& room_;
    QComboBox* version_;
    QComboBox* tree_;
    QCheckBox* merges_;
};

} // namespace blak::ui::rooms
