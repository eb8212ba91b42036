// SPDX-License-Identifier: GPL-3.0-or-later
// Which client's message is taken next; how that is decided is the business of Fairness.
#include "server/sessions/sessions.h"

#include <algorithm>

namespace blak::serve {
namespace {

bool mayWait(const Session& session)
{
    return !session.closing && (session.state == State::Login || session.state == State::Game);
}

std::size_t nextKind(const Session& session)
{
    return (session.link.inGame() ? gameKinds : 0) + session.link.nextType().value_or(0);
}

} // namespace

bool Sessions::takeOne(Session& session)
{
    Fairness::Taken taken{.kind = nextKind(session)};
    const std::int64_t begun = all_.workClock();
    const std::size_t before = session.link.buffered();
    const std::size_t output = session.output.size();
    taken.counts = take(session);
    taken.milliseconds = all_.workClock() - begun;
    taken.bytesIn = before - session.link.buffered();
    taken.bytesOut = session.output.size() > output ? session.output.size() - output : 0;
    all_.fairness().charge(session.share, taken);
    return taken.counts;
}

/// What has just come, as long as that is cheap and nobody waits for it; the rest waits its turn.
void Sessions::process(Session& session)
{
    all_.fairness().refill(session.share, session.account != 0, all_.now());
    bool more = true;
    while (more && !paused_ && mayWait(session) && all_.fairness().mayTakeAtOnce(session.share, nextKind(session)))
        more = takeOne(session);
    all_.fairness().wait(session.id, session.share, more && mayWait(session));
    all_.touch(session);
}

void Sessions::serveWaiting(std::int64_t now)
{
    all_.setNow(now);
    const auto client = [this](std::int64_t id) -> std::optional<Fairness::Client> {
        Session* session = all_.find(id);
        if (session == nullptr)
            return std::nullopt;
        return Fairness::Client{session->share, nextKind(*session), session->account != 0, mayWait(*session)};
    };
    all_.fairness().serve(now, paused_, client, [this](std::int64_t id) {
        Session& session = *all_.find(id);
        all_.touch(session);
        return takeOne(session);
    });
}

} // namespace blak::serve
