// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/textures/texture_thumbnails.h"

#include "client/render/asset_store.h"
#include "roomedit/textures/texture_picture.h"

#include <QThread>

#include <algorithm>

namespace blak::ui::textures {
namespace {

constexpr int mostThreads = 2;
constexpr std::size_t longestQueue = 1024; ///< more than fits on a screen; what was wanted long ago is dropped

} // namespace

TextureThumbnails::TextureThumbnails(qsizetype byteLimit, QObject* parent)
    : QObject(parent), cache_(byteLimit), tell_(new QTimer(this))
{
    pool_.setMaxThreadCount(mostThreads);
    pool_.setThreadPriority(QThread::LowPriority);
    tell_->setSingleShot(true);
    tell_->setInterval(0);
    connect(tell_, &QTimer::timeout, this, [this] { emit arrived(takeMade()); });
}

TextureThumbnails::~TextureThumbnails()
{
    {
        const std::lock_guard lock(mutex_);
        queue_.clear();
    }
    pool_.waitForDone();
}

void TextureThumbnails::setAssets(std::shared_ptr<render::AssetStore> assets)
{
    assets_ = std::move(assets);
    cache_.clear();
    renew();
}

void TextureThumbnails::renew()
{
    asked_.clear();
    const std::lock_guard lock(mutex_);
    workAssets_ = assets_;
    queue_.clear();
    made_.clear();
    ++generation_;
}

QImage TextureThumbnails::picture(int number, bool upright, QSize box)
{
    const Key key{number, upright, box};
    const Kept* found = cache_.object(key);
    const QImage image = found == nullptr ? QImage() : found->image;
    if (assets_ == nullptr || box.isEmpty())
        return image;
    const std::lock_guard lock(mutex_);
    if (found != nullptr && found->generation == generation_)
        return image;
    if (asked_.contains(key)) {
        const auto waiting = std::find(queue_.begin(), queue_.end(), key); // still waiting: now it is wanted most
        if (waiting != queue_.end())
            std::rotate(waiting, waiting + 1, queue_.end());
        return image;
    }
    asked_.insert(key);
    queue_.push_back(key);
    if (queue_.size() > longestQueue) {
        asked_.remove(queue_.front());
        queue_.erase(queue_.begin());
    }
    if (workers_ < mostThreads) {
        ++workers_;
        pool_.start([this] { work(); });
    }
    return image;
}

void TextureThumbnails::work()
{
    for (;;) {
        Key key;
        std::shared_ptr<render::AssetStore> assets;
        int generation = 0;
        {
            const std::lock_guard lock(mutex_);
            if (queue_.empty()) {
                --workers_;
                return;
            }
            key = queue_.back();
            queue_.pop_back();
            assets = workAssets_;
            generation = generation_;
        }
        const auto picture = assets->examineTexture(key.number);
        QImage image;
        if (picture != nullptr)
            image = fitIntoBox(texturePicture(picture->groupImage(0), assets->palette(), key.upright), key.box);
        const std::lock_guard lock(mutex_);
        if (generation == generation_)
            made_.push_back({key, image, generation});
        if (made_.size() == 1)
            QMetaObject::invokeMethod(tell_, qOverload<>(&QTimer::start), Qt::QueuedConnection);
    }
}

QVector<int> TextureThumbnails::takeMade()
{
    QVector<int> numbers;
    std::vector<Made> made;
    {
        const std::lock_guard lock(mutex_);
        made.swap(made_);
    }
    for (Made& one : made) {
        asked_.remove(one.key);
        numbers << one.key.number;
        const qsizetype bytes = one.image.sizeInBytes();
        cache_.insert(one.key, new Kept{std::move(one.image), one.generation}, bytes);
    }
    return numbers;
}

void TextureThumbnails::finish()
{
    pool_.waitForDone();
    emit arrived(takeMade());
}

} // namespace blak::ui::textures
