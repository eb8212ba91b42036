// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/windows/login_page.h"

#include "ui/fonts.h"
#include "ui/icons.h"
#include "ui/theme.h"

#include <QComboBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QSettings>
#include <QToolButton>
#include <QVBoxLayout>

namespace blak::client {
namespace {

constexpr int mostServers = 20;
constexpr int accountRole = Qt::UserRole, dialectRole = Qt::UserRole + 1, worldRole = Qt::UserRole + 2;

} // namespace

LoginPage::LoginPage(QWidget* parent)
    : QWidget(parent), servers_(new QListWidget(this)), server_(new QLineEdit(this)), account_(new QLineEdit(this)),
      password_(new QLineEdit(this)), dialect_(new QComboBox(this)), world_(new QLineEdit(this)), error_(new QLabel(this)),
      button_(new QPushButton(QStringLiteral("Enter"), this))
{
    setObjectName(QStringLiteral("loginPage"));
    auto* outer = new QHBoxLayout(this);
    outer->addStretch(1);
    auto* column = new QVBoxLayout;
    column->setSpacing(10);
    column->addStretch(1);
    auto* title = new QLabel(QStringLiteral("Blakston Client"), this);
    title->setFont(ui::uiFont(24, QFont::DemiBold));
    column->addWidget(title);
    auto* row = new QHBoxLayout;
    row->setSpacing(20);
    servers_->setAccessibleName(QStringLiteral("Servers"));
    servers_->setFixedSize(240, 236);
    row->addWidget(servers_, 0, Qt::AlignTop);
    auto* form = new QFormLayout;
    form->setVerticalSpacing(8);
    server_->setPlaceholderText(QStringLiteral("localhost:5959"));
    password_->setEchoMode(QLineEdit::Password);
    for (const wire::DialectName& one : wire::dialectNames)
        dialect_->addItem(QString::fromLatin1(one.name.data(), static_cast<qsizetype>(one.name.size())));
    dialect_->setCurrentIndex(static_cast<int>(wire::Dialect::Mainline));
    world_->setPlaceholderText(QStringLiteral("Folder with rooms, sprites, texts; empty: what the server brings"));
    auto* folder = new QToolButton(this);
    folder->setIcon(ui::icon(QStringLiteral("open")));
    folder->setAccessibleName(QStringLiteral("Choose the folder"));
    auto* files = new QHBoxLayout;
    files->addWidget(world_, 1);
    files->addWidget(folder);
    const auto add = [&](const QString& name, QWidget* field) {
        field->setAccessibleName(name);
        form->addRow(name, field);
    };
    add(QStringLiteral("Server"), server_);
    add(QStringLiteral("Name"), account_);
    add(QStringLiteral("Password"), password_);
    add(QStringLiteral("Protocol"), dialect_);
    world_->setAccessibleName(QStringLiteral("Files"));
    form->addRow(QStringLiteral("Files"), files);
    server_->setMinimumWidth(300);
    error_->setWordWrap(true);
    error_->setMinimumHeight(34);
    error_->setObjectName(QStringLiteral("loginError"));
    form->addRow(error_);
    offer_ = new QLabel(this);
    offer_->setObjectName(QStringLiteral("loginOffer"));
    offer_->setTextFormat(Qt::RichText);
    offer_->setOpenExternalLinks(true);
    offer_->setTextInteractionFlags(Qt::TextBrowserInteraction);
    offer_->setWordWrap(true);
    offer_->hide();
    form->addRow(offer_);
    button_->setProperty("primary", true);
    button_->setDefault(true);
    form->addRow(QString(), button_);
    row->addLayout(form);
    column->addLayout(row);
    column->addStretch(2);
    outer->addLayout(column);
    outer->addStretch(1);
    connect(button_, &QPushButton::clicked, this, [this] { connecting_ ? emit cancelWanted() : emit connectWanted(); });
    for (QLineEdit* edit : {server_, account_, password_, world_})
        connect(edit, &QLineEdit::returnPressed, this, [this] {
            if (!connecting_)
                emit connectWanted();
        });
    connect(folder, &QToolButton::clicked, this, [this] {
        const QString chosen = QFileDialog::getExistingDirectory(this, QStringLiteral("Files of the world"), world_->text());
        if (!chosen.isEmpty())
            world_->setText(chosen);
    });
    connect(servers_, &QListWidget::currentRowChanged, this, &LoginPage::chooseServer);
}

void LoginPage::chooseServer(int row)
{
    const QListWidgetItem* item = servers_->item(row);
    if (item == nullptr)
        return;
    server_->setText(item->text());
    account_->setText(item->data(accountRole).toString());
    dialect_->setCurrentText(item->data(dialectRole).toString());
    world_->setText(item->data(worldRole).toString());
    password_->setFocus();
}

void LoginPage::load(const QSettings& settings)
{
    const int count = qMin(settings.value(QStringLiteral("servers/count"), 0).toInt(), mostServers);
    for (int i = 0; i < count; ++i) {
        const auto value = [&](const char* key) {
            return settings.value(QStringLiteral("servers/%1/%2").arg(i).arg(QLatin1String(key))).toString();
        };
        auto* item = new QListWidgetItem(ui::icon(QStringLiteral("server"), ui::IconTone::Text2), value("address"), servers_);
        item->setData(accountRole, value("account"));
        item->setData(dialectRole, value("dialect"));
        item->setData(worldRole, value("world"));
    }
    if (server_->text().isEmpty() && count > 0)
        servers_->setCurrentRow(0);
}

void LoginPage::save(QSettings& settings) const
{
    settings.remove(QStringLiteral("servers"));
    settings.setValue(QStringLiteral("servers/count"), servers_->count());
    for (int i = 0; i < servers_->count(); ++i) {
        const QListWidgetItem* item = servers_->item(i);
        const auto key = [i](const char* name) { return QStringLiteral("servers/%1/%2").arg(i).arg(QLatin1String(name)); };
        settings.setValue(key("address"), item->text());
        settings.setValue(key("account"), item->data(accountRole));
        settings.setValue(key("dialect"), item->data(dialectRole));
        settings.setValue(key("world"), item->data(worldRole));
    }
}

void LoginPage::remember()
{
    const QSignalBlocker quiet(servers_);
    for (int i = 0; i < servers_->count(); ++i)
        if (servers_->item(i)->text() == server_->text().trimmed()) {
            delete servers_->takeItem(i);
            break;
        }
    auto* item = new QListWidgetItem(ui::icon(QStringLiteral("server"), ui::IconTone::Text2), server_->text().trimmed());
    item->setData(accountRole, account_->text());
    item->setData(dialectRole, dialect_->currentText());
    item->setData(worldRole, world_->text());
    servers_->insertItem(0, item);
    while (servers_->count() > mostServers)
        delete servers_->takeItem(servers_->count() - 1);
}

void LoginPage::setWish(const ConnectWish& wish)
{
    if (!wish.host.isEmpty())
        server_->setText(QStringLiteral("%1:%2").arg(wish.host).arg(wish.port));
    if (!wish.session.account.empty())
        account_->setText(QString::fromStdString(wish.session.account));
    if (!wish.session.password.empty())
        password_->setText(QString::fromStdString(wish.session.password));
    dialect_->setCurrentIndex(static_cast<int>(wish.session.dialect));
    if (!wish.world.empty())
        world_->setText(QString::fromStdString(wish.world.string()));
}

bool LoginPage::wish(ConnectWish& out)
{
    QString why;
    if (!parseAddress(server_->text(), out.host, out.port, why)) {
        showError(why);
        return false;
    }
    if (account_->text().isEmpty()) {
        showError(QStringLiteral("Write the name of your account."));
        account_->setFocus();
        return false;
    }
    out.session.account = account_->text().toStdString();
    out.session.password = password_->text().toStdString();
    out.session.dialect = static_cast<wire::Dialect>(dialect_->currentIndex());
    out.session.usesDatagrams = wire::isOpen(out.session.dialect);
    out.world = world_->text().toStdString();
    showError({});
    offerProgram({});
    return true;
}

void LoginPage::showError(const QString& sentence)
{
    error_->setText(sentence);
    QPalette colours = palette();
    colours.setColor(QPalette::WindowText, ui::theme().error);
    error_->setPalette(colours);
}

void LoginPage::offerProgram(const QString& address)
{
    const QString shown = address.toHtmlEscaped();
    offer_->setText(QStringLiteral("A newer client is at <a href=\"%1\">%1</a>").arg(shown));
    offer_->setVisible(!address.isEmpty());
}

void LoginPage::setConnecting(bool connecting)
{
    connecting_ = connecting;
    button_->setText(connecting ? QStringLiteral("Cancel") : QStringLiteral("Enter"));
    for (QWidget* field : std::initializer_list<QWidget*>{servers_, server_, account_, password_, dialect_, world_})
        field->setEnabled(!connecting);
    if (connecting) {
        error_->setPalette(palette()); // that is none
        error_->setText(QStringLiteral("Connecting to %1.").arg(server_->text()));
    }
}

} // namespace blak::client
