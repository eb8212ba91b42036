// SPDX-License-Identifier: GPL-3.0-or-later
// The lines that lead a client: cut anywhere, odd ones, ones without an end; a window that is led by what makes no sense.
#include "client/play/lead_lines.h"
#include "client/windows/led_window.h"
#include "ui/theme.h"

#include <QApplication>
#include <QTest>

using namespace blak;
using client::LeadLines;
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
        const QByteArray all = LeadLines::lineOf(one) + LeadLines::lineOf(two) + LeadLines::lineOf(one);
        QCOMPARE(all.count('\n'), 3);
        for (const qsizetype part : {qsizetype(1) << 16, qsizetype(1000), all.size()}) {
            LeadLines lines;
            std::vector<json> got;
            for (qsizetype at = 0; at < all.size(); at += part)
                QVERIFY(lines.take(all.mid(at, part), [&](const json& line) { got.push_back(line); }));
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
        const QByteArray part(16 << 20, 'x');
        bool good = true;
        for (qsizetype sent = 0; good && sent <= LeadLines::longest + part.size(); sent += part.size())
            good = lines.take(part, [](const json&) {});
        QVERIFY(!good);
        QVERIFY(lines.take("{}\n", [](const json&) {}));
    }

    void whatMakesNoSenseLeadsNowhere()
    {
        client::LedWindow window;
        std::vector<json> told;
        connect(&window, &client::LedWindow::told, this, [&](const json& line) { told.push_back(line); });
        window.show();
        LeadLines lines;
        const auto lead = [&](const char* line) { QVERIFY(lines.take(QByteArray(line) + '\n', [&](const json& one) { window.take(one); })); };
        for (const char* line :
             {"{}", "{\"do\":\"fly\"}", "{\"do\":\"room\",\"name\":\"a.roo\",\"bytes\":\"AAAA\"}", "{\"do\":\"room\"}", "{\"do\":\"sprite\"}",
              "{\"do\":\"sprite\",\"name\":\"a.bgf\",\"bytes\":\"AAAA\"}", "{\"do\":\"palette\",\"file\":\"/nowhere\"}", "{\"do\":\"texts\",\"files\":[1]}",
              "{\"do\":\"texts\",\"files\":[\"/nowhere\"]}", "{\"do\":\"ghost\",\"ghost\":\"flies\"}", "{\"do\":\"sound\",\"name\":\"../a.ogg\"}",
              "{\"do\":\"enter\",\"port\":\"x\"}", "{\"do\":\"out\",\"turn\":4,\"text\":\"Gone\",\"button\":\"Again\"}"})
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
