// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/sessions/text_mode.h"

namespace blak::serve {

/// The protocol in the game: what the server answers itself; everything else goes to Blakod.
class GameMode
{
public:
    GameMode(world::World& world, Connections& all, PasswordChecks& passwords, LoginMode& login, TextMode& text)
        : world_(world), all_(all), passwords_(passwords), login_(login), text_(text)
    {
    }

    /// Text of motd.txt, when there is one.
    std::string messageOfTheDay;

    void take(Session& session, const wire::Message& message);
    /// Back to the menu.
    void quit(Session& session);
    /// A message of Blakod; one that is longer than clients take goes in parts, where it can.
    void sendPacket(Session& session, std::span<const std::byte> bytes);

private:
    void ping(Session& session);
    void sendCharacters(Session& session);
    bool isOwn(const Session& session, std::int64_t object) const; ///< a character of its account
    void useCharacter(Session& session, std::int64_t object);
    void gameMasterCommand(Session& session, std::uint32_t command, std::string_view argument);
    std::int64_t rightFor(std::uint32_t command, std::string_view argument) const;

    world::World& world_;
    Connections& all_;
    PasswordChecks& passwords_;
    LoginMode& login_;
    TextMode& text_;
};

} // namespace blak::serve
