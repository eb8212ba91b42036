// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/play/auto_player.h"

#include <algorithm>

namespace blak::client {
namespace {

using Stage = wire::ClientSession::Stage;

constexpr int mostTries = 6; ///< names that others have

} // namespace

wire::Dialect protocolNamed(const std::string& name)
{
    for (const wire::DialectName& one : wire::dialectNames)
        if (name == one.name)
            return one.dialect;
    return wire::Dialect::Mainline;
}

AutoPlayer::AutoPlayer(GameClient& client, QObject* parent) : QObject(parent), client_(client)
{
    connect(&client_, &GameClient::changed, this, &AutoPlayer::go);
    connect(&client_, &GameClient::ended, this, [this](const QString& why) {
        if (!entered_ && !why.isEmpty())
            emit failed(why);
    });
}

void AutoPlayer::start(const ConnectWish& wish, const AutoAccount& account)
{
    account_ = account;
    making_ = 0;
    tries_ = 0;
    asked_ = chosen_ = entered_ = false;
    ConnectWish mine = wish;
    mine.session.account = account.name.toStdString();
    mine.session.password = account.password.toStdString();
    client_.connectTo(mine);
}

void AutoPlayer::go()
{
    const wire::ClientSession* session = client_.session();
    if (session == nullptr || entered_)
        return;
    if (session->stage() == Stage::Login && !session->why().empty())
        return emit failed(QString::fromStdString(session->why()));
    if (session->stage() == Stage::Picking && !chosen_)
        return choose();
    // The room may come a message after the character does.
    if (session->stage() == Stage::Playing && session->room().self() != 0 && client_.follower()->roomsEntered() > 0) {
        entered_ = true;
        emit entered(session->room().self(), making_ != 0);
    }
}

void AutoPlayer::choose()
{
    const auto& all = client_.session()->characters();
    if (all.empty())
        return;
    auto old = std::find_if(all.begin(), all.end(), [&](const wire::Character& one) {
        return !one.isNew && QString::fromStdString(one.name).compare(account_.character, Qt::CaseInsensitive) == 0;
    });
    if (!account_.mayCreate && !account_.character.isEmpty() && old == all.end())
        return emit failed(tr("The account %1 has no character %2.").arg(account_.name, account_.character));
    if (old == all.end())
        old = std::find_if(all.begin(), all.end(), [](const wire::Character& one) { return !one.isNew; });
    if (!account_.mayCreate && old == all.end())
        return emit failed(tr("The account %1 has no character yet; make one with a client.").arg(account_.name));
    if (old != all.end()) {
        chosen_ = client_.session()->use(old->id);
        return client_.flush();
    }
    making_ = all.front().id;
    if (!client_.game()->creation().choices()) {
        if (!std::exchange(asked_, true)) {
            client_.requests().askCreation();
            client_.flush();
        }
        return;
    }
    create();
}

/// The first of all choices, under a name of our own; where somebody has it, under another.
void AutoPlayer::create()
{
    session::Creation& creation = client_.game()->creation();
    if (tries_ > 0 && creation.refusal().empty())
        return; // the answer is on its way
    if (tries_ >= mostTries)
        return emit failed(tr("The world takes none of our names: %1").arg(QString::fromStdString(creation.refusal())));
    creation.forgetRefusal();
    session::NewCharacter character;
    character.id = making_;
    const QString more = tries_ == 0 ? QString() : QString(tries_, QChar(u'a' + tries_));
    character.name = QString(account_.character + more).toStdString();
    character.description = "Made for trying things out.";
    ++tries_;
    auto fields = creation.fieldsOf(character);
    if (!fields)
        return emit failed(tr("The world offers nothing to make a character of."));
    client_.requests().create(std::move(*fields));
    client_.flush();
}

} // namespace blak::client
