// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/sessions/strangers.h"

namespace blak::serve {

std::optional<Strangers::Rank> Strangers::rankOf(const std::string& network) const
{
    const auto it = networks_.find(network);
    if (it == networks_.end() || it->second.empty())
        return std::nullopt;
    return Rank{it->second.size(), -it->second.begin()->first, network};
}

void Strangers::change(const std::string& network, const Age& age, bool add)
{
    if (const auto rank = rankOf(network))
        ranks_.erase(*rank);
    std::set<Age>& all = networks_[network];
    if (add) {
        all.insert(age);
        ages_.insert(age);
    } else {
        all.erase(age);
        ages_.erase(age);
    }
    if (const auto rank = rankOf(network))
        ranks_.insert(*rank);
    else
        networks_.erase(network);
}

void Strangers::add(std::int64_t session, const Address& address, std::int64_t now)
{
    remove(session);
    const std::string network(address.network());
    entries_[session] = {network, now};
    change(network, {now, session}, true);
}

void Strangers::remove(std::int64_t session)
{
    const auto it = entries_.find(session);
    if (it == entries_.end())
        return;
    change(it->second.network, {it->second.since, session}, false);
    entries_.erase(it);
}

std::size_t Strangers::of(const Address& address) const
{
    const auto it = networks_.find(std::string(address.network()));
    return it == networks_.end() ? 0 : it->second.size();
}

std::optional<std::int64_t> Strangers::oldestOf(const Address& address) const
{
    const auto it = networks_.find(std::string(address.network()));
    return it == networks_.end() ? std::nullopt : std::optional(it->second.begin()->second);
}

std::optional<std::int64_t> Strangers::first() const
{
    return ranks_.empty() ? std::nullopt : std::optional(networks_.at(std::get<std::string>(*ranks_.rbegin())).begin()->second);
}

std::vector<std::int64_t> Strangers::before(std::int64_t time) const
{
    std::vector<std::int64_t> out;
    for (const auto& [since, session] : ages_) {
        if (since >= time)
            break;
        out.push_back(session);
    }
    return out;
}

} // namespace blak::serve
