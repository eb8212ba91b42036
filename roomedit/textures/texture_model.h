// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "roomedit/textures/texture_use.h"

#include <QAbstractListModel>
#include <QSet>
#include <QSize>
#include <QThreadPool>

#include <atomic>
#include <memory>

namespace blak::render {
class AssetStore;
}

namespace blak::ui::textures {

/// What is known of a texture without looking at a room.
struct TextureFacts
{
    QString name;    ///< of the file's header, often empty
    QSize stored;    ///< pixels as in the file: floors as they lie, walls turned
    int frames = 1;  ///< bitmaps
    int groups = 1;  ///< steps of the animation
    int shrink = 1;  ///< texels for each editor unit
    QString problem; ///< why it cannot be shown
    bool known = false;
};

/// All textures of a project by number. Facts and use come from background threads.
class TextureModel : public QAbstractListModel
{
    Q_OBJECT

public:
    enum Role : int {
        NumberRole = Qt::UserRole,
        NameRole,
        SizeRole, ///< QSize, as shown
        FavouriteRole,
        UsedRole, ///< rooms that use it
        HereRole  ///< times in the room shown
    };

    explicit TextureModel(QObject* parent = nullptr);
    ~TextureModel() override;

    /// Begins anew; null: no textures. Rooms are looked for below `root`; an empty one means none.
    void setProject(std::shared_ptr<render::AssetStore> assets, const QString& root);
    const std::shared_ptr<render::AssetStore>& assets() const { return assets_; }
    /// Reads numbers, facts and use again: files came or changed.
    void refresh();
    /// Files came or went, no textures among them: counts anew which rooms use what, reading only those that are others.
    void refreshUse();

    /// The room whose use is counted; empty for none.
    void setRoom(const QString& path);
    /// What a room being edited shows now, instead of what its file says.
    void setRoomTextures(const QString& path, const RoomTextures& textures);
    void forgetRoomTextures(const QString& path); ///< its file counts again
    QString room() const { return room_; }
    /// A room was saved with these textures: counted without reading any file.
    void setSavedRoom(const QString& path, const RoomTextures& textures);
    /// The file of a texture was saved: its facts are read again, those of the others stay.
    void refreshTexture(int number);

    void setFavourite(int number, bool favourite);
    void setFavourites(const QSet<int>& favourites);
    const QSet<int>& favourites() const { return favourites_; }

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    QStringList mimeTypes() const override;
    QMimeData* mimeData(const QModelIndexList& indexes) const override;

    int numberAt(int row) const { return numbers_.value(row); }
    int rowOf(int number) const { return rows_.value(number, -1); }
    TextureFacts facts(int number) const { return facts_.value(number); }
    /// Walls hang turned; what no room uses is taken for a wall.
    bool isUpright(int number) const { return upright_.value(number, true); }
    QSize shownSize(int number) const;
    const TextureUse* use() const { return use_.get(); }
    TextureCount usedHere(int number) const { return here_.value(number); }
    int countUsedHere() const;
    int countMissingHere() const; ///< that the room names and the project has not

    /// Waits for the background work and takes what it found.
    void finish();

signals:
    void factsChanged();
    void useChanged();

private:
    struct Job;

    void startFacts();
    static void cancel(std::shared_ptr<Job>& job);
    void takeFacts(const QHash<int, TextureFacts>& found);
    void takeUse(std::shared_ptr<const TextureUse> use);
    void countHere();
    void allChanged();

    std::shared_ptr<render::AssetStore> assets_;
    QString root_, room_;
    QVector<int> numbers_;
    QHash<int, int> rows_;
    QHash<int, TextureFacts> facts_;
    QHash<int, bool> upright_;
    QSet<int> favourites_;
    std::shared_ptr<const TextureUse> use_;
    QHash<QString, RoomTextures> edited_; ///< rooms with unsaved work
    QHash<QString, RoomTextures> saved_;  ///< rooms saved since the files were read, or while they are
    RoomTextures here_;
    std::shared_ptr<Job> factsJob_, useJob_;
    QThreadPool pool_;
};

} // namespace blak::ui::textures
