// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/play/auto_player.h"
#include "client/play/script.h"
#include "client/windows/client_window.h"
#include "studio/play/session/play_session.h"

#include <QObject>

#include <memory>

namespace blak::client {
class ScriptPlayer;
}

namespace blak::ui::playing {

/// A script of `blak play` on a project: its world is prepared and served as Play does, nothing of it written to, a character comes in,
/// is put where the script starts, and plays it. What a recorded session is repeated by, by hand and in CI.
class PlayTest : public QObject
{
    Q_OBJECT

public:
    /// `name`: of the script, for what is said about its lines.
    PlayTest(play::PlayWish wish, std::vector<client::ScriptStep> script, QString name, QObject* parent = nullptr);
    ~PlayTest() override;

    void start();
    /// All steps came true; false before the end.
    bool passed() const;
    QString junit() const;
    client::ClientWindow& window() { return window_; }
    play::PlaySession& session() { return session_; }

signals:
    /// A line for people: a step and its outcome, or why there is no world.
    void said(bool good, const QString& line);
    void finished();

private:
    void ready();
    void play();
    void giveUp(const QString& why);
    static play::PlayPlace startOf(const std::vector<client::ScriptStep>& script);

    play::PlayWish wish_;
    std::vector<client::ScriptStep> script_;
    QString name_;
    play::PlaySession session_;
    client::ClientWindow window_;
    client::AutoPlayer player_;
    std::unique_ptr<client::ScriptPlayer> steps_;
    QString fault_;
    bool over_ = false;
};

} // namespace blak::ui::playing
