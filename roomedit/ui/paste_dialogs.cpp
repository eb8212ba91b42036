// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/ui/paste_dialogs.h"

#include "roomedit/ui/step_names.h"
#include "roomedit/ui/room_view.h"
#include "ui/number_field.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QPushButton>

namespace blak::ui::rooms {
namespace {

NumberField* field(const char* name, double least, double most, double value)
{
    auto* made = new NumberField(least, most, {});
    made->setObjectName(QLatin1String(name));
    made->setValue(value);
    return made;
}

QFileDialog* prefabChooser(RoomView& room, const QString& title)
{
    auto* chooser = new QFileDialog(&room, title, QFileInfo(room.path()).absolutePath());
    chooser->setAttribute(Qt::WA_DeleteOnClose);
    chooser->setNameFilter(RoomView::tr("Prefabs (*.prefab)"));
    chooser->setDefaultSuffix(QStringLiteral("prefab"));
    return chooser;
}

} // namespace

PasteSpecialDialog::PasteSpecialDialog(RoomView& room, QPointF editor)
    : QDialog(&room), room_(room), editor_(editor), copies_(field("paste.copies", 1, 64, 1)), stepX_(field("paste.x", -65535, 65535, 0)),
      stepY_(field("paste.y", -65535, 65535, 0)), raise_(field("paste.raise", -65535, 65535, 0)),
      raiseStep_(field("paste.raiseStep", -65535, 65535, 0)), tags_(new QCheckBox(tr("Keep tags"))), things_(new QCheckBox(tr("Things too")))
{
    setWindowTitle(tr("Paste special"));
    tags_->setObjectName(QStringLiteral("paste.tags"));
    things_->setChecked(true);
    auto* form = new QFormLayout(this);
    form->addRow(tr("Copies"), copies_);
    form->addRow(tr("Each further right by"), stepX_);
    form->addRow(tr("Each further up the map by"), stepY_);
    form->addRow(tr("The first higher by"), raise_);
    form->addRow(tr("Each higher than the last by"), raiseStep_);
    form->addRow(tags_);
    form->addRow(things_);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    buttons->addButton(tr("Paste"), QDialogButtonBox::AcceptRole);
    form->addRow(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &PasteSpecialDialog::paste);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
}

void PasteSpecialDialog::paste()
{
    RoomModel& model = *room_.model();
    if (const auto piece = clipboardPiece(); told(model, piece)) {
        roomcore::PasteOptions options;
        options.keepsTags = tags_->isChecked();
        options.withThings = things_->isChecked();
        options.raise = raise_->intValue();
        const int copies = copies_->intValue();
        const QString what = inWords(piece.value());
        putPieceAt(model, piece.value(), editor_, options, {copies, {stepX_->intValue(), stepY_->intValue()}, raiseStep_->intValue()},
                   copies > 1 ? tr("Paste %1 %2 times").arg(what).arg(copies) : tr("Paste %1").arg(what));
    }
    accept();
}

void askToSavePrefab(RoomView& room)
{
    QFileDialog* chooser = prefabChooser(room, RoomView::tr("Save the selection as a prefab"));
    chooser->setAcceptMode(QFileDialog::AcceptSave);
    chooser->selectFile(RoomView::tr("Part of %1.prefab").arg(QFileInfo(room.path()).completeBaseName()));
    QObject::connect(chooser, &QFileDialog::fileSelected, &room, [&room](const QString& file) {
        if (savePrefab(*room.model(), file))
            emit room.reported(Severity::Info, RoomView::tr("Wrote the prefab %1.").arg(QFileInfo(file).fileName()));
    });
    chooser->open();
}

void askForPrefab(RoomView& room, QPointF editor)
{
    QFileDialog* chooser = prefabChooser(room, RoomView::tr("Insert a prefab"));
    chooser->setFileMode(QFileDialog::ExistingFile);
    QObject::connect(chooser, &QFileDialog::fileSelected, &room,
                     [&room, editor](const QString& file) { insertPrefab(*room.model(), file, editor); });
    chooser->open();
}

} // namespace blak::ui::rooms
