// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "roomedit/doomimport/doom_import.h"
#include "roomedit/doomimport/texture_match.h"

#include <QIcon>
#include <QObject>
#include <QStringList>
#include <QThreadPool>

#include <atomic>
#include <memory>
#include <optional>

namespace blak::render {
class AssetStore;
}

namespace blak::ui::rooms {

/// What the import dialog works on: the WAD, the map that was chosen, and which texture stands for which. Looking for textures takes
/// a moment and goes on in a worker; matched() tells of it.
class DoomImportSession : public QObject
{
    Q_OBJECT

public:
    explicit DoomImportSession(std::shared_ptr<render::AssetStore> assets, QObject* parent = nullptr);
    ~DoomImportSession() override;

    /// The file with the maps. False: error() says why not.
    bool openWad(const QString& file);
    /// The game that has the textures which the WAD lacks; empty: none.
    bool openGame(const QString& file);
    const QString& error() const { return error_; }

    const std::vector<wad::MapEntry>& maps() const { return maps_; }
    bool chooseMap(int index);
    const std::optional<wad::DoomMap>& map() const { return map_; }

    const std::vector<doomimport::Match>& matches() const { return matches_; }
    bool isMatching() const { return running_ > 0; }
    void setTexture(std::size_t match, std::uint16_t number);
    bool loadTable(const QString& file);
    bool saveTable(const QString& file);

    QPixmap gamePicture(std::size_t match, int side) const;
    QPixmap worldPicture(doomimport::Use use, int number, int side) const;

    Result<doomimport::Imported> import(double scale, bool opensDoors) const;

    /// Waits for the worker.
    void finish();

signals:
    void matched();

private:
    bool read(const QString& file, std::optional<wad::Wad>& into);
    void refreshPictures();
    void startMatching();

    std::shared_ptr<render::AssetStore> assets_;
    std::optional<wad::Wad> wad_, game_;
    std::vector<wad::MapEntry> maps_;
    std::optional<wad::DoomMap> map_;
    std::shared_ptr<const wad::Pictures> pictures_;
    std::shared_ptr<const std::vector<doomimport::WorldTexture>> world_; ///< null until it was looked through
    doomimport::TextureTable table_; ///< what the user chose or loaded
    std::vector<doomimport::Match> matches_;
    QString error_;
    QThreadPool pool_;
    std::shared_ptr<std::atomic<bool>> cancelled_ = std::make_shared<std::atomic<bool>>(false);
    int running_ = 0;
    std::uint64_t asked_ = 0;
};

} // namespace blak::ui::rooms
