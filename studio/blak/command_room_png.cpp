// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/render/renderer.h"
#include "client/scene/room_scene.h"
#include "client/scene/walker.h"
#include "studio/blak/commands.h"
#include "studio/blak/png_file.h"
#include "studio/blak/room_input.h"
#include "studio/blak/room_map.h"
#include "studio/blak/sprite_input.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <thread>

namespace blak::cli {
namespace {

constexpr int mostThreads = 8;

struct Size
{
    std::int32_t width = 1280, height = 800;
};

/// Takes `count` numbers parted by commas or an x.
Result<std::vector<double>> parseNumbers(std::string_view option, std::string_view text, char separator, std::size_t count)
{
    std::vector<double> numbers;
    const char* at = text.data();
    const char* end = text.data() + text.size();
    while (numbers.size() < count) {
        double number = 0;
        const auto [stop, code] = std::from_chars(at, end, number);
        if (code != std::errc{})
            break;
        numbers.push_back(number);
        at = stop;
        if (numbers.size() < count && at != end && *at == separator)
            ++at;
    }
    if (numbers.size() == count && at == end)
        return numbers;
    return Error{std::string(option) + " needs " + std::to_string(count) + " numbers with \"" + separator +
                     "\" between them, not \"" + std::string(text) + "\"",
                 {}};
}

Result<Size> sizeFor(const Arguments& arguments)
{
    const auto given = arguments.value("--size");
    if (!given)
        return Size{};
    const auto sides = parseNumbers("--size", *given, 'x', 2);
    if (!sides)
        return sides.error();
    const double width = sides.value()[0], height = sides.value()[1];
    const auto fits = [](double side) { return side >= 1 && side <= render::Frame::maxSize; };
    if (!fits(width) || !fits(height))
        return Error{"--size needs sides from 1 to " + std::to_string(render::Frame::maxSize), {}};
    return Size{static_cast<std::int32_t>(width), static_cast<std::int32_t>(height)};
}

/// Where to look from: --from and --angle, else the middle of the largest piece of floor.
Result<render::Camera> cameraFor(const Arguments& arguments, const space::LoadedRoom& room)
{
    scene::Walker walker;
    walker.placeInside(room);
    if (const auto from = arguments.value("--from")) {
        const auto place = parseNumbers("--from", *from, ',', 2);
        if (!place)
            return place.error();
        walker.placeAt(room, place.value()[0], place.value()[1], walker.camera().angle);
    }
    render::Camera camera = walker.camera();
    if (const auto angle = arguments.value("--angle")) {
        const auto number = parseNumber("--angle", *angle, 0, 4095);
        if (!number)
            return number.error();
        camera.angle = number.value();
    }
    if (const auto z = arguments.value("--eye")) {
        const auto height = parseNumbers("--eye", *z, ',', 1);
        if (!height)
            return height.error();
        camera.z = height.value()[0];
    }
    return camera;
}

IndexedPicture drawView(space::LoadedRoom room, const ProjectAssets& world, const render::Camera& camera, Size size)
{
    const std::shared_ptr<render::AssetStore>& assets = world.store;
    scene::RoomScene scene(std::move(room), assets);
    scene.setSky(world.sky, scene.state().lighting.ambient);
    scene.advance(0);
    render::Renderer renderer(assets);
    render::RenderOptions options;
    options.threads = std::clamp(static_cast<int>(std::thread::hardware_concurrency()), 1, mostThreads);
    renderer.setOptions(options);
    render::Frame frame(size.width, size.height);
    renderer.render(scene.room(), scene.state(), camera, frame);

    IndexedPicture picture;
    picture.width = size.width;
    picture.height = size.height;
    picture.colours = assets->palette();
    picture.indices.reserve(static_cast<std::size_t>(size.width) * static_cast<std::size_t>(size.height));
    for (int y = 0; y < size.height; ++y)
        for (int x = 0; x < size.width; ++x)
            picture.indices.push_back(frame.pixel(x, y));
    return picture;
}

Result<void> makePng(const Arguments& arguments)
{
    const std::filesystem::path input = arguments.words[0];
    const std::filesystem::path output =
        arguments.value("-o").value_or(std::filesystem::path(input.filename()).replace_extension(".png").string());
    const auto size = sizeFor(arguments);
    if (!size)
        return size.error();
    auto read = readRoom(input);
    if (!read)
        return read.error();
    if (read.value().nodes.empty())
        return Error{"has no BSP tree: build it first with blak room build", input.string()};
    auto room = space::LoadedRoom::load(std::move(read).value(), input.string());
    if (!room)
        return room.error();
    const auto assets = assetsFor(arguments, input);
    if (!assets)
        return assets.error();
    if (arguments.has("--map"))
        return writePng(output, drawRoomMap(room.value(), *assets.value().store, size.value().width, size.value().height), false);
    const auto camera = cameraFor(arguments, room.value());
    if (!camera)
        return camera.error();
    return writePng(output, drawView(std::move(room).value(), assets.value(), camera.value(), size.value()), false);
}

int run(const Arguments& arguments)
{
    const auto made = makePng(arguments);
    return made ? success : complain(made.error().text());
}

constexpr std::array options{
    Option{"-o", "FILE", "where to write; without it the name of the room with .png, in the current folder"},
    Option{"--size", "WxH", "pixels, 1280x800 without it"},
    Option{"--map", "", "from above instead of from inside"},
    Option{"--from", "X,Y", "where to stand, client units: 1024 per square, from the north-west corner"},
    Option{"--angle", "N", "where to look: 4096 per turn, 0 = east, 1024 = south"},
    Option{"--eye", "Z", "height of the eye, client units, instead of standing on the floor"},
    Option{"--textures", "FOLDER", "seek textures here first, then in the project around the room"},
    paletteOption,
};
constexpr std::array examples{
    Example{"blak room png inn.roo", "a view from the middle of the room, in inn.png"},
    Example{"blak room png inn.roo --map --size 800x800 -o map.png", "the room from above"},
    Example{"blak room png inn.roo --from 5120,3584 --angle 2048", "looking west"},
};

} // namespace

const Command roomPngCommand{
    "room png",
    "Rooms",
    "Draw a room",
    "FILE",
    options,
    examples,
    1,
    1,
    run,
    "Textures and colours come from the project that the room belongs to. A missing texture is a pattern with its number."};

} // namespace blak::cli
