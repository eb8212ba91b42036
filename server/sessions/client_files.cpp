// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/sessions/client_files.h"

#include "server/sessions/fields.h"

namespace blak::serve {
namespace {

constexpr int ogreMajor = 90;

/// Clients of open105 send the digest of their resource file from these versions on.
bool sendsResourceHash(std::uint32_t major, std::uint32_t minor)
{
    return (major == classicMajor && minor > 42) || (major == ogreMajor && minor > 6);
}

} // namespace

ClientFiles::Verdict ClientFiles::check(Session& session, const wire::Message& message)
{
    if (session.version < all_.settings().invalidVersion)
        return Verdict::Invalid;
    if (wire::isOpen(all_.settings().protocol))
        return isPatched(session, message) ? Verdict::Current : Verdict::Old;
    const bool old = session.version < all_.settings().minVersion;
    if (old)
        sendClientFile(session);
    return old ? Verdict::Old : Verdict::Current;
}

void ClientFiles::sendClientFile(Session& session)
{
    session.fetching = true;
    all_.send(session, wire::MessageId::AP_GETCLIENT,
              {text("machine", all_.settings().clientMachine), text("file", all_.settings().clientFile)});
}

void ClientFiles::sendPatch(Session& session, const Settings::Patch& patch)
{
    session.fetching = true;
    all_.send(session, wire::MessageId::AP_CLIENT_PATCH,
              {text("host", patch.host), text("path", patch.path), text("cache_path", patch.cachePath),
               text("cache_file", patch.cacheFile), text("updater", patch.updater),
               text("reason", all_.settings().downloadReason)});
}

/// Two lines of clients have a minimum each; others, whatever their version, pass here, and at the door to the game only the
/// classic minimum counts. Clients too old to fetch a patch are sent the whole, those of two releases the old message as well.
bool ClientFiles::isPatched(Session& session, const wire::Message& message)
{
    constexpr std::uint32_t lastWithoutPatchClassic = 38, lastWithOldPatch = 40, lastWithoutPatchOgre = 4;
    const std::uint32_t major = numberOf(message, "major");
    const std::uint32_t minor = numberOf(message, "minor");
    if (major == classicMajor && session.version < all_.settings().minVersion) {
        const Settings::Patch& patch = all_.settings().classicPatch;
        if (minor <= lastWithoutPatchClassic)
            sendClientFile(session);
        else if (minor <= lastWithOldPatch)
            all_.send(session, wire::MessageId::AP_CLIENT_PATCH_OLD,
                      {text("host", patch.host), text("path", patch.path), text("cache_path", patch.cachePath),
                       text("cache_file", patch.cacheFile), text("reason", all_.settings().downloadReason)});
        if (minor > lastWithoutPatchClassic)
            sendPatch(session, patch);
        return false;
    }
    if (major == ogreMajor && session.version < all_.settings().minOgreVersion) {
        if (minor <= lastWithoutPatchOgre)
            sendClientFile(session);
        else
            sendPatch(session, all_.settings().ogrePatch);
        return false;
    }
    const std::string_view hash = textOf(message, "resource_hash");
    if (resourceHash.empty() || hash.empty() || !sendsResourceHash(major, minor) || hash == resourceHash)
        return true;
    sendPatch(session, major == classicMajor ? all_.settings().classicPatch : all_.settings().ogrePatch);
    return false;
}

bool ClientFiles::offer(Session& session, const wire::Message& message)
{
    if (wire::isOpen(all_.settings().protocol))
        return false; // has AP_CLIENT_PATCH instead
    const auto last = static_cast<std::int32_t>(numberOf(message, "last_download"));
    const bool sizes = all_.settings().protocol != wire::Dialect::Classic97;
    std::vector<std::vector<wire::Field>> offered;
    for (const Package& package : packages) {
        if (package.time <= last)
            continue;
        std::vector<wire::Field> fields{u32("time", static_cast<std::uint32_t>(package.time)), u32("flags", package.flags)};
        if (sizes)
            fields.push_back(u32("size", package.size));
        fields.push_back(text("name", package.name));
        offered.push_back(std::move(fields));
    }
    if (offered.empty())
        return false;
    std::vector<wire::Field> fields{u16("count", static_cast<std::uint32_t>(offered.size())),
                                    text("machine", all_.settings().packageMachine), text("path", all_.settings().packagePath)};
    if (sizes) {
        fields.push_back(text("reason", all_.settings().downloadReason));
        fields.push_back(text("demo", all_.settings().demoButton));
    }
    fields.push_back(elements("packages", std::move(offered)));
    all_.send(session, wire::MessageId::AP_DOWNLOAD, std::move(fields));
    session.fetching = true;
    return true;
}

} // namespace blak::serve
