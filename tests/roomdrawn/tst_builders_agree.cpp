// SPDX-License-Identifier: GPL-3.0-or-later
// The same room by the builder of the old editors and by our own: seen from 50 places in each, every pixel names the same part, but
// for pixels at an edge.
#include "client/render/renderer.h"
#include "roomedit/roomcore/compatible_build.h"
#include "roomedit/roomcore/map/defects.h"
#include "roomedit/roomcore/map/map_convert.h"
#include "tests/support/shared_data.h"

#include <QTest>

#include <algorithm>
#include <random>
#include <set>

using namespace blak;

namespace {

constexpr int width = 160, height = 120, places = 50;

/// What a pixel shows, whatever the tree: walls are pieces of lines.
struct Part
{
    render::SurfaceKind kind = render::SurfaceKind::None;
    std::uint32_t number = 0; ///< of the line, or the sector
    std::uint32_t side = 0;   ///< sidedef of a line; builders turn walls round, so plus and minus say nothing
    friend bool operator==(const Part&, const Part&) = default;
};

/// A picture of a room, and the line that each wall of its tree is a piece of.
struct Picture
{
    const space::LoadedRoom& room;
    const std::vector<std::uint32_t>& wallLinedefs;
    render::Frame frame{width, height};
};

Part partAt(const Picture& picture, int x, int y)
{
    const render::Pick pick = picture.frame.pick(x, y);
    if (!pick.isWall())
        return {pick.kind, pick.sector, 0};
    return {pick.kind, pick.wall < picture.wallLinedefs.size() ? picture.wallLinedefs[pick.wall] : pick.linedef, pick.side};
}

bool isBeside(const Picture& frame, int x, int y, const Part& part)
{
    for (int dx = -1; dx <= 1; ++dx)
        for (int dy = -1; dy <= 1; ++dy)
            if (x + dx >= 0 && x + dx < width && y + dy >= 0 && y + dy < height && partAt(frame, x + dx, y + dy) == part)
                return true;
    return false;
}

struct Seen
{
    long pixels = 0, different = 0, far = 0; ///< far: not within a pixel of the part that the other shows there
    long doubtful = 0; ///< pixels that differ, where one of them shows a part at a defect
};

/// What lines at defects have a side in. What is where there is a matter of the tree: of two lines that cross, each builder cuts the
/// other one, and an area without one sector gets that of the line that a builder comes to first.
struct Doubtful
{
    std::set<std::uint32_t> sectors, lines;
    std::string defects; ///< in words

    explicit Doubtful(const roo::Room& room)
    {
        const roomcore::Map map = roomcore::mapFromRoom(room);
        const roomcore::MapDefects found = roomcore::findDefects(map);
        std::vector<roomcore::LineId> all = found.zeroLength;
        all.insert(all.end(), found.unclosed.begin(), found.unclosed.end());
        for (const auto& pairs : {found.onEachOther, found.crossing})
            for (const auto& [a, b] : pairs)
                all.insert(all.end(), {a, b});
        for (const roomcore::LineId line : all)
            for (const roomcore::LineSide& side : map.line(line).sides)
                if (side.sector)
                    sectors.insert(side.sector.value);
        for (std::uint32_t i = 0; i < map.lines().size(); ++i)
            for (const roomcore::LineSide& side : map.line({i}).sides)
                if (side.sector && sectors.contains(side.sector.value))
                    lines.insert(i);
        defects = std::to_string(found.zeroLength.size()) + " without length, " + std::to_string(found.onEachOther.size()) + " on each other, " +
                  std::to_string(found.crossing.size()) + " crossings, " + std::to_string(found.unclosed.size()) + " lines at open borders";
    }
    bool isEmpty() const { return sectors.empty(); }
    bool has(const Part& part) const
    {
        const bool isWall = part.kind >= render::SurfaceKind::WallAbove && part.kind <= render::SurfaceKind::WallBelow;
        return isWall ? lines.contains(part.number) : sectors.contains(part.number);
    }
};

/// Places in both rooms: where both trees have the same sector.
Seen compare(render::Renderer& renderer, Picture first, Picture second, const Doubtful& doubtful)
{
    const space::LoadedRoom &a = first.room, &b = second.room;
    Seen seen;
    std::mt19937 random(static_cast<unsigned>(a.walls().size()));
    std::vector<const space::LoadedNode*> leaves;
    for (const space::LoadedNode& node : a.nodes())
        if (node.isLeaf && node.sector != space::none && a.polygonOf(node).size() >= 3)
            leaves.push_back(&node);
    const bool hasSound = std::ranges::any_of(leaves, [&](const auto* leaf) { return !doubtful.sectors.contains(leaf->sector); });
    int found = 0;
    for (int tries = 0; found < places && tries < 20 * places && !leaves.empty(); ++tries) {
        const auto polygon = a.polygonOf(*leaves[random() % leaves.size()]);
        space::Point at{};
        for (const space::Point& point : polygon) {
            at.x += point.x / static_cast<double>(polygon.size());
            at.y += point.y / static_cast<double>(polygon.size());
        }
        const space::Index sector = a.sectorAt(at);
        if (sector == space::none || sector != b.sectorAt(at) || (hasSound && doubtful.sectors.contains(sector)))
            continue;
        ++found;
        render::Camera camera;
        camera.x = at.x;
        camera.y = at.y;
        camera.z = a.floorHeight(sector, at) + 600;
        camera.angle = static_cast<double>(random() % 4096);
        renderer.render(a, {}, camera, first.frame);
        renderer.render(b, {}, camera, second.frame);
        for (int x = 0; x < width; ++x)
            for (int y = 0; y < height; ++y) {
                ++seen.pixels;
                const Part one = partAt(first, x, y), other = partAt(second, x, y);
                if (one == other)
                    continue;
                if (doubtful.has(one) || doubtful.has(other)) {
                    ++seen.doubtful;
                    continue;
                }
                ++seen.different;
                if (qEnvironmentVariableIsSet("BLAK_SHOW_DIFFERENT") && seen.different < 20)
                    qInfo("%d %d: kind %d number %u side %u, or kind %d number %u side %u", x, y, static_cast<int>(one.kind), one.number, one.side,
                          static_cast<int>(other.kind), other.number, other.side);
                seen.far += isBeside(first, x, y, other) || isBeside(second, x, y, one) ? 0 : 1;
            }
    }
    return seen;
}

} // namespace

class TestBuildersAgree : public QObject
{
    Q_OBJECT

private slots:
    void everyRoomLooksTheSame()
    {
        BLAK_NEED_SHARED(folder, "corpus/roo");
        render::Renderer renderer(std::make_shared<render::AssetStore>(std::vector<std::filesystem::path>{}));
        int rooms = 0, broken = 0;
        Seen sum;
        QStringList wrong;
        for (const auto& file : test::filesBelow(folder, ".roo")) {
            const std::string name = file.filename().string();
            if (const QByteArray only = qgetenv("BLAK_ONLY_ROOM"); !only.isEmpty() && name.find(only.toStdString()) == std::string::npos)
                continue;
            const auto read = roo::read(test::bytesOf(file), name);
            QVERIFY2(read, name.c_str());
            const Doubtful doubtful(read.value());
            std::vector<std::uint32_t> lines[2];
            const roo::Format format = read.value().format;
            const auto old = roomcore::buildKeepingNumbers(read.value(), roomcore::BuildOptions::latest(format), lines[0]);
            const auto ours = roomcore::buildKeepingNumbers(read.value(), roomcore::BuildOptions::fast(format), lines[1]);
            QVERIFY2(old && ours, name.c_str());
            const auto a = space::LoadedRoom::load(old.value(), name), b = space::LoadedRoom::load(ours.value(), name);
            QVERIFY2(a && b, name.c_str());
            const Seen seen = compare(renderer, {a.value(), lines[0]}, {b.value(), lines[1]}, doubtful);
            if (seen.pixels == 0)
                continue;
            ++rooms;
            if (!doubtful.isEmpty()) {
                ++broken;
                qInfo("%s: %s; %zu of %zu sectors are doubtful: %ld of %ld pixels differ there, %ld elsewhere, %ld of them away from an edge", name.c_str(),
                      doubtful.defects.c_str(), doubtful.sectors.size(), read.value().sectors.size(), seen.doubtful, seen.pixels, seen.different, seen.far);
            }
            sum.doubtful += seen.doubtful;
            sum.pixels += seen.pixels;
            sum.different += seen.different;
            sum.far += seen.far;
            if ((seen.different + seen.doubtful) * 1000 > seen.pixels || seen.far > 0)
                wrong += QStringLiteral("%1: %2 of %3 differ, %4 away from an edge")
                             .arg(QString::fromStdString(name))
                             .arg(seen.different + seen.doubtful)
                             .arg(seen.pixels)
                             .arg(seen.far);
        }
        qInfo("%d rooms (%d with defects), %ld pixels, %ld differ, %ld away from an edge, %ld at defects", rooms, broken, sum.pixels, sum.different, sum.far,
              sum.doubtful);
        for (const QString& line : wrong)
            qInfo("%s", qPrintable(line));
        QVERIFY(rooms >= 20 || qEnvironmentVariableIsSet("BLAK_ONLY_ROOM"));
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u'\n')));
    }
};

QTEST_APPLESS_MAIN(TestBuildersAgree)
#include "tst_builders_agree.moc"
