// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/admin/admin.h"
#include "server/sessions/login_mode.h"

namespace blak::serve {

/// Administrators: raw text over the maintenance port or over the game port, and commands from within the game.
class TextMode
{
public:
    TextMode(world::World& world, world::Admin& admin, Connections& all, PasswordChecks& passwords, LoginMode& login)
        : world_(world), admin_(admin), all_(all), passwords_(passwords), login_(login)
    {
    }

    /// What the maintenance port takes instead of a name and a password; empty = nothing.
    void setToken(std::string token) { token_ = std::move(token); }
    const Session* asking() const { return asking_; } ///< whose command runs now

    void take(Session& session, std::span<const std::byte> bytes);
    void takeInGame(Session& session, std::string_view command);
    /// To all administrators but the one whose command runs.
    void tellAdministrators(std::string_view text);

private:
    void runCommand(Session& session, std::string_view command);
    void introduce(Session& session, std::string_view line); ///< login or token, before the first command
    void welcome(Session& session, const std::optional<world::Credentials::Login>& login);
    world::Asker askerInGame(const Session& session);

    world::World& world_;
    world::Admin& admin_;
    Connections& all_;
    PasswordChecks& passwords_;
    LoginMode& login_;
    std::string token_;
    const Session* asking_ = nullptr;
};

} // namespace blak::serve
