// SPDX-License-Identifier: GPL-3.0-or-later
#include "bgfeditor/bgfcore/aseprite_import.h"
#include "bgfeditor/bgfcore/pixels.h"

#include <cstdint>
#include <cstdlib>

using namespace blak;
using namespace blak::bgfcore;

namespace {

constexpr std::uint64_t mostPixels = 1u << 16; ///< of all frames and layers: more only take time

/// What is seen of each frame is what its layers show.
void check(const SpriteDocument& document)
{
    for (const PartId id : document.frames().ids()) {
        const Frame& frame = document.frames().at(id);
        if (frame.layers != nullptr && flattened(*frame.layers).indices() != *frame.image->indices())
            std::abort();
    }
}

} // namespace

/// A picture comes in, is read again and goes away without a trace.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    static const Quantiser quantiser(palette::builtIn());
    const auto picture = aseprite::read(std::as_bytes(std::span(data, size)), "fuzz");
    if (!picture)
        return 0;
    const auto& read = picture.value();
    const auto area = static_cast<std::uint64_t>(read.width) * static_cast<std::uint64_t>(read.height);
    if (area * read.frames.size() * (read.layers.size() + 1) > mostPixels)
        return 0;
    auto document = SpriteDocument::makeNew("fuzz.bgf");
    const auto added = addAseprite(*document, read, quantiser);
    if (!added)
        return 0;
    check(*document);
    if (!keepAsepriteSource(*document, "fuzz.aseprite", "x", added.value()))
        std::abort();
    if (!updateAseprite(*document, read, quantiser, added.value().frames, added.value().layers))
        std::abort();
    check(*document);
    document->history().moveTo(0);
    if (!document->frames().empty() || !document->asepriteSources().empty())
        std::abort();
    return 0;
}
