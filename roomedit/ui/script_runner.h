// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "roomedit/roomcore/room_document.h"
#include "roomedit/script/script_run.h"

#include <QObject>
#include <QThreadPool>

#include <atomic>
#include <memory>

namespace blak::ui::rooms {

/// Runs a script over a copy of a room's map in a worker, and puts what comes out in place of the map: one step of undo. Where the
/// script fails, is stopped, or the room was edited meanwhile, the room stays as it is.
class ScriptRunner : public QObject
{
    Q_OBJECT

public:
    explicit ScriptRunner(std::shared_ptr<roomcore::RoomDocument> document, QObject* parent = nullptr);
    ~ScriptRunner() override;

    /// `name` is what messages and the step of undo call it. Nothing while one is running.
    void run(const QString& source, const QString& name);
    void stop();
    bool isRunning() const { return running_; }

    static constexpr int seconds = 30, megabytes = 512;

signals:
    void printed(const QString& line);
    /// What is wrong with the room since a script ran.
    void found(const QString& sentence);
    /// `line` from 1, 0 where it is not known; `error` empty: it went well.
    void finished(const QString& value, const QString& error, int line);

private:
    void take(roomscript::ScriptOutcome& outcome, const QString& name, std::uint64_t revision);

    std::shared_ptr<roomcore::RoomDocument> document_;
    QThreadPool pool_;
    std::shared_ptr<std::atomic<bool>> cancelled_;
    bool running_ = false;
};

} // namespace blak::ui::rooms
