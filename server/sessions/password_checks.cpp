// SPDX-License-Identifier: GPL-3.0-or-later
// Logins whose password is checked elsewhere (password_worker.h). The world runs on meanwhile.
#include "server/sessions/fields.h"
#include "server/sessions/sessions.h"
#include "server/world/admin_text.h"
#include "server/world/passwords.h"

#include <algorithm>

namespace blak::serve {

bool Sessions::hasCheck(const Session& session) const
{
    return std::ranges::any_of(heldChecks_, [&](const auto& held) { return held.second.session == session.id; });
}

/// True when the check is under way, or when there is no room for it: then the client has its answer.
bool Sessions::checkElsewhere(Session& session, const world::Account& account, const std::string& digest,
                              const wire::Message& message)
{
    const auto hash = passwordWorker_ ? world_.slowHashOf(account) : std::nullopt;
    if (!hash)
        return false;
    if (heldChecks_.size() >= mostPasswordJobs) {
        loginFailed(session, account.name, false);
        return true;
    }
    const std::int64_t number = nextCheck_++;
    heldChecks_[number] = {session.id, account.id, *hash, {}, message};
    passwordWorker_({number, *hash, digest});
    return true;
}

/// The digest goes as soon as there is a slow hash of it; when there is no room now, with a later login.
void Sessions::hashElsewhere(const world::Account& account, const std::string& digest)
{
    if (heldChecks_.size() >= mostPasswordJobs)
        return;
    const std::int64_t number = nextCheck_++;
    heldChecks_[number] = {-1, account.id, {}, digest, {}};
    passwordWorker_({number, {}, digest});
}

/// By the time the answer comes the client may be gone, the account deleted, its password another.
void Sessions::answerPasswords(std::string_view answers, std::int64_t now)
{
    now_ = now;
    for (;;) {
        const auto number = world::parseInteger(world::takeWord(answers));
        const std::string result(world::takeWord(answers));
        const auto held = number ? heldChecks_.find(*number) : heldChecks_.end();
        if (held == heldChecks_.end())
            return;
        const HeldCheck check = std::move(held->second);
        heldChecks_.erase(held);
        world::Account* account = world_.accounts().find(check.account);
        if (check.hash.empty()) {
            if (account != nullptr && account->password == check.digest && result.starts_with('$'))
                if (auto replaced = world_.replaceDigest(*account, result); !replaced)
                    world_.logError(replaced.error().text());
            continue;
        }
        Session* session = check.session < 0 ? nullptr : find(check.session);
        if (session == nullptr || session->closing || session->state != State::Login)
            continue;
        if (account != nullptr && result == "1" && world_.slowHashOf(*account) == check.hash) {
            blocks_.noteSuccess(session->address, textOf(check.message, "account"));
            passwordWasRight(*session, *account, check.message);
        } else {
            loginFailed(*session, textOf(check.message, "account"), true);
        }
    }
}

} // namespace blak::serve
