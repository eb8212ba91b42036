// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/play/client_hooks.h"
#include "client/play/world_files.h"
#include "client/session/own_motion.h"

#include <QElapsedTimer>
#include <QFile>
#include <QObject>
#include <QString>

#include <memory>

class QTcpSocket;
class QTimer;
class QUdpSocket;

namespace blak::client {

/// "127.0.0.1:5959", "[::1]:5959"; a port of 5959 where none is given. False with a sentence in `why` when it is no address.
bool parseAddress(const QString& text, QString& host, quint16& port, QString& why);

struct ConnectWish
{
    QString host;
    quint16 port = 5959;
    wire::SessionSettings session;
    std::filesystem::path world; ///< folder with the files
    WorldFiles files;            ///< those of `world` when it names no folders
    std::shared_ptr<render::AssetStore> assets; ///< shared with others; null = one of its own for the files
    std::shared_ptr<const wire::ResourceBook> texts; ///< of the files, read already; null = they are read
    std::filesystem::path updates; ///< folder for what the server wants to be fetched; empty = nothing is
    bool sharesFiles = false;    ///< the rooms are the very files that the server reads
    QString record;              ///< every frame goes to this file too (JSON lines); empty = none
};

/// A connection and the game on it: sockets, time and files for client/session. Nothing here blocks: the name is looked up and the
/// connection made by the event loop and can be cancelled at any time.
class GameClient : public QObject
{
    Q_OBJECT

public:
    enum class State { Idle, Connecting, Online };

    explicit GameClient(QObject* parent = nullptr);
    ~GameClient() override;

    void connectTo(const ConnectWish& wish);
    /// Ends whatever there is, at once.
    void disconnectNow();

    State state() const { return state_; }
    bool isPlaying() const { return play_ && play_->session.isPlaying(); }
    /// Null while there is no connection.
    session::Game* game();
    session::RoomFollower* follower();
    session::OwnMotion* motion();
    wire::ClientSession* session();
    /// Only while there is a connection.
    session::Requests requests();
    const WorldFiles& files() const { return files_; }
    const std::shared_ptr<render::AssetStore>& assets() const { return assets_; }
    const ConnectWish& wish() const { return wish_; }

    /// Whom one knows, in every game of this client.
    session::Companions& companions() { return companions_; }
    /// Who is asked before things are done; null = nobody. Whoever sets it takes it back before it goes.
    void setHooks(ClientHooks* hooks) { hooks_ = hooks; }
    ClientHooks& hooks() { return hooks_ == nullptr ? nobody_ : *hooks_; }

    /// Milliseconds since the program began.
    double now() const { return static_cast<double>(clock_.nsecsElapsed()) / 1e6; }
    /// Moves things on; once for each frame.
    void advance(const scene::WalkInput& input);
    /// Another version of a room file, by its name as the server has it: who is in that room stays in it. False when it is
    /// another room.
    Result<bool> exchangeRoom(const std::string& name, std::span<const std::byte> bytes);
    /// Other pictures and another palette, while one plays.
    void exchangeAssets(std::shared_ptr<render::AssetStore> assets);
    /// Files with texts and names of the world changed on disk.
    void readResources(const std::vector<std::filesystem::path>& changed);
    /// An update is in place: its files count, and the game is asked for again.
    void takeUpdates();
    /// Sends what was asked for; requests are sent at the end of a turn of the event loop otherwise.
    void flush();

signals:
    void stateChanged();
    /// A sum of session::Topic.
    void changed(quint32 topics);
    void soundsWanted();
    /// Each message of the server, after the game has followed it.
    void heard(const blak::wire::Message& message);
    void sent(const QByteArray& frames);
    /// Each message to the server, as it is put together.
    void spoke(const blak::wire::Message& message);
    /// Why the connection ended, for people; "" when one ended it oneself.
    void ended(const QString& why);

private:
    struct Play
    {
        Play(const ConnectWish& wish, const WorldFiles& files, std::shared_ptr<render::AssetStore> assets);
        wire::ResourceBook book;
        wire::ClientSession session;
        session::Game game;
        session::RoomFollower follower;
        session::OwnMotion motion;
    };

    void readFiles(const ConnectWish& wish);
    void read();
    void tick();
    void tellChanges();
    void finish(const QString& why);
    void record(const char* direction, const QByteArray& bytes);

    ConnectWish wish_;
    State state_ = State::Idle;
    QElapsedTimer clock_;
    QTcpSocket* socket_ = nullptr;
    QUdpSocket* datagrams_ = nullptr;
    QTimer* timer_ = nullptr;
    WorldFiles files_;
    std::filesystem::path filesOf_;
    std::shared_ptr<render::AssetStore> assets_;
    std::unique_ptr<Play> play_;
    QFile record_;
    double recordedAt_ = 0; ///< when what is recorded was last brought to the disk, milliseconds
    session::Companions companions_;
    ClientHooks nobody_;
    ClientHooks* hooks_ = nullptr;
};

} // namespace blak::client
