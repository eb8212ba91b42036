// SPDX-License-Identifier: GPL-3.0-or-later
// Counters over HTTP, webhooks, statistics, alerts about slow messages: groups [Telemetry] and [Webhook] of the configuration.
#include "formats/base/counted.h"
#include "server/serve/server.h"
#include "server/telemetry/http_peer.h"

#include <algorithm>

namespace blak::serve {
namespace {

constexpr std::size_t mostReaders = 16; ///< of the counters at once
constexpr std::int64_t alertPeriod = 60'000;

} // namespace

Result<void> Server::startTelemetry()
{
    const world::Config& config = world_.config();
    if (!config.text("Telemetry", "MetricsPort").empty()) {
        const auto port = static_cast<int>(std::clamp<std::int64_t>(config.number("Telemetry", "MetricsPort", 0), 0, 65535));
        const auto opened =
            openDoor({.address = config.text("Telemetry", "MetricsAddress", "127.0.0.1"), .port = port, .carried = true},
                     mostReaders, [this](const Address&, std::int64_t now) {
                         return std::make_shared<HttpPeer>([this] { return withTypes(control_->metrics()); }, now,
                                                           world_.config().text("Telemetry", "MetricsHosts"));
                     });
        if (!opened)
            return opened.error();
        doorPorts_["metrics"] = opened.value();
    }
    if (config.yes("Webhook", "Enabled", false)) {
        webhooks_ =
            std::make_unique<Webhooks>(*outside_, config.text("Webhook", "Folder", "/tmp"), config.text("Webhook", "Prefix"));
        world_.news().setWebhookListener([this](std::string_view json) {
            webhooks_->send(json, outside_->unixTime(), outside_->milliseconds());
            control_->gauges["webhooks_sent"] = static_cast<std::int64_t>(webhooks_->sent());
            control_->gauges["webhooks_dropped"] = static_cast<std::int64_t>(webhooks_->dropped());
        });
    }
    if (config.yes("Telemetry", "Stats", false)) {
        stats_ = std::make_unique<JsonLinesStats>(world_.path("Channel", "channel/") / "stats.jsonl", world_.vm());
        world_.news().setStatListener(
            [this](std::int64_t kind, std::span<const vm::Value> values) { stats_->record(world_.unixTime(), kind, values); });
    }
    slowMessages_ = world_.vm().counters().slowMessages; // booting takes as long as it takes
    return {};
}

/// Says at most once a minute that top-level messages took longer than a second.
void Server::alertSlowMessages(std::int64_t now)
{
    const vm::Counters counters = world_.vm().counters();
    if (counters.slowMessages == slowMessages_ || now < slowAlertAt_ || !world_.config().yes("Telemetry", "SlowMessages", true))
        return;
    const std::int64_t count = counters.slowMessages - slowMessages_;
    slowMessages_ = counters.slowMessages;
    slowAlertAt_ = now + alertPeriod;
    const std::string text = counted(static_cast<std::size_t>(count), "message") + " took longer than a second; the slowest since the start took " +
                             std::to_string(counters.slowestMilliseconds) + " ms; the last was " + counters.slowClass + " " +
                             counters.slowMessage + " of OBJECT " + std::to_string(counters.slowObject) + " with " +
                             std::to_string(counters.slowMilliseconds) + " ms";
    world_.logError(text);
    if (webhooks_)
        webhooks_->send("{\"event\":\"SlowMessages\",\"params\":{\"count\":" + std::to_string(count) + ",\"slowest_ms\":" +
                            std::to_string(counters.slowestMilliseconds) + ",\"class\":\"" + counters.slowClass +
                            "\",\"message\":\"" + counters.slowMessage + "\",\"object\":" + std::to_string(counters.slowObject) +
                            ",\"ms\":" + std::to_string(counters.slowMilliseconds) + "}}",
                        outside_->unixTime(), now);
}

} // namespace blak::serve
