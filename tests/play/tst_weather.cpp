// SPDX-License-Identifier: GPL-3.0-or-later
// Rain, snow, sand and fireworks over the world: begun and ended by the server, only under the sky, behind what is nearer.
#include "client/play/weather_painter.h"
#include "client/windows/settings_card.h"
#include "tests/play/window_table.h"
#include "ui/theme.h"

#include <QApplication>
#include <QPainter>

using namespace blak;
using namespace blak::client;
using session::Weather;

namespace {

void effect(Table& table, std::uint32_t number) { table.server.say(BP_EFFECT, {u16("effect", number), elements("parameters", {})}); }

} // namespace

class TestWeather : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { ui::installTheme(*qApp, ui::ThemeKind::Dark); }

    void theServerBeginsAndEndsIt()
    {
        Table table;
        QVERIFY(table.enter());
        const auto weather = [&] { return table.window->client().game()->effects().weather(); };
        for (const auto& [number, wanted] : {std::pair{9u, Weather::Rain}, {10u, Weather::Snow}, {11u, Weather::Clear}, {18u, Weather::Fireworks}, {11u, Weather::Clear}}) {
            effect(table, number);
            QVERIFY(table.until([&, wanted = wanted] { return weather() == wanted; }));
        }
        // Sand begins and ends by itself; whoever enters a room of open105 hears clear, clear sand, clear.
        effect(table, 9);
        effect(table, 12);
        QVERIFY(table.until([&] { return weather() == Weather::Sand; }));
        effect(table, 13);
        QVERIFY(table.until([&] { return weather() == Weather::Rain; }));
        for (const std::uint32_t number : {11u, 13u, 11u})
            effect(table, number);
        QVERIFY(table.until([&] { return weather() == Weather::Clear; }));
    }

    /// The terrace of the tests lies under the sky in one part and under a roof in another.
    void onlyUnderTheSky()
    {
        Table table;
        QVERIFY(table.enter());
        QVERIFY(table.until([&] { return table.window->game()->view()->frames() > 2; }));
        const space::LoadedRoom& room = table.window->client().follower()->scene()->room();
        WeatherPainter painter;
        render::Frame frame(320, 200); // nothing drawn: nothing is nearer
        QImage image(320, 200, QImage::Format_RGB32);
        int open = 0, closed = 0;
        for (std::size_t i = 0; i < room.room().sectors.size(); ++i)
            (room.sector(static_cast<space::Index>(i)).ceilingTexture == 0 ? open : closed) += 1;
        int best = 0, least = 10'000;
        for (double y = 1536; y < 20'000; y += 1024)
            for (double x = 1536; x < 20'000; x += 1024) {
                const space::Index sector = room.sectorAt({x, y});
                if (sector == space::none)
                    continue;
                const render::Camera camera{x, y, room.floorHeight(sector, {x, y}) + 700, 0, 0, 90};
                QPainter to(&image);
                const int seen = painter.paint(to, Weather::Rain, {room, camera, frame, image.size(), 12'345});
                best = std::max(best, seen);
                least = std::min(least, seen);
            }
        if (open > 0)
            QVERIFY2(best > 2, qPrintable(QString::number(best))); // little of this room is open
        if (closed > 0)
            QVERIFY2(least < best, qPrintable(QString::number(least)));
        // Clear is nothing, and the same moment shows the same drops.
        QPainter to(&image);
        const render::Camera camera{2048, 2048, 700, 0, 0, 90};
        QCOMPARE(painter.paint(to, Weather::Clear, {room, camera, frame, image.size(), 5}), 0);
        QCOMPARE(painter.paint(to, Weather::Snow, {room, camera, frame, image.size(), 777}),
                 painter.paint(to, Weather::Snow, {room, camera, frame, image.size(), 777}));
    }

    void whoDoesNotWantItSeesNone()
    {
        Table table;
        QVERIFY(table.enter());
        PlayView* view = table.window->game()->view();
        effect(table, 10);
        QVERIFY(table.until([&] { return table.window->client().game()->effects().weather() == Weather::Snow && view->frames() > 4; }));
        ViewOptions options = view->options();
        options.weather = false;
        view->setOptions(options);
        const auto frames = view->frames();
        QVERIFY(table.until([&] { return view->frames() > frames + 2; }));
        QCOMPARE(view->dropsSeen(), 0);
    }
};

QTEST_MAIN(TestWeather)
#include "tst_weather.moc"
