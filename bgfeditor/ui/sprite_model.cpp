// SPDX-License-Identifier: GPL-3.0-or-later
#include "bgfeditor/ui/sprite_model.h"

#include "bgfeditor/bgfcore/angles.h"
#include "bgfeditor/bgfcore/layer_edits.h"
#include "client/render/asset_store.h"
#include "ui/project.h"

#include <QFile>
#include <QTimerEvent>

#include <algorithm>
#include <iterator>
#include <map>
#include <span>

namespace blak::ui::sprites {

SpriteModel::SpriteModel(QString path, std::shared_ptr<Project> project, std::shared_ptr<bgfcore::SpriteDocument> document,
                         QObject* parent)
    : QObject(parent), path_(std::move(path)), project_(std::move(project)), document_(std::move(document))
{
    names_ = project_ == nullptr ? std::make_shared<bgfcore::HotspotNames>()
                                 : bgfcore::HotspotNames::ofProject(QFile::encodeName(project_->root()).toStdString());
    mirror();
    lastGroup_ = std::max(0, groupCount() - 1);
    connect(this, &SpriteModel::frameChanged, this, &SpriteModel::dropOddSelection);
    colours_ = bgfcore::makeColourMap(palette(), tables(), translation_, light_);
    constexpr std::uint8_t middleGrey = 208; // something to see on most pictures
    drawing_.colour = middleGrey;
    if (groupCount() > 0)
        setGroup(0);
    else if (frameCount() > 0)
        setFrame(0);
    edits_ = document_->history().notices().connect([this](const document::HistoryNotice& notice) {
        using Kind = document::HistoryNotice::Kind;
        if (notice.kind == Kind::Undone || notice.kind == Kind::Redone)
            chooseWhatCameBack();
        if (notice.kind == Kind::Undone)
            chooseWhatStoodBefore();
        if (notice.kind == Kind::Committed || notice.kind == Kind::RolledBack || notice.kind == Kind::Undone ||
            notice.kind == Kind::Redone)
            followDocument();
    });
}

void SpriteModel::setPath(const QString& path)
{
    path_ = path;
    emit documentChanged();
}

/// Numbers for ids. Pixels stay in the document.
void SpriteModel::mirror()
{
    const auto& frames = document_->frames();
    sprite_.version = document_->header().version;
    sprite_.rawName = document_->header().rawName;
    sprite_.shrink = document_->header().shrink;
    sprite_.bitmaps.clear();
    mirrored_.assign(frames.ids().begin(), frames.ids().end());
    std::map<bgfcore::PartId, std::int32_t> numbers;
    for (const bgfcore::PartId id : frames.ids()) {
        const bgfcore::Frame& frame = frames.at(id);
        numbers.emplace(id, static_cast<std::int32_t>(sprite_.bitmaps.size()));
        bgf::Bitmap& bitmap = sprite_.bitmaps.emplace_back();
        bitmap.width = frame.width();
        bitmap.height = frame.height();
        bitmap.xOffset = frame.xOffset;
        bitmap.yOffset = frame.yOffset;
        bitmap.hotspots = frame.hotspots;
        bitmap.storage = frame.image->isCompressed() ? 1 : 0;
    }
    sprite_.groups.clear();
    for (const bgfcore::PartId id : document_->groups().ids()) {
        bgf::Group& group = sprite_.groups.emplace_back();
        for (const bgfcore::GroupEntry& entry : document_->groups().at(id).entries) {
            const auto number = numbers.find(entry.frame);
            group.push_back(number == numbers.end() ? entry.stored : number->second);
        }
    }
}

/// A frame that undo or redo put back is what one wants to see.
void SpriteModel::chooseWhatCameBack()
{
    const auto ids = document_->frames().ids();
    const auto back = std::ranges::find_if(ids, [&](bgfcore::PartId id) { return std::ranges::find(mirrored_, id) == mirrored_.end(); });
    if (back != ids.end())
        shownId_ = *back;
}

/// In the place of a frame that undo took back, the one before it: a copy is gone, and its original is shown.
void SpriteModel::chooseWhatStoodBefore()
{
    if (document_->frames().contains(shownId_))
        return;
    const auto isThere = [&](bgfcore::PartId id) { return document_->frames().contains(id); };
    const auto shown = std::ranges::find(mirrored_, shownId_);
    const auto before = std::find_if(std::make_reverse_iterator(shown), mirrored_.rend(), isThere);
    if (shown != mirrored_.end() && before != mirrored_.rend())
        shownId_ = *before;
}

/// What was shown stays shown, by its id, where it is still there; in the place of a frame that is gone, the next one.
void SpriteModel::followDocument()
{
    const int group = std::min(group_, static_cast<int>(document_->groups().size()) - 1);
    const bgf::Bitmap* before = current();
    const int number = before != nullptr && hotspot_ >= 0 && hotspot_ < static_cast<int>(before->hotspots.size())
                           ? before->hotspots[static_cast<std::size_t>(hotspot_)].number
                           : 0;
    const std::size_t spots = before == nullptr ? 0 : before->hotspots.size();
    const int place = hotspot_;
    mirror();
    firstGroup_ = std::clamp(firstGroup_, 0, std::max(0, groupCount() - 1));
    lastGroup_ = std::clamp(lastGroup_, 0, std::max(0, groupCount() - 1));
    finalGroup_ = std::clamp(finalGroup_, 0, std::max(0, groupCount() - 1));
    group_ = group < 0 && groupCount() > 0 && frameCount() == 0 ? 0 : group;
    const int again = frameOf(shownId_);
    frame_ = again >= 0 ? again : std::min(frame_, frameCount() - 1);
    if (group_ >= 0 && frameAt(group_, angle_) != frame_) {
        const int shown = frameAt(group_, angle_);
        const bool isGone = again < 0 && shownId_ != 0 && shown < 0; // and left a gap in the group
        again >= 0 || isGone ? group_ = -1 : frame_ = shown;
    }
    if (group_ < 0)
        findGroup();
    shownId_ = currentId();
    hotspot_ = -1;
    if (const bgf::Bitmap* after = current(); after != nullptr && number != 0)
        for (std::size_t i = 0; i < after->hotspots.size() && hotspot_ < 0; ++i)
            if (after->hotspots[i].number == number)
                hotspot_ = static_cast<int>(i);
    if (number != 0 && hotspot_ < 0 && again >= 0 && current()->hotspots.size() == spots)
        hotspot_ = place; // it has another number now
    emit documentChanged();
    emit frameChanged();
    emit hotspotChanged();
}

std::vector<bgfcore::PartId> SpriteModel::frameIds() const
{
    return {document_->frames().ids().begin(), document_->frames().ids().end()};
}

int SpriteModel::frameOf(bgfcore::PartId id) const
{
    const std::size_t place = document_->frames().contains(id) ? document_->frames().placeOf(id) : document_->frames().size();
    return place < document_->frames().size() ? static_cast<int>(place) : -1;
}

void SpriteModel::setDoll(bgfcore::Doll doll)
{
    doll_ = std::move(doll);
    if (isPlaying())
        moveDoll(true);
    emit dollChanged();
}

bgfcore::Doll SpriteModel::shownDoll() const
{
    bgfcore::Doll doll = doll_;
    doll.base = document_->builtName();
    doll.group = std::max(0, group_);
    doll.translation = translation_;
    return doll;
}

void SpriteModel::setScope(bgfcore::EditScope scope)
{
    scope_ = scope;
    emit scopeChanged();
}

std::vector<bgfcore::PartId> SpriteModel::scopeFrames() const
{
    return bgfcore::framesInScope(*document_, scope_, currentId(), groupId(group_), angle_);
}

QString SpriteModel::drawnLayer() const
{
    const bgfcore::Frame* frame = document_->frames().find(currentId());
    if (frame == nullptr || frame->layers == nullptr)
        return {};
    const auto& layers = *frame->layers;
    return QString::fromStdString(layers[bgfcore::layerOf(layers, document_->drawnLayer())].name);
}

void SpriteModel::setDrawnLayer(const QString& name)
{
    if (name.toStdString() == document_->drawnLayer())
        return;
    document_->setDrawnLayer(name.toStdString());
    emit layerChanged();
}

bgfcore::ImagePointer SpriteModel::drawnImage(bgfcore::PartId id) const
{
    const bgfcore::Frame* frame = document_->frames().find(id);
    return frame == nullptr || frame->image->indices() == nullptr ? nullptr : bgfcore::drawnImage(*document_, *frame);
}

QImage SpriteModel::imageWith(bgfcore::PartId id, const bgfcore::Pixels& drawn) const
{
    const bgfcore::Frame* frame = document_->frames().find(id);
    if (frame == nullptr)
        return {};
    const bgfcore::Pixels flat = bgfcore::flatWith(*document_, *frame, drawn);
    return imageOf(flat.width(), flat.height(), flat.indices());
}

const QImage& SpriteModel::referenceImage() const
{
    if (decodedReference_ != document_->reference()) {
        decodedReference_ = document_->reference();
        referenceImage_ = decodedReference_ == nullptr
                              ? QImage()
                              : QImage::fromData(QByteArray::fromStdString(decodedReference_->png)).convertToFormat(QImage::Format_ARGB32);
    }
    return referenceImage_;
}

void SpriteModel::setSelection(bgfcore::Selection selection)
{
    if (selection == selection_)
        return;
    selection_ = std::move(selection);
    emit selectionChanged();
}

void SpriteModel::dropOddSelection()
{
    const bgf::Bitmap* bitmap = current();
    if (!selection_.isEmpty() &&
        (bitmap == nullptr || bitmap->width != selection_.width() || bitmap->height != selection_.height()))
        setSelection({});
}

QString SpriteModel::hotspotName(int number) const { return QString::fromStdString(names_->name(number)); }

Result<void> SpriteModel::nameHotspot(int number, const QString& name)
{
    auto done = names_->setName(number, name.trimmed().toStdString());
    if (done)
        emit namesChanged();
    return done;
}

void SpriteModel::setAnimationKind(AnimationKind kind)
{
    kind_ = kind;
    if (kind == AnimationKind::None)
        setPlaying(false);
    emit animationChanged();
}

void SpriteModel::setFinalGroup(int group)
{
    finalGroup_ = std::clamp(group, 0, std::max(0, groupCount() - 1));
    emit animationChanged();
}

void SpriteModel::setDrawing(const bgfcore::DrawSettings& settings)
{
    drawing_ = settings;
    emit drawingChanged();
}

bool SpriteModel::hasOpaqueFrames() const
{
    return sprite_.version < 10 && std::any_of(sprite_.bitmaps.begin(), sprite_.bitmaps.end(),
                                               [](const bgf::Bitmap& bitmap) { return bitmap.storage != 0; });
}

const bgf::Bitmap* SpriteModel::bitmap(int frame) const
{
    return frame >= 0 && frame < frameCount() ? &sprite_.bitmaps[static_cast<std::size_t>(frame)] : nullptr;
}

int SpriteModel::frameAt(int group, int angle) const
{
    if (group < 0 || group >= groupCount())
        return -1;
    const int frame = bgf::bitmapForAngle(sprite_.groups[static_cast<std::size_t>(group)], angle);
    return frame < frameCount() ? frame : -1;
}

/// The group that was shown last, if it shows the frame at this angle, else the first that shows it, and its angle there; none: the
/// angle stays.
void SpriteModel::findGroup()
{
    if (group_ >= 0)
        groupBefore_ = group_;
    group_ = frame_ >= 0 && frameAt(groupBefore_, angle_) == frame_ ? groupBefore_ : -1;
    for (int group = 0; frame_ >= 0 && group < groupCount() && group_ < 0; ++group) {
        const bgf::Group& entries = sprite_.groups[static_cast<std::size_t>(group)];
        const auto found = std::find(entries.begin(), entries.end(), frame_);
        if (found == entries.end())
            continue;
        group_ = group;
        angle_ = bgfcore::angleOfEntry(entries.size(), static_cast<int>(found - entries.begin()));
    }
}

void SpriteModel::setFrame(int frame)
{
    if (frame < 0 || frame >= frameCount() || (frame == frame_ && group_ < 0))
        return;
    frame_ = frame;
    shownId_ = currentId();
    hotspot_ = -1;
    if (frameAt(group_, angle_) != frame)
        findGroup();
    emit frameChanged();
    emit hotspotChanged();
}

void SpriteModel::showEntry()
{
    const int frame = frameAt(group_, angle_);
    if (frame != frame_)
        hotspot_ = -1;
    frame_ = frame;
    shownId_ = currentId();
    emit frameChanged();
    emit hotspotChanged();
}

void SpriteModel::setGroup(int group)
{
    if (group < 0 || group >= groupCount())
        return;
    group_ = group;
    showEntry();
}

void SpriteModel::setAngle(int angle)
{
    angle_ = ((angle % bgfcore::anglesPerTurn) + bgfcore::anglesPerTurn) % bgfcore::anglesPerTurn;
    if (group_ < 0)
        group_ = groupCount() > 0 ? 0 : -1;
    if (group_ >= 0)
        showEntry();
}

void SpriteModel::turn(int steps)
{
    if (group_ < 0)
        return;
    const std::size_t entries = sprite_.groups[static_cast<std::size_t>(group_)].size();
    if (entries == 0)
        return;
    const int count = static_cast<int>(entries);
    const int entry = ((bgfcore::entryForAngle(entries, angle_) + steps) % count + count) % count;
    setAngle(bgfcore::angleOfEntry(entries, entry));
}

const palette::Palette& SpriteModel::palette() const
{
    return project_ != nullptr && project_->assets() != nullptr ? project_->assets()->palette() : palette::builtIn();
}

const palette::Tables& SpriteModel::tables() const
{
    if (project_ != nullptr && project_->assets() != nullptr)
        return project_->assets()->tables();
    if (ownTables_ == nullptr) {
        ownTables_ = std::make_unique<palette::Tables>();
        palette::buildTables(palette::builtIn(), *ownTables_);
    }
    return *ownTables_;
}

void SpriteModel::setTranslation(std::uint8_t id)
{
    if (id == translation_)
        return;
    translation_ = id;
    colours_ = bgfcore::makeColourMap(palette(), tables(), translation_, light_);
    emit coloursChanged();
}

void SpriteModel::setLight(int light)
{
    const int level = std::clamp(light, 0, palette::lightLevels - 1);
    if (level == light_)
        return;
    light_ = level;
    colours_ = bgfcore::makeColourMap(palette(), tables(), translation_, light_);
    emit coloursChanged();
}

void SpriteModel::setHotspot(int hotspot)
{
    const bgf::Bitmap* bitmap = current();
    const int valid = bitmap != nullptr && hotspot < static_cast<int>(bitmap->hotspots.size()) ? std::max(-1, hotspot) : -1;
    if (valid == hotspot_)
        return;
    hotspot_ = valid;
    emit hotspotChanged();
}

const std::vector<std::uint8_t>* SpriteModel::indices(int frame) const
{
    const bgfcore::Frame* of = document_->frames().find(frameId(frame));
    return of == nullptr ? nullptr : of->image->indices();
}

QString SpriteModel::problem(int frame) const
{
    const bgfcore::Frame* of = document_->frames().find(frameId(frame));
    if (of == nullptr || of->image->indices() != nullptr)
        return {};
    if (sprite_.version < 10 && of->image->isCompressed())
        return tr("This frame is compressed by the version 9 tool, whose method was never published. Its size, offsets and "
                  "hotspots are known, its pixels are not. Save the sprite as version 10 with the tool that made it.");
    return QString::fromStdString(of->image->problem());
}

QImage SpriteModel::image(int frame) const
{
    const auto* pixels = indices(frame);
    const bgf::Bitmap* of = bitmap(frame);
    return pixels == nullptr ? QImage() : imageOf(of->width, of->height, *pixels);
}

QImage SpriteModel::imageOf(int width, int height, const std::vector<std::uint8_t>& indices) const
{
    if (width <= 0 || height <= 0)
        return {};
    QImage image(width, height, QImage::Format_ARGB32);
    const auto row = static_cast<std::size_t>(width);
    for (int y = 0; y < height; ++y)
        bgfcore::applyColourMap(colours_, std::span(indices).subspan(static_cast<std::size_t>(y) * row, row),
                                std::span(reinterpret_cast<std::uint32_t*>(image.scanLine(y)), row));
    return image;
}

void SpriteModel::setPlaying(bool playing)
{
    if (playing == isPlaying())
        return;
    if (playing) {
        if (kind_ != AnimationKind::Cycle)
            setGroup(firstGroup_);
        if (kind_ != AnimationKind::None)
            timer_.start(interval_, Qt::PreciseTimer, this);
    } else
        timer_.stop();
    moveDoll(playing);
    emit animationChanged();
}

void SpriteModel::setGroups(int first, int last)
{
    const int most = std::max(0, groupCount() - 1);
    firstGroup_ = std::clamp(first, 0, most);
    lastGroup_ = std::clamp(last, 0, most);
    emit animationChanged();
}

void SpriteModel::setInterval(int milliseconds)
{
    interval_ = std::clamp(milliseconds, 10, 60'000);
    if (isPlaying())
        timer_.start(interval_, Qt::PreciseTimer, this);
    emit animationChanged();
}

/// From first to last and round again; a last group below the first one runs backwards.
void SpriteModel::stepGroup(int steps)
{
    if (groupCount() == 0)
        return;
    const int count = std::abs(lastGroup_ - firstGroup_) + 1;
    const int direction = lastGroup_ >= firstGroup_ ? 1 : -1;
    const int at = (group_ - firstGroup_) * direction;
    const int next = at < 0 || at >= count ? 0 : ((at + steps) % count + count) % count;
    setGroup(firstGroup_ + direction * next);
}

/// The parts of the doll move on by themselves, each at its own pace; the clock ticks as often as the quickest of them.
void SpriteModel::moveDoll(bool moves)
{
    int period = 0;
    for (const bgfcore::DollPart& part : doll_.parts)
        if (part.motion.kind != scene::Animation::Kind::Still)
            period = period == 0 ? static_cast<int>(part.motion.period) : std::min(period, static_cast<int>(part.motion.period));
    if (!moves || period == 0) {
        dollTimer_.stop();
        dollClock_.invalidate();
    } else {
        if (!dollClock_.isValid())
            dollClock_.start();
        dollTimer_.start(std::max(10, period), Qt::PreciseTimer, this);
    }
    emit dollMoved();
}

void SpriteModel::timerEvent(QTimerEvent* event)
{
    if (event->timerId() == dollTimer_.timerId())
        return emit dollMoved();
    if (event->timerId() != timer_.timerId())
        return QObject::timerEvent(event);
    if (kind_ != AnimationKind::Once || group_ != lastGroup_)
        return stepGroup(1);
    timer_.stop(); // the last one was seen
    setGroup(finalGroup_);
    emit animationChanged();
}

} // namespace blak::ui::sprites
