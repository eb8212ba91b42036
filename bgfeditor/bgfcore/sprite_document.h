// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bgfeditor/bgfcore/sprite_parts.h"
#include "formats/document/changes.h"
#include "formats/document/document.h"
#include "formats/palette/palette.h"

namespace blak::bgfcore {

class CommandSource;
struct LayerFile;

/// A sprite or texture being edited: the sprite itself (.bgf), or the command file (.bbg) that it is made of, with its bitmaps. Frames and groups are parts with ids that stay theirs; groups name frames by id, so
/// that moving or erasing a frame breaks no group. What nobody touched is saved byte for byte. Changed by the operations of
/// *_edits.h alone.
class SpriteDocument final : public document::Document
{
public:
    /// The colours are those of the bitmaps of a command file.
    static Result<std::shared_ptr<SpriteDocument>> open(const std::filesystem::path& file,
                                                        const palette::Palette& colours = palette::builtIn());
    /// Of bytes that were read already: a sprite, or else, by the name of the file, a command file, whose bitmaps are read here. Of
    /// a bitmap that cannot be read the frame has no pixels (FrameImage::problem()).
    static Result<std::shared_ptr<SpriteDocument>> make(const std::filesystem::path& file, std::string_view bytes,
                                                        const palette::Palette& colours = palette::builtIn());
    /// An empty one of version 10, whose file is yet to be written.
    static std::shared_ptr<SpriteDocument> makeNew(const std::filesystem::path& file,
                                                   const palette::Palette& colours = palette::builtIn());
    ~SpriteDocument() override;
    static bool isCommandFileName(const std::filesystem::path& file); ///< .bbg

    document::Parts<Frame>& frames() { return frames_; }
    const document::Parts<Frame>& frames() const { return frames_; }
    document::Parts<FrameGroup>& groups() { return groups_; }
    const document::Parts<FrameGroup>& groups() const { return groups_; }
    const SpriteHeader& header() const { return header_; }
    void setHeader(SpriteHeader header); ///< in an open transaction

    /// What an artist keeps of it that the sprite cannot hold stands beside it (layer_file.h).
    const ReferencePointer& reference() const { return reference_; } ///< null: none
    void assignReference(ReferencePointer reference);                ///< in an open transaction
    /// Pictures of Aseprite that frames came from, by the frames' ids; 0: gone.
    using AsepriteSource = AsepriteSourceOf<PartId>;
    using AsepriteSources = std::vector<AsepriteSource>;
    const AsepriteSources& asepriteSources() const;
    void assignAsepriteSources(AsepriteSources sources); ///< in an open transaction
    /// Where one is, and what it would be called.
    std::filesystem::path pathOfSource(const AsepriteSource& source) const;
    std::string nameOfSource(const std::filesystem::path& file) const;
    /// The layer that tools draw on, in all frames; where there is none of the name, the topmost. Not saved, no step of undo.
    const std::string& drawnLayer() const { return drawnLayer_; }
    void setDrawnLayer(std::string name) { drawnLayer_ = std::move(name); }
    LayerFile layerFile() const; ///< what stands beside it now
    /// Why the file of layers could not be read; empty where it could.
    const std::string& layersProblem() const { return layersProblem_; }

    /// As a file has it; of a command file: what is built of it.
    bgf::Sprite sprite() const;

    // Of a command file.
    bool isCommandFile() const { return source_ != nullptr; }
    const CommandSource* source() const { return source_.get(); } ///< null for a sprite
    /// What a project calls it: its own name, or of a command file that of the sprite it makes ("keeper.bgf").
    std::string builtName() const;
    /// The bitmaps that it names, where they are or would be.
    std::vector<std::filesystem::path> bitmapFiles() const;
    /// Takes in what another program wrote into bitmaps, as one step of undo; how many changed.
    Result<std::size_t> readBitmapsAgain();
    /// A frame that is to come, or to get other pixels: in a command file it gets a bitmap of its own, unless it has one.
    Frame named(Frame frame, PartId self = 0) const;

    /// The frame at a place of the order; 0 beyond.
    PartId frameAt(std::size_t place) const;
    PartId groupAt(std::size_t place) const;

    Result<document::Bytes> unsavedState() const override;
    Result<void> restoreUnsaved(std::span<const std::byte> state) override;

    static constexpr std::string_view headerKind = "sprite"; ///< of changes, in notices
    static constexpr std::string_view referenceKind = "reference";
    static constexpr std::string_view sourcesKind = "sources"; ///< pictures of Aseprite

protected:
    Result<std::string> write() const override;
    Result<void> read(std::string bytes) override;
    Result<void> writeBeside(bool mayOverwrite) override;

private:
    SpriteDocument(std::filesystem::path path, const palette::Palette& colours);
    Result<void> fill(std::string_view bytes, bool whileReading);
    Result<void> restoreSprite(std::span<const std::byte> state);
    Result<document::Bytes> spriteState() const;

    // sprite_layers.cpp
    void takeLayers(const LayerFile& layers, bool whileReading);
    void readLayerFile(bool whileReading);
    Result<void> writeLayerFile(bool mayOverwrite);

    document::Parts<Frame> frames_{"frame"};
    document::Parts<FrameGroup> groups_{"group"};
    SpriteHeader header_;
    std::unique_ptr<CommandSource> source_; ///< of a command file
    ReferencePointer reference_;
    std::shared_ptr<const AsepriteSources> sources_; ///< null: none
    std::string drawnLayer_;
    std::string layersProblem_;
    std::string layersFingerprint_; ///< of the file of layers as read or written last; empty: there was none
};

} // namespace blak::bgfcore
