// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/playing/profiles_dialog.h"

#include "client/play/game_client.h"
#include "formats/base/dialects.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace blak::ui::playing {

ProfilesDialog::ProfilesDialog(play::Profiles profiles, QWidget* parent)
    : QDialog(parent), profiles_(std::move(profiles)), list_(new QListWidget), trouble_(new QLabel), client_(new QComboBox)
{
    setWindowTitle(tr("Play profiles"));
    resize(720, 400);
    auto* column = new QVBoxLayout(this);
    auto* row = new QHBoxLayout;
    column->addLayout(row, 1);
    auto* left = new QVBoxLayout;
    row->addLayout(left, 2);
    list_->setObjectName(QStringLiteral("profiles.list"));
    list_->setAccessibleName(tr("Profiles; F5 plays with the chosen one"));
    left->addWidget(list_, 1);
    auto* under = new QHBoxLayout;
    auto* another = new QPushButton(tr("Add"));
    another->setObjectName(QStringLiteral("profiles.add"));
    remove_ = new QPushButton(tr("Remove"));
    for (QPushButton* button : {another, remove_}) {
        button->setAutoDefault(false);
        under->addWidget(button);
    }
    left->addLayout(under);
    auto* form = new QFormLayout;
    row->addLayout(form, 3);
    const auto field = [&](const char* member, std::string play::Profile::* text, const QString& name, const QString& hint) {
        auto* edit = new QLineEdit;
        edit->setObjectName(QStringLiteral("profiles.") + QLatin1String(member));
        edit->setPlaceholderText(hint);
        edit->setToolTip(hint);
        edit->setMaxLength(static_cast<int>(play::Profiles::longestText));
        form->addRow(name, edit);
        fields_.push_back({QLatin1String(member), text, edit});
        connect(edit, &QLineEdit::textEdited, this, &ProfilesDialog::takeFields);
    };
    field("name", &play::Profile::name, tr("Name"), tr("What the list says"));
    field("world", &play::Profile::world, tr("Project folder"), tr("This project; or a folder, from the project's"));
    field("save", &play::Profile::save, tr("Saved game"), tr("Folder of a server with a savegame to begin with"));
    field("dialect", &play::Profile::dialect, tr("Dialect"), tr("As the tree tells; or one of %1").arg(QString::fromStdString(dialectNames())));
    field("server", &play::Profile::server, tr("Server outside"), tr("Ours; or HOST:PORT of another, to play there"));
    field("account", &play::Profile::account, tr("Account there"), tr("The password is asked for and not kept"));
    field("character", &play::Profile::character, tr("Character"), tr("Any; or a name"));
    client_->setObjectName(QStringLiteral("profiles.client"));
    client_->addItems({tr("As chosen in Run > Client"), tr("In its page"), tr("Beside the documents"), tr("In a window"), tr("In a program of its own")});
    client_->setToolTip(tr("Where games are shown. A crash of a client in a program of its own leaves the studio alone."));
    form->addRow(tr("Client"), client_);
    connect(client_, &QComboBox::activated, this, &ProfilesDialog::takeFields);
    trouble_->setWordWrap(true);
    trouble_->setObjectName(QStringLiteral("secondary"));
    column->addWidget(trouble_);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    good_ = buttons->addButton(tr("Use for F5"), QDialogButtonBox::AcceptRole);
    good_->setObjectName(QStringLiteral("profiles.use"));
    good_->setDefault(true);
    column->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(another, &QPushButton::clicked, this, &ProfilesDialog::add);
    connect(remove_, &QPushButton::clicked, this, &ProfilesDialog::remove);
    connect(list_, &QListWidget::currentRowChanged, this, &ProfilesDialog::showRow);
    list_->addItem(tr("The project as it is"));
    int current = 0;
    for (const play::Profile& profile : profiles_.all) {
        list_->addItem(QString::fromStdString(profile.name));
        if (profile.name == profiles_.current)
            current = list_->count() - 1;
    }
    list_->setCurrentRow(current);
}

QLineEdit* ProfilesDialog::field(const QString& member) const
{
    for (const Field& one : fields_)
        if (one.member == member)
            return one.edit;
    return nullptr;
}

play::Profiles ProfilesDialog::profiles() const
{
    play::Profiles out = profiles_;
    const int row = list_->currentRow() - 1;
    out.current = row < 0 ? std::string() : out.all[static_cast<std::size_t>(row)].name;
    return out;
}

void ProfilesDialog::add()
{
    if (profiles_.all.size() >= play::Profiles::most)
        return;
    play::Profile fresh;
    for (int number = 1; fresh.name.empty() || profiles_.find(fresh.name) != nullptr; ++number)
        fresh.name = tr("Profile %1").arg(number).toStdString();
    profiles_.all.push_back(fresh);
    list_->addItem(QString::fromStdString(fresh.name));
    list_->setCurrentRow(list_->count() - 1);
    fields_.first().edit->setFocus();
    fields_.first().edit->selectAll();
}

void ProfilesDialog::remove()
{
    const int row = list_->currentRow();
    if (row <= 0)
        return;
    profiles_.all.erase(profiles_.all.begin() + row - 1);
    delete list_->takeItem(row);
    showRow(list_->currentRow());
}

void ProfilesDialog::showRow(int row)
{
    const bool isOne = row > 0 && row <= static_cast<int>(profiles_.all.size());
    showing_ = true;
    for (const Field& one : fields_) {
        one.edit->setEnabled(isOne);
        one.edit->setText(isOne ? QString::fromStdString(profiles_.all[static_cast<std::size_t>(row - 1)].*one.text) : QString());
    }
    client_->setEnabled(isOne);
    const auto known = std::ranges::find(play::Profile::clients, isOne ? profiles_.all[static_cast<std::size_t>(row - 1)].client : std::string());
    client_->setCurrentIndex(known == play::Profile::clients.end() ? 0 : static_cast<int>(known - play::Profile::clients.begin()) + 1);
    showing_ = false;
    remove_->setEnabled(isOne);
    check();
}

void ProfilesDialog::takeFields()
{
    const int row = list_->currentRow();
    if (showing_ || row <= 0)
        return;
    play::Profile& profile = profiles_.all[static_cast<std::size_t>(row - 1)];
    for (const Field& one : fields_)
        profile.*one.text = one.edit->text().trimmed().toStdString();
    const int client = client_->currentIndex();
    profile.client = client <= 0 ? std::string() : play::Profile::clients[static_cast<std::size_t>(client - 1)];
    list_->item(row)->setText(QString::fromStdString(profile.name));
    check();
}

/// What cannot be is said at once, and is not kept.
void ProfilesDialog::check()
{
    QString why;
    const auto read = play::readProfiles(play::writtenProfiles(profiles()), "");
    if (!read)
        why = QString::fromStdString(read.error().text());
    for (const play::Profile& profile : profiles_.all) {
        QString host, trouble;
        quint16 port = 0;
        if (profile.isOutside() && !client::parseAddress(QString::fromStdString(profile.server), host, port, trouble))
            why = trouble;
        else if (profile.isOutside() && profile.account.empty())
            why = tr("%1: a server outside wants an account.").arg(QString::fromStdString(profile.name));
        if (!profile.dialect.empty() && !findDialectName(profile.dialect))
            why = tr("%1: the dialect is one of %2.").arg(QString::fromStdString(profile.name), QString::fromStdString(dialectNames()));
    }
    trouble_->setText(why);
    good_->setEnabled(why.isEmpty());
}

} // namespace blak::ui::playing
