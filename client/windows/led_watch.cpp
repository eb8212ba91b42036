// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/windows/led_watch.h"

#include "client/play/message_text.h"

#include <QTimer>

#include <algorithm>

namespace blak::client {
namespace {

using nlohmann::json;

constexpr int turnMilliseconds = 100;

} // namespace

LedWatch::LedWatch(GameClient& client, QObject* parent) : QObject(parent), client_(client)
{
    connect(&client_, &GameClient::heard, this, [this](const wire::Message& message) { take(message, false); });
    connect(&client_, &GameClient::spoke, this, [this](const wire::Message& message) { take(message, true); });
    auto* turns = new QTimer(this);
    connect(turns, &QTimer::timeout, this, &LedWatch::tellAll);
    turns->start(turnMilliseconds);
}

void LedWatch::take(const wire::Message& message, bool toServer)
{
    seen_.push_back({client_.now(), toServer, std::string(message.row->name), contentOf(message.fields, longestContent).toStdString()});
    if (seen_.size() > mostMessages) {
        seen_.pop_front();
        ++leftOut_;
    }
    session::Game* game = client_.game();
    if (game == nullptr || !client_.isPlaying())
        return;
    const session::RoomFollower* follower = client_.follower();
    for (Recording& one : recordings_) {
        if (!one.recorder)
            continue;
        if (toServer)
            one.recorder->sent(message, *game, client_.now());
        else
            one.recorder->heard(message, *game, follower == nullptr ? std::string() : follower->roomFile(), client_.now());
    }
}

void LedWatch::record(const std::string& which, const json& place)
{
    const auto found = std::ranges::find(recordings, which);
    if (found == recordings.end())
        return;
    const auto at = static_cast<std::size_t>(found - recordings.begin());
    Recording& one = recordings_[at];
    if (place.is_null()) {
        finishSteps(which);
        one = {};
        return;
    }
    one.recorder.emplace();
    one.toldSteps = 0;
    one.recorder->start(place.value("room", ""), place.value("x", 0.0), place.value("y", 0.0), place.value("angle", 0));
    tellSteps(at);
}

void LedWatch::finishSteps(const std::string& which)
{
    for (std::size_t i = 0; i < recordings.size(); ++i)
        if (recordings[i] == which) {
            if (recordings_[i].recorder)
                recordings_[i].recorder->finishWay();
            tellSteps(i);
            emit told("recorded", {{"which", which}});
        }
}

void LedWatch::tellSteps(std::size_t which)
{
    Recording& one = recordings_[which];
    if (!one.recorder || one.recorder->lines().size() == one.toldSteps)
        return;
    const std::vector<std::string>& lines = one.recorder->lines();
    json more = json::array();
    for (std::size_t i = one.toldSteps; i < lines.size(); ++i)
        more.push_back(lines[i]);
    emit told("steps", {{"which", recordings[which]}, {"from", one.toldSteps}, {"lines", std::move(more)}});
    one.toldSteps = lines.size();
}

void LedWatch::tellAll()
{
    for (std::size_t i = 0; i < recordings.size(); ++i)
        tellSteps(i);
    if (seen_.empty())
        return;
    json list = json::array();
    const double now = client_.now();
    for (Seen& one : seen_)
        list.push_back({{"ago", now - one.at}, {"out", one.toServer}, {"name", std::move(one.name)}, {"content", std::move(one.content)}});
    emit told("messages", {{"list", std::move(list)}, {"left", leftOut_}});
    seen_.clear();
    leftOut_ = 0;
}

} // namespace blak::client
