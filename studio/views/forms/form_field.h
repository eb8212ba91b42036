// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineEdit>

namespace blak::ui::views {

/// A field of a form. Ctrl+Z takes back what is being typed; with nothing typed it is the form's, whose last edit it undoes - a
/// plain line edit would keep the key to itself and do nothing.
class FormField : public QLineEdit
{
    Q_OBJECT

public:
    using QLineEdit::QLineEdit;

protected:
    bool event(QEvent* event) override;
};

} // namespace blak::ui::views
