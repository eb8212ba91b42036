// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/render/renderer.h"

#include "client/render/strip.h"
#include "client/render/worker_pool.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

namespace blak::render {
namespace {

constexpr int maxThreads = 64;
constexpr int stripColumns =
    320; ///< measured: columns and ids of a strip stay in the second-level cache until they are converted
constexpr double nearestSprite = 16; ///< client units; what is nearer would fill the picture
constexpr int partMargin = 2 * OpenColumns::slit; ///< rows: at the edge of what is drawn surfaces reach over the slits

/// What has to be drawn for a part to be right. What bends or covers the whole picture takes its rows from anywhere.
FramePart partToDraw(const FramePart& part, const SceneState& state, const Frame& frame)
{
    const ScreenEffects& effects = state.effects;
    if (!state.sprites.empty() || effects.waver != 0 || effects.translation != 0 || effects.whiteout > 0 || effects.invert)
        return {0, 0, frame.width(), frame.height()};
    return {part.left, std::max(0, part.top - partMargin), part.right, std::min(frame.height(), part.bottom + partMargin)};
}

/// Every colour to the one of the grey ramp that is as bright.
palette::IndexMap greyMap(const palette::Palette& palette)
{
    palette::IndexMap map{};
    for (std::size_t i = 0; i < map.size(); ++i) {
        const palette::Colour c = palette[i];
        const auto bright = static_cast<std::uint8_t>((c.r * 77 + c.g * 150 + c.b * 29) / 256);
        map[i] = palette::nearest(palette, {bright, bright, bright});
    }
    return map;
}

palette::IndexMap identityMap()
{
    palette::IndexMap map{};
    for (std::size_t i = 0; i < map.size(); ++i)
        map[i] = static_cast<std::uint8_t>(i);
    return map;
}

int stripCount(int width, int threads)
{
    const int strips = std::max(1, width / stripColumns);
    return (strips + threads - 1) / threads * threads; // no thread is left without one
}

std::array<double, 3> towardsSun(const Lighting& lighting)
{
    const double unit = 2 * std::numbers::pi / 4096;
    const double up = lighting.sunHeight * unit;
    const double around = lighting.sunAngle * unit;
    return {std::cos(around) * std::cos(up), std::sin(around) * std::cos(up), std::sin(up)};
}

} // namespace

class Renderer::Implementation
{
public:
    explicit Implementation(std::shared_ptr<AssetStore> assets)
        : pictures(std::move(assets)), identity(identityMap()), grey(greyMap(pictures.assets().palette())),
          colours(rgb32Table(pictures.assets().palette())), pool(1)
    {
    }

    void render(const space::LoadedRoom& room, const SceneState& state, const Camera& camera, const FramePart* wanted, Frame& frame,
                const Rgb32Rows& rows);
    void collectSprites(const space::LoadedRoom& room, const SceneState& state, const View& view);

    RenderOptions options;
    PictureTable pictures;
    palette::IndexMap identity, grey;
    Rgb32Table colours;
    std::optional<WorkerPool> pool;
    std::vector<Strip> strips;
    std::vector<VisibleSprite> sprites;
};

Renderer::Renderer(std::shared_ptr<AssetStore> assets) : implementation_(std::make_unique<Implementation>(std::move(assets))) {}

Renderer::~Renderer() = default;

void Renderer::setOptions(const RenderOptions& options)
{
    implementation_->options = options;
    implementation_->options.threads = std::clamp(options.threads, 1, maxThreads);
    if (options.mipLevels)
        assets().makeMipLevels();
}

const RenderOptions& Renderer::options() const { return implementation_->options; }

AssetStore& Renderer::assets() const { return implementation_->pictures.assets(); }

void Renderer::render(const space::LoadedRoom& room, const SceneState& state, const Camera& camera, Frame& frame,
                      const Rgb32Rows& rows)
{
    implementation_->render(room, state, camera, nullptr, frame, rows);
}

void Renderer::renderPart(const space::LoadedRoom& room, const SceneState& state, const Camera& camera, const FramePart& part,
                          Frame& frame, const Rgb32Rows& rows)
{
    implementation_->render(room, state, camera, &part, frame, rows);
}

void Renderer::Implementation::collectSprites(const space::LoadedRoom& room, const SceneState& state, const View& view)
{
    sprites.clear();
    if (!options.sprites)
        return;
    for (const SpriteState& sprite : state.sprites) {
        VisibleSprite visible;
        visible.place = view.toView(sprite.x, sprite.y);
        if (visible.place.depth < nearestSprite || !sprite.picture)
            continue;
        const double towardsEye = std::atan2(view.eyeY - sprite.y, view.eyeX - sprite.x) / (2 * std::numbers::pi) * 4096;
        visible.images = layOutSprite(sprite, static_cast<int>(std::lround(towardsEye)) - sprite.angle);
        if (visible.images.empty())
            continue;
        visible.state = &sprite;
        visible.baseZ = sprite.z;
        if (sprite.hanging) {
            const auto base = std::find_if(visible.images.begin(), visible.images.end(),
                                           [](const PlacedImage& placed) { return placed.layer == SpriteLayer::Base; });
            visible.baseZ -= base->top;
        }
        visible.leaf = room.leafAt({sprite.x, sprite.y});
        int light = 192;
        if (visible.leaf != space::none) {
            const space::Index sector = room.nodes()[visible.leaf].sector;
            light = sector < state.sectors.size() ? state.sectors[sector].light : room.sector(sector).light;
        }
        // The shift stays within the kind of light: fixed (up to 127) or following the ambient one.
        visible.light =
            light < 128 ? std::clamp(light + sprite.lightShift / 2, 0, 127) : std::clamp(light + sprite.lightShift, 128, 255);
        sprites.push_back(std::move(visible));
    }
    std::stable_sort(sprites.begin(), sprites.end(), [](const VisibleSprite& a, const VisibleSprite& b) {
        return a.leaf != b.leaf ? a.leaf < b.leaf : a.place.depth > b.place.depth;
    });
}

void Renderer::Implementation::render(const space::LoadedRoom& room, const SceneState& state, const Camera& camera,
                                      const FramePart* wanted, Frame& frame, const Rgb32Rows& rows)
{
    if (frame.width() <= 0)
        frame.resize(1, 1);
    FramePart shown{0, 0, frame.width(), frame.height()};
    if (wanted != nullptr)
        shown = {std::max(0, wanted->left), std::max(0, wanted->top), std::min(shown.right, wanted->right),
                 std::min(shown.bottom, wanted->bottom)};
    if (shown.isEmpty())
        return;
    const FramePart drawn = wanted != nullptr ? partToDraw(shown, state, frame) : shown;
    pictures.beginFrame();
    const View view(camera, frame.width(), frame.height());
    collectSprites(room, state, view);
    if (!pool || pool->threads() != options.threads)
        pool.emplace(options.threads);
    frame.setStrips(stripCount(frame.width(), options.threads));
    strips.resize(static_cast<std::size_t>(frame.stripCount()));

    const FrameContext context{.room = room,
                               .state = state,
                               .view = view,
                               .options = options,
                               .tables = pictures.assets().tables(),
                               .identity = identity,
                               .grey = grey,
                               .pictures = pictures,
                               .sprites = sprites,
                               .sun = towardsSun(state.lighting),
                               .fixedLevel = state.effects.blind ? 0 : -1};
    pool->run(frame.stripCount(), [&](int index) {
        strips[static_cast<std::size_t>(index)].draw(context, frame, index, drawn);
        const int first = index * frame.stripWidth();
        const FramePart own{std::max(shown.left, first), shown.top, std::min(shown.right, first + frame.stripWidth()), shown.bottom};
        if (rows && !own.isEmpty())
            convertPart(frame, colours, own, rows);
    });
}

} // namespace blak::render
