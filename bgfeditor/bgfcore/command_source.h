// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bgfeditor/bgfcore/sprite_parts.h"
#include "formats/bbg/command_file.h"
#include "formats/palette/palette.h"

#include <filesystem>
#include <map>
#include <optional>

namespace blak::bgfcore {

class SpriteDocument;

/// The files behind a sprite that is made by a command file (.bbg): its text as read or written last, and the bitmaps beside it. A
/// bitmap that nobody touched is never written; one that is written keeps its format, BMP or PNG of 8 bits with the project's colours.
class CommandSource
{
public:
    CommandSource(std::filesystem::path file, const palette::Palette& palette) : file_(std::move(file)), palette_(palette) {}

    const std::string& text() const { return text_; }
    void setText(std::string text) { text_ = std::move(text); }
    const std::vector<std::string>& warnings() const { return warnings_; }
    void setWarnings(std::vector<std::string> warnings) { warnings_ = std::move(warnings); }

    /// The bitmap that the command file names so: looked for beside it, in any case of letters, as is the old tool's way. One that
    /// cannot be read has no pixels and says why. Each file is read once.
    ImagePointer load(const std::string& name);
    /// Reads it again where its bytes differ from those read or written last; null where they do not.
    ImagePointer loadChanged(const std::string& name);
    /// Whether there was no such file when it was looked for last.
    bool isMissing(const std::string& name) const;
    /// As it is on disk, as far as is known; null: never read, never written.
    ImagePointer onDisk(const std::string& name) const;

    /// The colours of a bitmap file whose own table is another one than the project's in what its pixels use; null else. The old tool
    /// takes the indices as they are. The colours of the window system (0 to 9, 246 to 255) do not count.
    const palette::Palette* foreignColours(const std::string& name) const;
    const palette::Palette& colours() const { return palette_; } ///< of the project

    /// Writes those whose pixels are not those on disk. Refuses, before anything is written: a name that leads out of the folder, an
    /// ending other than .bmp and .png, a file that another program changed since (unless `mayOverwrite`).
    Result<void> write(const std::map<std::string, ImagePointer>& bitmaps, bool mayOverwrite);

    /// A name that none of `used` has, not even with another ending, and no file beside it: "keeper8.png" after "keeper7.png".
    std::string freeName(const std::vector<std::string>& used) const;

    /// Where the bitmaps are looked for.
    std::filesystem::path folder() const { return file_.parent_path(); }
    /// Where a bitmap is, or would be written.
    std::filesystem::path pathOf(const std::string& name) const;

private:
    struct OnDisk
    {
        ImagePointer image;
        std::string fingerprint; ///< empty: there was no file, or none that may be read
        std::optional<palette::Palette> foreign = {};
        bool isMissing = false;
    };
    OnDisk read(const std::string& name) const;

    std::filesystem::path file_;
    palette::Palette palette_;
    std::string text_;
    std::vector<std::string> warnings_;
    std::map<std::string, OnDisk> bitmaps_; ///< by name
};

// Between the parts of a document and commands.

SpriteHeader headerOf(const bbg::CommandFile& commands);
Frame frameOf(const bbg::BitmapEntry& entry, ImagePointer image);
FrameGroup groupOf(const bbg::GroupEntry& entry, std::span<const PartId> frames);
/// What the command file of the document says now.
bbg::CommandFile commandsOf(const SpriteDocument& document);
/// A bitmap as the old tool would make it of the frame.
bgf::Bitmap builtBitmap(const Frame& frame, const CommandOptions& options);

} // namespace blak::bgfcore
