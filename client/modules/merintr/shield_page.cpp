// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/modules/merintr/shield_page.h"

#include "client/play/game_client.h"
#include "client/play/sprite_pictures.h"
#include "client/windows/card_parts.h"

#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace blak::client {
namespace {

constexpr int picturePixels = 112, mostShapes = 255;
constexpr int guildColours = 0x87; ///< the palette's translations of guilds: + colours * first + second (docs/facts/formats.md 2.3)

} // namespace

ShieldPage::ShieldPage(GameClient& client, QWidget* parent)
    : QWidget(parent), client_(client), picture_(new QLabel(this)), colour1_(new QSpinBox(this)), colour2_(new QSpinBox(this)),
      shape_(new QSpinBox(this)), state_(new QLabel(this)), claim_(makeButton(QStringLiteral("Claim it"), this, true))
{
    setObjectName(QStringLiteral("shieldPage"));
    picture_->setFixedSize(picturePixels, picturePixels);
    picture_->setAlignment(Qt::AlignCenter);
    picture_->setAccessibleName(QStringLiteral("Shield"));
    claim_->setObjectName(QStringLiteral("claimShield"));
    state_->setObjectName(QStringLiteral("shieldState"));
    state_->setWordWrap(true);
    auto* form = new QFormLayout;
    for (auto [spin, text, least, most] : {std::tuple{colour1_, "First colour", 0, colours - 1}, {colour2_, "Second colour", 0, colours - 1},
                                           {shape_, "Shape", 1, mostShapes}}) {
        spin->setRange(least, most);
        spin->setWrapping(true);
        spin->setAccessibleName(QLatin1String(text));
        form->addRow(QLatin1String(text), spin);
        connect(spin, &QSpinBox::valueChanged, this, &ShieldPage::choose);
    }
    auto* row = new QHBoxLayout;
    row->addWidget(picture_);
    row->addLayout(form, 1);
    auto* column = new QVBoxLayout(this);
    column->addLayout(row);
    column->addWidget(state_);
    column->addStretch(1);
    column->addWidget(claim_, 0, Qt::AlignRight);
    connect(claim_, &QPushButton::clicked, this, [this] {
        if (client_.game() == nullptr)
            return;
        const session::GuildShield wanted = chosen();
        client_.requests().claimShield(wanted.colour1, wanted.colour2, wanted.shape, true);
        client_.requests().askShield();
        client_.flush();
    });
    showPicture();
}

/// One's own is asked for where there is a guild: who is in none is told so once, as an answer about the guild, and not again.
void ShieldPage::ask()
{
    client_.requests().askShields();
    wantsOwn_ = client_.game() == nullptr || !client_.game()->guild().info();
    if (!wantsOwn_)
        client_.requests().askShield();
}

session::GuildShield ShieldPage::chosen() const
{
    session::GuildShield shield;
    shield.colour1 = static_cast<std::uint8_t>(colour1_->value());
    shield.colour2 = static_cast<std::uint8_t>(colour2_->value());
    shield.shape = static_cast<std::uint8_t>(shape_->value());
    return shield;
}

void ShieldPage::choose()
{
    showPicture();
    if (client_.game() == nullptr)
        return;
    const session::GuildShield wanted = chosen();
    if (wanted.colour1 == grey && wanted.colour2 == grey) {
        state_->setText(QStringLiteral("Nobody can have a shield that is grey all over."));
        claim_->setEnabled(false);
        return;
    }
    state_->setText(QStringLiteral("Asking whose it is."));
    client_.requests().claimShield(wanted.colour1, wanted.colour2, wanted.shape, false);
    client_.flush();
}

void ShieldPage::showPicture()
{
    session::Game* game = client_.game();
    const session::GuildShield wanted = chosen();
    QPixmap picture;
    if (game != nullptr && client_.follower() != nullptr && wanted.shape >= 1 && wanted.shape <= game->guild().shieldIcons().size()) {
        const std::uint32_t icon = game->guild().shieldIcons()[wanted.shape - 1u];
        const QImage image = spriteImage(*client_.assets(), client_.follower()->iconOf(icon), 0,
                                         static_cast<std::uint8_t>(guildColours + colours * wanted.colour1 + wanted.colour2));
        if (!image.isNull())
            picture = QPixmap::fromImage(image.scaled(picture_->size(), Qt::KeepAspectRatio, Qt::FastTransformation));
    }
    picture_->setPixmap(picture);
    picture_->setText(picture.isNull() ? QStringLiteral("no picture") : QString());
    if (picture.isNull())
        picture_->setAlignment(Qt::AlignCenter);
}

void ShieldPage::refresh()
{
    session::Game* game = client_.game();
    if (game == nullptr)
        return;
    const session::Guild& guild = game->guild();
    const int shapes = static_cast<int>(guild.shieldIcons().size());
    {
        const QSignalBlocker quiet(shape_);
        shape_->setMaximum(shapes > 0 ? shapes : mostShapes);
    }
    const bool inGuild = guild.info().has_value();
    if (inGuild && std::exchange(wantsOwn_, false)) {
        client_.requests().askShield();
        client_.flush();
    }
    for (QWidget* widget : std::initializer_list<QWidget*>{colour1_, colour2_, shape_})
        widget->setEnabled(inGuild);
    if (guild.shieldError() != 0) {
        state_->setText(QString::fromUtf8(game->nameOf(guild.shieldError()).c_str()));
        claim_->setEnabled(false);
    } else if (!guild.shield()) {
        state_->setText(inGuild ? QString() : QStringLiteral("Guilds have shields. You are in none."));
        claim_->setEnabled(false);
    } else if (guild.shieldAnswers() != shown_) {
        shown_ = guild.shieldAnswers();
        const session::GuildShield& shield = *guild.shield();
        for (auto [spin, value] : {std::pair{colour1_, shield.colour1}, {colour2_, shield.colour2}, {shape_, shield.shape}}) {
            const QSignalBlocker quiet(spin);
            spin->setValue(value);
        }
        const bool grey_ = shield.colour1 == grey && shield.colour2 == grey;
        const bool own = inGuild && shield.guild == guild.info()->guild;
        state_->setText(shield.guild == 0 ? grey_ ? QStringLiteral("Nobody can have a shield that is grey all over.") : QStringLiteral("This shield belongs to nobody.")
                        : own && shield.shape != 0 ? QStringLiteral("This is the shield of your guild.")
                        : own                     ? QStringLiteral("Your guild has no shield yet.")
                                                  : QStringLiteral("This is the shield of %1.").arg(latin(shield.name)));
        claim_->setEnabled(inGuild && shield.guild == 0 && !grey_ && shield.shape != 0);
    }
    showPicture();
}

} // namespace blak::client
