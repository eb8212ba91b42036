// SPDX-License-Identifier: GPL-3.0-or-later
// Passwords: their slow hashes are checked and made elsewhere (password_worker.h), and the world runs on meanwhile.
#include "server/sessions/fields.h"
#include "server/sessions/sessions.h"
#include "server/world/passwords.h"

namespace blak::serve {

void Sessions::answerPasswords(std::string_view answers, std::int64_t now)
{
    now_ = now;
    passwords_.answer(answers);
}

/// False when too many wait already.
bool Sessions::prove(std::int64_t session, Standing standing, const world::World::Proof& proof, const Proven& then)
{
    if (!proof.hash.empty())
        return passwords_.add(session, standing, {0, proof.hash, proof.secret},
                              [this, then](std::int64_t there, const std::string& result) { then(find(there), result == "1"); });
    then(find(session), proof.right);
    return true;
}

void Sessions::setPassword(std::int64_t session, std::int64_t account, const std::string& digest, const PasswordSet& then)
{
    const auto keep = [this, account, digest, then](std::int64_t waiting, const std::string& hash) {
        Session* there = find(waiting);
        world::Account* known = world_.accounts().find(account);
        if (known == nullptr)
            return then(there, Error{"the account is gone", "password"});
        if (world_.wantsSlowHash(*known) != hash.starts_with('$'))
            return then(there, Error{"no hash could be made", "password"});
        then(there, world_.setPassword(*known, digest, hash));
    };
    const world::Account* known = world_.accounts().find(account);
    if (known == nullptr || !world_.wantsSlowHash(*known))
        return keep(session, {});
    if (!passwords_.add(session, Standing::Known, {0, {}, digest}, keep))
        then(find(session), Error{"too many passwords wait", "password"});
}

/// The digest goes as soon as there is a slow hash of it; when there is no room now, with a later login.
void Sessions::dropDigest(const world::Account& account, const std::string& digest)
{
    if (!world_.losesDigest(account))
        return;
    passwords_.add(-1, Standing::Clean, {0, {}, digest}, [this, id = account.id, digest](std::int64_t, const std::string& result) {
        world::Account* known = world_.accounts().find(id);
        if (known == nullptr || known->password != digest || !result.starts_with('$'))
            return;
        if (auto replaced = world_.replaceDigest(*known, result); !replaced)
            world_.logError(replaced.error().text());
    });
}

/// By the time it is known the client may be gone, the account deleted, its password another.
void Sessions::checkPassword(Session& session, const wire::Message& message)
{
    const std::string_view name = textOf(message, "account");
    const std::string_view password = textOf(message, "password");
    const bool mayTry = blocks_.mayLogIn(session.address, name, now_);
    if (!mayTry || password.size() != world::digestSize)
        return loginFailed(session, name, mayTry);
    const std::string digest = world::passwordFromField(password);
    const world::Account* account = world_.accounts().find(name);
    const auto proof = world_.proofOf(account, digest);
    const std::int64_t id = account == nullptr ? -1 : account->id;
    const Standing standing = blocks_.standing(session.address, name, now_);
    const bool begun = prove(session.id, standing, proof, [this, id, proof, digest, message](Session* there, bool right) {
        if (there == nullptr || there->closing || there->state != State::Login)
            return;
        strangers_.add(there->id, there->address, there->since);
        world::Account* known = world_.accounts().find(id);
        const std::string_view as = textOf(message, "account");
        if (!right || known == nullptr || !world_.provesToBe(*known, proof))
            return loginFailed(*there, as, true);
        blocks_.noteSuccess(there->address, as, now_);
        dropDigest(*known, digest);
        passwordWasRight(*there, *known, message);
    });
    if (!begun)
        return loginFailed(session, name, false);
    if (passwords_.awaits(session.id))
        strangers_.remove(session.id); // nobody takes its place meanwhile; there are only so many of them
}

void Sessions::changePassword(Session& session, const wire::Message& message)
{
    const auto finish = [this](Session* there, bool changed) {
        if (there == nullptr || there->closing || there->state != State::Game)
            return;
        say(*there, ClientLine::Password, changed ? "changed its password" : "failed to change its password");
        send(*there, changed ? wire::MessageId::BP_PASSWORD_OK : wire::MessageId::BP_PASSWORD_NOT_OK);
    };
    const world::Account* account = world_.accounts().find(session.account);
    if (account == nullptr || passwords_.awaits(session.id) || !blocks_.mayLogIn(session.address, account->name, now_))
        return finish(&session, false);
    const std::string_view replacement = textOf(message, "new");
    const std::string_view old = textOf(message, "old");
    const bool sound = old.size() == world::digestSize && replacement.size() == world::digestSize;
    const auto proof = sound ? world_.proofOf(account, world::passwordFromField(old)) : world::World::Proof{};
    const std::string digest = world::passwordFromField(replacement);
    const bool begun = prove(
        session.id, Standing::Known, proof,
        [this, id = account->id, address = session.address, proof, digest, finish](Session* there, bool right) {
            const world::Account* known = world_.accounts().find(id);
            if (known != nullptr && !right)
                blocks_.noteFailure(address, known->name, now_);
            if (known == nullptr || !right || !world_.provesToBe(*known, proof))
                return finish(there, false);
            setPassword(there == nullptr ? -1 : there->id, id, digest, [this, finish](Session* still, const Result<void>& set) {
                if (!set)
                    world_.logError(set.error().text());
                finish(still, static_cast<bool>(set));
            });
        });
    if (!begun)
        finish(&session, false);
}

void Sessions::logInAdministrator(std::int64_t session, const Address& address, const std::string& name,
                                  const std::string& password, std::int64_t now, const AdministratorCame& then)
{
    now_ = now;
    if (!blocks_.mayLogIn(address, name, now) || bans_.find(name, world_.unixTime()) != nullptr)
        return then(find(session), std::nullopt);
    const auto proof = world_.administratorProof(name, password);
    const Standing standing = blocks_.standing(address, name, now);
    const bool begun = prove(session, standing, proof, [this, address, name, password, proof, then](Session* there, bool right) {
        const auto login = right ? world_.administratorBy(name, proof) : std::nullopt;
        if (!login) {
            blocks_.noteFailure(address, name, now_);
            return then(there, login);
        }
        blocks_.noteSuccess(address, name, now_);
        if (const world::Account* account = world_.accounts().find(name))
            dropDigest(*account, world::passwordText(password));
        then(there, login);
    });
    if (!begun)
        then(find(session), std::nullopt);
}

} // namespace blak::serve
