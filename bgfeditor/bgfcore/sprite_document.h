// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bgfeditor/bgfcore/sprite_parts.h"
#include "formats/document/changes.h"
#include "formats/document/document.h"

namespace blak::bgfcore {

/// A sprite or texture (.bgf) being edited. Frames and groups are parts with ids that stay theirs; groups name frames by id, so
/// that moving or erasing a frame breaks no group. What nobody touched is saved byte for byte. Changed by the operations of
/// *_edits.h alone.
class SpriteDocument final : public document::Document
{
public:
    static Result<std::shared_ptr<SpriteDocument>> open(const std::filesystem::path& file);
    /// Of bytes that were read already.
    static Result<std::shared_ptr<SpriteDocument>> make(const std::filesystem::path& file, std::string_view bytes);
    /// An empty one of version 10, whose file is yet to be written.
    static std::shared_ptr<SpriteDocument> makeNew(const std::filesystem::path& file);

    document::Parts<Frame>& frames() { return frames_; }
    const document::Parts<Frame>& frames() const { return frames_; }
    document::Parts<FrameGroup>& groups() { return groups_; }
    const document::Parts<FrameGroup>& groups() const { return groups_; }
    const SpriteHeader& header() const { return header_; }
    void setHeader(SpriteHeader header); ///< in an open transaction

    /// As a file has it.
    bgf::Sprite sprite() const;

    /// The frame at a place of the order; 0 beyond.
    PartId frameAt(std::size_t place) const;
    PartId groupAt(std::size_t place) const;

    static constexpr std::string_view headerKind = "sprite"; ///< of changes, in notices

protected:
    Result<std::string> write() const override;
    Result<void> read(std::string bytes) override;

private:
    explicit SpriteDocument(std::filesystem::path path) : Document(std::move(path)) {}

    document::Parts<Frame> frames_{"frame"};
    document::Parts<FrameGroup> groups_{"group"};
    SpriteHeader header_;
};

} // namespace blak::bgfcore
