// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/play/game_client.h"
#include "client/session/session_recorder.h"

#include <QElapsedTimer>
#include <QObject>

#include <array>
#include <deque>
#include <nlohmann/json.hpp>
#include <optional>

namespace blak::client {

/// What whoever leads a client is told of its connection: each message, decoded, and the steps of a script that does what one did. A few
/// times a second, so that little is lost where the client ends badly; bounded, also where a server says very much.
class LedWatch : public QObject
{
    Q_OBJECT

public:
    static constexpr std::size_t mostMessages = 1000; ///< of a turn; the oldest are left out and counted
    static constexpr qsizetype longestContent = 1000;
    /// Two recordings: of all since one came in, and of what was asked for.
    static constexpr std::array recordings{"all", "mine"};

    explicit LedWatch(GameClient& client, QObject* parent = nullptr);

    /// `which` begins anew at that place; null place = it ends, with all of its steps told before.
    void record(const std::string& which, const nlohmann::json& place);
    /// Tells what there is to tell.
    void tellAll();
    /// With the rest of the way, which is told only when one stops somewhere otherwise.
    void finishSteps(const std::string& which);

signals:
    void told(const char* event, const nlohmann::json& line);

private:
    struct Recording
    {
        std::optional<session::SessionRecorder> recorder;
        std::size_t toldSteps = 0;
    };

    void take(const wire::Message& message, bool toServer);
    void tellSteps(std::size_t which);

    GameClient& client_;
    std::array<Recording, recordings.size()> recordings_;
    struct Seen
    {
        double at = 0; ///< milliseconds of the clock
        bool toServer = false;
        std::string name, content;
    };
    std::deque<Seen> seen_;
    std::size_t leftOut_ = 0;
};

} // namespace blak::client
