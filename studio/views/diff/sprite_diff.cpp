// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/views/diff/sprite_diff.h"

#include "formats/base/windows1252.h"
#include "formats/diff/sequence.h"

#include <algorithm>
#include <map>

namespace blak::diff {
namespace {

struct Pixels
{
    int width = 0, height = 0;
    std::vector<std::uint8_t> indices; ///< of the palette; the stored bytes where it cannot be decoded
    bool isDecoded = true;

    std::uint8_t at(int x, int y) const ///< see-through where there is none
    {
        return x < width && y < height ? indices[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x)]
                                       : bgf::transparentIndex;
    }
};

Pixels decode(const bgf::Sprite& sprite, const bgf::Bitmap& bitmap)
{
    Pixels result{std::max(0, bitmap.width), std::max(0, bitmap.height), {}};
    auto pixels = bgf::decode(sprite, bitmap, {});
    if (pixels) {
        result.indices = std::move(pixels).value();
    } else {
        result.isDecoded = false;
        for (const std::byte byte : bitmap.stored)
            result.indices.push_back(static_cast<std::uint8_t>(byte));
    }
    return result;
}

std::vector<Pixels> decodeAll(const bgf::Sprite& sprite)
{
    std::vector<Pixels> all;
    for (const bgf::Bitmap& bitmap : sprite.bitmaps)
        all.push_back(decode(sprite, bitmap));
    return all;
}

std::vector<std::uint32_t> numberFrames(const bgf::Sprite& sprite, const std::vector<Pixels>& pixels, Numbering& number)
{
    std::vector<std::uint32_t> numbers;
    for (std::size_t i = 0; i < pixels.size(); ++i) {
        const bgf::Bitmap& bitmap = sprite.bitmaps[i];
        std::string key = std::to_string(bitmap.width) + "x" + std::to_string(bitmap.height) + ":";
        key.append(reinterpret_cast<const char*>(pixels[i].indices.data()), pixels[i].indices.size());
        numbers.push_back(number(key));
    }
    return numbers;
}

PixelDifference comparePixels(const Pixels& left, const Pixels& right)
{
    PixelDifference result;
    if (!left.isDecoded || !right.isDecoded) {
        const std::size_t both = std::min(left.indices.size(), right.indices.size());
        for (std::size_t i = 0; i < both; ++i)
            result.count += left.indices[i] != right.indices[i] ? 1u : 0u;
        result.count += std::max(left.indices.size(), right.indices.size()) - both;
        return result;
    }
    const auto compare = [&](int x, int y) {
        if (left.at(x, y) != right.at(x, y))
            result.places.push_back({x, y});
    };
    for (int y = 0; y < left.height; ++y)
        for (int x = 0; x < left.width; ++x)
            compare(x, y);
    for (int y = 0; y < right.height; ++y) // what only the right one covers
        for (int x = y < left.height ? left.width : 0; x < right.width; ++x)
            compare(x, y);
    result.count = result.places.size();
    return result;
}

std::string pair(std::int32_t x, std::int32_t y) { return std::to_string(x) + ", " + std::to_string(y); }

std::string groupText(const bgf::Group& group)
{
    std::string text;
    for (const std::int32_t frame : group)
        text += (text.empty() ? "" : " ") + std::to_string(frame);
    return text;
}

class Collector
{
public:
    Collector(const bgf::Sprite& left, const bgf::Sprite& right) : left_(left), right_(right) {}

    SpriteDifference run()
    {
        compareFacts();
        matchFrames();
        for (FramePair& frame : result_.frames)
            compareFrame(frame);
        compareGroups();
        return std::move(result_);
    }

private:
    void add(Change change, const char* kind, std::string place, std::string field, std::string left, std::string right, int l,
             int r)
    {
        result_.list.push_back({change, kind, std::move(place), std::move(field), std::move(left), std::move(right), l, r, 0});
    }

    void compareFacts()
    {
        const auto fact = [this](const char* field, const std::string& left, const std::string& right) {
            if (left != right)
                add(Change::Changed, "sprite", "Sprite", field, left, right, -1, -1);
        };
        fact("version", std::to_string(left_.version), std::to_string(right_.version));
        fact("name", windows1252::toUtf8(left_.name()), windows1252::toUtf8(right_.name()));
        fact("shrink", std::to_string(left_.shrink), std::to_string(right_.shrink));
        fact("most indices in a group", std::to_string(left_.maxIndices), std::to_string(right_.maxIndices));
    }

    void matchFrames()
    {
        leftPixels_ = decodeAll(left_);
        rightPixels_ = decodeAll(right_);
        Numbering number;
        const auto l = numberFrames(left_, leftPixels_, number), r = numberFrames(right_, rightPixels_, number);
        for (const Run& run : compareSequences(l, r)) {
            const std::size_t count = std::max(run.leftCount, run.rightCount);
            for (std::size_t i = 0; i < count; ++i) {
                FramePair frame;
                frame.left = i < run.leftCount ? static_cast<int>(run.left + i) : -1;
                frame.right = i < run.rightCount ? static_cast<int>(run.right + i) : -1;
                if (frame.left >= 0 && frame.right >= 0)
                    rightOf_[frame.left] = frame.right;
                result_.frames.push_back(frame);
            }
        }
    }

    void compareFrame(FramePair& frame)
    {
        if (frame.left < 0 || frame.right < 0) {
            const int number = std::max(frame.left, frame.right);
            add(frame.left < 0 ? Change::Added : Change::Removed, "frame", "Frame " + std::to_string(number), {}, {}, {},
                frame.left, frame.right);
            return;
        }
        const std::size_t before = result_.list.size();
        const bgf::Bitmap& a = left_.bitmaps[static_cast<std::size_t>(frame.left)];
        const bgf::Bitmap& b = right_.bitmaps[static_cast<std::size_t>(frame.right)];
        const std::string place = "Frame " + std::to_string(frame.left) + // both numbers where frames before it came or went
                                  (frame.left == frame.right ? "" : " \u2192 " + std::to_string(frame.right));
        const auto fact = [&](const char* field, const std::string& left, const std::string& right) {
            if (left != right)
                add(Change::Changed, "frame", place, field, left, right, frame.left, frame.right);
        };
        fact("size", std::to_string(a.width) + " x " + std::to_string(a.height),
             std::to_string(b.width) + " x " + std::to_string(b.height));
        fact("offset", pair(a.xOffset, a.yOffset), pair(b.xOffset, b.yOffset));
        frame.pixels = comparePixels(leftPixels_[static_cast<std::size_t>(frame.left)], rightPixels_[static_cast<std::size_t>(frame.right)]).count;
        if (frame.pixels > 0)
            add(Change::Changed, "frame", place, "pixels", {}, std::to_string(frame.pixels) + " changed", frame.left,
                frame.right);
        compareHotspots(place, a, b, frame);
        frame.same = result_.list.size() == before;
    }

    void compareHotspots(const std::string& place, const bgf::Bitmap& a, const bgf::Bitmap& b, const FramePair& frame)
    {
        std::map<int, std::pair<const bgf::Hotspot*, const bgf::Hotspot*>> spots;
        for (const bgf::Hotspot& spot : a.hotspots)
            spots[spot.number].first = &spot;
        for (const bgf::Hotspot& spot : b.hotspots)
            spots[spot.number].second = &spot;
        for (const auto& [number, both] : spots) {
            const auto [l, r] = both;
            const std::string name = "hotspot " + std::to_string(number);
            if (l != nullptr && r != nullptr && l->x == r->x && l->y == r->y)
                continue;
            add(l == nullptr ? Change::Added : r == nullptr ? Change::Removed : Change::Changed, "hotspot", place, name,
                l == nullptr ? "" : pair(l->x, l->y), r == nullptr ? "" : pair(r->x, r->y), frame.left, frame.right);
            result_.list.back().hotspot = number;
        }
    }

    void compareGroups()
    {
        const std::size_t count = std::max(left_.groups.size(), right_.groups.size());
        for (std::size_t i = 0; i < count; ++i) {
            const std::string place = "Group " + std::to_string(i + 1); // as the sprite editor counts them
            if (i >= left_.groups.size() || i >= right_.groups.size()) {
                const bool isAdded = i >= left_.groups.size();
                add(isAdded ? Change::Added : Change::Removed, "group", place, {}, isAdded ? "" : groupText(left_.groups[i]),
                    isAdded ? groupText(right_.groups[i]) : "", -1, -1);
                continue;
            }
            bgf::Group moved = left_.groups[i]; // in the numbers of the right sprite
            for (std::int32_t& frame : moved)
                if (const auto found = rightOf_.find(frame); found != rightOf_.end())
                    frame = found->second;
            if (moved != right_.groups[i])
                add(Change::Changed, "group", place, "frames", groupText(left_.groups[i]), groupText(right_.groups[i]), -1, -1);
        }
    }

    const bgf::Sprite& left_;
    const bgf::Sprite& right_;
    std::vector<Pixels> leftPixels_, rightPixels_;
    std::map<std::int32_t, std::int32_t> rightOf_;
    SpriteDifference result_;
};

} // namespace

SpriteDifference compareSprites(const bgf::Sprite& left, const bgf::Sprite& right) { return Collector(left, right).run(); }

PixelDifference comparePixels(const bgf::Sprite& left, const bgf::Sprite& right, const FramePair& frame)
{
    const auto pixelsOf = [](const bgf::Sprite& sprite, int number) {
        return number < 0 ? Pixels{} : decode(sprite, sprite.bitmaps[static_cast<std::size_t>(number)]);
    };
    return comparePixels(pixelsOf(left, frame.left), pixelsOf(right, frame.right));
}

} // namespace blak::diff
