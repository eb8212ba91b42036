// SPDX-License-Identifier: GPL-3.0-or-later
#include "bgfeditor/ui/sprite_model.h"

#include "bgfeditor/bgfcore/angles.h"
#include "client/render/asset_store.h"
#include "ui/project.h"

#include <QTimerEvent>

#include <algorithm>
#include <span>

namespace blak::ui::sprites {

SpriteModel::SpriteModel(QString path, std::shared_ptr<Project> project, bgf::Sprite sprite, QObject* parent)
    : QObject(parent), path_(std::move(path)), project_(std::move(project)), sprite_(std::move(sprite)),
      decoded_(sprite_.bitmaps.size())
{
    lastGroup_ = std::max(0, groupCount() - 1);
    colours_ = bgfcore::makeColourMap(palette(), tables(), translation_, light_);
    if (groupCount() > 0)
        setGroup(0);
    else if (frameCount() > 0)
        setFrame(0);
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

void SpriteModel::setFrame(int frame)
{
    if (frame < 0 || frame >= frameCount() || (frame == frame_ && group_ < 0))
        return;
    frame_ = frame;
    hotspot_ = -1;
    if (frameAt(group_, angle_) != frame) {
        group_ = -1;
        for (int group = 0; group < groupCount() && group_ < 0; ++group) {
            const bgf::Group& entries = sprite_.groups[static_cast<std::size_t>(group)];
            const auto found = std::find(entries.begin(), entries.end(), frame);
            if (found == entries.end())
                continue;
            group_ = group;
            angle_ = bgfcore::angleOfEntry(entries.size(), static_cast<int>(found - entries.begin()));
        }
    }
    emit frameChanged();
    emit hotspotChanged();
}

void SpriteModel::showEntry()
{
    const int frame = frameAt(group_, angle_);
    if (frame != frame_)
        hotspot_ = -1;
    frame_ = frame;
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

const SpriteModel::Decoded& SpriteModel::decoded(int frame) const
{
    auto& slot = decoded_[static_cast<std::size_t>(frame)];
    if (!slot) {
        slot.emplace();
        const bgf::Bitmap& bitmap = sprite_.bitmaps[static_cast<std::size_t>(frame)];
        if (sprite_.version < 10 && bitmap.storage != 0) {
            slot->problem =
                tr("This frame is compressed by the version 9 tool, whose method was never published. Its size, offsets and "
                   "hotspots are known, its pixels are not. Save the sprite as version 10 with the tool that made it.");
        } else if (auto result = bgf::decode(sprite_, bitmap, path_.toStdString())) {
            slot->indices = std::move(result).value();
        } else {
            slot->problem = QString::fromStdString(result.error().what);
        }
    }
    return *slot;
}

const std::vector<std::uint8_t>* SpriteModel::indices(int frame) const
{
    if (bitmap(frame) == nullptr)
        return nullptr;
    const Decoded& pixels = decoded(frame);
    return pixels.problem.isEmpty() ? &pixels.indices : nullptr;
}

QString SpriteModel::problem(int frame) const { return bitmap(frame) == nullptr ? QString() : decoded(frame).problem; }

QImage SpriteModel::image(int frame) const
{
    const auto* pixels = indices(frame);
    const bgf::Bitmap* of = bitmap(frame);
    if (pixels == nullptr || of->width <= 0 || of->height <= 0)
        return {};
    QImage image(of->width, of->height, QImage::Format_ARGB32);
    const auto width = static_cast<std::size_t>(of->width);
    for (int y = 0; y < of->height; ++y)
        bgfcore::applyColourMap(colours_, std::span(*pixels).subspan(static_cast<std::size_t>(y) * width, width),
                                std::span(reinterpret_cast<std::uint32_t*>(image.scanLine(y)), width));
    return image;
}

void SpriteModel::setPlaying(bool playing)
{
    if (playing == isPlaying())
        return;
    if (playing)
        timer_.start(interval_, Qt::PreciseTimer, this);
    else
        timer_.stop();
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

void SpriteModel::timerEvent(QTimerEvent* event)
{
    if (event->timerId() == timer_.timerId())
        stepGroup(1);
    else
        QObject::timerEvent(event);
}

} // namespace blak::ui::sprites
