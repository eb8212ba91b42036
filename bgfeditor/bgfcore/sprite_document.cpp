// SPDX-License-Identifier: GPL-3.0-or-later
#include "bgfeditor/bgfcore/sprite_document.h"

#include "formats/base/file_io.h"

#include <algorithm>
#include <unordered_map>

namespace blak::bgfcore {
namespace {

SpriteHeader headerOf(const bgf::Sprite& sprite)
{
    SpriteHeader header;
    header.version = sprite.version;
    header.rawName = sprite.rawName;
    header.maxIndices = sprite.maxIndices;
    header.shrink = sprite.shrink;
    for (const bgf::Group& group : sprite.groups)
        header.largestAtRead = std::max(header.largestAtRead, group.size());
    return header;
}

Frame frameOf(const bgf::Bitmap& bitmap, std::int32_t version)
{
    return {FrameImage::ofStored(bitmap, version), bitmap.xOffset, bitmap.yOffset, bitmap.hotspots};
}

FrameGroup groupOf(const bgf::Group& group, std::span<const PartId> frames)
{
    FrameGroup result;
    result.entries.reserve(group.size());
    for (const std::int32_t index : group) {
        const bool isThere = index >= 0 && static_cast<std::size_t>(index) < frames.size();
        result.entries.push_back(isThere ? GroupEntry{frames[static_cast<std::size_t>(index)], -1} : GroupEntry{0, index});
    }
    return result;
}

Result<bgf::Sprite> parse(std::string_view bytes, const std::filesystem::path& file)
{
    return bgf::read(std::as_bytes(std::span(bytes)), file.filename().string());
}

} // namespace

Result<std::shared_ptr<SpriteDocument>> SpriteDocument::open(const std::filesystem::path& file)
{
    const auto bytes = readTextFile(file);
    if (!bytes)
        return bytes.error();
    return make(file, bytes.value());
}

Result<std::shared_ptr<SpriteDocument>> SpriteDocument::make(const std::filesystem::path& file, std::string_view bytes)
{
    const auto sprite = parse(bytes, file);
    if (!sprite)
        return sprite.error();
    std::shared_ptr<SpriteDocument> document(new SpriteDocument(file));
    document->header_ = headerOf(sprite.value());
    for (const bgf::Bitmap& bitmap : sprite.value().bitmaps)
        document->frames_.append(frameOf(bitmap, sprite.value().version));
    for (const bgf::Group& group : sprite.value().groups)
        document->groups_.append(groupOf(group, document->frames_.ids()));
    document->setRead(bytes);
    return document;
}

std::shared_ptr<SpriteDocument> SpriteDocument::makeNew(const std::filesystem::path& file)
{
    return std::shared_ptr<SpriteDocument>(new SpriteDocument(file));
}

void SpriteDocument::setHeader(SpriteHeader header)
{
    document::assign(history(), *this, &SpriteDocument::header_, header, headerKind);
}

bgf::Sprite SpriteDocument::sprite() const
{
    bgf::Sprite sprite;
    sprite.version = header_.version;
    sprite.rawName = header_.rawName;
    sprite.shrink = header_.shrink;
    std::unordered_map<PartId, std::int32_t> placeOf;
    for (const PartId id : frames_.ids()) {
        const Frame& frame = frames_.at(id);
        placeOf.emplace(id, static_cast<std::int32_t>(sprite.bitmaps.size()));
        bgf::Bitmap& bitmap = sprite.bitmaps.emplace_back(frame.image->stored());
        bitmap.xOffset = frame.xOffset;
        bitmap.yOffset = frame.yOffset;
        bitmap.hotspots = frame.hotspots;
    }
    std::size_t largest = 0;
    for (const PartId id : groups_.ids()) {
        bgf::Group& group = sprite.groups.emplace_back();
        for (const GroupEntry& entry : groups_.at(id).entries) {
            const auto place = placeOf.find(entry.frame);
            group.push_back(place == placeOf.end() ? entry.stored : place->second);
        }
        largest = std::max(largest, group.size());
    }
    sprite.maxIndices = largest == header_.largestAtRead ? header_.maxIndices : static_cast<std::int32_t>(largest);
    return sprite;
}

PartId SpriteDocument::frameAt(std::size_t place) const { return place < frames_.size() ? frames_.ids()[place] : 0; }

PartId SpriteDocument::groupAt(std::size_t place) const { return place < groups_.size() ? groups_.ids()[place] : 0; }

Result<std::string> SpriteDocument::write() const
{
    const auto bytes = bgf::write(sprite());
    return std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size());
}

Result<void> SpriteDocument::read(std::string bytes)
{
    const auto sprite = parse(bytes, path());
    if (!sprite)
        return sprite.error();
    for (const auto id : std::vector<PartId>(groups_.ids().begin(), groups_.ids().end()))
        document::erase(history(), groups_, id);
    for (const auto id : std::vector<PartId>(frames_.ids().begin(), frames_.ids().end()))
        document::erase(history(), frames_, id);
    setHeader(headerOf(sprite.value()));
    for (const bgf::Bitmap& bitmap : sprite.value().bitmaps)
        document::insert(history(), frames_, frameOf(bitmap, sprite.value().version));
    for (const bgf::Group& group : sprite.value().groups)
        document::insert(history(), groups_, groupOf(group, frames_.ids()));
    return {};
}

} // namespace blak::bgfcore
