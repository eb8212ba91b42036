// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/empty_label.h"

class QAbstractItemView;

namespace blak::client {

/// What a list says while it has no rows; it lies over the list's inside and goes with it.
class EmptySentence : public ui::EmptyLabel
{
    Q_OBJECT

public:
    EmptySentence(QAbstractItemView* list, const QString& sentence);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void follow();

    QAbstractItemView* list_ = nullptr;
};

} // namespace blak::client
