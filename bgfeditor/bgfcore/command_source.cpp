// SPDX-License-Identifier: GPL-3.0-or-later
#include "bgfeditor/bgfcore/command_source.h"

#include "bgfeditor/bgfcore/png_file.h"
#include "bgfeditor/bgfcore/sprite_document.h"
#include "formats/base/file_io.h"
#include "formats/base/find_file.h"
#include "formats/base/names.h"
#include "formats/bbg/make.h"

#include <algorithm>
#include <cctype>
#include <unordered_map>

namespace blak::bgfcore {
namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t largestBitmapFile = 512u << 20; ///< bytes

bool leadsElsewhere(const std::string& name)
{
    return name.empty() || name.find_first_of("/\\:") != std::string::npos || name == "." || name == "..";
}

bool endsLike(const std::string& name, std::string_view ending)
{
    return name.size() > ending.size() && equalIgnoringCase(std::string_view(name).substr(name.size() - ending.size()), ending);
}

std::string fingerprintOf(std::span<const std::byte> bytes)
{
    return document::contentFingerprint({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

/// The number of a name before its ending, where its digits begin, and the ending: "keeper07.png" is 7, 6, ".png".
struct NumberedName
{
    std::string stem, ending;
    std::size_t digits = 0;
    unsigned long number = 0;

    explicit NumberedName(const std::string& name)
    {
        const std::size_t dot = std::min(name.rfind('.'), name.size());
        stem = name.substr(0, dot);
        ending = name.substr(dot);
        while (digits < std::min<std::size_t>(stem.size(), 8) &&
               std::isdigit(static_cast<unsigned char>(stem[stem.size() - 1 - digits])) != 0)
            ++digits;
        if (digits > 0)
            number = std::stoul(stem.substr(stem.size() - digits));
        stem.resize(stem.size() - digits);
    }

    std::string next()
    {
        const std::string text = std::to_string(++number);
        return stem + std::string(text.size() < digits ? digits - text.size() : 0, '0') + text + ending;
    }
};

bool wasWrittenAs(const std::optional<std::int32_t>& shrink, std::int32_t now)
{
    bbg::CommandFile commands;
    commands.shrink = shrink;
    return commands.effectiveShrink() == now;
}

/// What a header keeps of a name: so many bytes, up to a NUL.
std::string_view keptName(std::string_view name)
{
    name = name.substr(0, longestName);
    return name.substr(0, name.find('\0'));
}

} // namespace

fs::path CommandSource::pathOf(const std::string& name) const
{
    const fs::path folder = file_.parent_path();
    return findFile(folder, name).value_or(folder / name);
}

CommandSource::OnDisk CommandSource::read(const std::string& name) const
{
    const fs::path path = pathOf(name);
    const auto bytes = readFile(path, largestBitmapFile);
    if (!bytes && bytes.error().code == ErrorCode::NotFound)
        return {FrameImage::unreadable(name + " is missing. It was looked for in " + path.parent_path().string() + "."), {}, {}, true};
    if (!bytes)
        return {FrameImage::unreadable(name + " cannot be read: " + bytes.error().what), {}};
    const std::string fingerprint = fingerprintOf(bytes.value());
    const auto failed = [&](const Error& error) {
        return OnDisk{FrameImage::unreadable(name + " cannot be read: " + error.what), fingerprint};
    };
    const auto imageOf = [&](auto& picture) {
        return OnDisk{FrameImage::ofIndices(picture.width, picture.height, std::move(picture.indices)), fingerprint};
    };
    if (isPng(bytes.value())) {
        auto picture = readPng(bytes.value(), name, palette_);
        if (!picture)
            return failed(picture.error());
        return imageOf(picture.value());
    }
    auto picture = bbg::readIndexedBmp(bytes.value(), name);
    if (!picture)
        return failed(picture.error());
    const auto colours = bbg::readBmpColours(bytes.value());
    const bool isForeign = colours && std::ranges::any_of(picture.value().indices, [&](std::uint8_t index) {
        constexpr int firstOwn = 10, lastOwn = 245;
        return index >= firstOwn && index <= lastOwn && (*colours)[index] != palette_[index];
    });
    OnDisk result = imageOf(picture.value());
    if (isForeign)
        result.foreign = colours;
    return result;
}

const palette::Palette* CommandSource::foreignColours(const std::string& name) const
{
    const auto found = bitmaps_.find(name);
    return found == bitmaps_.end() || !found->second.foreign ? nullptr : &*found->second.foreign;
}

bool CommandSource::isMissing(const std::string& name) const
{
    const auto found = bitmaps_.find(name);
    return found != bitmaps_.end() && found->second.isMissing;
}

ImagePointer CommandSource::load(const std::string& name)
{
    const auto [entry, isNew] = bitmaps_.try_emplace(name);
    if (isNew)
        entry->second = read(name);
    return entry->second.image;
}

ImagePointer CommandSource::loadChanged(const std::string& name)
{
    OnDisk fresh = read(name);
    OnDisk& known = bitmaps_[name];
    if (known.image != nullptr && known.fingerprint == fresh.fingerprint)
        return nullptr;
    known = std::move(fresh);
    return known.image;
}

ImagePointer CommandSource::onDisk(const std::string& name) const
{
    const auto found = bitmaps_.find(name);
    return found == bitmaps_.end() ? nullptr : found->second.image;
}

Result<void> CommandSource::write(const std::map<std::string, ImagePointer>& bitmaps, bool mayOverwrite)
{
    struct Task
    {
        std::string name;
        fs::path path;
        ImagePointer image;
        std::vector<std::byte> bytes;
    };
    std::vector<Task> tasks;
    for (const auto& [name, image] : bitmaps) {
        const auto known = bitmaps_.find(name);
        if (image->indices() == nullptr || (known != bitmaps_.end() && known->second.image == image))
            continue;
        if (leadsElsewhere(name))
            return Error{"the bitmap lies outside of the folder of the command file and is not written", name};
        Task task{name, pathOf(name), image, {}};
        if (endsLike(name, ".png")) {
            auto bytes = encodePng({image->width(), image->height(), *image->indices(), palette_}, true);
            if (!bytes)
                return Error{bytes.error().what, name};
            task.bytes = std::move(bytes).value();
        } else if (endsLike(name, ".bmp")) {
            task.bytes = bbg::writeIndexedBmp({image->width(), image->height(), *image->indices()}, palette_);
        } else {
            return Error{"expected a name that ends in .bmp or .png", name};
        }
        const auto there = readFile(task.path, largestBitmapFile);
        const std::string expected = known == bitmaps_.end() ? std::string() : known->second.fingerprint;
        if (there && !mayOverwrite && fingerprintOf(there.value()) != expected)
            return Error{"another program changed the bitmap meanwhile", task.path.string(), ErrorCode::Conflict};
        tasks.push_back(std::move(task));
    }
    for (const Task& task : tasks) {
        if (auto done = writeFileAtomically(task.path, task.bytes); !done)
            return done;
        bitmaps_[task.name] = {task.image, fingerprintOf(task.bytes)};
    }
    return {};
}

std::string CommandSource::freeName(const std::vector<std::string>& used) const
{
    NumberedName name(used.empty() ? file_.stem().string() + ".png" : used.back());
    while (true) {
        std::string candidate = name.next();
        const std::string stem = fs::path(candidate).stem().string();
        const bool isTaken = std::ranges::any_of(used, [&](const std::string& other) {
            return equalIgnoringCase(std::string_view(fs::path(other).stem().string()), stem);
        });
        if (!isTaken && !findFile(file_.parent_path(), candidate))
            return candidate;
    }
}

SpriteHeader headerOf(const bbg::CommandFile& commands)
{
    SpriteHeader header;
    header.shrink = commands.effectiveShrink();
    const std::string name = commands.name.value_or(std::string());
    std::copy_n(name.begin(), std::min(name.size(), longestName), header.rawName.begin());
    header.commands.comments = commands.comments;
    header.commands.groupComments = commands.groupComments;
    header.commands.trailer = commands.trailer;
    header.commands.labels = bbg::groupLabels(commands);
    header.commands.groupsAtRead = commands.groups.size();
    header.commands.output = commands.output;
    header.commands.name = commands.name;
    header.commands.shrink = commands.shrink;
    header.commands.transposed = commands.rotate;
    header.commands.raw = commands.raw;
    for (const bbg::GroupEntry& group : commands.groups)
        header.largestAtRead = std::max(header.largestAtRead, group.indices.size());
    header.maxIndices = static_cast<std::int32_t>(header.largestAtRead);
    return header;
}

Frame frameOf(const bbg::BitmapEntry& entry, ImagePointer image)
{
    Frame frame{std::move(image), 0, 0, {}};
    if (entry.offset) {
        frame.xOffset = entry.offset->first;
        frame.yOffset = entry.offset->second;
    }
    for (const bbg::Hotspot& hotspot : entry.hotspots)
        frame.hotspots.push_back({static_cast<std::int8_t>(hotspot.number), hotspot.x, hotspot.y});
    frame.file = entry.file;
    frame.comments = entry.comments;
    frame.writesOffset = entry.offset.has_value();
    return frame;
}

FrameGroup groupOf(const bbg::GroupEntry& entry, std::span<const PartId> frames)
{
    FrameGroup group;
    group.comments = entry.comments;
    for (const std::int32_t index : entry.indices)
        group.entries.push_back(index > 0 ? GroupEntry{frames[static_cast<std::size_t>(index - 1)], -1} : GroupEntry{});
    return group;
}

bbg::CommandFile commandsOf(const SpriteDocument& document)
{
    const SpriteHeader& header = document.header();
    const CommandOptions& options = header.commands;
    bbg::CommandFile commands;
    commands.comments = options.comments;
    commands.groupComments = options.groupComments;
    commands.trailer = options.trailer;
    commands.output = options.output;
    commands.rotate = options.transposed;
    commands.raw = options.raw;
    commands.shrink = wasWrittenAs(options.shrink, header.shrink) ? options.shrink : std::optional(header.shrink);
    const std::string name = header.name();
    if (options.name && keptName(*options.name) == name)
        commands.name = options.name;
    else if (!name.empty())
        commands.name = name;

    std::unordered_map<PartId, std::int32_t> numberOf; // from 1
    for (const PartId id : document.frames().ids()) {
        const Frame& frame = document.frames().at(id);
        bbg::BitmapEntry& entry = commands.bitmaps.emplace_back();
        numberOf.emplace(id, static_cast<std::int32_t>(commands.bitmaps.size()));
        entry.comments = frame.comments;
        entry.file = frame.file;
        if (frame.writesOffset || frame.xOffset != 0 || frame.yOffset != 0)
            entry.offset = std::pair(frame.xOffset, frame.yOffset);
        for (const bgf::Hotspot& hotspot : frame.hotspots)
            entry.hotspots.push_back({hotspot.number, hotspot.x, hotspot.y});
    }
    std::vector<std::string> labels;
    std::size_t lastLabel = 0;
    for (const PartId id : document.groups().ids()) {
        const FrameGroup& group = document.groups().at(id);
        bbg::GroupEntry& entry = commands.groups.emplace_back();
        entry.comments = group.comments;
        for (const GroupEntry& one : group.entries) {
            const auto number = numberOf.find(one.frame);
            entry.indices.push_back(number == numberOf.end() ? 0 : number->second);
        }
        labels.push_back(group.label);
        if (!group.label.empty())
            lastLabel = labels.size();
    }
    // As many as were read unless later groups have some; what belonged to no group stays behind them.
    const std::size_t read = options.labels.size();
    if (read > options.groupsAtRead)
        labels.insert(labels.end(), options.labels.begin() + static_cast<std::ptrdiff_t>(options.groupsAtRead),
                      options.labels.end());
    else
        labels.resize(std::max(lastLabel, std::min(read, labels.size())));
    if (labels != options.labels)
        bbg::setGroupLabels(commands, labels);
    return commands;
}

bgf::Bitmap builtBitmap(const Frame& frame, const CommandOptions& options)
{
    bgf::Bitmap bitmap;
    const FrameImage::Indices* indices = frame.image->indices();
    if (indices != nullptr && options.transposed) {
        const auto turned = bbg::transposed({frame.width(), frame.height(), *indices});
        bitmap = bgf::encode(turned.width, turned.height, turned.indices, !options.raw);
    } else if (indices != nullptr && frame.image->isCompressed() == options.raw) {
        bitmap = bgf::encode(frame.width(), frame.height(), *indices, !options.raw);
    } else {
        bitmap = frame.image->stored();
    }
    bitmap.xOffset = frame.xOffset;
    bitmap.yOffset = frame.yOffset;
    bitmap.hotspots = frame.hotspots;
    return bitmap;
}

} // namespace blak::bgfcore
