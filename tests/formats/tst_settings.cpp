// SPDX-License-Identifier: GPL-3.0-or-later
// Configuration files: the lines, and the tables of blakserv.cfg and the client's .ini files.
#include "formats/clientini/client_settings.h"
#include "formats/config/config.h"

#include <QTest>

#include <set>

using namespace blak;
using settings::Style;

namespace {

constexpr std::string_view serverText = "# our server\n"
                                        "Stray  1\n"
                                        "[Socket]               \n"
                                        "Port                 5959   # not read\n"
                                        "; quiet\n"
                                        "MaintenancePort\n"
                                        "\n"
                                        "[Login]\n"
                                        "SuspendStr           <You are suspended>\n"
                                        "Port 1\n"
                                        "Port 2\n"
                                        "[Channel]\n"
                                        "DebugDisk = Yes\n";

constexpr std::string_view clientText = "; client\r\n[Window]\r\nMaxX=-4\r\nnonsense\r\n[Miscellaneous]\r\n"
                                        "Browser=\"C:\\Program Files\\b.exe\"  \r\nUserName = Z\xF6"
                                        "e\r\n";

settings::File server() { return config::read(serverText, "blakserv.cfg").value(); }
settings::File client() { return clientini::read(clientText, "meridian.ini").value(); }

} // namespace

class TestSettings : public QObject
{
    Q_OBJECT

private slots:
    void linesAreKept()
    {
        QCOMPARE(settings::write(server()), std::string(serverText));
        QCOMPARE(settings::write(client()), std::string(clientText));
        QCOMPARE(config::read(std::string_view("a 1\nb\0", 6), "x.cfg").error().text(),
                 std::string("x.cfg, line 2: expected text, found a byte 0"));
    }

    void valuesAreFoundWithoutCase()
    {
        const settings::File file = server();
        QCOMPARE(file.value("SOCKET", "port").value(), std::string("5959"));
        QCOMPARE(file.value("Login", "SuspendStr").value(), std::string("You are suspended"));
        QCOMPARE(file.value("Login", "Port").value(), std::string("1")); // the first counts
        QCOMPARE(file.value("Socket", "MaintenancePort").value(), std::string());
        QCOMPARE(file.value("", "Stray").value(), std::string("1"));
        QCOMPARE(file.value("Channel", "DebugDisk").value(), std::string("=")); // as old servers read it
        QVERIFY(!file.value("Socket", "Nagle"));
        QCOMPARE(file.groups().size(), std::size_t{3});
        QCOMPARE(client().value("miscellaneous", "browser").value(), std::string("C:\\Program Files\\b.exe"));
        QCOMPARE(client().value("Miscellaneous", "UserName").value(), std::string("Z\xF6"
                                                                                  "e"));
    }

    void aChangeTouchesOneValue()
    {
        settings::File file = server();
        QVERIFY(file.set("socket", "PORT", "6000"));
        QVERIFY(file.set("Login", "SuspendStr", "Come back on Monday"));
        QVERIFY(file.set("Socket", "MaintenancePort", "9998"));
        std::string expected(serverText);
        expected.replace(expected.find("5959"), 4, "6000");
        expected.replace(expected.find("You are suspended"), 17, "Come back on Monday");
        expected.replace(expected.find("MaintenancePort\n"), 15, "MaintenancePort 9998");
        QCOMPARE(settings::write(file), expected);
        QVERIFY(file.set("Login", "SuspendStr", "no"));
        QVERIFY(settings::write(file).find("SuspendStr           no\n") != std::string::npos);

        QVERIFY(file.set("Socket", "Port", "a b")); // the text behind it would join the value
        QVERIFY(settings::write(file).find("Port                 <a b>\n") != std::string::npos);

        settings::File quote = config::read("[a]\nodd\"  \n", "f").value(); // no value: the quote belongs to the name
        QVERIFY(quote.set("a", "odd\"", "7"));
        QCOMPARE(settings::write(quote), std::string("[a]\nodd\" 7  \n"));

        settings::File ini = client();
        QVERIFY(ini.set("Miscellaneous", "Browser", "firefox"));
        QVERIFY(ini.set("Window", "MaxX", " 5"));
        QCOMPARE(ini.value("Window", "MaxX").value(), std::string(" 5"));
        QVERIFY(settings::write(ini).find("\r\nBrowser=firefox  \r\n") != std::string::npos);
    }

    void newOptionsGoToTheirGroup()
    {
        settings::File file = server();
        QVERIFY(file.set("Socket", "Nagle", "No"));
        QVERIFY(file.set("MySQL", "Password", "")); // an empty value needs brackets
        const std::string text = settings::write(file);
        QVERIFY(text.find("MaintenancePort\nNagle                No\n\n[Login]") != std::string::npos);
        QVERIFY(text.ends_with("DebugDisk = Yes\n\n[MySQL]\nPassword             <>\n"));
        QCOMPARE(file.value("MySQL", "Password").value(), std::string());
        QVERIFY(file.remove("socket", "nagle"));
        QVERIFY(!file.remove("socket", "nagle"));
        settings::File empty(Style::Equals);
        QVERIFY(empty.set("Users", "DrawNames", "1"));
        QCOMPARE(settings::write(empty), std::string("[Users]\nDrawNames=1\n"));
    }

    void whatWouldReadDifferentlyIsRefused()
    {
        settings::File file = server();
        const std::string before = settings::write(file);
        QVERIFY(!file.set("Socket", "Port", "1\n2"));
        QVERIFY(!file.set("Socket", "a b", "1"));
        QVERIFY(!file.set("Socket", "# x", "1"));
        QVERIFY(!file.set("Socket", "", "1"));
        QVERIFY(!file.set("So]cket", "x", "1"));
        QVERIFY(!client().set("Window", "a=b", "1"));
        QCOMPARE(settings::write(file), before);
        QVERIFY(file.set("Socket", "Odd", "<x>")); // goes into brackets of its own
        QCOMPARE(file.value("Socket", "Odd").value(), std::string("<x>"));
    }

    void everyOptionOfTheServerIsInTheTableOnce()
    {
        std::set<std::string> names;
        for (const config::Option& option : config::options()) {
            QVERIFY(names.insert(lowerCase(option.group) + "/" + lowerCase(option.name)).second);
            for (const config::Fork fork : {config::Fork::Original, config::Fork::Mainline, config::Fork::Open105}) {
                const std::string value(option.defaultFor(fork));
                if (option.isKnownTo(fork) && option.kind != settings::Kind::Path)
                    QVERIFY2(!settings::mismatch(value, option, Style::Blank), names.rbegin()->c_str());
            }
        }
        QVERIFY(names.size() > 130);
        QVERIFY(config::findOption("path", "BOF") != nullptr);
        QVERIFY(config::findOption("path", "nothing") == nullptr);
    }

    void theServerConfigurationIsTyped()
    {
        const settings::File file = server();
        const auto& option = [](std::string_view group, std::string_view name) { return *config::findOption(group, name); };
        QCOMPARE(config::number(file, option("Socket", "Port"), config::Fork::Open105), std::int64_t{5959});
        QCOMPARE(config::number(file, option("Session", "MaxActive"), config::Fork::Original), std::int64_t{10});
        QCOMPARE(config::number(file, option("Session", "MaxActive"), config::Fork::Mainline), std::int64_t{300});
        QVERIFY(config::yes(file, option("Socket", "Nagle"), config::Fork::Mainline));
        QVERIFY(!config::yes(file, option("Socket", "Nagle"), config::Fork::Open105));
        QVERIFY(!config::yes(file, option("Channel", "DebugDisk"), config::Fork::Mainline)); // "=" is no answer: the default
        QVERIFY(!option("Guest", "Max").isKnownTo(config::Fork::Mainline));
        QVERIFY(option("Socket", "BlockTime").isDynamic && !option("Socket", "Port").isDynamic);
    }

    void complaintsNameTheLine()
    {
        const auto findings = config::check(server());
        const auto has = [&findings](std::size_t line, Severity severity, std::string_view text) {
            return std::any_of(findings.begin(), findings.end(), [&](const settings::Finding& finding) {
                return finding.line == line && finding.severity == severity && finding.message.find(text) != std::string::npos;
            });
        };
        QVERIFY(has(2, Severity::Warning, "stands before the first group"));
        QVERIFY(has(6, Severity::Error, "[Socket] MaintenancePort: expected a whole number, found \"\""));
        QVERIFY(has(10, Severity::Warning, "[Login] Port is no option"));
        QVERIFY(has(11, Severity::Warning, "comes again"));
        QVERIFY(has(13, Severity::Error, "expected Yes or No, found \"=\""));
        QCOMPARE(findings.size(), std::size_t{6});
        QVERIFY(clientini::check(client()).empty());
        QCOMPARE(config::check(config::read("[Socket\n", "f").value())[0].message,
                 std::string("a group without its closing bracket"));
    }

    void keysAreRead()
    {
        using clientini::Binding;
        QCOMPARE(clientini::parseBinding("e+any").value(), (Binding{"e", Binding::Modifier::Any}));
        QCOMPARE(clientini::parseBinding(" mouse0 ").value(), (Binding{"mouse0", Binding::Modifier::None}));
        QCOMPARE(clientini::parseBinding("++shift").value(), (Binding{"+", Binding::Modifier::Shift}));
        QVERIFY(!clientini::parseBinding("") && !clientini::parseBinding("e+alt"));
        for (const std::string text : {"w", "m+shift", "tab+ctrl"})
            QCOMPARE(clientini::formatBinding(clientini::parseBinding(text).value()), text);
        QVERIFY(clientini::findOption("keys", "forward") != nullptr);
        QVERIFY(clientini::findOption("Window", "forward") == nullptr);
    }
};

QTEST_APPLESS_MAIN(TestSettings)
#include "tst_settings.moc"
