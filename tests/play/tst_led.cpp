// SPDX-License-Identifier: GPL-3.0-or-later
// The lines that lead a client: cut anywhere, odd ones, ones without an end; a window that is led by what makes no sense.
#include "client/play/key_table.h"
#include "client/play/play_view.h"
#include "client/play/seen_object.h"
#include "client/play/sound_stage.h"
#include "client/session/lead_lines.h"
#include "client/windows/client_window.h"
#include "client/windows/led_window.h"
#include "client/windows/settings_card.h"
#include "ui/theme.h"

#include <QApplication>
#include <QSettings>
#include <QSlider>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace blak;
using session::LeadLines;
using nlohmann::json;

class TestLed : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { ui::installTheme(*qApp, ui::ThemeKind::Dark); }

    void linesComeWholeHoweverTheyAreCut()
    {
        std::vector<std::byte> bytes;
        for (int i = 0; i < 300'000; ++i)
            bytes.push_back(static_cast<std::byte>(i * 7 & 255));
        const json one{{"do", "room"}, {"name", "a \"b\"\n.roo"}, {"bytes", LeadLines::packed(bytes)}}, two{{"do", "hello"}};
        const std::string all = LeadLines::lineOf(one) + LeadLines::lineOf(two) + LeadLines::lineOf(one);
        QCOMPARE(std::ranges::count(all, '\n'), 3);
        for (const std::size_t part : {std::size_t(1) << 16, std::size_t(1000), all.size()}) {
            LeadLines lines;
            std::vector<json> got;
            for (std::size_t at = 0; at < all.size(); at += part)
                QVERIFY(lines.take(std::string_view(all).substr(at, part), [&](const json& line) { got.push_back(line); }));
            QCOMPARE(got.size(), std::size_t(3));
            QVERIFY(got[0] == one && got[1] == two && got[2] == one);
            QVERIFY(LeadLines::unpacked(got[2], "bytes") == bytes);
        }
    }

    void oddLinesAreLeftOut()
    {
        LeadLines lines;
        int got = 0;
        QVERIFY(lines.take("no json\n[1]\n\"text\"\n\n{\"a\":\n\xff\xfe\n{\"do\":3}\n{\"do\":\"x\"}\n", [&](const json& line) {
            got += line.value("do", "") == "x" ? 1 : 0; // a number where a text is wanted throws
        }));
        QCOMPARE(got, 1);
        QVERIFY(LeadLines::unpacked(json{{"bytes", 7}}, "bytes").empty());
        QVERIFY(LeadLines::unpacked(json::object(), "bytes").empty());
    }

    void aLineWithoutAnEndIsRefused()
    {
        LeadLines lines;
        const std::string part(16 << 20, 'x');
        bool good = true;
        for (std::size_t sent = 0; good && sent <= LeadLines::longest + part.size(); sent += part.size())
            good = lines.take(part, [](const json&) {});
        QVERIFY(!good);
        QVERIFY(lines.take("{}\n", [](const json&) {}));
        LeadLines few(10);
        QVERIFY(few.take("{\"a\":1}\n123456789", [](const json&) {}));
        QVERIFY(!few.take("01", [](const json&) {}));
    }

    void whatIsTooDeepIsThrownAway()
    {
        LeadLines lines;
        std::string deep = "{\"a\":";
        for (int i = 0; i < 100'000; ++i)
            deep += '[';
        json got;
        const auto take = [&](const json& line) { got = line; };
        QVERIFY(lines.take(deep + '\n', take)); // no JSON
        QVERIFY(got.is_null());
        deep += std::string(100'000, ']') + "}\n";
        QVERIFY(lines.take(deep, take));
        QVERIFY(got.dump().size() < 100);
    }

    /// Whoever takes a line may begin anew: the rest of what came with it is of another time.
    void takingALineMayBeginAnew()
    {
        LeadLines lines;
        int count = 0;
        QVERIFY(lines.take("{}\n{}\n{\"x", [&](const json&) {
            ++count;
            lines.clear();
        }));
        QCOMPARE(count, 1);
        QVERIFY(lines.take("{}\n", [&](const json&) { ++count; }));
        QCOMPARE(count, 2);
    }

    void bytesArePacked()
    {
        const auto bytesOf = [](std::string_view text) {
            const auto view = std::as_bytes(std::span(text.data(), text.size()));
            return std::vector<std::byte>(view.begin(), view.end());
        };
        for (const auto& [plain, packed] : {std::pair{"", ""}, {"f", "Zg=="}, {"fo", "Zm8="}, {"foo", "Zm9v"}, {"foobar", "Zm9vYmFy"}}) {
            QCOMPARE(LeadLines::packed(bytesOf(plain)), std::string(packed));
            QVERIFY(LeadLines::unpacked(json{{"b", packed}}, "b") == bytesOf(plain));
        }
        QVERIFY(LeadLines::unpacked(json{{"b", "Z m\n9v!"}}, "b").empty()); // all of it or nothing
        QVERIFY(LeadLines::unpacked(json{{"b", "Z"}}, "b").empty());
    }

    void looksGoOverAndBack()
    {
        scene::Object object;
        object.id = 7;
        object.icon = "bta.bgf";
        object.standing.translation = 3;
        object.standing.animation = scene::Animation::cycle(100, 1, 4);
        object.standing.overlays.push_back({.icon = "hat.bgf", .hotspot = -2, .translation = 9, .effect = 1, .animation = scene::Animation::still(2)});
        const auto back = client::objectOfLine(client::lineOfObject(object));
        QVERIFY(back && back->icon == object.icon && back->standing.translation == 3 && back->standing.animation == object.standing.animation);
        QCOMPARE(back->standing.overlays.size(), std::size_t(1));
        QVERIFY(back->standing.overlays[0].hotspot == -2 && back->standing.overlays[0].animation == scene::Animation::still(2));
        for (const char* odd : {"{}", "{\"overlays\":7}", "{\"overlays\":[1]}", "{\"icon\":1}", "{\"animation\":{\"kind\":99,\"low\":-5}}"})
            (void)client::objectOfLine(json::parse(odd));
        json many = client::lineOfObject(object);
        for (int i = 0; i < 1000; ++i)
            many["overlays"].push_back(many["overlays"][0]);
        QVERIFY(client::objectOfLine(many)->standing.overlays.size() <= 255);
    }

    /// Keys and volumes are those of the client as it is started by hand; what is set here is kept there, but for the theme.
    void settingsAreThoseOfTheClient()
    {
        QTemporaryDir folder;
        QSettings settings(folder.filePath(QStringLiteral("client.ini")), QSettings::IniFormat);
        settings.setValue(QStringLiteral("keys/preset"), 1);
        settings.setValue(QStringLiteral("sound/music"), 20);
        settings.setValue(QStringLiteral("theme"), QStringLiteral("light"));
        settings.sync();
        client::LedWindow window;
        window.keepSettings(settings);
        QVERIFY(window.findChild<client::PlayView*>()->keys() == client::KeyTable::of(client::KeyPreset::Classic));
        QCOMPARE(settings.value(QStringLiteral("theme")).toString(), QStringLiteral("light"));
        QCOMPARE(window.findChild<client::SoundStage*>()->musicVolume(), 20);
        QCOMPARE(window.findChild<client::SoundStage*>()->effectVolume(), 80);
        client::ClientWindow byHand(&settings); // the same program without a studio
        QCOMPARE(byHand.findChild<client::SoundStage*>()->musicVolume(), 20);
        auto* card = window.findChild<client::SettingsCard*>();
        QVERIFY(card != nullptr);
        QSlider* music = nullptr;
        for (auto* one : card->findChildren<QSlider*>())
            if (one->value() == 20)
                music = one;
        QVERIFY(music != nullptr);
        music->setValue(35);
        settings.sync();
        QSettings again(folder.filePath(QStringLiteral("client.ini")), QSettings::IniFormat);
        QCOMPARE(again.value(QStringLiteral("sound/music")).toInt(), 35);
        QCOMPARE(again.value(QStringLiteral("theme")).toString(), QStringLiteral("light"));
        QCOMPARE(again.value(QStringLiteral("keys/preset")).toInt(), 1);
    }

    void whatMakesNoSenseLeadsNowhere()
    {
        client::LedWindow window;
        std::vector<json> told;
        connect(&window, &client::LedWindow::told, this, [&](const json& line) { told.push_back(line); });
        window.show();
        LeadLines lines;
        const auto lead = [&](const char* line) { QVERIFY(lines.take(std::string(line) + '\n', [&](const json& one) { window.take(one); })); };
        for (const char* line :
             {"{}", "{\"do\":\"fly\"}", "{\"do\":\"room\",\"name\":\"a.roo\",\"bytes\":\"AAAA\"}", "{\"do\":\"room\"}", "{\"do\":\"sprite\"}",
              "{\"do\":\"sprite\",\"name\":\"a.bgf\",\"bytes\":\"AAAA\"}", "{\"do\":\"palette\",\"file\":\"/nowhere\"}", "{\"do\":\"texts\",\"files\":[1]}",
              "{\"do\":\"texts\",\"files\":[\"/nowhere\"]}", "{\"do\":\"ghost\",\"ghost\":\"flies\"}", "{\"do\":\"sound\",\"name\":\"../a.ogg\"}",
              "{\"do\":\"enter\",\"port\":\"x\"}", "{\"do\":\"embed\",\"window\":18446744073709551615}", "{\"do\":\"embed\",\"window\":-1}",
              "{\"do\":\"size\",\"width\":-4}", "{\"do\":\"seen\",\"on\":7}", "{\"do\":\"focus\"}", "{\"do\":\"key\",\"key\":-1}", "{\"do\":\"compose\"}",
              "{\"do\":\"drag\",\"phase\":\"drop\",\"x\":1e300}", "{\"do\":\"record\",\"which\":\"none\",\"place\":{}}", "{\"do\":\"record\",\"which\":\"all\",\"place\":{\"room\":3}}",
              "{\"do\":\"steps\",\"which\":\"mine\"}", "{\"do\":\"look\",\"object\":-1}", "{\"do\":\"out\",\"turn\":4,\"text\":\"Gone\",\"button\":\"Again\"}"})
            lead(line);
        told.clear();
        lead("{\"do\":\"hello\"}");
        QCOMPARE(told.size(), std::size_t(1));
        QCOMPARE(told[0].value("event", ""), std::string("hello"));
        QCOMPARE(told[0].value("turn", 0), 4);
        // A world that nobody serves.
        lead("{\"do\":\"enter\",\"turn\":5,\"host\":\"127.0.0.1\",\"port\":1,\"account\":\"a\",\"password\":\"b\",\"folders\":[\"/nowhere\"]}");
        const auto failed = [&] {
            for (const json& line : told)
                if (line.value("event", "") == "failed" && !line.value("why", "").empty())
                    return true;
            return false;
        };
        QTRY_VERIFY_WITH_TIMEOUT(failed(), 30'000);
    }
};

QTEST_MAIN(TestLed)
#include "tst_led.moc"
