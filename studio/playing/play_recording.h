// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/playing/session_recorder.h"

#include <QElapsedTimer>
#include <QHash>
#include <QObject>

#include <deque>
#include <memory>
#include <optional>

namespace blak::ui::playing {

class PlayController;
class PlayTab;

/// What was played lately, for a regression test and for a bug bundle: always the messages and the log of the last minutes and each
/// client's steps since it came in; on wish the steps of the current client from now on. Bounded in memory.
class PlayRecording : public QObject
{
    Q_OBJECT

public:
    static constexpr std::size_t mostMessages = 4000, mostLines = 4000;

    explicit PlayRecording(PlayController& controller);

    void follow(PlayTab* tab);
    /// Its steps begin anew, where it stands now.
    void restart(PlayTab* tab);

    bool isRecording() const { return mine_.has_value(); }
    /// From now on; false when nobody plays.
    bool begin();
    /// The script of what was played since begin().
    std::string end();

    /// Begins; once more ends it, writes the script and tells where it is.
    void toggle();

    /// The steps of a client since it came in.
    std::string script(PlayTab* tab);
    /// A JSON object a line: milliseconds, direction, name, fields. Passwords are left out.
    std::string messages() const;
    /// The play log: time, channel, text, place.
    std::string log() const;

    /// Where recordings and bundles are put.
    QString folder() const;
    void setFolder(const QString& folder) { folder_ = folder; }
    /// A file name of its own there: of the world, the time, and the ending.
    QString freeName(const QString& what, const QString& ending) const;

private:
    void take(PlayTab* tab, const wire::Message& message, bool toServer);
    double now() const { return static_cast<double>(clock_.nsecsElapsed()) / 1e6; }

    PlayController& controller_;
    QElapsedTimer clock_;
    QHash<PlayTab*, std::shared_ptr<SessionRecorder>> recorders_;
    struct Mine
    {
        PlayTab* tab = nullptr;
        SessionRecorder recorder;
    };
    std::optional<Mine> mine_;
    std::deque<std::string> messages_, lines_;
    QString folder_;
};

/// `id=640 name="Odran"`: fields in a line, at most about so many characters. Passwords are dots.
QString contentOf(const std::vector<wire::Field>& fields, qsizetype longest);

} // namespace blak::ui::playing
