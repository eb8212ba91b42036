// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/playing/connect_wish.h"

#include <algorithm>

namespace blak::ui::playing {

wire::Dialect protocolOf(const QString& dialect)
{
    if (dialect == QLatin1String("open105"))
        return wire::Dialect::Open105;
    if (dialect == QLatin1String("open29"))
        return wire::Dialect::Open29;
    return dialect == QLatin1String("classic97") ? wire::Dialect::Classic2012 : wire::Dialect::Mainline;
}

client::ConnectWish connectWishOf(const play::PlaySession& session)
{
    client::ConnectWish wish;
    wish.host = QStringLiteral("127.0.0.1");
    wish.port = session.playerPort();
    const play::PreparedWorld& world = *session.world();
    wish.session.dialect = client::protocolNamed(world.protocol());
    wish.files.folders = {world.server() / "rooms", world.server() / "rsc"};
    for (const auto& folder : world.project().spriteFolders())
        wish.files.folders.push_back(world.project().root() / folder);
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

client::AutoAccount autoAccount(const play::PlayAccount& account)
{
    return {account.name, account.password, account.character, account.mayCreate};
}

} // namespace blak::ui::playing
