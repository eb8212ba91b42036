// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/textures/texture_model.h"

#include "client/render/asset_store.h"
#include "formats/base/windows1252.h"
#include "roomedit/textures/texture_mime.h"
#include "roomedit/textures/texture_query.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QMimeData>
#include <QThread>

#include <algorithm>
#include <set>

namespace blak::ui::textures {
namespace {

constexpr int factsAtOnce = 64; ///< how many are handed over together

TextureFacts factsOf(const render::Picture& picture)
{
    TextureFacts facts;
    facts.name = QString::fromStdString(windows1252::toUtf8(picture.name)).trimmed();
    const render::Image& first = picture.groupImage(0);
    facts.stored = QSize(first.width, first.height);
    facts.frames = static_cast<int>(picture.images.size());
    facts.groups = static_cast<int>(picture.groups.size());
    facts.shrink = picture.shrink;
    facts.problem = picture.missing ? QString::fromStdString(picture.problem) : QString();
    facts.known = true;
    return facts;
}

} // namespace

/// One run of a background thread; what a cancelled one still finds is not taken.
struct TextureModel::Job
{
    std::atomic<bool> cancelled{false};
};

TextureModel::TextureModel(QObject* parent) : QAbstractListModel(parent)
{
    pool_.setMaxThreadCount(2);
    pool_.setThreadPriority(QThread::LowPriority);
}

TextureModel::~TextureModel()
{
    cancel(factsJob_);
    cancel(useJob_);
    pool_.waitForDone();
}

void TextureModel::setProject(std::shared_ptr<render::AssetStore> assets, const QString& root)
{
    assets_ = std::move(assets);
    root_ = root;
    use_.reset();
    edited_.clear();
    saved_.clear();
    upright_.clear();
    facts_.clear();
    favourites_.clear();
    refresh();
}

void TextureModel::refresh()
{
    beginResetModel();
    numbers_.clear();
    rows_.clear();
    if (assets_ != nullptr)
        for (const int number : assets_->textureNumbers()) {
            rows_.insert(number, static_cast<int>(numbers_.size()));
            numbers_.push_back(number);
        }
    countHere();
    endResetModel();
    startFacts();
    refreshUse();
}

void TextureModel::startFacts()
{
    cancel(factsJob_);
    if (assets_ == nullptr)
        return;
    factsJob_ = std::make_shared<Job>();
    pool_.start([this, job = factsJob_, assets = assets_, numbers = numbers_] {
        QHash<int, TextureFacts> found;
        const auto hand = [&] {
            QMetaObject::invokeMethod(this, [this, job, found] {
                if (job == factsJob_)
                    takeFacts(found);
            });
            found.clear();
        };
        for (const int number : numbers) {
            if (job->cancelled)
                return;
            found.insert(number, factsOf(*assets->examineTexture(number)));
            if (found.size() >= factsAtOnce)
                hand();
        }
        hand();
    });
}

void TextureModel::refreshUse()
{
    cancel(useJob_);
    saved_.clear(); // the files are looked at again
    if (assets_ == nullptr || root_.isEmpty())
        return;
    useJob_ = std::make_shared<Job>();
    pool_.start([this, job = useJob_, root = root_, known = use_] {
        auto use = findTextureUse(root, job->cancelled, known.get());
        if (use == nullptr)
            return;
        QMetaObject::invokeMethod(this, [this, job, use] {
            if (job == useJob_)
                takeUse(use);
        });
    });
}

void TextureModel::cancel(std::shared_ptr<Job>& job)
{
    if (job != nullptr)
        job->cancelled = true;
    job.reset();
}

void TextureModel::finish()
{
    pool_.waitForDone();
    QCoreApplication::sendPostedEvents(this);
}

void TextureModel::takeFacts(const QHash<int, TextureFacts>& found)
{
    facts_.insert(found);
    allChanged();
    emit factsChanged();
}

void TextureModel::takeUse(std::shared_ptr<const TextureUse> use)
{
    for (auto it = saved_.constBegin(); it != saved_.constEnd(); ++it)
        use = use->withRoom(it.key(), it.value());
    use_ = std::move(use);
    upright_.clear();
    for (auto it = use_->rooms.constBegin(); it != use_->rooms.constEnd(); ++it) {
        const TextureCount count = use_->total(it.key());
        upright_.insert(it.key(), count.walls >= count.flats);
    }
    countHere();
    allChanged();
    emit useChanged();
}

void TextureModel::setRoom(const QString& path)
{
    if (room_ == path)
        return;
    room_ = path;
    countHere();
    allChanged();
    emit useChanged();
}

void TextureModel::setRoomTextures(const QString& path, const RoomTextures& textures)
{
    if (edited_.value(path) == textures)
        return;
    edited_.insert(path, textures);
    if (path != room_)
        return;
    countHere();
    allChanged();
    emit useChanged();
}

void TextureModel::forgetRoomTextures(const QString& path)
{
    if (edited_.remove(path) == 0 || path != room_)
        return;
    countHere();
    allChanged();
    emit useChanged();
}

void TextureModel::setSavedRoom(const QString& path, const RoomTextures& textures)
{
    saved_.insert(path, textures);
    if (use_ != nullptr && use_->byRoom.value(path) != textures)
        takeUse(use_);
}

void TextureModel::refreshTexture(int number)
{
    if (assets_ == nullptr || rowOf(number) < 0)
        return refresh(); // a new one
    takeFacts({{number, factsOf(*assets_->examineTexture(number))}});
}

void TextureModel::countHere()
{
    here_ = edited_.contains(room_) ? edited_.value(room_) : use_ == nullptr ? RoomTextures() : use_->byRoom.value(room_);
}

int TextureModel::countUsedHere() const
{
    return static_cast<int>(
        std::count_if(numbers_.begin(), numbers_.end(), [this](int number) { return here_.contains(number); }));
}

int TextureModel::countMissingHere() const
{
    return static_cast<int>(here_.size()) - countUsedHere() - (here_.contains(0) ? 1 : 0);
}

void TextureModel::allChanged()
{
    if (!numbers_.isEmpty())
        emit dataChanged(index(0), index(static_cast<int>(numbers_.size()) - 1));
}

void TextureModel::setFavourite(int number, bool favourite)
{
    if (favourite)
        favourites_.insert(number);
    else
        favourites_.remove(number);
    if (const int row = rowOf(number); row >= 0)
        emit dataChanged(index(row), index(row));
}

void TextureModel::setFavourites(const QSet<int>& favourites)
{
    favourites_ = favourites;
    allChanged();
}

QSize TextureModel::shownSize(int number) const
{
    const QSize stored = facts_.value(number).stored;
    return isUpright(number) ? stored.transposed() : stored;
}

int TextureModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : static_cast<int>(numbers_.size()); }

QVariant TextureModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= numbers_.size())
        return {};
    const int number = numbers_[index.row()];
    const auto facts = facts_.constFind(number);
    const bool known = facts != facts_.constEnd();
    switch (role) {
    case NumberRole: return number;
    case NameRole: return known ? facts->name : QString();
    case SizeRole: return known ? shownSize(number) : QSize();
    case FavouriteRole: return favourites_.contains(number);
    case UsedRole: return use_ == nullptr ? 0 : static_cast<int>(use_->rooms.value(number).size());
    case HereRole: return here_.value(number).total();
    case Qt::DisplayRole: // what a screen reader says
    case Qt::AccessibleTextRole:
        return known && !facts->name.isEmpty() ? QString(facts->name + QLatin1Char(' ') + QString::number(number))
                                               : QString::number(number);
    default: return {};
    }
}

Qt::ItemFlags TextureModel::flags(const QModelIndex& index) const
{
    return index.isValid() ? Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsDragEnabled : Qt::NoItemFlags;
}

QStringList TextureModel::mimeTypes() const { return {textureMimeType()}; }

QMimeData* TextureModel::mimeData(const QModelIndexList& indexes) const
{
    if (indexes.isEmpty())
        return nullptr;
    auto* mime = new QMimeData;
    setTexture(*mime, numberAt(indexes.first().row()));
    return mime;
}

} // namespace blak::ui::textures
