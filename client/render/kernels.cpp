// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/render/kernels.h"

#include "formats/bgf/sprite.h"

#include <algorithm>
#include <cmath>

namespace blak::render::kernel {
namespace {

// Four lanes; an extension that g++ and clang share, compiled to whatever the machine has.
using Float4 = float __attribute__((vector_size(16)));
using Int4 = std::int32_t __attribute__((vector_size(16)));

constexpr int fractionBits = 16;

struct Fixed
{
    std::uint32_t at;   ///< texels, 16.16, below size
    std::uint32_t step; ///< may be 0
};

Fixed toFixed(int size, double v, double step)
{
    double wrapped = v - std::floor(v / size) * size;
    if (!(wrapped >= 0 && wrapped < size))
        wrapped = 0;
    const double turn = std::fmod(step, size);
    return {static_cast<std::uint32_t>(wrapped * (1 << fractionBits)),
            static_cast<std::uint32_t>((turn > 0 ? turn : 0) * (1 << fractionBits))};
}

/// Calls run(position, first, count) for pieces that do not cross the end of the line.
template <typename Run>
void forEachPiece(int count, int size, Fixed fixed, Run&& run)
{
    const std::uint32_t end = static_cast<std::uint32_t>(size) << fractionBits;
    int done = 0;
    while (done < count) {
        const std::uint32_t room = end - fixed.at; // > 0
        std::uint32_t pixels = fixed.step == 0 ? static_cast<std::uint32_t>(count) : (room + fixed.step - 1) / fixed.step;
        pixels = std::min(pixels, static_cast<std::uint32_t>(count - done));
        run(fixed.at, done, static_cast<int>(pixels));
        done += static_cast<int>(pixels);
        fixed.at += pixels * fixed.step;
        if (fixed.at >= end)
            fixed.at -= end;
    }
}

} // namespace

void drawTiledLine(std::uint8_t* out, int count, const std::uint8_t* line, int size, double v, double step,
                   const palette::IndexMap& light)
{
    const Fixed fixed = toFixed(size, v, step);
    const std::uint8_t* map = light.data();
    forEachPiece(count, size, fixed, [&](std::uint32_t at, int first, int pixels) {
        std::uint8_t* target = out + first;
        const std::uint32_t stride = fixed.step;
        int i = 0;
        for (; i + 4 <= pixels; i += 4) {
            const std::uint8_t a = map[line[at >> fractionBits]];
            const std::uint8_t b = map[line[(at + stride) >> fractionBits]];
            const std::uint8_t c = map[line[(at + 2 * stride) >> fractionBits]];
            const std::uint8_t d = map[line[(at + 3 * stride) >> fractionBits]];
            target[i] = a;
            target[i + 1] = b;
            target[i + 2] = c;
            target[i + 3] = d;
            at += 4 * stride;
        }
        for (; i < pixels; ++i, at += stride)
            target[i] = map[line[at >> fractionBits]];
    });
}

void drawMaskedLine(std::uint8_t* out, std::uint16_t* ids, int count, const std::uint8_t* line, int size, double v, double step,
                    const palette::IndexMap& light, std::uint16_t id)
{
    const Fixed fixed = toFixed(size, v, step);
    forEachPiece(count, size, fixed, [&](std::uint32_t at, int first, int pixels) {
        for (int i = first; i < first + pixels; ++i, at += fixed.step) {
            const std::uint8_t texel = line[at >> fractionBits];
            if (texel == bgf::transparentIndex)
                continue;
            out[i] = light[texel];
            ids[i] = id;
        }
    });
}

void drawPlane(std::uint8_t* out, int count, const PlaneStep& step, const Tile& tile, const palette::IndexMap& light)
{
    const std::int32_t maskU = (1 << tile.widthLog) - 1;
    const std::int32_t maskV = (1 << tile.heightLog) - 1;
    const int shift = tile.widthLog;
    const std::uint8_t* texels = tile.texels;
    const std::uint8_t* map = light.data();

    Float4 t = {0, 1, 2, 3};
    const auto texelIndices = [&] {
        const Float4 depth = 1.0f / (step.w + t * step.dw);
        const Float4 u = (step.u + t * step.du) * depth;
        const Float4 v = (step.v + t * step.dv) * depth;
        t += 4.0f;
        // The comparison gives -1 where it holds: rounds down instead of towards zero.
        const Int4 column = (__builtin_convertvector(u, Int4) + (u < 0.0f)) & maskU;
        const Int4 row = (__builtin_convertvector(v, Int4) + (v < 0.0f)) & maskV;
        return (row << shift) | column;
    };

    int i = 0;
    for (; i + 4 <= count; i += 4) {
        const Int4 index = texelIndices();
        out[i] = map[texels[index[0]]];
        out[i + 1] = map[texels[index[1]]];
        out[i + 2] = map[texels[index[2]]];
        out[i + 3] = map[texels[index[3]]];
    }
    if (i < count) {
        const Int4 index = texelIndices();
        for (int lane = 0; i < count; ++i, ++lane)
            out[i] = map[texels[index[lane]]];
    }
}

} // namespace blak::render::kernel
