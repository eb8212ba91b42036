// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/session/session_recorder.h"
#include "studio/playing/seen_message.h"

#include <QElapsedTimer>
#include <QHash>
#include <QObject>

#include <deque>
#include <functional>
#include <memory>

namespace blak::wire {
struct Message;
}

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

    bool isRecording() const { return mine_ != nullptr; }
    /// From now on; false when nobody plays.
    bool begin();
    /// The script of what was played since begin(); at once, but for a program of its own, which is asked first.
    void end(const std::function<void(const std::string& script)>& done);

    /// Begins; once more ends it, writes the script and tells where it is.
    void toggle();

    /// The steps of a client since it came in, also of one that died since; empty where there are none.
    void script(PlayTab* tab, const std::function<void(const std::string& script)>& done);
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
    /// Of one client: by a recorder of ours, or by that of its program, which tells its lines.
    struct Steps
    {
        PlayTab* tab = nullptr; ///< null when it is gone
        bool isTold = false;
        session::SessionRecorder recorder;
        std::vector<std::string> lines;
    };

    void note(const PlayTab* tab, const SeenMessage& message);
    void take(PlayTab* tab, const wire::Message& message, bool toServer);
    void takeSteps(PlayTab* tab, const QString& which, qsizetype from, const QStringList& lines);
    std::shared_ptr<Steps> begun(PlayTab* tab, const char* which);
    static void finish(const std::shared_ptr<Steps>& steps, const char* which, const std::string& title, const std::function<void(const std::string&)>& done);
    double now() const { return static_cast<double>(clock_.nsecsElapsed()) / 1e6; }

    PlayController& controller_;
    QElapsedTimer clock_;
    QHash<PlayTab*, std::shared_ptr<Steps>> all_;
    std::shared_ptr<Steps> mine_;
    std::deque<std::string> messages_, lines_;
    QString folder_;
};

} // namespace blak::ui::playing
