// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/sessions/password_checks.h"

#include "server/sessions/fields.h"
#include "server/world/passwords.h"

namespace blak::serve {

bool PasswordChecks::prove(std::int64_t session, Standing standing, const world::Credentials::Proof& proof, const Proven& then)
{
    if (!proof.hash.empty())
        return queue_.add(session, standing, {0, proof.hash, proof.secret},
                          [this, then](std::int64_t there, const std::string& result) { then(all_.find(there), result == "1"); });
    then(all_.find(session), proof.right);
    return true;
}

void PasswordChecks::set(std::int64_t session, std::int64_t account, const std::string& digest, const PasswordSet& then)
{
    const auto keep = [this, account, digest, then](std::int64_t waiting, const std::string& hash) {
        Session* there = all_.find(waiting);
        world::Account* known = world_.accounts().find(account);
        if (known == nullptr)
            return then(there, Error{"the account is gone", "password"});
        if (world_.credentials().wantsSlowHash(*known) != hash.starts_with('$'))
            return then(there, Error{"no hash could be made", "password"});
        then(there, world_.credentials().setPassword(*known, digest, hash));
    };
    const world::Account* known = world_.accounts().find(account);
    if (known == nullptr || !world_.credentials().wantsSlowHash(*known))
        return keep(session, {});
    if (!queue_.add(session, Standing::Known, {0, {}, digest}, keep))
        then(all_.find(session), Error{"too many passwords wait", "password"});
}

void PasswordChecks::dropDigest(const world::Account& account, const std::string& digest)
{
    if (!world_.credentials().losesDigest(account))
        return;
    queue_.add(-1, Standing::Clean, {0, {}, digest}, [this, id = account.id, digest](std::int64_t, const std::string& result) {
        world::Account* known = world_.accounts().find(id);
        if (known == nullptr || known->password != digest || !result.starts_with('$'))
            return;
        if (auto replaced = world_.credentials().replaceDigest(*known, result); !replaced)
            world_.logError(replaced.error().text());
    });
}

void PasswordChecks::change(Session& session, const wire::Message& message)
{
    const auto finish = [this](Session* there, bool changed) {
        if (there == nullptr || there->closing || there->state != State::Game)
            return;
        all_.say(*there, ClientLine::Password, changed ? "changed its password" : "failed to change its password");
        all_.send(*there, changed ? wire::MessageId::BP_PASSWORD_OK : wire::MessageId::BP_PASSWORD_NOT_OK);
    };
    const world::Account* account = world_.accounts().find(session.account);
    if (account == nullptr || queue_.awaits(session.id) || !all_.blocks().mayLogIn(session.address, account->name, all_.now()))
        return finish(&session, false);
    const std::string_view replacement = textOf(message, "new");
    const std::string_view old = textOf(message, "old");
    const bool sound = old.size() == world::digestSize && replacement.size() == world::digestSize;
    const auto proof = sound ? world_.credentials().proofOf(account, world::passwordFromField(old)) : world::Credentials::Proof{};
    const std::string digest = world::passwordFromField(replacement);
    const bool begun =
        prove(session.id, Standing::Known, proof,
              [this, id = account->id, address = session.address, proof, digest, finish](Session* there, bool right) {
                  const world::Account* known = world_.accounts().find(id);
                  if (known != nullptr && !right)
                      all_.blocks().noteFailure(address, known->name, all_.now());
                  if (known == nullptr || !right || !world_.credentials().provesToBe(*known, proof))
                      return finish(there, false);
                  set(there == nullptr ? -1 : there->id, id, digest, [this, finish](Session* still, const Result<void>& set) {
                      if (!set)
                          world_.logError(set.error().text());
                      finish(still, static_cast<bool>(set));
                  });
              });
    if (!begun)
        finish(&session, false);
}

void PasswordChecks::logInAdministrator(std::int64_t session, const Address& address, const std::string& name,
                                        const std::string& password, const AdministratorCame& then)
{
    if (!all_.blocks().mayLogIn(address, name, all_.now()) || all_.bans().find(name, world_.unixTime()) != nullptr)
        return then(all_.find(session), std::nullopt);
    const auto proof = world_.credentials().administratorProof(name, password);
    const Standing standing = all_.blocks().standing(address, name, all_.now());
    const bool begun = prove(session, standing, proof, [this, address, name, password, proof, then](Session* there, bool right) {
        const auto login = right ? world_.credentials().administratorBy(name, proof) : std::nullopt;
        if (!login) {
            all_.blocks().noteFailure(address, name, all_.now());
            return then(there, login);
        }
        all_.blocks().noteSuccess(address, name, all_.now());
        if (const world::Account* account = world_.accounts().find(name))
            dropDigest(*account, world::passwordText(password));
        then(there, login);
    });
    if (!begun)
        then(all_.find(session), std::nullopt);
}

} // namespace blak::serve
