// SPDX-License-Identifier: GPL-3.0-or-later
#include "bgfeditor/bgfcore/layer_file.h"
#include "bgfeditor/bgfcore/pixels.h"

#include <cstdint>
#include <cstdlib>

using namespace blak;
using namespace blak::bgfcore;

/// What is read is written and read back with the same pixels; what is seen through layers can be made.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const auto file = readLayers(std::as_bytes(std::span(data, size)), "fuzz");
    if (!file)
        return 0;
    std::uint64_t pixels = 0;
    for (const LayersPointer& layers : file.value().frames)
        if (layers != nullptr)
            for (const Layer& layer : *layers)
                pixels += layer.image->indices()->size();
    if (pixels > 1u << 20)
        return 0; // larger ones only take time
    const auto again = readLayers(writeLayers(file.value()), "fuzz");
    if (!again || again.value().frames.size() != file.value().frames.size() || again.value().sources != file.value().sources)
        std::abort();
    for (std::size_t i = 0; i < file.value().frames.size(); ++i)
        if (const LayersPointer& layers = file.value().frames[i]; layers != nullptr)
            if (flattened(*layers) != flattened(*again.value().frames[i]))
                std::abort();
    return 0;
}
