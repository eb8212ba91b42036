// SPDX-License-Identifier: GPL-3.0-or-later
#include "bgfeditor/bgfcore/sprite_document.h"

#include "bgfeditor/bgfcore/command_source.h"
#include "bgfeditor/bgfcore/layer_edits.h"
#include "bgfeditor/bgfcore/layer_file.h"
#include "formats/base/byte_reader.h"
#include "formats/base/byte_writer.h"
#include "formats/base/counted.h"
#include "formats/base/file_io.h"
#include "formats/base/names.h"

#include <algorithm>
#include <functional>
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

constexpr std::string_view commandEnding = ".bbg";

} // namespace

SpriteDocument::SpriteDocument(std::filesystem::path path, const palette::Palette& colours) : Document(std::move(path))
{
    if (isCommandFileName(this->path()))
        source_ = std::make_unique<CommandSource>(this->path(), colours);
}

SpriteDocument::~SpriteDocument() = default;

bool SpriteDocument::isCommandFileName(const std::filesystem::path& file)
{
    const std::string ending = file.extension().string();
    return equalIgnoringCase(std::string_view(ending), commandEnding);
}

Result<std::shared_ptr<SpriteDocument>> SpriteDocument::open(const std::filesystem::path& file, const palette::Palette& colours)
{
    const auto bytes = readTextFile(file);
    if (!bytes)
        return bytes.error();
    return make(file, bytes.value(), colours);
}

Result<std::shared_ptr<SpriteDocument>> SpriteDocument::make(const std::filesystem::path& file, std::string_view bytes,
                                                             const palette::Palette& colours)
{
    std::shared_ptr<SpriteDocument> document(new SpriteDocument(file, colours));
    if (bgf::isSprite(std::as_bytes(std::span(bytes))))
        document->source_.reset(); // by whatever name
    if (auto done = document->fill(bytes, true); !done)
        return done.error();
    document->setRead(bytes);
    return document;
}

std::shared_ptr<SpriteDocument> SpriteDocument::makeNew(const std::filesystem::path& file, const palette::Palette& colours)
{
    return std::shared_ptr<SpriteDocument>(new SpriteDocument(file, colours));
}

void SpriteDocument::setHeader(SpriteHeader header)
{
    document::assign(history(), *this, &SpriteDocument::header_, std::move(header), headerKind);
}

/// What the bytes of a file say becomes the document, with steps of undo unless it is fresh.
Result<void> SpriteDocument::fill(std::string_view bytes, bool whileReading)
{
    const std::string name = path().filename().string();
    SpriteHeader header;
    std::vector<Frame> frames;
    std::function<FrameGroup(std::size_t)> groupAt;
    std::size_t groupCount = 0;
    bgf::Sprite sprite;
    bbg::CommandFile commands;
    if (source_ == nullptr) {
        auto read = bgf::read(std::as_bytes(std::span(bytes)), name);
        if (!read)
            return read.error();
        sprite = std::move(read).value();
        header = headerOf(sprite);
        for (const bgf::Bitmap& bitmap : sprite.bitmaps)
            frames.push_back(frameOf(bitmap, sprite.version));
        groupCount = sprite.groups.size();
        groupAt = [&](std::size_t i) { return groupOf(sprite.groups[i], frames_.ids()); };
    } else {
        auto read = bbg::read(bytes, name);
        if (!read)
            return read.error();
        source_->setText(std::string(bytes));
        source_->setWarnings(std::move(read.value().warnings));
        commands = std::move(read.value().commands);
        header = headerOf(commands);
        for (const bbg::BitmapEntry& entry : commands.bitmaps) {
            if (!whileReading)
                (void)source_->loadChanged(entry.file); // another program may have written that, too
            frames.push_back(frameOf(entry, source_->load(entry.file)));
        }
        groupCount = commands.groups.size();
        groupAt = [&](std::size_t i) {
            FrameGroup group = groupOf(commands.groups[i], frames_.ids());
            if (i < header_.commands.labels.size())
                group.label = header_.commands.labels[i];
            return group;
        };
    }
    if (whileReading) {
        header_ = std::move(header);
        for (Frame& frame : frames)
            frames_.append(std::move(frame));
        for (std::size_t i = 0; i < groupCount; ++i)
            groups_.append(groupAt(i));
        readLayerFile(true);
        return {};
    }
    for (const auto id : std::vector<PartId>(groups_.ids().begin(), groups_.ids().end()))
        document::erase(history(), groups_, id);
    for (const auto id : std::vector<PartId>(frames_.ids().begin(), frames_.ids().end()))
        document::erase(history(), frames_, id);
    setHeader(std::move(header));
    for (Frame& frame : frames)
        document::insert(history(), frames_, std::move(frame));
    for (std::size_t i = 0; i < groupCount; ++i)
        document::insert(history(), groups_, groupAt(i));
    readLayerFile(false);
    return {};
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
        if (source_ != nullptr) {
            sprite.bitmaps.push_back(builtBitmap(frame, header_.commands));
            continue;
        }
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

std::string SpriteDocument::builtName() const
{
    if (source_ == nullptr)
        return path().filename().string();
    return header_.commands.output ? std::filesystem::path(*header_.commands.output).filename().string()
                                   : path().stem().string() + ".bgf";
}

std::vector<std::filesystem::path> SpriteDocument::bitmapFiles() const
{
    std::vector<std::filesystem::path> files;
    if (source_ == nullptr)
        return files;
    for (const PartId id : frames_.ids())
        files.push_back(source_->pathOf(frames_.at(id).file));
    std::ranges::sort(files);
    files.erase(std::ranges::unique(files).begin(), files.end());
    return files;
}

Result<std::size_t> SpriteDocument::readBitmapsAgain()
{
    std::size_t changed = 0;
    if (source_ == nullptr)
        return changed;
    document::Transaction transaction(history(), "Bitmaps changed by another program");
    std::map<std::string, ImagePointer> fresh;
    for (const PartId id : std::vector<PartId>(frames_.ids().begin(), frames_.ids().end())) {
        Frame frame = frames_.at(id);
        const auto [entry, isNew] = fresh.try_emplace(frame.file);
        if (isNew) {
            entry->second = source_->loadChanged(frame.file);
            changed += entry->second != nullptr ? std::size_t{1} : 0;
        }
        if (entry->second == nullptr)
            continue;
        takeImage(frame, entry->second);
        document::replace(history(), frames_, id, std::move(frame));
    }
    transaction.commit();
    return changed;
}

Frame SpriteDocument::named(Frame frame, PartId self) const
{
    if (source_ == nullptr)
        return frame;
    std::vector<std::string> used;
    bool isShared = frame.file.empty();
    for (const PartId id : frames_.ids()) {
        const std::string& other = frames_.at(id).file;
        isShared = isShared || (id != self && equalIgnoringCase(std::string_view(other), frame.file));
        used.push_back(other);
    }
    if (isShared) {
        if (!frame.file.empty())
            used.push_back(frame.file); // the name beside it
        frame.file = source_->freeName(used);
        frame.comments.clear();
    }
    return frame;
}

PartId SpriteDocument::frameAt(std::size_t place) const { return place < frames_.size() ? frames_.ids()[place] : 0; }

PartId SpriteDocument::groupAt(std::size_t place) const { return place < groups_.size() ? groups_.ids()[place] : 0; }

Result<std::string> SpriteDocument::write() const
{
    if (source_ != nullptr)
        return bbg::rewrite(commandsOf(*this), source_->text());
    const auto bytes = bgf::write(sprite());
    return std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size());
}

Result<void> SpriteDocument::writeBeside(bool mayOverwrite)
{
    if (source_ == nullptr)
        return writeLayerFile(mayOverwrite);
    if (frames_.empty() || groups_.empty())
        return Error{"a command file needs at least one bitmap and one group", path().string()};
    std::map<std::string, ImagePointer> bitmaps;
    for (const PartId id : frames_.ids())
        bitmaps.emplace(frames_.at(id).file, frames_.at(id).image);
    if (auto done = source_->write(bitmaps, mayOverwrite); !done)
        return done;
    return writeLayerFile(mayOverwrite);
}

Result<void> SpriteDocument::read(std::string bytes) { return fill(bytes, false); }

/// Of a command file: the length of its text, the text, then the sprite that it makes, not lying on its side: its bitmaps are the
/// unsaved ones.
Result<document::Bytes> SpriteDocument::spriteState() const
{
    if (source_ == nullptr)
        return Document::unsavedState();
    const auto text = content();
    if (!text)
        return text.error();
    bgf::Sprite pixels;
    for (const PartId id : frames_.ids())
        pixels.bitmaps.push_back(frames_.at(id).image->stored());
    ByteWriter out;
    out.u32(static_cast<std::uint32_t>(text.value()->size()));
    out.text(*text.value());
    out.raw(bgf::write(pixels));
    return out.take();
}

Result<void> SpriteDocument::restoreSprite(std::span<const std::byte> state)
{
    if (source_ == nullptr)
        return Document::restoreUnsaved(state);
    ByteReader in(state, "kept edits");
    const std::uint32_t length = in.u32("length of the text");
    const auto text = in.raw(length, "text");
    if (!in.ok())
        return *in.error();
    const auto pixels = bgf::read(state.subspan(in.offset()), "kept edits");
    if (!pixels)
        return pixels.error();
    const std::string before = source_->text();
    document::Transaction transaction(history(), "Edits of an earlier session");
    if (auto done = fill({reinterpret_cast<const char*>(text.data()), text.size()}, false); !done)
        return done;
    source_->setText(before); // still that of the file
    if (pixels.value().bitmaps.size() != frames_.size())
        return Error{"expected " + counted(frames_.size(), "bitmap") + ", found " +
                         std::to_string(pixels.value().bitmaps.size()),
                     "kept edits"};
    for (std::size_t i = 0; i < frames_.size(); ++i) {
        const PartId id = frames_.ids()[i];
        Frame frame = frames_.at(id);
        auto kept = FrameImage::ofStored(pixels.value().bitmaps[i], pixels.value().version);
        const auto* was = frame.image->indices();
        const auto* is = kept->indices();
        if (is == nullptr || (was != nullptr && *was == *is && frame.width() == kept->width() && frame.height() == kept->height()))
            continue;
        frame.image = std::move(kept);
        document::replace(history(), frames_, id, std::move(frame));
    }
    transaction.commit();
    return {};
}

} // namespace blak::bgfcore
