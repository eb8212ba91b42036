// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/render/frame.h"
#include "client/render/kernels.h"
#include "client/render/light.h"
#include "client/render/open_columns.h"
#include "client/render/picture_table.h"
#include "client/render/renderer.h"
#include "client/render/sprite_layout.h"
#include "client/render/view.h"
#include "formats/space/loaded_room.h"

#include <array>
#include <span>
#include <vector>

namespace blak::render {

/// A sprite of the frame, worked out once for all strips.
struct VisibleSprite
{
    const SpriteState* state = nullptr;
    ViewPoint place;
    double baseZ = 0;
    space::Index leaf = space::none;
    int light = 192;                 ///< of its sector, shift included
    std::vector<PlacedImage> images; ///< in drawing order
};

/// What all strips of a frame share. Read only while they draw, but for the table of pictures.
struct FrameContext
{
    const space::LoadedRoom& room;
    const SceneState& state;
    const View& view;
    const RenderOptions& options;
    const palette::Tables& tables;
    const palette::IndexMap& identity;
    const palette::IndexMap& grey;
    PictureTable& pictures;
    std::span<const VisibleSprite> sprites; ///< by leaf; far before near within a leaf
    std::array<double, 3> sun{};            ///< unit vector towards the sun
    int fixedLevel = -1;                    ///< as in SurfaceLight

    const palette::IndexMap& lightMap(int level) const
    {
        return options.fullBright ? identity : tables.light[static_cast<std::size_t>(level)];
    }
};

/// A part of a wall as seen from one side: what the column loop needs.
struct WallPart
{
    SurfaceKind kind = SurfaceKind::None;
    const Image* image = nullptr;
    double texelsPerUnit = 1; ///< shrink / 16
    double vBase = 0;         ///< texel at height z is vBase - z * texelsPerUnit
    bool tiles = true;        ///< repeats vertically
    bool masked = false;      ///< has holes through which one looks: drawn at the end
    bool closes = false;      ///< has holes, but nothing behind them is shown
};

/// A wall in view: straight lines in the frame, worked out from both ends.
struct WallInView
{
    space::Index wall = space::none;
    space::WallSide side = space::WallSide::Plus;
    int firstColumn = 0, endColumn = 0; ///< within the strip
    // Column slope k: w = w0 + k wk is one over the depth; along the wall t w = t0 + k tk, t = 0 at the left end.
    double w0 = 0, wk = 0, t0 = 0, tk = 0;
    // Heights over the eye at the left end and their growth to the right end.
    struct Line
    {
        double z = 0, growth = 0;
    };
    Line frontFloor, backFloor, frontCeiling, backCeiling;
    bool twoSided = false;
    double uStart = 0, uGrowth = 0; ///< editor units along the texture at the left end, growth to the right end
    SurfaceLight light;
};

/// Draws the columns firstColumn..endColumn-1 of a frame. Kept from frame to frame for its memory.
class Strip
{
public:
    /// `part`: of the frame, what is to be drawn of it.
    void draw(const FrameContext& context, Frame& frame, int index, const FramePart& part);

private:
    struct Deferred ///< drawn at the end, back to front
    {
        WallInView wall;
        WallPart part;
        std::size_t sprite = 0;
        bool isSprite = false;
    };

    void walk(space::Index node);
    bool canBeSeen(const roo::BoundingBox& box);

    // strip_planes.cpp
    void drawLeaf(space::Index leaf);
    void drawPlane(space::Index leaf, bool ceiling);
    bool outlineColumns(bool ceiling, int& first, int& end);
    void drawPlaneSpan(int x, int top, int bottom, const SurfaceRecord& surface, const SurfaceLight& light);
    void drawPlaneLevel(int x, int top, int bottom, std::size_t level, const SurfaceRecord& surface, const SurfaceLight& light);

    // strip_walls.cpp
    void drawWall(space::Index wall, space::WallSide side);
    bool placeWall(WallInView& view) const;
    WallPart partOf(const WallInView& view, SurfaceKind kind, const space::WallQuad& quad) const;
    void drawPart(const WallInView& view, const WallPart& part);
    struct Rows
    {
        int top = 0, bottom = 0;
    };
    Rows partRows(const WallInView& view, const WallPart& part, double k, double w) const;
    void drawWallSpan(const WallInView& view, const WallPart& part, int x, int top, int bottom, double w, std::uint16_t id);
    void drawMaskedPart(const WallInView& view, const WallPart& part);
    SurfaceRecord recordOf(const WallInView& view, SurfaceKind kind) const;

    // strip_sprites.cpp
    void deferSpritesOf(space::Index leaf);
    void deferSpritesNotReached();
    void drawDeferred();
    void drawSprite(const VisibleSprite& sprite);
    void drawSpriteImage(const VisibleSprite& sprite, const PlacedImage& placed, double w, std::uint16_t id);
    void paintSpriteRun(DrawingEffect effect, const palette::IndexMap& own, const palette::IndexMap& over,
                        const std::uint8_t* line, int size, double v, double step, int x, int from, int to, std::uint8_t* out,
                        std::uint16_t* ids, std::uint16_t id);
    /// Calls run(top, bottom) for the rows of a column where nothing nearer than w is shown.
    template <typename Run>
    void forEachVisibleRun(int x, int top, int bottom, double w, Run&& run) const
    {
        top = std::max(top, top_);
        bottom = std::min(bottom, bottom_);
        const std::uint16_t* ids = frame_->idColumn(x);
        while (top < bottom) {
            const std::uint16_t id = ids[top];
            int end = top + 1;
            while (end < bottom && ids[end] == id)
                ++end;
            showRunOf((*surfaces_)[id], x, top, end, w, run);
            top = end;
        }
    }
    template <typename Run>
    static void showRunOf(const SurfaceRecord& surface, int x, int top, int bottom, double w, Run&& run)
    {
        // What stands on a floor or hangs on a wall is as far as that; it shall win.
        const float limit = static_cast<float>(w) * 1.0005f + 1e-9f;
        const float atTop =
            surface.w0 + surface.wx * (static_cast<float>(x) + 0.5f) + surface.wy * (static_cast<float>(top) + 0.5f);
        const float atBottom = atTop + surface.wy * static_cast<float>(bottom - 1 - top);
        const bool topSeen = atTop <= limit;
        const bool bottomSeen = atBottom <= limit;
        if (topSeen && bottomSeen)
            run(top, bottom);
        if (topSeen == bottomSeen)
            return;
        const int change = top + static_cast<int>((limit - atTop) / surface.wy) + 1;
        if (topSeen)
            run(top, std::clamp(change, top + 1, bottom - 1));
        else
            run(std::clamp(change, top + 1, bottom - 1), bottom);
    }

    // background.cpp
    void drawBackground();
    void setUpBackground(const Image& image);
    void drawBackgroundSpan(int x, int top, int bottom);
    void drawBackgroundOverlay(const BackgroundOverlay& overlay);
    void applyScreenEffects();

    std::uint16_t newSurface(const SurfaceRecord& record);
    SectorState sectorState(space::Index sector) const;
    const SideState& sideState(space::Index side) const;
    const Picture* texture(int number) const;

    static constexpr std::uint16_t backgroundId = 1;

    const FrameContext* context_ = nullptr;
    Frame* frame_ = nullptr;
    std::vector<SurfaceRecord>* surfaces_ = nullptr;
    int first_ = 0, end_ = 0;   ///< columns
    int top_ = 0, bottom_ = 0; ///< rows
    OpenColumns open_;
    std::vector<Deferred> deferred_;
    std::vector<std::uint8_t> spriteReached_;

    // The leaf at work: its corners in front of the eye, and the outline of the plane at work by column.
    struct Corner
    {
        double depth, right, floor, ceiling; ///< heights over the eye
    };
    std::vector<Corner> corners_, clipped_;
    std::vector<float> outlineA_, outlineB_;
    struct PlaneSetup
    {
        double u0 = 0, uk = 0, um = 0, v0 = 0, vk = 0, vm = 0; ///< texel * w as a function of column and row slope
        const Image* image = nullptr;
        std::array<double, 8> mipBelow{}; ///< one over the depth below which level i + 1 is taken; 0 = never
    };
    PlaneSetup plane_;
    std::vector<int> backgroundRows_; ///< of its picture, by rows of the view from top_
    double backgroundTurn_ = 0;       ///< of the view, radians
    std::vector<std::uint8_t> behind_; ///< a column as it was before something see-through
};

} // namespace blak::render
