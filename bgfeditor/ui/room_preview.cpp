// SPDX-License-Identifier: GPL-3.0-or-later
#include "bgfeditor/ui/room_preview.h"

#include "bgfeditor/ui/sprite_model.h"
#include "client/render/asset_store.h"
#include "client/render/renderer.h"
#include "ui/fonts.h"
#include "ui/frame_painter.h"
#include "ui/project.h"
#include "ui/theme.h"

#include <QFileInfo>
#include <QPaintEvent>
#include <QPainter>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <optional>

namespace blak::ui::sprites {
namespace {

constexpr double square = 1024; // client units
constexpr double boxWidth = 4 * square, boxDepth = 12 * square;
constexpr int north = 3072, south = 1024; // angles of 4096
constexpr std::uint16_t boxHeight = 256;  // editor units
constexpr double eyeHeight = 768;
constexpr double viewerSpace = square / 2;      // from the wall behind the viewer
constexpr double nearest = 0.75, farthest = 10; // squares

double brightness(const palette::Colour& colour) { return 0.3 * colour.r + 0.59 * colour.g + 0.11 * colour.b; }

/// Of a dozen textures of the world the one without holes that draws the eye least; 0 where there is none.
int calmTexture(render::AssetStore& assets)
{
    constexpr std::size_t candidates = 12;
    const std::vector<int> numbers = assets.textureNumbers();
    int best = 0;
    double least = 1e9;
    for (std::size_t i = 0; i < std::min(candidates, numbers.size()); ++i) {
        const int number = numbers[i * numbers.size() / std::min(candidates, numbers.size())];
        const auto picture = assets.texture(number);
        if (picture == nullptr || picture->missing || picture->images.front().hasHoles || picture->images.front().pixels.empty())
            continue;
        const auto& pixels = picture->images.front().pixels;
        double sum = 0, squares = 0;
        for (const std::uint8_t pixel : pixels) {
            const double value = brightness(assets.palette()[pixel]);
            sum += value;
            squares += value * value;
        }
        const double mean = sum / static_cast<double>(pixels.size());
        const double spread =
            squares / static_cast<double>(pixels.size()) - mean * mean + std::abs(mean - 90); // neither dark nor glaring
        if (spread < least) {
            least = spread;
            best = number;
        }
    }
    return best;
}

/// A box with one leaf, whose walls are the planes of the tree.
roo::Room makeBox(int texture)
{
    roo::Room room;
    room.width = static_cast<std::int32_t>(boxWidth);
    room.height = static_cast<std::int32_t>(boxDepth);
    const auto number = static_cast<std::uint16_t>(texture);
    roo::Sector sector;
    sector.floorTexture = number;
    sector.ceilingTexture = number;
    sector.ceilingHeight = boxHeight;
    sector.light = 192;
    room.sectors = {sector};
    room.sidedefs = {{0, number, 0, 0, 0, 0}};
    struct Plane
    {
        double a, b, c, x0, y0, x1, y1;
    };
    constexpr Plane planes[] = {{0, 1, 0, 0, 0, boxWidth, 0},
                                {1, 0, 0, 0, boxDepth, 0, 0},
                                {0, -1, boxDepth, boxWidth, boxDepth, 0, boxDepth},
                                {-1, 0, boxWidth, boxWidth, 0, boxWidth, boxDepth}};
    std::uint16_t next = 1;
    for (const Plane& plane : planes) {
        roo::Linedef line;
        line.plusSide = 1;
        line.plusSector = 0;
        line.x0 = static_cast<std::int16_t>(plane.x0 / 16);
        line.y0 = static_cast<std::int16_t>((boxDepth - plane.y0) / 16);
        line.x1 = static_cast<std::int16_t>(plane.x1 / 16);
        line.y1 = static_cast<std::int16_t>((boxDepth - plane.y1) / 16);
        room.linedefs.push_back(line);
        roo::Wall wall;
        wall.plusSide = 1;
        wall.plusSector = 1;
        wall.x0 = plane.x0;
        wall.y0 = plane.y0;
        wall.x1 = plane.x1;
        wall.y1 = plane.y1;
        wall.length = std::hypot(plane.x1 - plane.x0, plane.y1 - plane.y0) / 16;
        room.walls.push_back(wall);
        roo::Node node;
        node.kind = roo::Node::Kind::Internal;
        node.box = {0, 0, boxWidth, boxDepth};
        node.a = plane.a;
        node.b = plane.b;
        node.c = plane.c;
        node.firstWall = next++;
        node.plusChild = next;
        room.nodes.push_back(node);
    }
    roo::Node leaf;
    leaf.box = {0, 0, boxWidth, boxDepth};
    leaf.sector = 1;
    leaf.polygon = {{0, 0}, {boxWidth, 0}, {boxWidth, boxDepth}, {0, boxDepth}};
    room.nodes.push_back(leaf);
    room.things.resize(2);
    room.things[1].x = static_cast<std::int32_t>(boxWidth / 16);
    room.things[1].y = static_cast<std::int32_t>(boxDepth / 16);
    return room;
}

} // namespace

struct RoomPreview::Stage
{
    Stage(space::LoadedRoom box, std::shared_ptr<render::AssetStore> store, bool textured)
        : room(std::move(box)), renderer(std::move(store))
    {
        render::RenderOptions options;
        options.textures = textured;
        renderer.setOptions(options);
    }

    space::LoadedRoom room;
    render::Renderer renderer;
    FramePainter painter;
};

RoomPreview::RoomPreview(SpriteModel* model, QWidget* parent) : QWidget(parent), model_(model)
{
    setAccessibleName(tr("In the room"));
    connect(model, &SpriteModel::frameChanged, this, qOverload<>(&QWidget::update));
    connect(model, &SpriteModel::coloursChanged, this, qOverload<>(&QWidget::update));
    connect(model, &SpriteModel::dollChanged, this, qOverload<>(&QWidget::update));
    connect(model, &SpriteModel::dollMoved, this, qOverload<>(&QWidget::update));
}

RoomPreview::~RoomPreview() = default;

bool RoomPreview::canShow() const
{
    const auto assets = model_->project() != nullptr ? model_->project()->assets() : nullptr;
    return stage_ != nullptr || (assets != nullptr && !assets->findFile(QFileInfo(model_->path()).fileName().toStdString()).empty());
}

/// Only when it is first seen: it looks at some textures.
void RoomPreview::buildStage()
{
    const auto assets = model_->project()->assets();
    const int texture = calmTexture(*assets);
    if (auto box = space::LoadedRoom::load(makeBox(std::max(1, texture)), "preview"))
        stage_ = std::make_unique<Stage>(std::move(box).value(), assets, texture != 0);
}

void RoomPreview::setDistance(double squares)
{
    distance_ = std::clamp(squares, nearest, farthest);
    update();
}

void RoomPreview::paintEvent(QPaintEvent* event)
{
    QPainter painter(this);
    painter.setFont(uiFont());
    if (canShow() && stage_ == nullptr)
        buildStage();
    if (stage_ == nullptr) {
        painter.setPen(theme().text2);
        painter.drawText(rect().adjusted(10, 8, -10, -8), Qt::AlignTop | Qt::AlignLeft | Qt::TextWordWrap,
                         tr("Open the folder of its world to see the sprite in a room."));
        return;
    }
    render::Camera camera;
    camera.x = boxWidth / 2;
    camera.y = boxDepth - viewerSpace;
    camera.z = eyeHeight;
    camera.angle = north;
    camera.fieldOfView = 60;
    render::SceneState state;
    state.lighting.ambient = 128 + model_->light(); // full light of the slider is the neutral 192
    render::SpriteState sprite = bgfcore::stateOf(model_->shownDoll(), stage_->renderer.assets(), model_->dollElapsed());
    sprite.x = camera.x;
    sprite.y = camera.y - distance_ * square;
    sprite.angle = south - model_->angle();
    state.sprites.push_back(std::move(sprite));
    stage_->painter.paint(painter, size(), event->region(), [&](render::Frame& frame, const render::Rgb32Rows& rows) {
        stage_->renderer.render(stage_->room, state, camera, frame, rows);
    });

    const QString text = tr("%1 squares away").arg(distance_, 0, 'g', 2);
    painter.setRenderHint(QPainter::Antialiasing);
    QColor fill = theme().isDark() ? theme().window : theme().tooltip;
    fill.setAlpha(232);
    const QRectF box(8, QWidget::height() - 30, QFontMetricsF(painter.font()).horizontalAdvance(text) + 16, 22);
    painter.setPen(Qt::NoPen);
    painter.setBrush(fill);
    painter.drawRoundedRect(box, 3, 3);
    painter.setPen(theme().text);
    painter.drawText(box, Qt::AlignCenter, text);
}

void RoomPreview::wheelEvent(QWheelEvent* event)
{
    setDistance(distance_ * std::pow(2.0, -event->angleDelta().y() / 480.0));
    event->accept();
}

} // namespace blak::ui::sprites
