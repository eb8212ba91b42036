// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/playing/auto_player.h"

#include <algorithm>

namespace blak::ui::playing {
namespace {

using Stage = wire::ClientSession::Stage;

constexpr int mostTries = 6; ///< names that others have

} // namespace

wire::Dialect protocolOf(const QString& dialect)
{
    if (dialect == QLatin1String("open105"))
        return wire::Dialect::Open105;
    if (dialect == QLatin1String("open29"))
        return wire::Dialect::Open29;
    return dialect == QLatin1String("classic97") ? wire::Dialect::Classic2012 : wire::Dialect::Mainline;
}

wire::Dialect protocolNamed(const std::string& name)
{
    for (const wire::DialectName& one : wire::dialectNames)
        if (name == one.name)
            return one.dialect;
    return wire::Dialect::Mainline;
}

client::ConnectWish connectWishOf(const play::PlaySession& session)
{
    client::ConnectWish wish;
    wish.host = QStringLiteral("127.0.0.1");
    wish.port = session.playerPort();
    const play::PreparedWorld& world = *session.world();
    wish.session.dialect = protocolNamed(world.protocol());
    wish.files.folders = {world.server() / "rooms", world.server() / "rsc"};
    for (const auto& folder : world.project().spriteFolders())
        wish.files.folders.push_back(folder);
    for (const project::FoundFile& file : world.project().files())
        if (file.kind == project::FileKind::Sound || file.kind == project::FileKind::Music)
            if (const auto folder = world.project().absolute(file).parent_path();
                std::ranges::find(wish.files.folders, folder) == wish.files.folders.end())
                wish.files.folders.push_back(folder);
    if (world.project().paletteFile())
        wish.files.palette = world.project().root() / *world.project().paletteFile();
    wish.texts = session.texts();
    wish.sharesFiles = true;
    return wish;
}

AutoPlayer::AutoPlayer(client::GameClient& client, QObject* parent) : QObject(parent), client_(client)
{
    connect(&client_, &client::GameClient::changed, this, &AutoPlayer::go);
    connect(&client_, &client::GameClient::ended, this, [this](const QString& why) {
        if (!entered_ && !why.isEmpty())
            emit failed(why);
    });
}

void AutoPlayer::start(const client::ConnectWish& wish, const play::PlayAccount& account)
{
    account_ = account;
    making_ = 0;
    tries_ = 0;
    asked_ = chosen_ = entered_ = false;
    client::ConnectWish mine = wish;
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

} // namespace blak::ui::playing
