// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/vm/vm.h"

#include <functional>
#include <set>

namespace blak::world {

/// Where SendWebhook() and RecordStat() of Blakod go; nowhere without a listener.
class News
{
public:
    using WebhookListener = std::function<void(std::string_view text)>;
    using StatListener = std::function<void(std::int64_t kind, std::span<const vm::Value> values)>;
    void setWebhookListener(WebhookListener listener) { webhooks_ = std::move(listener); }
    void setStatListener(StatListener listener) { stats_ = std::move(listener); }

    static constexpr std::int64_t lastStatKind = 48; ///< of open105
    bool recordsStat(std::int64_t kind) const { return !unwanted_.contains(kind); }
    void recordStatOfKind(std::int64_t kind, bool on);

    bool takesWebhooks() const { return static_cast<bool>(webhooks_); }
    void webhook(std::string_view text) const;
    void stat(std::int64_t kind, std::span<const vm::Value> values) const;

private:
    WebhookListener webhooks_;
    StatListener stats_;
    std::set<std::int64_t> unwanted_; ///< kinds
};

} // namespace blak::world
