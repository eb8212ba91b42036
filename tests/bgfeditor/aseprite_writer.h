// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/byte_writer.h"
#include "formats/bgf/sprite.h"

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace blak::test {

/// Writes a picture after the public specification: what a test needs of it.
class AsepriteWriter
{
public:
    AsepriteWriter(std::uint16_t width, std::uint16_t height, std::uint16_t depth) : width_(width), height_(height), depth_(depth)
    {
    }

    void chunk(std::uint16_t kind, const std::function<void(ByteWriter&)>& body)
    {
        ByteWriter data;
        body(data);
        const auto bytes = data.take();
        frames_.back().u32(static_cast<std::uint32_t>(bytes.size() + 6));
        frames_.back().u16(kind);
        frames_.back().raw(bytes);
        ++chunks_.back();
    }
    void frame()
    {
        frames_.emplace_back();
        chunks_.push_back(0);
    }
    static void text(ByteWriter& out, std::string_view words)
    {
        out.u16(static_cast<std::uint16_t>(words.size()));
        out.raw(std::as_bytes(std::span(words)));
    }
    static void zeros(ByteWriter& out, int count)
    {
        for (int i = 0; i < count; ++i)
            out.u8(0);
    }
    void layer(std::string_view name, bool visible, std::uint16_t kind = 0, std::uint16_t level = 0, std::uint8_t opacity = 255)
    {
        layerWithFlags(name, visible ? 3 : 2, kind, level, opacity); // and may be drawn on
    }
    void layerWithFlags(std::string_view name, std::uint16_t flags, std::uint16_t kind = 0, std::uint16_t level = 0,
                        std::uint8_t opacity = 255)
    {
        chunk(0x2004, [&](ByteWriter& out) {
            out.u16(flags);
            out.u16(kind);
            out.u16(level);
            zeros(out, 6);
            out.u8(opacity);
            zeros(out, 3);
            text(out, name);
        });
    }
    void cel(std::uint16_t layer, std::int16_t x, std::int16_t y, std::uint16_t width, std::uint16_t height,
             const std::vector<std::uint8_t>& bytes, bool compressed, std::int16_t zIndex = 0)
    {
        chunk(0x2005, [&](ByteWriter& out) {
            out.u16(layer);
            out.i16(x);
            out.i16(y);
            out.u8(255);
            out.u16(compressed ? 2 : 0);
            out.i16(zIndex);
            zeros(out, 5);
            out.u16(width);
            out.u16(height);
            if (!compressed)
                return out.raw(std::as_bytes(std::span(bytes)));
            out.raw(bgf::encode(static_cast<std::int32_t>(bytes.size()), 1, bytes).stored); // a zlib stream
        });
    }
    void link(std::uint16_t layer, std::uint16_t frame)
    {
        chunk(0x2005, [&](ByteWriter& out) {
            out.u16(layer);
            zeros(out, 4);
            out.u8(255);
            out.u16(1);
            zeros(out, 7);
            out.u16(frame);
        });
    }
    void slice(std::string_view name, std::vector<std::array<std::int32_t, 5>> keys,
               std::optional<std::pair<std::int32_t, std::int32_t>> pivot)
    {
        chunk(0x2022, [&](ByteWriter& out) {
            out.u32(static_cast<std::uint32_t>(keys.size()));
            out.u32(pivot ? 2 : 0);
            out.u32(0);
            text(out, name);
            for (const auto& key : keys) {
                for (const std::int32_t value : key)
                    out.i32(value);
                if (pivot) {
                    out.i32(pivot->first);
                    out.i32(pivot->second);
                }
            }
        });
    }
    std::vector<std::byte> take(std::uint8_t transparent = 0)
    {
        ByteWriter out;
        out.u32(0);
        out.u16(0xA5E0);
        out.u16(static_cast<std::uint16_t>(frames_.size()));
        out.u16(width_);
        out.u16(height_);
        out.u16(depth_);
        out.u32(1);
        zeros(out, 10);
        out.u8(transparent);
        zeros(out, 128 - 29);
        for (std::size_t i = 0; i < frames_.size(); ++i) {
            const auto bytes = frames_[i].take();
            out.u32(static_cast<std::uint32_t>(bytes.size() + 16));
            out.u16(0xF1FA);
            out.u16(static_cast<std::uint16_t>(chunks_[i]));
            out.u16(120);
            zeros(out, 2);
            out.u32(static_cast<std::uint32_t>(chunks_[i]));
            out.raw(bytes);
        }
        return out.take();
    }

private:
    std::uint16_t width_, height_, depth_;
    std::vector<ByteWriter> frames_;
    std::vector<std::size_t> chunks_;
};

} // namespace blak::test
