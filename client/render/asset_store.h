// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/render/image.h"
#include "formats/palette/nearest.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace blak::render {

/// Textures by number, sprites by file name, the palette and its tables: what a picture of a world is made of.
///
/// Files are looked for in an ordered list of folders (not in their sub-folders), case-insensitively; the first folder that has
/// a file wins. Decoded pictures are kept, the least recently used dropped when they exceed the byte limit. All functions may be
/// called from any thread. What is missing or cannot be decoded (version 9) is a pattern with its number as a texture, a mark (missing_sprite.h) as a sprite.
class AssetStore
{
public:
    static constexpr std::size_t defaultByteLimit = std::size_t{256} << 20;

    explicit AssetStore(std::vector<std::filesystem::path> folders, const palette::Palette& palette = palette::builtIn(),
                        std::size_t byteLimit = defaultByteLimit);
    virtual ~AssetStore();
    AssetStore(const AssetStore&) = delete;
    AssetStore& operator=(const AssetStore&) = delete;

    const palette::Palette& palette() const { return palette_; }
    const palette::Tables& tables() const { return *tables_; }

    /// grdNNNNN.bgf as a texture. Null for number 0 ("no texture"), never null else.
    std::shared_ptr<const Picture> texture(int number);
    /// A sprite by file name ("troll.bgf", any case, a leading path is ignored). Never null.
    std::shared_ptr<const Picture> sprite(std::string_view fileName);
    /// A texture as its file has it, for lists and thumbnails: decoded anew, without tile and mip levels, and not kept, so that looking
    /// through thousands does not drive out what is drawn. Null for number 0, never null else.
    std::shared_ptr<const Picture> examineTexture(int number) const;

    /// From now on textures come with mip levels, which take a third more memory. Who has textures asks for them again.
    void makeMipLevels();

    /// Numbers of all textures in the folders, ascending; files are not opened.
    std::vector<int> textureNumbers() const;
    /// Lower case names of all .bgf files in the folders, sorted.
    std::vector<std::string> fileNames() const;
    /// Where a file comes from; empty if no folder has it or it was put there by setFile().
    std::filesystem::path findFile(std::string_view fileName) const;

    /// Puts a file in front of all folders: unsaved work of an editor, test data. Empty bytes take it away again.
    void setFile(std::string_view fileName, std::vector<std::byte> bytes);
    /// Forgets what was decoded from a file that changed on disk.
    void invalidate(std::string_view fileName);
    /// Reads the folders again and forgets everything that was decoded.
    void rescan();

    /// Grows with every setFile, invalidate and rescan: who keeps pictures asks again when it has changed.
    std::uint64_t generation() const { return generation_.load(std::memory_order_acquire); }

    /// Drops the pictures that were not used for the longest time until at most so many bytes are kept; the limit stays.
    void trim(std::size_t bytes);
    void setByteLimit(std::size_t bytes);

    std::size_t cachedBytes() const;
    std::size_t byteLimit() const;

    /// "grd00102.bgf"
    static std::string textureFileName(int number);
    /// The number of such a file, any case, a leading path is ignored; 0: no texture's name.
    static int textureNumber(std::string_view fileName);

private:
    enum class Use : std::uint8_t { Texture, Sprite, Examined };
    struct Entry
    {
        std::string key;
        std::shared_ptr<const Picture> picture;
    };

    std::shared_ptr<const Picture> fetch(const std::string& file, Use use, int number);
    std::shared_ptr<const Picture> load(const std::string& file, Use use, int number) const;
    void scanFolders();
    void forgetDecoded();
    void dropWhatIsTooMuch();
    void dropDownTo(std::size_t bytes, std::size_t leastEntries);

    palette::Palette palette_;
    std::unique_ptr<const palette::Tables> tables_;
    std::vector<std::filesystem::path> folders_;
    std::unique_ptr<const palette::NearestColour> nearest_; ///< null: no mip levels are wanted; set once, under the mutex
    std::size_t byteLimit_;
    std::atomic<std::uint64_t> generation_{1};

    mutable std::mutex mutex_;                                        ///< guards all below
    std::map<std::string, std::filesystem::path, std::less<>> files_; ///< lower case name to path
    std::map<std::string, std::shared_ptr<const std::vector<std::byte>>, std::less<>> memoryFiles_;
    std::list<Entry> entries_; ///< most recently used first
    std::map<std::string, std::list<Entry>::iterator, std::less<>> byKey_;
    std::size_t cachedBytes_ = 0;
};

/// The pattern for a missing picture: a chequer with `number` written on it.
Image missingImage(int number);

} // namespace blak::render
