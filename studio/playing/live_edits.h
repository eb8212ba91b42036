// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/document/workspace.h"
#include "studio/play/session/play_session.h"
#include "studio/playing/file_watch.h"

#include <QByteArray>
#include <QHash>
#include <QObject>
#include <QSet>
#include <QThreadPool>
#include <QVector>

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <vector>

class QTimer;

namespace blak::bgfcore {
class SpriteDocument;
}

namespace blak::render {
class AssetStore;
}

namespace blak::roomcore {
class RoomDocument;
}

namespace blak::ui::playing {

class PlayController;
class PlayTab;

/// What is saved in the studio - or, when it follows the editor, what is edited - goes into the running world and to its clients: rooms,
/// Blakod, sprites. So do palette and sounds, whoever writes them.
class LiveEdits : public QObject
{
    Q_OBJECT

public:
    explicit LiveEdits(PlayController& controller);
    ~LiveEdits() override;

    /// The world runs: its files are watched from now on.
    void begin();
    void end();

    void setFollowing(bool on);
    bool isFollowing() const { return following_; }
    /// All that was edited, now.
    void takeAll();

    /// Sprites as they are now and not in the files, to a client in a program of its own.
    void tellSprites(PlayTab* tab);

    /// What clients draw from: the studio's pictures, until a palette or a built sprite of their own.
    std::shared_ptr<render::AssetStore> assets() const;

private:
    void take(const document::WorkspaceNotice& notice);
    void takeFile(const std::string& path, const std::shared_ptr<document::Document>& document);
    void takePending();
    void takeSources();
    void takeNewRoom(const std::shared_ptr<roomcore::RoomDocument>& room);
    void takeWorldFile(const QString& file);
    void takePalette(const QString& file);
    void takeRoom(const std::shared_ptr<roomcore::RoomDocument>& room);
    void bringRoom(const QString& name, const QByteArray& bytes);
    void exchangeRooms(const QString& name, const QByteArray& bytes);
    void takeSprite(const bgfcore::SpriteDocument& sprite);
    void showUnsaved(const bgfcore::SpriteDocument& sprite);
    void forgetUnsaved(const bgfcore::SpriteDocument& sprite);
    /// To the clients in programs of their own; no bytes = the file's.
    void tellSprite(const std::string& name, const std::vector<std::byte>& bytes);
    bool hasOuter() const;
    render::AssetStore& ownAssets();
    void useAssets(std::shared_ptr<render::AssetStore> assets);
    void tellReloaded(const QString& name, qint64 nanoseconds);
    void tellTaken(const QStringList& files);
    void tellFaults(const QVector<play::PlayLine>& errors);
    void takeFaultBack();

    struct Fault ///< of Blakod that was saved, as it is told where one saves
    {
        QString sentence;
        QString file; ///< its name
    };

    PlayController& controller_;
    document::Connection notices_;
    FileWatch files_; ///< palette and sounds
    QTimer* timer_ = nullptr;
    QSet<QString> pending_; ///< paths that were edited a moment ago
    QStringList sources_;   ///< Blakod that was saved in one go
    QThreadPool builder_;
    QHash<QString, quint64> builds_;       ///< the newest of each room wins
    QSet<QString> savedRooms_;             ///< small names of those that were saved, until the game has them
    QStringList savedSources_;             ///< Blakod likewise
    QSet<QString> faulty_;                 ///< Blakod that did not compile the last time
    Fault told_;                           ///< the last one; none when it is mended
    QHash<QString, QByteArray> roomBytes_; ///< on their way to the server, by small name
    std::shared_ptr<render::AssetStore> own_; ///< not the studio's; null = the studio's
    std::map<std::string, std::vector<std::byte>> built_; ///< sprites of command files as they were saved, by name
    bool following_ = false;
};

} // namespace blak::ui::playing
