// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineEdit>

namespace blak::ui::views {

/// A field of a form. Ctrl+Z takes back what is being typed; once the form has taken that, or with nothing typed, it is the form's,
/// whose last edit it undoes - a plain line edit would keep the key to itself.
class FormField : public QLineEdit
{
    Q_OBJECT

public:
    using QLineEdit::QLineEdit;

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    void forgetTyping();
};

} // namespace blak::ui::views
