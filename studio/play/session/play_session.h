// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/wire/resource_book.h"
#include "studio/play/prepare/prepare.h"
#include "studio/play/session/control_link.h"
#include "studio/play/session/server_process.h"

#include <QElapsedTimer>
#include <QObject>
#include <QPointF>
#include <QPointer>
#include <QStringList>
#include <QThreadPool>

#include <future>
#include <memory>
#include <optional>
#include <thread>

class QTimer;

namespace blak::play {

/// Where one wants to stand. Client units as the room's geometry has them (1024 a square), angles 4096 a turn.
struct PlayPlace
{
    QString room; ///< file name, "square.roo"; empty = wherever the world puts one
    bool hasPoint = false;
    double x = 0, y = 0;
    int angle = 0;           ///< below 0: wherever most is seen
    std::int64_t object = 0; ///< which room, of several that have this file; 0 = any
    QString type{};          ///< the class of that room: what it is known by when objects have other numbers; empty = not known
    int nth = 0;             ///< which of the rooms of that class, by their numbers, from 0
    bool ofClass = false;    ///< a room of `type` is wanted, and `room` is the file of that class: its sources were looked at
    QStringList heirs{};     ///< with it: the classes that inherit from `type`, any of which does where the world has none of `type`
};

/// A room of the running world.
struct PlayRoom
{
    std::int64_t object = 0;
    QString type; ///< its class
    QString file; ///< without folders, as Blakod writes it
    QString name; ///< what people call it; empty where it has none
    int row = 0, column = 0; ///< the square where it puts who is brought there, from 1; 0: it has none of its own
    int angle = -1;          ///< 4096 a turn; -1: nobody says which way one looks then
};

enum class AccountKind { Player, Dm, Admin };

struct PlayAccount
{
    QString name, password, character; ///< the character's name, if it has to be made
    bool mayCreate = true;             ///< false: only one that is there is played
};

/// A line of the play log.
struct PlayLine
{
    Severity severity = Severity::Info;
    QString channel; ///< "play", "error", "log", "debug", ...
    QString text;
    QString file; ///< of the project, where the line is about Blakod
    int line = 0;
};

/// Milliseconds from the call of start(); 0 = not reached yet.
struct PlayTimes
{
    double prepared = 0, booted = 0, ready = 0, placed = 0;
    PrepareTimes parts;
};

/// Playing a project without any window: prepares its world in a worker, runs the server as a child, speaks to it, watches it, and
/// brings what was edited into it. Clients are somebody else's: they connect to playerPort() with what account() says, and tell
/// entered() when a character stands in the world.
class PlaySession : public QObject
{
    Q_OBJECT

public:
    enum class State { Idle, Preparing, Starting, Running, Dead };

    explicit PlaySession(QObject* parent = nullptr);
    ~PlaySession() override;

    /// Prepares and starts; ready() or failed() follows. What runs is ended first.
    void start(const PlayWish& wish, const PlayPlace& place);
    void stop();
    /// Saves the world and ends its server; `done` gets what resume() goes on with, of this session or another one, or null.
    void suspend(std::function<void(std::unique_ptr<PreparedWorld> world)> done);
    /// Goes on where a session was suspended; ready() follows, and everybody stands where he stood.
    void resumeWorld(std::unique_ptr<PreparedWorld> world);
    /// After a death: the same world anew.
    void restart();

    State state() const { return state_; }
    bool isRunning() const { return state_ == State::Running; }
    quint16 playerPort() const { return server_.playerPort(); }
    quint16 maintenancePort() const { return server_.maintenancePort(); }
    quint16 controlPort() const { return server_.controlPort(); }
    QString controlToken() const { return server_.token(); }
    qint64 serverProcess() const { return server_.processId(); }
    ControlLink& control() { return control_; }
    const PreparedWorld* world() const { return world_.get(); }
    const Recipe* recipe() const { return recipe_ ? &*recipe_ : nullptr; }
    const PlayTimes& times() const { return times_; }
    const PlayPlace& place() const { return place_; }
    bool isPaused() const { return scale_ <= 0; }
    /// After placed(): what people call the room where the world's Blakod brought the first character instead; empty: it stands where it
    /// was wanted.
    const QString& movedTo() const { return movedTo_; }
    double timeScale() const { return scale_; }
    double lastReload() const { return lastReload_; } ///< milliseconds
    int reloads() const { return reloads_; }
    /// The file of the project that a class file of an error message was made of; empty when it is not known.
    QString sourceOf(const QString& classFile) const;
    /// The file of the project by the name that Blakod has for it ("mug.bgf"), whatever its folder and case; of a room that is only a
    /// text (.udmf), that. Empty when the project has none.
    QString projectFile(const QString& name) const;

    /// The texts of the running world, read while its server starts; waits for that. Null without a world.
    std::shared_ptr<const wire::ResourceBook> texts() const;

    using AccountDone = std::function<void(const std::optional<PlayAccount>&, const QString& why)>;
    /// An account of that kind, the n-th from 0; made when it is not there.
    void account(AccountKind kind, int number, const AccountDone& done);

    /// All rooms that have a file, as the world made them; none when no recipe fits.
    void rooms(std::function<void(const QVector<PlayRoom>& rooms, const QString& why)> done);

    /// A place of the running world that is to be found again when its objects have other numbers: in a saved state, after a start.
    PlayPlace kept(PlayPlace place) const;

    /// Who knows the geometry of rooms says where in one of them a place can be taken, apart from the things that stand there: asked where
    /// nobody named a point.
    using Stand = std::function<PlayPlace(const PlayPlace& place, const QVector<QPointF>& things)>;
    void setStand(Stand stand) { stand_ = std::move(stand); }

    /// Who has to be with the world before anybody comes into it, a debugger say: asked when it runs, and ready() waits until it calls `then`.
    void setBeforeReady(std::function<void(std::function<void()> then)> before) { beforeReady_ = std::move(before); }

    using Done = std::function<void(bool good, const QString& why)>;
    /// Puts a character (an object of the world) somewhere. A room that no object of the world uses gets one.
    void put(std::int64_t user, const PlayPlace& place, const Done& done = {});
    /// A character of ours stands in the world; the first is brought to the place of start(), `isNew` says it was made just now.
    void entered(std::int64_t user, bool isNew);
    /// The first character is on its way there; placed() follows.
    bool isBringing() const { return bringing_; }

    void pause();
    /// As fast as before the pause.
    void resume();
    /// A debugger has stopped the world, or lets it go on: nobody wonders that the server does not answer meanwhile.
    void setHeld(bool held);
    void step(int milliseconds);
    void setTimeScale(double scale);

    /// Brings edits into the running world. Blakod is compiled in a worker; what does not compile is told and changes nothing.
    void reloadSources(const QStringList& files, std::shared_ptr<const FileSource> texts);
    /// What the world refused, once more.
    void reloadAgain();
    /// The bytes of a .roo. Clients are told by roomReloaded().
    void reloadRoom(const QString& name, const QByteArray& bytes);

    /// The object that somebody looks at, -1 = none: renamed() tells what number it has when one of the saves here has collected garbage.
    void follow(std::int64_t object) { followed_ = object; }
    /// As `save` of the control channel, which is not asked for it in another way here.
    void save(std::function<void(const ControlAnswer& answer)> done);
    bool isSaving() const { return saves_ > 0; } ///< renamed() comes yet
    /// While and after a state is loaded: whether its objects have the numbers that they had just before.
    bool hasSameNumbers() const { return sameNumbers_; }
    /// States of the world by number, kept as long as one plays.
    void saveState(int number, const Done& done);
    void loadState(int number);
    bool hasState(int number) const;

    static QString stateText(State state);
    /// Why it could not begin the last time, and where that is.
    const PlayLine& fault() const { return fault_; }

signals:
    void stateChanged();
    void progress(const QString& what, int done, int all);
    void ready();
    /// The first character stands where it was wanted, or where the Blakod of that room sent it at once: movedTo().
    void placed();
    /// The world as the first character came into it is kept: the next start needs no boot.
    void bootKept();
    /// Play could not begin. With findings: something does not compile that did before.
    void failed(const QString& why, bool mayPlayWithLastGood);
    void died(const QString& why);
    void hung(int seconds); ///< the server does not answer; 0 = it does again, or is not expected to any more
    void said(const blak::play::PlayLine& line);
    /// Somebody was put where nobody had said which way he looks: what stands there only his client knows.
    void putWithoutDirection(qint64 user);
    /// A room of a class was wanted and is not the only or not the very one: which it is and why, in one sentence.
    void roomChosen(const QString& why);
    void findings(const QVector<blak::play::PlayLine>& lines);
    void roomReloaded(const QString& name, double milliseconds);
    /// The world would not take a change (a handler stands); it goes on with what it had until reloadAgain() or the next change.
    void reloadRefused(const QString& why);
    void codeReloaded(const QStringList& classes, const QStringList& resources, double milliseconds);
    /// Files with texts of the running world are others.
    void resourcesChanged(const std::vector<std::filesystem::path>& files);
    void timeChanged();
    /// A save has collected garbage: objects have other numbers from now on.
    void renumbered();
    /// Of the object that is followed; -1: it is gone, or cannot be told from others.
    void renamed(qint64 object, qint64 now);
    void sessionsChanged();

private:
    /// A worker that prepares; whoever does not want it any more sets `cancelled` and waits.
    struct PrepareJob
    {
        std::atomic<bool> cancelled{false};
        std::thread thread;
    };
    void setState(State state);
    void prepared(Result<std::unique_ptr<PreparedWorld>> world);
    void tellFindings();
    void serverReady();
    void controlOpened();
    void startFrom(int state);
    void chooseRecipe(std::size_t number);
    void begin();
    void takeEvent(const nlohmann::json& event);
    void watch();
    void readTexts();
    void changeTexts(const QStringList& files);
    void tell(Severity severity, const QString& text);
    void fail(const QString& why, bool mayPlayWithLastGood = false);
    /// An error for the log that leads to where the compiler found the first one.
    PlayLine atFirstError(const QString& text) const;
    void endWorker();
    void giveUpWorld();
    void keepBoot();
    void findRoom(const PlayPlace& place, std::function<void(std::optional<std::int64_t> object, const QString& why)> done);
    /// The class of the project that has the file and no object yet, as when it was made while one plays, else a class for this play only.
    void makeRoom(const PlayPlace& place, const std::function<void(std::optional<std::int64_t> object, const QString& why)>& done);
    void makeThrowAwayRoom(const QString& room, const std::function<void(std::optional<std::int64_t> object, const QString& why)>& done);
    struct RoomClass
    {
        std::string name;
        nlohmann::json number; ///< of its rooms; null where the recipe does not say which property it is
    };
    void findRoomClass(const PlayPlace& place, const std::function<void(const std::optional<RoomClass>&)>& then);
    void putIn(std::int64_t room, std::int64_t user, const PlayPlace& place, const Done& done);
    void findWhereItCame(std::int64_t user, const std::function<void(const QString& otherRoom)>& done);
    void bringIn(Changes changes, double start);
    void readAlike(std::function<void(const std::string& type, const nlohmann::json& names)> then);
    void tellRooms(std::function<bool(const PlayRoom& room)> which);

    std::optional<std::int64_t> chooseOfClass(const PlayPlace& place, const QVector<PlayRoom>& all);
    PlayPlace standOf(std::int64_t room, PlayPlace place, const QVector<QPointF>& things) const;
    void findThings(std::int64_t room, std::int64_t user, std::function<void(const QVector<QPointF>& things)> then);
    void findListedThings(std::int64_t room, std::int64_t user, std::function<void(const QVector<QPointF>& things)> then);
    bool hasDirection(std::int64_t room, const PlayPlace& place) const;

    PlayWish wish_;
    PlayPlace place_;
    Stand stand_;
    std::function<void(std::function<void()> then)> beforeReady_;
    QPointer<QObject> getsReady_; ///< while ready() waits for somebody
    State state_ = State::Idle;
    std::unique_ptr<PreparedWorld> world_;
    std::optional<Recipe> recipe_;
    std::shared_future<std::shared_ptr<const wire::ResourceBook>> texts_;
    ServerProcess server_;
    ControlLink control_;
    QTimer* watch_ = nullptr;
    QElapsedTimer clock_, answered_;
    bool asked_ = false;
    int hungSeconds_ = 0;
    bool held_ = false;
    PlayTimes times_;
    std::int64_t lastRoom_ = 0; ///< where somebody was put last
    std::int64_t followed_ = -1;
    int saves_ = 0;             ///< on their way
    int numbering_ = 0, lastNumbering_ = 0; ///< objects get other numbers: which of those that there were
    QHash<int, int> numberings_; ///< by state
    bool sameNumbers_ = false;
    QVector<PlayRoom> rooms_;   ///< as they were known last
    QString movedTo_;
    double scale_ = 1, scaleBefore_ = 1, lastReload_ = 0; ///< before: of the pause
    int reloads_ = 0;
    bool firstPlaced_ = false, bringing_ = false, booted_ = false, compiling_ = false;
    bool keepsBoot_ = false; ///< a snapshot is on its way to the disk
    PlayLine fault_;
    Changes refused_;     ///< what the running world would not take
    QHash<QString, QByteArray> refusedRooms_; ///< likewise, by name
    QStringList waiting_; ///< sources that were saved while others compiled
    std::shared_ptr<const FileSource> waitingTexts_;
    std::shared_ptr<PrepareJob> job_;
    QThreadPool remover_; ///< of scratch folders
    mutable QHash<QString, QString> sources_; ///< by small name of the class file
};

} // namespace blak::play

Q_DECLARE_METATYPE(blak::play::PlayLine)
