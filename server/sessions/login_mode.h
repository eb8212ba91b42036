// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/admin/admin.h"
#include "server/sessions/client_files.h"
#include "server/sessions/password_checks.h"

#include <map>

namespace blak::serve {

/// Somebody besides the password who says whether an account may log in. `ask` gets the session and the account's name and gives
/// a verdict at once, or nothing: then LoginMode::answer() brings it. `loggedOut` hears of accounts whose session ends.
/// `unavailable` is what a client reads when nobody could be asked.
enum class LoginVerdict : std::uint8_t { Allowed, Refused, Unavailable };
struct LoginGate
{
    std::function<std::optional<LoginVerdict>(std::int64_t session, std::string_view account)> ask;
    std::function<void(std::string_view account)> loggedOut;
    std::string unavailable;
};

/// The protocol before the game (reference protocol.md section 1.5, with the corrections): from AP_GETLOGIN to AP_GAME or
/// AP_ADMIN.
class LoginMode
{
public:
    LoginMode(world::World& world, world::Admin& admin, Connections& all, PasswordChecks& passwords)
        : world_(world), admin_(admin), all_(all), passwords_(passwords), files_(all)
    {
    }

    ClientFiles& files() { return files_; }
    const ClientFiles& files() const { return files_; }
    /// What to tell people while the game is locked.
    void setLock(std::function<std::optional<std::string>()> lock) { lock_ = std::move(lock); }
    void setGate(LoginGate gate);
    void answer(std::int64_t session, LoginVerdict verdict);

    void take(Session& session, const wire::Message& message);
    void sendMenu(Session& session);
    void refuse(Session& session, std::string text, bool hangUp);
    /// A verdict about it is under way: of its password, or of the gate.
    bool awaits(const Session& session) const { return passwords_.awaits(session) || held_.contains(session.id); }
    void forget(const Session& session) { held_.erase(session.id); }

private:
    void logIn(Session& session, const wire::Message& message);
    bool isGuestName(std::string_view name) const;
    world::Account* freeGuest(Session& session);
    void checkPassword(Session& session, const wire::Message& message);
    void failed(Session& session, std::string_view name, bool counts);
    void passwordWasRight(Session& session, world::Account& account, const wire::Message& message);
    void askGate(Session& session, const world::Account& account, const wire::Message& message);
    void finish(Session& session, world::Account& account, const wire::Message& message);
    bool admit(Session& session, world::Account& account, const wire::Message& message);
    void requestGame(Session& session, const wire::Message& message);

    struct Held
    {
        std::int64_t account = 0;
        wire::Message message;
    };

    world::World& world_;
    world::Admin& admin_;
    Connections& all_;
    PasswordChecks& passwords_;
    ClientFiles files_;
    std::function<std::optional<std::string>()> lock_;
    LoginGate gate_;
    std::map<std::int64_t, Held> held_; ///< by session; wait for the gate
};

} // namespace blak::serve
