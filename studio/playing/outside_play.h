// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/play/game_client.h"
#include "studio/play/prepare/prepare.h"
#include "studio/play/prepare/profiles.h"

#include <QHash>
#include <QObject>
#include <QThreadPool>

namespace blak::ui::playing {

class PlayController;

/// Play on a server outside, by a profile: one page with one client, whose rooms, pictures and texts are those of the open project. That
/// server can neither be looked into nor reloaded.
class OutsidePlay : public QObject
{
    Q_OBJECT

public:
    explicit OutsidePlay(PlayController& controller);
    ~OutsidePlay() override;

    /// Asks for the password, unless it was given since the studio runs, and goes there.
    void begin(const play::Profile& profile);
    /// With the profile it began with.
    void again() { begin(play::Profile(profile_)); }
    void end();
    bool isOn() const { return on_; }

private:
    /// What a client needs of a tree.
    struct Files
    {
        client::WorldFiles found;
        std::string problem; ///< of compiling the texts
    };

    void ask();
    void gather(const client::ConnectWish& wish);
    void come(client::ConnectWish wish, const Files& files);
    static Files filesOf(const play::PlayWish& wish);
    QString who() const;

    PlayController& controller_;
    play::Profile profile_;
    QHash<QString, QString> passwords_; ///< by account@server, as long as the studio runs
    QThreadPool gatherer_;
    quint64 turn_ = 0; ///< what was begun before is overtaken
    bool on_ = false;
};

} // namespace blak::ui::playing
