// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/play/auto_player.h"
#include "client/session/lead_lines.h"
#include "client/scene/object.h"
#include "studio/playing/room_things.h"
#include "studio/playing/seen_message.h"
#include "studio/play/session/play_session.h"

#include <QElapsedTimer>
#include <QObject>
#include <QPointer>
#include <QProcess>

#include <map>
#include <optional>

class QTimer;

namespace blak::ui::playing {

class GameFrame;

/// A client as a program of its own, blakston-client beside ours, led by lines over its standard input and output (docs/client.md): a crash
/// of it is none of ours. It ends with this object, and with this process, whatever way that goes.
class OuterClient : public QObject
{
    Q_OBJECT

public:
    static constexpr qsizetype longestLog = 64 * 1024;
    static constexpr int hungAfterSeconds = 5;
    static constexpr int startsWithinSeconds = 8; ///< who is not ready by then is told of as one that hangs
    static constexpr int mostThings = 5000;

    explicit OuterClient(QObject* parent = nullptr);
    ~OuterClient() override;

    /// Where its window stands from its next start on; null = in none of ours.
    void setFrame(GameFrame* frame);
    /// Another one than blakston-client beside this program.
    void setProgram(const QString& program) { program_ = program; }
    /// Nothing where it runs already.
    void start();
    /// At once, without a word.
    void end();
    bool isRunning() const { return process_ != nullptr; }
    qint64 processId() const { return process_ == nullptr ? 0 : process_->processId(); }

    /// Into a world; `texts` is the folder of its texts, empty = wherever its files are. Starts the program where it does not run.
    void enter(const client::ConnectWish& wish, const client::AutoAccount& account, const std::filesystem::path& texts, const QString& text);
    /// Out of it, with a sentence and a button in its place.
    void out(const QString& text, const QString& button);
    /// The number by which roomExchanged() answers.
    int exchangeRoom(const QString& name, const QByteArray& bytes);
    void readTexts(const std::vector<std::filesystem::path>& files);
    /// Without bytes: the one of the files, read again.
    void exchangeSprite(const std::string& name, const std::vector<std::byte>& bytes);
    void exchangePalette(const std::string& file);
    void forgetSound(const QString& file);
    void setGhost(session::OwnMotion::Ghost ghost);
    void lookAround();
    /// Why the world stands, over its picture; empty: it goes on.
    void setStanding(const QString& why);
    void raise();
    /// A line as it is, for whoever knows more than this.
    void lead(const nlohmann::json& line) { send(line); }
    /// Asks for a picture of its window, once: a PNG, empty when none comes within three seconds.
    void takePicture(std::function<void(const QByteArray& png)> done);

    /// A recording of what one does, "all" or "mine", begins anew where it stands; its steps come by stepsCame().
    void record(const std::string& which);
    /// Nothing comes after those that come before `done`; "mine" ends with it. When nobody answers, after three seconds.
    void finishRecording(const std::string& which, std::function<void()> done);
    /// How an object looks, with what it wears, to this client; nothing when it sees none, or does not answer for three seconds.
    void askObject(qint64 object, std::function<void(const std::optional<scene::Object>& seen)> done);

    bool isIn() const { return in_; }
    qint64 character() const { return in_ ? character_ : 0; }
    play::PlayPlace place() const { return in_ ? place_ : play::PlayPlace(); } ///< an empty room while it is nowhere
    const play::PlayPlace& lastPlace() const { return place_; } ///< the same, after its end too
    RoomThings things() const { return in_ ? things_ : RoomThings(); }
    /// The last of what it said on its error output.
    const QString& log() const { return log_; }

signals:
    void entered(qint64 character, bool isNew);
    void failed(const QString& why);
    void left(const QString& why); ///< the world, by itself
    void moved();
    void picked(qint64 object);
    void againWanted();
    void landed();
    /// Where it stands now is known.
    void roomExchanged(int number, bool isHere, const QString& why);
    void closed(); ///< its window, as windows are
    void died(const QString& why);
    void hung(int seconds); ///< it does not answer, told once; 0 = it does again
    void seen(const blak::ui::playing::SeenMessage& message);
    /// Steps of a recording, those from the number on.
    void stepsCame(const QString& which, qsizetype from, const QStringList& lines);
    void lineWanted(const QString& line); ///< of what was said: where it is written
    void notFramed();       ///< its window could not stand in the frame and is one of its own

private:
    void send(const nlohmann::json& line);
    void take(const nlohmann::json& line);
    void takeLog();
    void finished(int code, QProcess::ExitStatus status);
    void forget();
    void watch();
    bool takeWatch(const std::string& what, const nlohmann::json& line);
    void readThings(const nlohmann::json& line);
    void readPlace(const nlohmann::json& line);

    QPointer<GameFrame> frame_;
    QString program_;
    QProcess* process_ = nullptr;
    QTimer* watch_ = nullptr;
    session::LeadLines lines_{session::LeadLines::longestAnswer};
    QByteArray waiting_; ///< lines for a program that is not ready yet
    QString log_;
    QElapsedTimer answered_; ///< or started
    bool ready_ = false, in_ = false, asked_ = false;
    bool hung_ = false;
    int rooms_ = 0, turn_ = 0; ///< turn: of enter() and out(); what is said of an earlier one is late
    qint64 character_ = 0;
    play::PlayPlace place_;
    RoomThings things_;
    std::function<void(const QByteArray&)> picture_;
    std::map<std::string, std::function<void()>> recorded_; ///< who waits for the end of a recording
    std::map<int, std::function<void(const std::optional<scene::Object>&)>> looks_; ///< who waits for the look of something
    int lookNumber_ = 0;
};

} // namespace blak::ui::playing
