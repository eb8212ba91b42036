// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

namespace blak::ui {

/// A plain text on one line that may become narrower than it is: then it ends in dots and its tool tip says all of it.
class ElidedLabel : public QLabel
{
    Q_OBJECT

public:
    using QLabel::QLabel;

    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

private:
    bool isCut() const;
};

} // namespace blak::ui
