// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/memory.h"

#include "client/render/asset_store.h"
#include "studio/shell/studio_settings.h"
#include "ui/renew_look.h"

#include <QPixmapCache>

#include <algorithm>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace blak::ui::shell {
namespace {

constexpr int trimAfter = 300;               ///< ms; several documents are often opened or closed one after the other
#ifdef __GLIBC__
constexpr int mostArenas = 2;
constexpr int ownPagesFrom = 128 << 10; ///< bytes; glibc would raise this with the largest block freed
#endif
constexpr int manyClosed = 8;                ///< documents; after fewer little lies about, and the look costs a moment
constexpr auto cacheKey = "memory/pictures";

} // namespace

void prepareMemory()
{
#ifdef __GLIBC__
    mallopt(M_ARENA_MAX, mostArenas);
    mallopt(M_MMAP_THRESHOLD, ownPagesFrom);
#endif
}

int pictureCacheMegabytes()
{
    return std::clamp(StudioSettings().value(QLatin1String(cacheKey), usualPictureCache).toInt(), leastPictureCache,
                      mostPictureCache);
}

void setPictureCacheMegabytes(int megabytes)
{
    StudioSettings().setValue(QLatin1String(cacheKey), std::clamp(megabytes, leastPictureCache, mostPictureCache));
}

MemoryKeeper::MemoryKeeper(QObject* parent) : QObject(parent)
{
    timer_.setSingleShot(true);
    timer_.setInterval(trimAfter);
    connect(&timer_, &QTimer::timeout, this, &MemoryKeeper::trimNow);
}

void MemoryKeeper::settle()
{
    dropPictures_ = false;
    timer_.start();
}

void MemoryKeeper::documentClosed(bool wasLast, std::shared_ptr<render::AssetStore> pictures)
{
    pictures_ = pictures;
    dropPictures_ = wasLast;
    ++closed_;
    timer_.start();
}

void MemoryKeeper::trimNow()
{
    if (const auto pictures = pictures_.lock(); pictures && dropPictures_)
        pictures->trim(0);
    if (dropPictures_)
        QPixmapCache::clear();
    if (dropPictures_ && closed_ >= manyClosed) {
        renewLook();
        closed_ = 0;
    }
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}

} // namespace blak::ui::shell
