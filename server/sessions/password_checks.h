// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/sessions/connections.h"
#include "server/sessions/password_queue.h"

namespace blak::serve {

/// Passwords: their slow hashes are checked and made elsewhere (password_worker.h), and the world runs on meanwhile.
class PasswordChecks
{
public:
    PasswordChecks(world::World& world, Connections& all) : world_(world), all_(all) {}

    void setWorker(std::function<void(PasswordJob job)> worker) { queue_.setWorker(std::move(worker)); }
    bool empty() const { return queue_.empty(); }
    bool awaits(const Session& session) const { return queue_.awaits(session.id); }
    void forget(const Session& session) { queue_.forget(session.id); }
    /// "NUMBER RESULT" pairs, separated by blanks: 1 right, 0 wrong, else the hash that was made.
    void answer(std::string_view answers) { queue_.answer(answers); }

    /// `session` is nullptr when the one that waited is gone.
    using Proven = std::function<void(Session* session, bool right)>;
    /// False when too many wait already.
    bool prove(std::int64_t session, Standing standing, const world::Credentials::Proof& proof, const Proven& then);
    /// The digest goes as soon as there is a slow hash of it; when there is no room now, with a later login.
    void dropDigest(const world::Account& account, const std::string& digest);
    /// BP_CHANGE_PASSWORD.
    void change(Session& session, const wire::Message& message);

    /// An administrator with a password as people write it, from an address: throttled, and never of a banned account. `then`
    /// runs once, now or with an answer. `session` waits for it; -1 = none of these sessions does.
    using AdministratorCame = std::function<void(Session* session, const std::optional<world::Credentials::Login>& login)>;
    void logInAdministrator(std::int64_t session, const Address& address, const std::string& name, const std::string& password,
                            const AdministratorCame& then);

private:
    using PasswordSet = std::function<void(Session* session, const Result<void>& result)>;
    void set(std::int64_t session, std::int64_t account, const std::string& digest, const PasswordSet& then);

    world::World& world_;
    Connections& all_;
    PasswordQueue queue_;
};

} // namespace blak::serve
