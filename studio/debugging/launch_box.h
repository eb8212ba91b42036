// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kodide/ui/debug_session.h"

#include <QComboBox>

namespace blak::ui::debugging {

class LaunchList;

/// The ways to debug; the last row edits them. While something else is debugged, the game that is played say, it names that.
class LaunchBox : public QComboBox
{
    Q_OBJECT

public:
    LaunchBox(LaunchList& launches, const code::DebugSession& session, QWidget* parent = nullptr);

    /// As wide as the longest name that it may show.
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void editWanted();

private:
    void fill();
    void showWish();
    void choose(int index);
    void tell();

    LaunchList& launches_;
    const code::DebugSession& session_;
};

} // namespace blak::ui::debugging
