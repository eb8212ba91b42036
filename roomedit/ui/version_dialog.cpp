// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/ui/version_dialog.h"

#include "formats/base/file_io.h"
#include "roomedit/ui/room_view.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QPushButton>

namespace blak::ui::rooms {

VersionDialog::VersionDialog(RoomView& room)
    : QDialog(&room), room_(room), version_(new QComboBox), tree_(new QComboBox), merges_(new QCheckBox(tr("One sidedef for equal sides")))
{
    setWindowTitle(tr("Save a copy in another version"));
    for (int i = 0; i <= static_cast<int>(roo::Format::V15); ++i) {
        const std::string_view name = roo::formatName(static_cast<roo::Format>(i));
        version_->addItem(QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())), i);
    }
    version_->setObjectName(QStringLiteral("version.format"));
    version_->setCurrentIndex(static_cast<int>(room.model()->room().format));
    tree_->setObjectName(QStringLiteral("version.tree"));
    tree_->addItem(tr("Our own: fewer walls are cut"));
    tree_->addItem(tr("As the editor of that version writes it"));
    merges_->setObjectName(QStringLiteral("version.merges"));
    connect(tree_, &QComboBox::currentIndexChanged, this, [this](int index) {
        merges_->setEnabled(index == 0);
        if (index == 1)
            merges_->setChecked(true);
    });
    auto* form = new QFormLayout(this);
    form->addRow(tr("Version"), version_);
    form->addRow(tr("Tree"), tree_);
    form->addRow(merges_);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    buttons->addButton(tr("Save a copy\u2026"), QDialogButtonBox::AcceptRole);
    form->addRow(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &VersionDialog::choose);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
}

roomcore::VersionOptions VersionDialog::options() const
{
    return {static_cast<roo::Format>(version_->currentData().toInt()),
            tree_->currentIndex() == 0 ? roomcore::TreeKind::Fast : roomcore::TreeKind::Compatible, merges_->isChecked()};
}

void VersionDialog::choose()
{
    auto* chooser = new QFileDialog(this, windowTitle(), QFileInfo(room_.path()).absolutePath());
    chooser->setAttribute(Qt::WA_DeleteOnClose);
    chooser->setAcceptMode(QFileDialog::AcceptSave);
    chooser->setNameFilter(tr("Rooms (*.roo)"));
    chooser->setDefaultSuffix(QStringLiteral("roo"));
    connect(chooser, &QFileDialog::fileSelected, this, [this](const QString& file) {
        if (writeTo(file))
            accept();
    });
    chooser->open();
}

bool VersionDialog::writeTo(const QString& file)
{
    const QString name = QFileInfo(file).fileName();
    const auto refuse = [&](const Error& why) {
        emit room_.reported(Severity::Error, tr("%1 was not written: %2.").arg(name, QString::fromStdString(why.text())));
        return false;
    };
    const std::filesystem::path path(QFile::encodeName(file).toStdString());
    if (std::error_code none; path == room_.roomDocument()->path() || std::filesystem::equivalent(path, room_.roomDocument()->path(), none))
        return refuse(Error{"this is the file that is open here; choose another name", name.toStdString()});
    const auto copy = room_.roomDocument()->copy();
    if (!copy)
        return refuse(copy.error());
    const auto made = roomcore::inVersion(copy.value()->room, options());
    if (!made)
        return refuse(made.error());
    if (const auto written = writeFileAtomically(path, roo::write(made.value())); !written)
        return refuse(written.error());
    emit room_.reported(Severity::Info, tr("Wrote %1, version %2.").arg(name, version_->currentText()));
    return true;
}

} // namespace blak::ui::rooms
