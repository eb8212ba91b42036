// SPDX-License-Identifier: GPL-3.0-or-later
#include "bgfeditor/ui/fields_dialog.h"

#include "ui/number_field.h"

#include <QDialogButtonBox>
#include <QGridLayout>
#include <QPushButton>

#include <utility>

namespace blak::ui::sprites {

FieldsDialog::FieldsDialog(const QString& title, const QString& verb, const QVector<Field>& fields,
                           std::function<void(const QVector<int>&)> take, QWidget* parent)
    : QDialog(parent)
{
    setWindowTitle(title);
    setAttribute(Qt::WA_DeleteOnClose);
    auto* grid = new QGridLayout(this);
    for (const Field& each : fields) {
        auto* field = new NumberField(each.least, each.most, each.unit);
        field->setValue(each.value);
        field->setAccessibleName(each.label);
        const int row = grid->rowCount();
        grid->addWidget(new DragLabel(each.label, field), row, 0);
        grid->addWidget(field, row, 1);
        fields_.append(field);
    }
    auto* buttons = new QDialogButtonBox;
    buttons->addButton(verb, QDialogButtonBox::AcceptRole)->setDefault(true);
    buttons->addButton(QDialogButtonBox::Cancel);
    grid->addWidget(buttons, grid->rowCount(), 0, 1, 2);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(buttons, &QDialogButtonBox::accepted, this, [this, take = std::move(take)] {
        QVector<int> values;
        for (const NumberField* field : std::as_const(fields_))
            values.append(field->intValue());
        accept();
        take(values);
    });
    if (!fields_.isEmpty())
        fields_.first()->setFocus();
}

} // namespace blak::ui::sprites
