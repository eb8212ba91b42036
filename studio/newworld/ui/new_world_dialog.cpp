// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/newworld/ui/new_world_dialog.h"

#include "studio/project/project.h"
#include "ui/number_text.h"

#include <QDialogButtonBox>
#include <QDir>
#include <QFileDialog>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QStyle>
#include <QVBoxLayout>

namespace blak::ui::newworld {
namespace {

constexpr int usualWidth = 560; // px

/// "River Side" lies in "river-side".
QString folderNameOf(const QString& world)
{
    static const QRegularExpression others(QStringLiteral("[^\\p{L}\\p{N}]+"));
    QString name = world.toLower().replace(others, QStringLiteral("-"));
    while (name.startsWith(u'-'))
        name.remove(0, 1);
    while (name.endsWith(u'-'))
        name.chop(1);
    return name;
}

} // namespace

NewWorldDialog::NewWorldDialog(const QString& from, const QString& beside, QWidget* parent)
    : QDialog(parent), from_(from), beside_(beside), name_(new QLineEdit), folder_(new QLineEdit), state_(new QLabel)
{
    setWindowTitle(tr("New world"));
    auto* column = new QVBoxLayout(this);
    auto* form = new QFormLayout;
    name_->setObjectName(QStringLiteral("name"));
    name_->setPlaceholderText(tr("Riverside"));
    folder_->setObjectName(QStringLiteral("folder"));
    auto* choose = new QPushButton(tr("Choose\u2026"));
    choose->setAutoDefault(false);
    auto* place = new QHBoxLayout;
    place->addWidget(folder_, 1);
    place->addWidget(choose);
    form->addRow(tr("Name"), name_);
    form->addRow(tr("Folder"), place);
    column->addLayout(form);
    auto* about = new QLabel(tr("It begins as a copy of %1: rooms, people and things, their Blakod, pictures and sounds. All of it is yours to change; %1 stays as it is.")
                                 .arg(QString::fromStdString(project::nameOf(from.toStdString()))));
    about->setTextFormat(Qt::PlainText);
    for (QLabel* label : {about, state_}) {
        label->setWordWrap(true);
        label->setObjectName(QStringLiteral("secondary"));
        column->addWidget(label);
    }
    state_->setTextFormat(Qt::PlainText);
    column->addStretch(1);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    create_ = buttons->addButton(tr("Create"), QDialogButtonBox::AcceptRole);
    create_->setObjectName(QStringLiteral("create"));
    create_->setDefault(true);
    column->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(buttons, &QDialogButtonBox::accepted, this, &NewWorldDialog::create);
    connect(name_, &QLineEdit::textChanged, this, &NewWorldDialog::proposeFolder);
    connect(folder_, &QLineEdit::textEdited, this, [this] { isFolderChosen_ = true; });
    connect(folder_, &QLineEdit::textChanged, this, &NewWorldDialog::plan);
    connect(choose, &QPushButton::clicked, this, [this] {
        if (const QString chosen = QFileDialog::getExistingDirectory(this, tr("Folder for worlds"), beside_); !chosen.isEmpty()) {
            beside_ = chosen;
            isFolderChosen_ = false;
            proposeFolder();
        }
    });
    resize(usualWidth, sizeHint().height());
    proposeFolder();
    name_->setFocus();
}

void NewWorldDialog::proposeFolder()
{
    if (!isFolderChosen_) {
        const QString name = folderNameOf(name_->text());
        folder_->setText(QDir::toNativeSeparators(name.isEmpty() ? beside_ : QDir(beside_).filePath(name)));
    }
    plan();
}

void NewWorldDialog::say(const QString& sentence, bool isFault)
{
    state_->setText(sentence);
    state_->setObjectName(isFault ? QStringLiteral("errorText") : QStringLiteral("secondary"));
    state_->style()->unpolish(state_);
    state_->style()->polish(state_);
}

void NewWorldDialog::plan()
{
    plan_.reset();
    create_->setEnabled(false);
    const QString name = name_->text().trimmed();
    if (name.isEmpty())
        return say(tr("Type what it is called."), false);
    auto made = blak::newworld::planNewWorld({from_.toStdString(), QDir::fromNativeSeparators(folder_->text().trimmed()).toStdString(), name.toStdString()});
    if (!made)
        return say(QString::fromStdString(made.error().what), true);
    plan_ = std::move(made).value();
    say(tr("%1, %2.").arg(counted(static_cast<qlonglong>(plan_->files.size()), tr("1 file"), tr("%1 files")), locale().formattedDataSize(static_cast<qint64>(plan_->bytes))), false);
    create_->setEnabled(true);
}

void NewWorldDialog::create()
{
    if (!plan_)
        return;
    if (const auto made = blak::newworld::makeNewWorld(*plan_); !made) {
        plan(); // it may be taken by now
        return say(tr("It could not be made: %1.").arg(QString::fromStdString(made.error().text())), true);
    }
    emit created(QString::fromStdString(plan_->request.folder.string()));
    accept();
}

} // namespace blak::ui::newworld
