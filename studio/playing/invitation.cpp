// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/playing/invitation.h"

#include "studio/playing/play_controller.h"
#include "ui/fonts.h"

#include <QApplication>
#include <QClipboard>
#include <QDialogButtonBox>
#include <QLabel>
#include <QNetworkInterface>
#include <QPlainTextEdit>
#include <QPointer>
#include <QPushButton>
#include <QRandomGenerator>
#include <QVBoxLayout>

#include <nlohmann/json.hpp>

namespace blak::ui::playing {
namespace {

QString randomWord(int letters)
{
    static const QString of = QStringLiteral("abcdefghijkmnpqrstuvwxyz23456789");
    QString out;
    for (int i = 0; i < letters; ++i)
        out += of[QRandomGenerator::system()->bounded(static_cast<int>(of.size()))];
    return out;
}

} // namespace

Invitation::Invitation(PlayController& controller) : QObject(&controller), controller_(controller)
{
    proxy_.setMostConnections(1);
    connect(&proxy_, &play::NetworkProxy::connected, this, [this](const QString& peer) {
        ++visits_;
        controller_.tell(Severity::Info, tr("Somebody comes from %1 by the invitation.").arg(peer));
    });
    connect(&proxy_, &play::NetworkProxy::disconnected, this, [this] {
        // Who only looked in, or gave another name, has not been the guest.
        controller_.session().control().ask({{"do", "accounts"}, {"account", account_.toStdString()}},
                                            [this, guard = QPointer<QObject>(this)](const play::ControlAnswer& answer) {
                                                if (guard.isNull() || !isOpen() || !answer.good)
                                                    return;
                                                if (answer.result.value("lastLogin", std::int64_t{0}) == 0)
                                                    return;
                                                withdraw();
                                                emit closed(tr("The colleague has left; the invitation is used up."));
                                            });
    });
    connect(&controller_, &PlayController::stateChanged, this, [this] {
        if (isOpen() && !controller_.isRunning()) {
            proxy_.stop();
            emit closed(tr("The world has ended, and the invitation with it."));
        }
    });
}

QStringList Invitation::addresses()
{
    QStringList out;
    for (const QHostAddress& address : QNetworkInterface::allAddresses())
        if (address.protocol() == QAbstractSocket::IPv4Protocol && !address.isLoopback() && !address.isLinkLocal())
            out << address.toString();
    if (out.isEmpty())
        out << QStringLiteral("127.0.0.1");
    return out;
}

QString Invitation::text() const
{
    const play::PreparedWorld* world = controller_.session().world();
    const QString name = world == nullptr ? QString() : QString::fromStdString(world->protocol());
    QString out;
    for (const QString& address : addresses())
        out += tr("Server: %1:%2\n").arg(address).arg(port());
    return out + tr("Account: %1\nPassword: %2\n\nWith a copy of the project's files:\nblak play --server %3:%4 --user %1 --password %2 --protocol %5 --world WORLD\n")
                     .arg(account_, password_, addresses().first())
                     .arg(port())
                     .arg(name);
}

void Invitation::open()
{
    if (!controller_.isRunning() || isOpen() || asking_)
        return;
    account_ = QStringLiteral("guest") + randomWord(5);
    password_ = randomWord(14);
    visits_ = 0;
    asking_ = true;
    const std::string dialect = controller_.session().world()->dialect();
    const bool wantsLetters = dialect == "open105" || dialect == "open29";
    const QString command = QStringLiteral("create automated %1 %2").arg(account_, password_) +
                            (wantsLetters ? QStringLiteral(" guest@localhost") : QString());
    controller_.session().control().ask({{"do", "admin"}, {"command", command.toStdString()}},
                                        [this, guard = QPointer<QObject>(this)](const play::ControlAnswer& answer) {
                                            if (guard.isNull())
                                                return;
                                            asking_ = false;
                                            const QString said = QString::fromStdString(answer.good ? answer.result.value("text", "") : answer.error.toStdString());
                                            if (!answer.good || !said.contains(QLatin1String("reated ")))
                                                return emit failed(said.trimmed());
                                            const auto port = proxy_.start(QHostAddress::AnyIPv4, QStringLiteral("127.0.0.1"),
                                                                           controller_.session().playerPort());
                                            if (!port) {
                                                spoil();
                                                return emit failed(QString::fromStdString(port.error().text()));
                                            }
                                            emit opened();
                                        });
}

void Invitation::withdraw()
{
    if (!isOpen())
        return;
    proxy_.stop();
    spoil();
}

/// The account stays, in case its character stands somewhere; nobody knows its password any more.
void Invitation::spoil()
{
    if (!controller_.isRunning())
        return;
    play::ControlLink& control = controller_.session().control();
    control.ask({{"do", "accounts"}, {"account", account_.toStdString()}}, [&control](const play::ControlAnswer& answer) {
        if (!answer.good)
            return;
        const std::string id = std::to_string(answer.result.value("account", 0));
        control.ask({{"do", "admin"}, {"command", "set account password " + id + " " + randomWord(24).toStdString()}});
    });
}

InvitationDialog::InvitationDialog(Invitation& invitation, QWidget* parent) : QDialog(parent), state_(new QLabel)
{
    setWindowTitle(tr("Invite a colleague"));
    resize(560, 320);
    auto* column = new QVBoxLayout(this);
    state_->setWordWrap(true);
    state_->setText(tr("The running world is open to one colleague on the local network, for one visit. Closing this window leaves it open."));
    column->addWidget(state_);
    auto* text = new QPlainTextEdit(invitation.text());
    text->setReadOnly(true);
    text->setFont(monoFont(12));
    text->setObjectName(QStringLiteral("invitation.text"));
    text->setAccessibleName(tr("What to tell the colleague"));
    column->addWidget(text, 1);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    QPushButton* copy = buttons->addButton(tr("Copy"), QDialogButtonBox::ActionRole);
    QPushButton* withdraw = buttons->addButton(tr("Withdraw"), QDialogButtonBox::DestructiveRole);
    withdraw->setObjectName(QStringLiteral("withdraw"));
    connect(copy, &QPushButton::clicked, this, [text] { QApplication::clipboard()->setText(text->toPlainText()); });
    connect(withdraw, &QPushButton::clicked, this, [this, &invitation] {
        invitation.withdraw();
        reject();
    });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(&invitation, &Invitation::closed, this, [this, copy, withdraw](const QString& why) {
        state_->setText(why);
        copy->setEnabled(false);
        withdraw->setEnabled(false);
    });
    column->addWidget(buttons);
}

} // namespace blak::ui::playing
