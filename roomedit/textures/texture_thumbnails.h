// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCache>
#include <QImage>
#include <QObject>
#include <QSet>
#include <QSize>
#include <QThreadPool>
#include <QTimer>
#include <QVector>

#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

namespace blak::render {
class AssetStore;
}

namespace blak::ui::textures {

/// Small pictures of textures, made in background threads when somebody wants to paint them; the last wanted comes first. Keeps
/// what it made, the least recently used dropped when they exceed the limit of bytes.
class TextureThumbnails : public QObject
{
    Q_OBJECT

public:
    static constexpr qsizetype defaultByteLimit = qsizetype{64} << 20;

    explicit TextureThumbnails(qsizetype byteLimit = defaultByteLimit, QObject* parent = nullptr);
    ~TextureThumbnails() override;

    /// Forgets everything.
    void setAssets(std::shared_ptr<render::AssetStore> assets);
    /// Files have changed: everything is made anew; until then what was serves.
    void renew();

    /// The picture in a box of this many pixels; null while it is being made, and asks for it then.
    QImage picture(int number, bool upright, QSize box);

    /// Makes what was asked for and waits.
    void finish();

    qsizetype cachedBytes() const { return cache_.totalCost(); }
    qsizetype byteLimit() const { return cache_.maxCost(); }

signals:
    /// Pictures that were asked for are there; at most once for each turn of the event loop.
    void arrived(const QVector<int>& numbers);

private:
    struct Key
    {
        int number = 0;
        bool upright = false;
        QSize box;
        friend bool operator==(const Key&, const Key&) = default;
        friend size_t qHash(const Key& key, size_t seed)
        {
            return qHashMulti(seed, key.number, key.upright, key.box.width(), key.box.height());
        }
    };
    struct Made
    {
        Key key;
        QImage image;
        int generation = 0;
    };

    struct Kept
    {
        QImage image;
        int generation = 0;
    };

    void work();
    QVector<int> takeMade();

    QCache<Key, Kept> cache_;
    QSet<Key> asked_;
    std::shared_ptr<render::AssetStore> assets_;
    QTimer* tell_ = nullptr;

    std::mutex mutex_; ///< guards what follows
    std::vector<Key> queue_;
    std::vector<Made> made_;
    std::shared_ptr<render::AssetStore> workAssets_;
    int generation_ = 0;
    int workers_ = 0;

    QThreadPool pool_; ///< last: goes first
};

} // namespace blak::ui::textures
