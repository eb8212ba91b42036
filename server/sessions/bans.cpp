// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/sessions/bans.h"

#include "formats/base/names.h"
#include "server/world/accounts.h"
#include "server/world/json_store_parts.h"

#include <algorithm>

namespace blak::serve {
namespace {

using nlohmann::json;
using world::Ban;
using world::BanKind;
using world::textField;
using world::utf8Field;
using Entries = std::vector<Bans::Entry>;

constexpr std::size_t most = 10'000;
constexpr std::size_t longestText = 200; ///< of a reason

bool isOver(const Ban& ban, std::int64_t now) { return ban.until != 0 && ban.until <= now; }

std::optional<std::int64_t> timeOf(const json& object, const char* key)
{
    const auto it = object.find(key);
    return it != object.end() && it->is_number_integer() ? std::optional(it->get<std::int64_t>()) : std::nullopt;
}

std::optional<Bans::Entry> entryOf(const Ban& ban)
{
    const auto what = Bans::spelled(ban.kind, ban.what);
    if (!what || ban.until < 0)
        return std::nullopt;
    Bans::Entry entry{ban, {}};
    entry.ban.what = *what;
    entry.ban.reason.resize(std::min(entry.ban.reason.size(), longestText));
    if (ban.kind == BanKind::Address)
        entry.range = *parseAddressRange(*what);
    return entry;
}

Result<Entries> readEntries(const json& all)
{
    Entries entries;
    for (const json& one : all) {
        const auto kind = one.is_object() ? world::banKindNamed(textField(one, "kind")) : std::nullopt;
        const auto until = kind ? timeOf(one, "until") : std::nullopt;
        const auto entry = until ? entryOf({*kind, textField(one, "what"), textField(one, "reason"), textField(one, "by"),
                                            timeOf(one, "since").value_or(0), *until})
                                 : std::nullopt;
        if (!entry || entries.size() >= most)
            return Error{"ban " + std::to_string(entries.size() + 1) + " makes no sense", ""};
        entries.push_back(*entry);
    }
    return entries;
}

json writeEntries(const Entries& entries)
{
    json all = json::array();
    for (const Bans::Entry& entry : entries)
        all.push_back({{"kind", world::banKindName(entry.ban.kind)},
                       {"what", utf8Field(entry.ban.what)},
                       {"until", entry.ban.until},
                       {"since", entry.ban.since},
                       {"by", utf8Field(entry.ban.by)},
                       {"reason", utf8Field(entry.ban.reason)}});
    return all;
}

constexpr world::JsonStore<Entries>::Form form{"bans", 16 * 1024 * 1024, readEntries, writeEntries};

} // namespace

Bans::Bans(std::filesystem::path file) : store_(std::move(file), form) {}

Result<void> Bans::load() { return store_.load(); }

std::optional<std::string> Bans::spelled(BanKind kind, std::string_view what)
{
    if (kind == BanKind::Account)
        return world::isGoodAccountName(what) ? std::optional(std::string(what)) : std::nullopt;
    if (kind == BanKind::Pattern) // one that names nobody in particular would lock out everybody
        return world::isGoodAccountName(what) && what.find_first_not_of("*? ") != what.npos ? std::optional(std::string(what))
                                                                                            : std::nullopt;
    const auto range = parseAddressRange(what);
    return range ? std::optional(range->text()) : std::nullopt;
}

Result<void> Bans::add(const Ban& ban, std::int64_t now)
{
    const auto entry = entryOf(ban);
    if (!entry)
        return Error{ban.kind == BanKind::Address   ? "is neither an address nor a net"
                     : ban.kind == BanKind::Account ? "is no name of an account"
                                                    : "needs a letter or a digit besides * and ?",
                     ban.what};
    Entries entries = store_.kept();
    std::erase_if(entries, [&](const Entry& other) {
        const bool same = other.ban.kind == entry->ban.kind && equalIgnoringCase(other.ban.what, entry->ban.what);
        return same || isOver(other.ban, now);
    });
    if (entries.size() >= most)
        return Error{"there are " + std::to_string(most) + " bans already", ban.what};
    entries.push_back(*entry);
    return store_.keep(std::move(entries));
}

Result<void> Bans::remove(BanKind kind, std::string_view what)
{
    const std::string wanted = spelled(kind, what).value_or(std::string(what));
    Entries entries = store_.kept();
    const auto gone = std::erase_if(
        entries, [&](const Entry& other) { return other.ban.kind == kind && equalIgnoringCase(other.ban.what, wanted); });
    if (gone == 0)
        return Error{"is not banned", wanted};
    return store_.keep(std::move(entries));
}

const Ban* Bans::find(const Address& address, std::int64_t now) const
{
    for (const Entry& entry : store_.kept())
        if (entry.ban.kind == BanKind::Address && !isOver(entry.ban, now) && entry.range.contains(address))
            return &entry.ban;
    return nullptr;
}

const Ban* Bans::find(std::string_view account, std::int64_t now) const
{
    for (const Entry& entry : store_.kept()) {
        const bool meant = entry.ban.kind == BanKind::Account   ? equalIgnoringCase(entry.ban.what, account)
                           : entry.ban.kind == BanKind::Pattern ? world::fitsPattern(account, entry.ban.what)
                                                                : false;
        if (meant && !isOver(entry.ban, now))
            return &entry.ban;
    }
    return nullptr;
}

std::vector<Ban> Bans::list(std::int64_t now) const
{
    std::vector<Ban> out;
    for (const Entry& entry : store_.kept())
        if (!isOver(entry.ban, now))
            out.push_back(entry.ban);
    return out;
}

} // namespace blak::serve
