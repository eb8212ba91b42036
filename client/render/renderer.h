// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/render/asset_store.h"
#include "client/render/camera.h"
#include "client/render/convert.h"
#include "client/render/frame.h"
#include "client/render/scene_state.h"
#include "formats/space/loaded_room.h"

#include <cstdint>
#include <memory>

namespace blak::render {

struct RenderOptions
{
    int threads = 1;         ///< strips drawn in parallel; the picture does not depend on it
    bool fullBright = false; ///< no shading at all
    bool sprites = true;
    bool maskedWalls = true; ///< see-through walls
    bool mipLevels = false;  ///< smaller copies of textures far away, so that they do not shimmer; false = as the old client drew
    bool textures = true;    ///< false: every surface in one flat colour
};

/// Draws a room: software, 8-bit, column by column, front to back through the BSP tree. See README.md for how.
///
/// One renderer per view; not for use by two threads at once. Keeps the pictures of the room it drew last.
class Renderer
{
public:
    explicit Renderer(std::shared_ptr<AssetStore> assets);
    ~Renderer();
    Renderer(const Renderer&) = delete;
    Renderer& operator=(const Renderer&) = delete;

    void setOptions(const RenderOptions& options);
    const RenderOptions& options() const;
    AssetStore& assets() const;

    /// Fills the whole frame, of any size. `state` may have empty vectors. With `rows` the colours of the frame are written there
    /// as well, while each part of it is still in the cache; it must hold frame.height() rows of frame.width() pixels.
    void render(const space::LoadedRoom& room, const SceneState& state, const Camera& camera, Frame& frame,
                const Rgb32Rows& rows = {});

    /// Draws a part of what render() would draw and writes that part of `rows` alone, for a picture of which little has changed. The
    /// pixels are the same but for one in some thousands, where a column that begins further down rounds a texel's edge otherwise.
    /// The rest of the frame, ids and all, holds nothing then, so it is not the one to pick from.
    void renderPart(const space::LoadedRoom& room, const SceneState& state, const Camera& camera, const FramePart& part, Frame& frame,
                    const Rgb32Rows& rows);

private:
    class Implementation;
    std::unique_ptr<Implementation> implementation_;
};

} // namespace blak::render
