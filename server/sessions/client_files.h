// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/sessions/connections.h"
#include "server/sessions/package.h"

namespace blak::serve {

inline constexpr int classicMajor = 50; ///< open105: the old client's line of versions

/// What a client must have before it plays: a version, packages, resources. Tells it to fetch what it has not.
class ClientFiles
{
public:
    explicit ClientFiles(Connections& all) : all_(all) {}

    /// MD5 of the resource file that clients of open105 must have; empty = any.
    std::string resourceHash;
    /// What clients must fetch before they play.
    std::vector<Package> packages;

    enum class Verdict : std::uint8_t { Current, Old, Invalid };
    /// Old ones have been told where the new ones are.
    Verdict check(Session& session, const wire::Message& message);
    /// Packages that are newer than what the client last fetched (protocol.md, section 1.9). True when it has to fetch some
    /// first.
    bool offer(Session& session, const wire::Message& message);

private:
    bool isPatched(Session& session, const wire::Message& message);
    void sendPatch(Session& session, const Settings::Patch& patch);
    void sendClientFile(Session& session);

    Connections& all_;
};

} // namespace blak::serve
