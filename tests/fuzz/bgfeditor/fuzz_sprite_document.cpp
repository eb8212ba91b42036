// SPDX-License-Identifier: GPL-3.0-or-later
#include "bgfeditor/bgfcore/frame_edits.h"
#include "bgfeditor/bgfcore/hotspot_edits.h"
#include "bgfeditor/bgfcore/sheet.h"
#include "bgfeditor/bgfcore/sprite_checks.h"

#include <cstdint>
#include <cstdlib>

using namespace blak;
using namespace blak::bgfcore;

namespace {

constexpr std::int64_t mostPixels = 1 << 20; ///< of all bitmaps: larger ones only take time

std::string contentOf(const SpriteDocument& document)
{
    const auto content = document.content();
    return content ? *content.value() : std::string();
}

} // namespace

/// A sprite, or a command file whose bitmaps are not there. Untouched it is written as it was read; whatever is done to it, undoing all gives the same bytes.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    const bool isCommandFile = !bytes.starts_with("BGF");
    if (isCommandFile && bytes.find('/') != std::string_view::npos)
        return 0; // bitmaps anywhere on this machine: only what is told here counts
    const auto made = SpriteDocument::make(isCommandFile ? "no-such-folder/fuzz.bbg" : "fuzz.bgf", bytes);
    if (!made)
        return 0;
    SpriteDocument& document = *made.value();
    if (contentOf(document) != bytes)
        std::abort();
    std::int64_t pixels = 0;
    std::vector<PartId> frames;
    for (const PartId id : document.frames().ids()) {
        pixels += std::int64_t{document.frames().at(id).width()} * document.frames().at(id).height();
        frames.push_back(id);
    }
    if (pixels > mostPixels)
        return 0;
    document.setProblems(checkSprite(document));
    for (std::size_t i = 0; i < document.problems().size(); ++i)
        if (!document.problems()[i].fixes.empty())
            (void)document.applyFix(i, 0, false);
    (void)cropFrames(document, frames);
    (void)alignOffsets(document, frames, Alignment::Feet);
    (void)interpolateHotspot(document, frames, 1);
    (void)moveHotspot(document, frames, 1, 1, 1);
    (void)duplicateFrames(document, frames);
    if (!frames.empty())
        (void)removeFrames(document, std::span(frames).first(1));
    (void)contentOf(document);
    document.history().moveTo(0);
    if (contentOf(document) != bytes)
        std::abort();
    return 0;
}
