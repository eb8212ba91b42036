// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/play/session/play_session.h"

#include <QCoreApplication>
#include <QString>

#include <optional>

namespace blak::ui {
class DocumentView;
}

namespace blak::ui::playing {

struct PlayHost;

/// Where F5 puts one: what is in front says it, and what was played last. Says it in words as well, before and when it cannot.
class PlayHere
{
    Q_DECLARE_TR_FUNCTIONS(PlayController)

public:
    /// Both outlive it.
    PlayHere(const PlayHost& host, const play::PlaySession& session) : host_(host), session_(session) {}

    /// A room: where its 3D view looks from. Blakod of a room: that room. A page of the game: where its character is. Else where one
    /// played last.
    play::PlayPlace place() const;
    /// Of a room or its class; nothing for other documents.
    std::optional<play::PlayPlace> placeOf(const DocumentView& view) const;
    /// In a few words: "Plays The Lantern Inn (lantern.roo), the room of class LanternInn"; empty without a project.
    QString hint(bool isPlaying) const;
    /// Why the class in front is not played, where it is one of rooms; empty: it is, or it is none.
    QString whyNotItsClass() const;

private:
    /// With the name that people call it by, where it has one.
    QString nameOfRoom(const QString& file) const;

    const PlayHost& host_;
    const play::PlaySession& session_;
};

} // namespace blak::ui::playing
