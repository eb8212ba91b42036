// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/render/kernels.h"

#include "formats/bgf/sprite.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

namespace blak::render::kernel {
namespace {

// Four lanes; an extension that g++ and clang share, compiled to whatever the machine has.
using Float4 = float __attribute__((vector_size(16)));
using Int4 = std::uint32_t __attribute__((vector_size(16)));

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

namespace {

/// Texel indices of four pixels at a time: true perspective, a division for each.
///
/// Adding 1.5 * 2^23 to a float leaves its nearest whole number in the low bits, also of negative ones, which is all that a
/// mask needs; half a texel is taken off beforehand, so that nearest is rounded down.
struct PlaneWalk
{
    PlaneWalk(const PlaneStep& planeStep, const Tile& tile)
        : step(planeStep), maskU((1u << tile.widthLog) - 1), maskV((1u << tile.heightLog) - 1), shift(tile.widthLog)
    {
        step.u -= 0.5f * step.w;
        step.v -= 0.5f * step.w;
        step.du -= 0.5f * step.dw;
        step.dv -= 0.5f * step.dw;
    }

    Int4 next()
    {
        constexpr float magic = 12582912;
        w = step.w + t * step.dw;
        const Float4 depth = 1.0f / w;
        const Float4 u = (step.u + t * step.du) * depth + magic;
        const Float4 v = (step.v + t * step.dv) * depth + magic;
        t += 4.0f;
        return ((std::bit_cast<Int4>(v) & maskV) << shift) | (std::bit_cast<Int4>(u) & maskU);
    }

    PlaneStep step;
    const std::uint32_t maskU, maskV;
    const int shift;
    Float4 t = {0, 1, 2, 3};
    Float4 w = {};
};

} // namespace

void drawPlane(std::uint8_t* out, int count, const PlaneStep& step, const Tile& tile, const palette::IndexMap& light)
{
    const std::uint8_t* texels = tile.texels;
    const std::uint8_t* map = light.data();
    PlaneWalk walk(step, tile);
    int i = 0;
    for (; i + 4 <= count; i += 4) {
        const Int4 index = walk.next();
        out[i] = map[texels[index[0]]];
        out[i + 1] = map[texels[index[1]]];
        out[i + 2] = map[texels[index[2]]];
        out[i + 3] = map[texels[index[3]]];
    }
    if (i < count) {
        const Int4 index = walk.next();
        for (int lane = 0; i < count; ++i, ++lane)
            out[i] = map[texels[index[lane]]];
    }
}

void drawPlane(std::uint8_t* out, int firstRow, int count, const PlaneStep& step, const Tile& tile, const DistanceLight& light)
{
    static_assert(sizeof(palette::IndexMap) == 256);
    const std::uint8_t* texels = tile.texels;
    const std::uint8_t* maps = light.maps->data();
    PlaneWalk walk(step, tile);
    // Light changes slowly: once for four rows is enough, the same four in every column.
    const auto mapNow = [&] {
        const float level = std::min(walk.w[1] * light.viewer, light.cap) + light.add;
        return maps + (static_cast<std::ptrdiff_t>(std::clamp(level, 0.0f, 63.0f)) << 8);
    };
    const int phase = firstRow & 3;
    walk.t -= static_cast<float>(phase);
    int i = -phase;
    const auto drawSome = [&](int lane, int end) {
        const Int4 index = walk.next();
        const std::uint8_t* map = mapNow();
        for (; lane < end; ++lane)
            out[i + lane] = map[texels[index[lane]]];
    };
    if (phase != 0) {
        drawSome(phase, std::min(4, count + phase));
        i += 4;
    }
    for (; i + 4 <= count; i += 4) {
        const Int4 index = walk.next();
        const std::uint8_t* map = mapNow();
        out[i] = map[texels[index[0]]];
        out[i + 1] = map[texels[index[1]]];
        out[i + 2] = map[texels[index[2]]];
        out[i + 3] = map[texels[index[3]]];
    }
    if (i < count)
        drawSome(0, count - i);
}

void fillIds(std::uint16_t* ids, int count, std::uint16_t id)
{
    using Short8 = std::uint16_t __attribute__((vector_size(16)));
    const Short8 eight = Short8{} + id;
    int i = 0;
    for (; i + 8 <= count; i += 8)
        std::memcpy(ids + i, &eight, sizeof eight);
    for (; i < count; ++i)
        ids[i] = id;
}

} // namespace blak::render::kernel
