// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/sessions/bans.h"

#include "formats/base/file_io.h"
#include "formats/base/names.h"
#include "formats/base/windows1252.h"
#include "server/world/accounts.h"
#include "server/world/secrets.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace blak::serve {
namespace {

using nlohmann::json;
using world::Ban;
using world::BanKind;

constexpr std::size_t most = 10'000;
constexpr std::size_t longestText = 200; ///< of a reason
constexpr std::uint64_t largestFile = 16 * 1024 * 1024;

bool isOver(const Ban& ban, std::int64_t now) { return ban.until != 0 && ban.until <= now; }

std::string textOf(const json& object, const char* key)
{
    const auto it = object.find(key);
    if (it == object.end() || !it->is_string())
        return {};
    return windows1252::fromUtf8(it->get_ref<const std::string&>()).value_or("");
}

std::optional<std::int64_t> timeOf(const json& object, const char* key)
{
    const auto it = object.find(key);
    return it != object.end() && it->is_number_integer() ? std::optional(it->get<std::int64_t>()) : std::nullopt;
}

} // namespace

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

std::optional<Bans::Entry> Bans::entryOf(const Ban& ban)
{
    const auto what = spelled(ban.kind, ban.what);
    if (!what || ban.until < 0)
        return std::nullopt;
    Entry entry{ban, {}};
    entry.ban.what = *what;
    entry.ban.reason.resize(std::min(entry.ban.reason.size(), longestText));
    if (ban.kind == BanKind::Address)
        entry.range = *parseAddressRange(*what);
    return entry;
}

Result<void> Bans::load()
{
    std::error_code ignored;
    if (!std::filesystem::exists(file_, ignored)) {
        entries_.clear();
        return {};
    }
    const auto text = readTextFile(file_, largestFile);
    if (!text)
        return text.error();
    if (text.value().empty()) // a first write that was cut off
        return {};
    const json all = json::parse(text.value(), nullptr, false);
    if (!all.is_object() || !all.contains("bans") || !all["bans"].is_array())
        return Error{"expected an object with a list \"bans\"", file_.string()};
    std::vector<Entry> entries;
    for (const json& one : all["bans"]) {
        const auto kind = one.is_object() ? world::banKindNamed(textOf(one, "kind")) : std::nullopt;
        const auto until = kind ? timeOf(one, "until") : std::nullopt;
        const auto entry = until ? entryOf({*kind, textOf(one, "what"), textOf(one, "reason"), textOf(one, "by"),
                                            timeOf(one, "since").value_or(0), *until})
                                 : std::nullopt;
        if (!entry || entries.size() >= most)
            return Error{"ban " + std::to_string(entries.size() + 1) + " makes no sense", file_.string()};
        entries.push_back(*entry);
    }
    entries_ = std::move(entries);
    return {};
}

Result<void> Bans::add(const Ban& ban, std::int64_t now)
{
    const auto entry = entryOf(ban);
    if (!entry)
        return Error{ban.kind == BanKind::Address   ? "is neither an address nor a net"
                     : ban.kind == BanKind::Account ? "is no name of an account"
                                                    : "needs a letter or a digit besides * and ?",
                     ban.what};
    std::vector<Entry> entries = entries_;
    std::erase_if(entries, [&](const Entry& other) {
        const bool same = other.ban.kind == entry->ban.kind && equalIgnoringCase(other.ban.what, entry->ban.what);
        return same || isOver(other.ban, now);
    });
    if (entries.size() >= most)
        return Error{"there are " + std::to_string(most) + " bans already", ban.what};
    entries.push_back(*entry);
    return keep(std::move(entries));
}

Result<void> Bans::remove(BanKind kind, std::string_view what)
{
    const std::string wanted = spelled(kind, what).value_or(std::string(what));
    std::vector<Entry> entries = entries_;
    const auto gone = std::erase_if(
        entries, [&](const Entry& other) { return other.ban.kind == kind && equalIgnoringCase(other.ban.what, wanted); });
    if (gone == 0)
        return Error{"is not banned", wanted};
    return keep(std::move(entries));
}

const Ban* Bans::find(const Address& address, std::int64_t now) const
{
    for (const Entry& entry : entries_)
        if (entry.ban.kind == BanKind::Address && !isOver(entry.ban, now) && entry.range.contains(address))
            return &entry.ban;
    return nullptr;
}

const Ban* Bans::find(std::string_view account, std::int64_t now) const
{
    for (const Entry& entry : entries_) {
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
    for (const Entry& entry : entries_)
        if (!isOver(entry.ban, now))
            out.push_back(entry.ban);
    return out;
}

/// What is not on disk does not count.
Result<void> Bans::keep(std::vector<Entry> entries)
{
    json all = json::array();
    for (const Entry& entry : entries)
        all.push_back({{"kind", world::banKindName(entry.ban.kind)},
                       {"what", windows1252::toUtf8(entry.ban.what)},
                       {"until", entry.ban.until},
                       {"since", entry.ban.since},
                       {"by", windows1252::toUtf8(entry.ban.by)},
                       {"reason", windows1252::toUtf8(entry.ban.reason)}});
    if (auto written = world::writeSecretFile(file_, json{{"bans", all}}.dump(1) + "\n"); !written)
        return written;
    entries_ = std::move(entries);
    return {};
}

} // namespace blak::serve
