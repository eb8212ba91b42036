// SPDX-License-Identifier: GPL-3.0-or-later
// Logins that wait until somebody besides the password agrees. Nobody else waits meanwhile.
#include "server/sessions/fields.h"
#include "server/sessions/sessions.h"

namespace blak::serve {

void Sessions::askGate(Session& session, const world::Account& account, const wire::Message& message)
{
    heldLogins_[session.id] = {account.id, message};
    if (const auto verdict = gate_.ask(session.id, account.name))
        answerLogin(session.id, *verdict);
}

/// The account may be gone, suspended or banned, or the client too, by the time the answer comes.
void Sessions::answerLogin(std::int64_t id, LoginVerdict verdict)
{
    const auto held = heldLogins_.find(id);
    if (held == heldLogins_.end())
        return;
    const HeldLogin login = std::move(held->second);
    heldLogins_.erase(held);
    Session* session = find(id);
    world::Account* account = world_.accounts().find(login.account);
    if (session == nullptr || session->closing || session->state != State::Login || account == nullptr)
        return;
    switch (verdict) {
    case LoginVerdict::Allowed:
        if (account->suspendedUntil > world_.unixTime() || bans_.find(account->name, world_.unixTime()) != nullptr)
            return refuse(*session, settings_.suspendText, true);
        return finishLogin(*session, *account, login.message);
    case LoginVerdict::Refused:
        say(*session, ClientLine::FailedLogin, "may not log in as \"" + account->name + "\", says the billing machine");
        return send(*session, wire::MessageId::AP_LOGINFAILED);
    case LoginVerdict::Unavailable: return refuse(*session, gate_.unavailable, false);
    }
}

} // namespace blak::serve
