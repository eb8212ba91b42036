// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/render/asset_store.h"

#include "client/render/mip_levels.h"
#include "client/render/missing_sprite.h"

#include "formats/base/file_io.h"
#include "formats/base/names.h"

#include <algorithm>
#include <charconv>
#include <functional>
#include <system_error>

namespace blak::render {
namespace {

constexpr std::size_t maxTextureNumber = 65535;
constexpr int maxTileLog = 10; ///< floors sample at most 1024 x 1024

std::string baseName(std::string_view path)
{
    const std::size_t slash = path.find_last_of("/\\");
    return lowerCase(slash == std::string_view::npos ? path : path.substr(slash + 1));
}

/// Number of a texture file name: the first run of digits (formats.md section 1.6); 0 for other files.
int textureNumberOf(std::string_view file)
{
    if (!file.starts_with("grd") || !file.ends_with(".bgf"))
        return 0;
    const std::size_t first = file.find_first_of("0123456789");
    if (first == std::string_view::npos)
        return 0;
    unsigned number = 0;
    const auto result = std::from_chars(file.data() + first, file.data() + file.size(), number);
    return result.ec == std::errc() && number <= maxTextureNumber ? static_cast<int>(number) : 0;
}

int tileLogFor(int size)
{
    int log = 0;
    while (log < maxTileLog && (1 << log) < size)
        ++log;
    return log;
}

/// Floors repeat every square whatever the size of their picture: powers of two make that a mask.
void makeTile(Image& image)
{
    image.tileWidthLog = tileLogFor(image.width);
    image.tileHeightLog = tileLogFor(image.height);
    const int width = 1 << image.tileWidthLog;
    const int height = 1 << image.tileHeightLog;
    if (width == image.width && height == image.height) {
        image.tile = image.pixels;
        return;
    }
    image.tile.resize(static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
    auto* out = image.tile.data();
    for (int y = 0; y < height; ++y) {
        // Line y * image.height / height of the picture and pixel x * image.width / width of it, without a division for each pixel.
        const std::int64_t line = (static_cast<std::int64_t>(y) * image.height) >> image.tileHeightLog;
        const std::uint8_t* row = image.pixels.data() + line * image.width;
        std::int64_t at = 0;
        for (int x = 0; x < width; ++x, at += image.width)
            *out++ = row[at >> image.tileWidthLog];
    }
}

void makeColumns(Image& image)
{
    image.columns.resize(image.pixels.size());
    const auto width = static_cast<std::size_t>(image.width);
    const auto height = static_cast<std::size_t>(image.height);
    for (std::size_t y = 0; y < height; ++y)
        for (std::size_t x = 0; x < width; ++x)
            image.columns[x * height + y] = image.pixels[y * width + x];
}

using Instead = std::function<Image()>; ///< what is shown where there is no picture

Image decodeImage(const bgf::Sprite& sprite, const bgf::Bitmap& bitmap, const std::string& file, const Instead& instead, std::string& problem)
{
    if (bitmap.width > 0 && bitmap.height > 0) {
        if (auto indices = bgf::decode(sprite, bitmap, file)) {
            Image image;
            image.width = bitmap.width;
            image.height = bitmap.height;
            image.pixels = std::move(indices).value();
            image.hasHoles = std::find(image.pixels.begin(), image.pixels.end(), bgf::transparentIndex) != image.pixels.end();
            image.xOffset = bitmap.xOffset;
            image.yOffset = bitmap.yOffset;
            image.hotspots = bitmap.hotspots;
            return image;
        } else if (problem.empty()) {
            problem = indices.error().text();
        }
    } else if (problem.empty()) {
        problem = file + ": a bitmap of size 0";
    }
    Image image = instead();
    image.xOffset = bitmap.xOffset;
    image.yOffset = bitmap.yOffset;
    image.hotspots = bitmap.hotspots;
    return image;
}

/// Group entries point at images that exist, and there is at least one image and one group.
void makeSafe(Picture& picture, const Instead& instead)
{
    if (picture.images.empty())
        picture.images.push_back(instead());
    if (picture.groups.empty())
        picture.groups.push_back({0});
    const auto count = static_cast<std::int32_t>(picture.images.size());
    for (bgf::Group& group : picture.groups)
        for (std::int32_t& index : group)
            if (index >= count || index < 0)
                index = -1;
}

} // namespace

AssetStore::AssetStore(std::vector<std::filesystem::path> folders, const palette::Palette& palette, std::size_t byteLimit)
    : palette_(palette), folders_(std::move(folders)), byteLimit_(byteLimit)
{
    auto tables = std::make_unique<palette::Tables>();
    palette::buildTables(palette_, *tables);
    tables_ = std::move(tables);
    scanFolders();
}

AssetStore::~AssetStore() = default;

void AssetStore::scanFolders()
{
    files_.clear();
    for (const std::filesystem::path& folder : folders_) {
        std::error_code error;
        for (std::filesystem::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
            const std::string name = lowerCase(entry->path().filename().string());
            if (name.ends_with(".bgf"))
                files_.try_emplace(name, entry->path()); // an earlier folder wins
        }
    }
}

std::string AssetStore::textureFileName(int number)
{
    const std::string digits = std::to_string(number);
    return "grd" + std::string(digits.size() < 5 ? 5 - digits.size() : 0, '0') + digits + ".bgf";
}

int AssetStore::textureNumber(std::string_view fileName)
{
    const std::string name = baseName(fileName);
    const int number = textureNumberOf(name);
    return number != 0 && textureFileName(number) == name ? number : 0;
}

std::shared_ptr<const Picture> AssetStore::texture(int number)
{
    return number == 0 ? nullptr : fetch(textureFileName(number), Use::Texture, number);
}

std::shared_ptr<const Picture> AssetStore::examineTexture(int number) const
{
    return number == 0 ? nullptr : load(textureFileName(number), Use::Examined, number);
}

std::shared_ptr<const Picture> AssetStore::sprite(std::string_view fileName)
{
    return fetch(baseName(fileName), Use::Sprite, 0);
}

std::shared_ptr<const Picture> AssetStore::fetch(const std::string& file, Use use, int number)
{
    const std::string key = (use == Use::Texture ? "t:" : "s:") + file;
    const std::uint64_t generation = generation_.load(std::memory_order_acquire);
    {
        const std::lock_guard lock(mutex_);
        if (const auto found = byKey_.find(key); found != byKey_.end()) {
            entries_.splice(entries_.begin(), entries_, found->second);
            return entries_.front().picture;
        }
    }

    // Decoding takes its time: not under the lock. Two threads may decode the same picture; the first one's is kept.
    std::shared_ptr<const Picture> picture = load(file, use, number);

    const std::lock_guard lock(mutex_);
    if (const auto found = byKey_.find(key); found != byKey_.end())
        return found->second->picture;
    if (generation != generation_.load(std::memory_order_relaxed))
        return picture; // the file may have changed meanwhile: not to be kept
    entries_.push_front({key, picture});
    byKey_[key] = entries_.begin();
    cachedBytes_ += picture->byteSize();
    dropWhatIsTooMuch();
    return picture;
}

void AssetStore::dropWhatIsTooMuch() { dropDownTo(byteLimit_, 1); }

void AssetStore::trim(std::size_t bytes)
{
    const std::lock_guard lock(mutex_);
    dropDownTo(bytes, 0);
}

void AssetStore::setByteLimit(std::size_t bytes)
{
    const std::lock_guard lock(mutex_);
    byteLimit_ = bytes;
    dropWhatIsTooMuch();
}

std::size_t AssetStore::byteLimit() const
{
    const std::lock_guard lock(mutex_);
    return byteLimit_;
}

void AssetStore::dropDownTo(std::size_t bytes, std::size_t leastEntries)
{
    while (cachedBytes_ > bytes && entries_.size() > leastEntries) {
        cachedBytes_ -= entries_.back().picture->byteSize();
        byKey_.erase(entries_.back().key);
        entries_.pop_back();
    }
}

std::shared_ptr<const Picture> AssetStore::load(const std::string& file, Use use, int number) const
{
    std::shared_ptr<const std::vector<std::byte>> memory;
    std::filesystem::path path;
    const palette::NearestColour* nearest = nullptr;
    {
        const std::lock_guard lock(mutex_);
        nearest = nearest_.get();
        if (const auto found = memoryFiles_.find(file); found != memoryFiles_.end())
            memory = found->second;
        else if (const auto onDisk = files_.find(file); onDisk != files_.end())
            path = onDisk->second;
    }

    auto picture = std::make_shared<Picture>();
    picture->file = file;
    const Instead instead = [&] { return use == Use::Sprite ? missingSprite(picture->shrink) : missingImage(number); };
    std::vector<std::byte> bytes;
    if (!memory && path.empty()) {
        picture->problem = file + ": no folder has this file";
    } else if (!memory) {
        if (auto read = readFile(path))
            bytes = std::move(read).value();
        else
            picture->problem = read.error().text();
    }
    if (picture->problem.empty()) {
        if (auto sprite = bgf::read(memory ? std::span<const std::byte>(*memory) : std::span<const std::byte>(bytes), file)) {
            const bgf::Sprite& value = sprite.value();
            picture->name = value.name();
            picture->shrink = std::max(1, value.effectiveShrink());
            picture->groups = value.groups;
            for (const bgf::Bitmap& bitmap : value.bitmaps)
                picture->images.push_back(decodeImage(value, bitmap, file, instead, picture->problem));
        } else {
            picture->problem = sprite.error().text();
        }
    }
    picture->missing = !picture->problem.empty();
    makeSafe(*picture, instead);
    for (Image& image : picture->images) {
        if (use == Use::Texture)
            makeTile(image);
        if (use == Use::Texture && nearest != nullptr)
            render::makeMipLevels(image, palette_, *nearest);
        if (use == Use::Sprite)
            makeColumns(image);
    }
    return picture;
}

void AssetStore::makeMipLevels()
{
    const std::lock_guard lock(mutex_);
    if (nearest_)
        return;
    nearest_ = std::make_unique<const palette::NearestColour>(palette_, palette::Reserved::Avoid);
    forgetDecoded();
}

void AssetStore::forgetDecoded()
{
    entries_.clear();
    byKey_.clear();
    cachedBytes_ = 0;
    generation_.fetch_add(1, std::memory_order_acq_rel);
}

std::vector<int> AssetStore::textureNumbers() const
{
    std::vector<int> numbers;
    for (const std::string& name : fileNames())
        if (const int number = textureNumber(name); number != 0)
            numbers.push_back(number);
    std::sort(numbers.begin(), numbers.end());
    return numbers;
}

std::vector<std::string> AssetStore::fileNames() const
{
    const std::lock_guard lock(mutex_);
    std::vector<std::string> names;
    for (const auto& [name, path] : files_)
        names.push_back(name);
    for (const auto& [name, bytes] : memoryFiles_)
        if (!files_.contains(name))
            names.push_back(name);
    std::sort(names.begin(), names.end());
    return names;
}

std::filesystem::path AssetStore::findFile(std::string_view fileName) const
{
    const std::string name = baseName(fileName);
    const std::lock_guard lock(mutex_);
    const auto found = files_.find(name);
    return found == files_.end() || memoryFiles_.contains(name) ? std::filesystem::path() : found->second;
}

void AssetStore::setFile(std::string_view fileName, std::vector<std::byte> bytes)
{
    const std::string name = baseName(fileName);
    {
        const std::lock_guard lock(mutex_);
        if (bytes.empty())
            memoryFiles_.erase(name);
        else
            memoryFiles_[name] = std::make_shared<const std::vector<std::byte>>(std::move(bytes));
    }
    invalidate(name);
}

void AssetStore::invalidate(std::string_view fileName)
{
    const std::string name = baseName(fileName);
    const std::lock_guard lock(mutex_);
    for (const char* prefix : {"t:", "s:"})
        if (const auto found = byKey_.find(prefix + name); found != byKey_.end()) {
            cachedBytes_ -= found->second->picture->byteSize();
            entries_.erase(found->second);
            byKey_.erase(found);
        }
    generation_.fetch_add(1, std::memory_order_acq_rel);
}

void AssetStore::rescan()
{
    const std::lock_guard lock(mutex_);
    scanFolders();
    forgetDecoded();
}

std::size_t AssetStore::cachedBytes() const
{
    const std::lock_guard lock(mutex_);
    return cachedBytes_;
}

} // namespace blak::render
