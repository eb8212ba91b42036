// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QString>
#include <QVector>

#include <functional>

namespace blak::ui {
class NumberField;
}

namespace blak::ui::sprites {

/// Some whole numbers that an edit needs, in a small window that does not block.
class FieldsDialog : public QDialog
{
    Q_OBJECT

public:
    struct Field
    {
        QString label;
        int least = 0, most = 0, value = 0;
        QString unit = {};
    };

    /// `take` gets the numbers in their order, once, when the button is pressed. `verb` is the word on it.
    FieldsDialog(const QString& title, const QString& verb, const QVector<Field>& fields,
                 std::function<void(const QVector<int>&)> take, QWidget* parent);

    NumberField* field(int number) { return fields_[number]; }

private:
    QVector<NumberField*> fields_;
};

} // namespace blak::ui::sprites
