// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/objexport/room_obj.h"

#include "client/render/renderer.h"
#include "roomedit/roomcore/rebuild.h"
#include "tests/render/room_maker.h"
#include "tests/support/room_samples.h"

#include <QDir>
#include <QFile>
#include <QImage>
#include <QTemporaryDir>
#include <QTest>

#include <array>
#include <cmath>
#include <map>
#include <numbers>

using namespace blak;

namespace {

using Vector = std::array<double, 3>;

Vector minus(const Vector& a, const Vector& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }
Vector cross(const Vector& a, const Vector& b)
{
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
double dot(const Vector& a, const Vector& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
double length(const Vector& a) { return std::sqrt(dot(a, a)); }

/// Every texel has a colour that tells its place.
std::shared_ptr<render::AssetStore> placeAssets()
{
    auto assets = std::make_shared<render::AssetStore>(std::vector<std::filesystem::path>{});
    const auto texel = [](int x, int y) { return static_cast<std::uint8_t>((x / 8 * 13 + y / 8 * 41) % 250); };
    for (const int number : {10, 11})
        test::addTexture(*assets, number, 64, 64, 1, texel);
    test::addTexture(*assets, 20, 64, 128, 1, texel);
    test::addTexture(*assets, 21, 96, 64, 2, texel);
    test::addTexture(*assets, 22, 32, 64, 1, texel);
    test::addTexture(*assets, 23, 48, 64, 1, [texel](int x, int y) { return (x / 4 + y / 4) % 2 == 0 ? bgf::transparentIndex : texel(x, y); });
    return assets;
}

/// Sectors with slopes and steps; some openings have a grating that is drawn once, some pictures hang, are turned or shifted.
space::LoadedRoom sampleRoom(std::uint32_t seed)
{
    test::SampleOptions options;
    options.hasSlopes = options.jitters = options.hasHoles = true;
    roo::Room room = test::makeGridRoom(options, seed);
    roo::Sidedef grate = room.sidedefs[1], turned = room.sidedefs[0], hanging = room.sidedefs[1];
    grate.normalTexture = 23;
    grate.flags |= roo::side_flag::noVerticalTile | roo::side_flag::transparent;
    turned.flags |= roo::side_flag::backwards | roo::side_flag::normalTopDown;
    hanging.flags |= roo::side_flag::belowTopDown | roo::side_flag::aboveBottomUp;
    room.sidedefs.insert(room.sidedefs.end(), {grate, turned, hanging});
    for (std::size_t i = 0; i < room.linedefs.size(); ++i) {
        roo::Linedef& line = room.linedefs[i];
        line.plusXOffset = static_cast<std::int16_t>(i * 5 % 60);
        line.minusYOffset = static_cast<std::int16_t>(i * 7 % 30);
        for (std::uint16_t* side : {&line.plusSide, &line.minusSide})
            if (i % 3 == 0 && *side != 0)
                *side = *side == 1 ? std::uint16_t{4} : i % 2 == 0 ? std::uint16_t{3} : std::uint16_t{5};
    }
    for (std::size_t i = 0; i < room.sectors.size(); ++i)
        room.sectors[i].xOffset = static_cast<std::int16_t>(i * 9);
    const roo::Room before = [&] {
        roo::Room bare = room;
        bare.nodes.clear();
        return bare;
    }();
    return space::LoadedRoom::load(roomcore::rebuild(room, before).value().room, "room").value();
}

struct ReadFace
{
    std::string material;
    std::vector<Vector> places;
    std::vector<std::array<double, 2>> pictures;
};

struct ReadObj
{
    std::vector<ReadFace> faces;
    QString materials;
};

/// Our own reader of what was written.
ReadObj readObj(const objexport::ObjModel& model)
{
    ReadObj read;
    const auto& bytes = model.files.back().bytes;
    const QString text = QString::fromUtf8(reinterpret_cast<const char*>(bytes.data()), static_cast<qsizetype>(bytes.size()));
    std::vector<Vector> places;
    std::vector<std::array<double, 2>> pictures;
    std::string material;
    for (const QString& line : text.split(u'\n')) {
        const QStringList words = line.split(u' ');
        if (words[0] == QLatin1String("v"))
            places.push_back({words[1].toDouble(), words[2].toDouble(), words[3].toDouble()});
        else if (words[0] == QLatin1String("vt"))
            pictures.push_back({words[1].toDouble(), words[2].toDouble()});
        else if (words[0] == QLatin1String("usemtl"))
            material = words[1].toStdString();
        else if (words[0] == QLatin1String("mtllib"))
            read.materials = words[1];
        else if (words[0] == QLatin1String("f")) {
            ReadFace face{material, {}, {}};
            for (qsizetype i = 1; i < words.size(); ++i) {
                const QStringList numbers = words[i].split(u'/');
                face.places.push_back(places.at(numbers[0].toUInt() - 1));
                face.pictures.push_back(pictures.at(numbers[1].toUInt() - 1));
            }
            read.faces.push_back(std::move(face));
        }
    }
    return read;
}

/// Area and direction (of a length that is twice the area) of a flat face.
Vector normalOf(const ReadFace& face)
{
    Vector sum{};
    for (std::size_t i = 1; i + 1 < face.places.size(); ++i) {
        const Vector one = cross(minus(face.places[i], face.places[0]), minus(face.places[i + 1], face.places[0]));
        for (std::size_t axis = 0; axis < 3; ++axis)
            sum[axis] += one[axis];
    }
    return sum;
}

/// Square client units of wall that a renderer shows, by many thin strips, straight from the rules of formats.md 1.6.
std::map<int, double> wallAreas(const space::LoadedRoom& room)
{
    constexpr int strips = 2000;
    std::map<int, double> areas;
    for (std::size_t i = 0; i < room.walls().size(); ++i) {
        const space::LoadedWall& wall = room.walls()[i];
        for (const std::size_t which : {std::size_t{0}, std::size_t{1}}) {
            if (wall.sides[which] == space::none || wall.sectors[which] == space::none)
                continue;
            const roo::Sidedef& side = room.sidedef(wall.sides[which]);
            const space::SectorShape& front = room.shapes()[wall.sectors[which]];
            const space::Index beyond = wall.sectors[1 - which];
            for (int strip = 0; strip < strips; ++strip) {
                const double t = (strip + 0.5) / strips;
                const space::Point at{wall.start.x + t * (wall.end.x - wall.start.x), wall.start.y + t * (wall.end.y - wall.start.y)};
                const double width = std::hypot(wall.end.x - wall.start.x, wall.end.y - wall.start.y) / strips;
                const double floor = front.floor.at(at), ceiling = front.ceiling.at(at);
                const auto add = [&](int texture, double low, double high) {
                    if (texture != 0 && high > low)
                        areas[texture] += (high - low) * width;
                };
                if (beyond == space::none) {
                    add(side.normalTexture, floor, ceiling);
                    continue;
                }
                const double floorThere = room.shapes()[beyond].floor.at(at), ceilingThere = room.shapes()[beyond].ceiling.at(at);
                add(side.belowTexture, floor, floorThere);
                add(side.aboveTexture, ceilingThere, ceiling);
                if (side.normalTexture != 0 && (side.flags & roo::side_flag::noVerticalTile) == 0)
                    add(side.normalTexture, std::max(floor, floorThere), std::min(ceiling, ceilingThere));
            }
        }
    }
    return areas;
}

} // namespace

class TestRoomObj : public QObject
{
    Q_OBJECT

    double gratings_ = 0;

private slots:
    /// What is read back covers what a renderer shows: floors by their leaves, walls by their heights.
    void areas_data()
    {
        QTest::addColumn<int>("seed");
        for (int seed = 1; seed <= 6; ++seed)
            QTest::newRow(qPrintable(QString::number(seed))) << seed;
    }

    void areas()
    {
        QFETCH(int, seed);
        const space::LoadedRoom room = sampleRoom(static_cast<std::uint32_t>(seed));
        const auto assets = placeAssets();
        const auto model = objexport::objOf(room, *assets, {"room", 2});
        QVERIFY(model);
        const ReadObj read = readObj(model.value());
        QCOMPARE(read.faces.size(), model.value().faces);
        QCOMPARE(read.materials, QStringLiteral("room.mtl"));
        std::map<std::string, double> areas;
        constexpr double square = 1024.0 * 1024 / 4; // client units of a unit of the model, squared
        for (const ReadFace& face : read.faces)
            areas[face.material] += length(normalOf(face)) / 2 * square;
        double floors = 0, ceilings = 0;
        for (const space::LoadedNode& leaf : room.nodes()) {
            if (!leaf.isLeaf || leaf.sector == space::none)
                continue;
            const auto corners = room.polygonOf(leaf);
            double twice = 0;
            for (std::size_t i = 0; i < corners.size(); ++i) {
                const space::Point &a = corners[i], &b = corners[(i + 1) % corners.size()];
                twice += a.x * b.y - a.y * b.x;
            }
            const space::SectorShape& shape = room.shapes()[leaf.sector];
            floors += std::abs(twice) / 2 * std::sqrt(1 + shape.floor.perX * shape.floor.perX + shape.floor.perY * shape.floor.perY);
            ceilings += std::abs(twice) / 2;
        }
        const auto isNear = [](double found, double expected) { return std::abs(found - expected) <= expected * 2e-3 + 2000; };
        QVERIFY2(isNear(areas["grd00010-flat"], floors), qPrintable(QStringLiteral("%1 %2").arg(areas["grd00010-flat"]).arg(floors)));
        QVERIFY(isNear(areas["grd00011-flat"], ceilings));
        for (const auto& [texture, area] : wallAreas(room)) {
            const std::string name = "grd000" + std::to_string(texture);
            QVERIFY2(isNear(areas[name], area), qPrintable(QStringLiteral("%1: %2 %3").arg(texture).arg(areas[name]).arg(area)));
        }
        gratings_ += areas["grd00023"]; // cut to its picture
        if (seed == 6)
            QVERIFY(gratings_ > 0);
    }

    /// From many places: what a pixel of the renderer shows, the model shows too, with the same texel, and turned towards the eye.
    void pixels_data() { areas_data(); }

    void pixels()
    {
        QFETCH(int, seed);
        const space::LoadedRoom room = sampleRoom(static_cast<std::uint32_t>(seed));
        const auto assets = placeAssets();
        const std::vector<objexport::Face> faces = objexport::facesOf(room, *assets);
        render::Renderer renderer(assets);
        render::RenderOptions options;
        options.fullBright = true;
        options.maskedWalls = false;
        renderer.setOptions(options);
        std::size_t looked = 0, agreed = 0;
        for (int view = 0; view < 8; ++view) {
            render::Camera camera;
            camera.x = 2048 + view % 3 * 4096 + 700;
            camera.y = 2048 + view / 3 * 4096 + 300;
            camera.angle = view * 600;
            const space::Index sector = room.sectorAt({camera.x, camera.y});
            if (sector == space::none)
                continue;
            camera.z = (room.floorHeight(sector, {camera.x, camera.y}) + room.ceilingHeight(sector, {camera.x, camera.y})) / 2;
            render::Frame frame(160, 120);
            renderer.render(room, {}, camera, frame);
            const double angle = camera.angle / 4096 * 2 * std::numbers::pi, focal = frame.width() / 2.0;
            for (int x = 3; x < frame.width(); x += 7)
                for (int y = 3; y < frame.height(); y += 7) {
                    const render::Pick pick = frame.pick(x, y);
                    const bool isFlat = pick.kind == render::SurfaceKind::Floor || pick.kind == render::SurfaceKind::Ceiling;
                    if ((!isFlat && !pick.isWall()) || pick.depth < 64)
                        continue;
                    const double right = (x + 0.5 - frame.width() / 2.0) / focal, up = (frame.height() / 2.0 - (y + 0.5)) / focal;
                    const Vector eye{camera.x, camera.y, camera.z};
                    const Vector ray{std::cos(angle) - right * std::sin(angle), std::sin(angle) + right * std::cos(angle), up};
                    const Vector at{eye[0] + pick.depth * ray[0], eye[1] + pick.depth * ray[1], eye[2] + pick.depth * ray[2]};
                    ++looked;
                    agreed += showsTexel(faces, *assets, at, eye, isFlat, pick, frame.pixel(x, y)) ? 1U : 0U;
                }
        }
        QVERIFY(looked > 500);
        QVERIFY2(static_cast<double>(agreed) >= 0.99 * static_cast<double>(looked), qPrintable(QStringLiteral("%1 of %2").arg(agreed).arg(looked)));
    }

    void filesAndPictures()
    {
        QTemporaryDir dir;
        const space::LoadedRoom room = sampleRoom(3);
        const auto assets = placeAssets();
        const auto file = std::filesystem::path(dir.path().toStdString()) / "my room.obj";
        const auto written = objexport::writeObj(file, room, *assets, 1);
        QVERIFY2(written, written ? "" : written.error().text().c_str());
        QVERIFY(QFile::exists(dir.filePath(QStringLiteral("my room.obj"))));
        QFile materials(dir.filePath(QStringLiteral("my_room.mtl")));
        QVERIFY(materials.open(QIODevice::ReadOnly));
        const QString text = QString::fromUtf8(materials.readAll());
        for (const QString& line : text.split(u'\n'))
            if (line.startsWith(QLatin1String("map_Kd ")))
                QVERIFY2(QFile::exists(dir.filePath(line.mid(7))), qPrintable(line));
        QVERIFY(text.contains(QLatin1String("map_d -imfchan m my_room-textures/grd00023.png")));
        // As it is seen on a wall: along it from left to right, down it from top to bottom.
        const QImage picture(dir.filePath(QStringLiteral("my_room-textures/grd00020.png")));
        QCOMPARE(picture.size(), QSize(128, 64));
        const auto& texels = assets->texture(20)->images.front();
        const palette::Colour colour = assets->palette()[texels.pixels[static_cast<std::size_t>(100 * texels.width + 40)]];
        QCOMPARE(picture.pixel(100, 40), qRgb(colour.r, colour.g, colour.b));
        QVERIFY(!objexport::objOf(room, *assets, {"room", 0}));
    }

private:
    static bool showsTexel(const std::vector<objexport::Face>& faces, render::AssetStore& assets, const Vector& at, const Vector& eye,
                           bool isFlat, const render::Pick& pick, std::uint8_t pixel)
    {
        for (const objexport::Face& face : faces) {
            if ((face.use == objexport::Use::Flat) != isFlat || face.sector != pick.sector)
                continue;
            const auto place = [&](std::size_t i) {
                const objexport::Corner& corner = face.corners[i % face.corners.size()];
                return Vector{corner.x, corner.y, corner.z};
            };
            // In the file y is turned round, so that what runs counter-clockwise there runs clockwise here.
            const Vector normal = cross(minus(place(2), place(0)), minus(place(1), place(0)));
            const double size = length(normal);
            if (size < 1 || std::abs(dot(normal, minus(at, place(0)))) / size > 12)
                continue;
            if (dot(normal, minus(eye, place(0))) < 0)
                continue; // seen from behind
            bool isInside = true;
            for (std::size_t i = 0; i < face.corners.size() && isInside; ++i) {
                const Vector edge = minus(place(i + 1), place(i));
                isInside = dot(cross(minus(at, place(i)), edge), normal) >= -16 * size * length(edge); // 16 units beyond the edge are near
            }
            if (!isInside)
                continue;
            const auto share = shareOf(face, at);
            if (hasTexelNear(face, assets, share, pixel))
                return true;
        }
        return false;
    }

    /// Picture coordinates at a place of the face.
    static std::array<double, 2> shareOf(const objexport::Face& face, const Vector& at)
    {
        const objexport::Corner &a = face.corners[0], &b = face.corners[1], &c = face.corners[2];
        const Vector u = minus({b.x, b.y, b.z}, {a.x, a.y, a.z}), v = minus({c.x, c.y, c.z}, {a.x, a.y, a.z}), w = minus(at, {a.x, a.y, a.z});
        const double uu = dot(u, u), vv = dot(v, v), uv = dot(u, v), wu = dot(w, u), wv = dot(w, v), all = uu * vv - uv * uv;
        const double s = (wu * vv - wv * uv) / all, t = (wv * uu - wu * uv) / all;
        return {a.u + s * (b.u - a.u) + t * (c.u - a.u), a.v + s * (b.v - a.v) + t * (c.v - a.v)};
    }

    /// Pixels lie between texels: the next ones count too.
    static bool hasTexelNear(const objexport::Face& face, render::AssetStore& assets, std::array<double, 2> share, std::uint8_t pixel)
    {
        const render::Image& image = assets.texture(face.texture)->images.front();
        const bool turned = face.use == objexport::Use::Wall;
        const int width = turned ? image.height : image.width, height = turned ? image.width : image.height;
        const auto wrapped = [](int value, int size) { return (value % size + size) % size; };
        for (int dx = -1; dx <= 1; ++dx)
            for (int dy = -1; dy <= 1; ++dy) {
                const int x = wrapped(static_cast<int>(std::floor(share[0] * width)) + dx, width);
                const int y = wrapped(static_cast<int>(std::floor(share[1] * height)) + dy, height);
                const int column = turned ? y : x, row = turned ? x : y;
                if (image.pixels[static_cast<std::size_t>(row * image.width + column)] == pixel)
                    return true;
            }
        return false;
    }
};

QTEST_GUILESS_MAIN(TestRoomObj)
#include "tst_room_obj.moc"
