// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/base/file_io.h"
#include "formats/bof/bof.h"
#include "formats/rsc/rsc.h"
#include "tests/blak/blak_files.h"
#include "tests/support/run_blak.h"
#include "tests/support/shared_data.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QTemporaryDir>
#include <QTest>

using namespace blak;
using test::Run;
using test::runBlak;

class TestCode : public QObject
{
    Q_OBJECT

    QTemporaryDir dir_;
    std::filesystem::path root_ = dir_.path().toStdString();

    Run run(const char* words) const { return runBlak(QString::fromLatin1(words).split(QLatin1Char(' ')), dir_.path()); }

private slots:
    void initTestCase()
    {
        rsc::File one, two;
        one.entries = {{20001, 0, "a \"lantern\""}, {20002, 0, "caf\xE9\n"}};
        two.entries = {{20003, 0, "door"}, {20001, 0, "a lamp"}};
        test::put(root_ / "one.rsc", rsc::write(one));
        test::put(root_ / "two.rsc", rsc::write(two));
        rsc::File other;
        other.version = rsc::languageVersion;
        test::put(root_ / "other.rsb", rsc::write(other));
        rsc::File sealed;
        sealed.version = rsc::sealedVersion;
        test::put(root_ / "sealed.rsb", rsc::write(sealed));
        test::put(root_ / "code.bof", test::bytesOf(test::sourceDir() / "tests/fuzz/corpus/bof/v5.bof"));
    }

    void dumpListsTexts()
    {
        const Run text = run("rsc dump one.rsc");
        QCOMPARE(text.exitCode, 0);
        QVERIFY(text.output.contains(QStringLiteral("20001  en        \"a \\\"lantern\\\"\"")));
        QVERIFY(text.output.contains(QString::fromUtf8("\"caf\xC3\xA9\\n\"")));
        const auto json = QJsonDocument::fromJson(run("rsc dump --json one.rsc two.rsc").output.toUtf8());
        QCOMPARE(json.array().size(), 4);
        QCOMPARE(json[1][QStringLiteral("text")].toString(), QString::fromUtf8("caf\xC3\xA9\n"));
    }

    void dumpRefusesWhatHasNoTexts()
    {
        QCOMPARE(run("rsc dump code.bof").error, QStringLiteral("blak: code.bof is object code, not resources.\n"));
        QVERIFY(run("rsc dump sealed.rsb").error.contains(QStringLiteral("version 3 is sealed")));
        QCOMPARE(run("rsc dump none.rsc").exitCode, 1);
    }

    void mergePutsFilesTogether()
    {
        QCOMPARE(run("rsc merge -o all.rsb one.rsc two.rsc").exitCode, 0);
        const auto all = rsc::read(readFile(root_ / "all.rsb").value(), "all.rsb").value();
        QCOMPARE(all.entries.size(), std::size_t{3});
        QCOMPARE(all.entries[0].text, std::string("a lamp"));

        const QString link = dir_.filePath(QStringLiteral("rscmerge"));
        QVERIFY(QFile::link(qEnvironmentVariable("BLAK_BIN_DIR") + QStringLiteral("/blak"), link));
        const Run old = runBlak({QStringLiteral("-o"), QStringLiteral("old.rsb"), QStringLiteral("*.RSC")}, dir_.path(), link);
        QCOMPARE(old.exitCode, 0);
        QVERIFY(readFile(root_ / "old.rsb").value() == readFile(root_ / "all.rsb").value());
    }

    void mergeRefusesMixedVersions()
    {
        QCOMPARE(run("rsc merge -o bad.rsb one.rsc other.rsb").exitCode, 1);
        QCOMPARE(run("rsc merge -o bad.rsb none*.rsc").error, QStringLiteral("blak: no file matches \"none*.rsc\"\n"));
        QVERIFY(!std::filesystem::exists(root_ / "bad.rsb"));
        QCOMPARE(run("rsc merge one.rsc").exitCode, 2);
    }

    void disasmListsCode()
    {
        const Run text = run("disasm code.bof");
        QCOMPARE(text.error, QString());
        QCOMPARE(text.exitCode, 0);
        QVERIFY(text.output.size() > 100);
        QCOMPARE(run("verify code.bof one.rsc").exitCode, 0);
    }

    void disasmRefusesABadFile()
    {
        QCOMPARE(run("disasm one.rsc").exitCode, 1);
        QCOMPARE(run("disasm code.bof --names one.rsc").exitCode, 1);
        auto bytes = readFile(root_ / "code.bof").value();
        bytes.resize(30);
        test::put(root_ / "cut.bof", bytes);
        const QString cut = run("disasm cut.bof").error;
        QVERIFY2(cut.startsWith(QStringLiteral("blak: cut.bof is object code, but ")) && cut.contains(QStringLiteral("(Offset ")),
                 qPrintable(cut));
    }

    void theGoldenFilesOfTheSuiteComeBackIdentical()
    {
        const QString golden = QString::fromStdString((test::sourceDir() / "tests/conformance/compile/classic").string());
        const Run run = runBlak({QStringLiteral("verify"), QStringLiteral("--json"), golden + QStringLiteral("/err_locals_256")});
        QCOMPARE(run.exitCode, 0);
        QVERIFY2(run.output.contains(QStringLiteral("servers refuse it")), qPrintable(run.output)); // too many locals
    }

    void savedGamesOfBothServersAreVerified()
    {
        BLAK_NEED_SHARED(folder, "corpus/save");
        const Run run = runBlak({QStringLiteral("verify"), QString::fromStdString(folder.string())});
        QCOMPARE(run.error, QString());
        QCOMPARE(run.exitCode, 0);
        QVERIFY2(run.output.simplified().contains(QStringLiteral("all 10 10 0 0")), qPrintable(run.output));
    }

    /// `blak check` and `blak bgf check` print the same objects, as JSON and as SARIF.
    void checksSpeakOneLanguage()
    {
        const std::string kod = "Lamp\nmessages:\n   Burn(a = $)\n   {\n      if not a = 2\n      {\n         return 1;\n      }\n"
                                "      return 0;\n   }\nend\n";
        std::filesystem::create_directories(root_ / "a tree");
        QVERIFY(writeFileAtomically(root_ / "a tree" / "lamp.kod", kod, Backup::None));
        const QStringList words{QStringLiteral("check"), QStringLiteral("--dialect"), QStringLiteral("classic"), QStringLiteral("a tree")};
        const auto json = QJsonDocument::fromJson(runBlak(words + QStringList{QStringLiteral("--json")}, dir_.path()).output.toUtf8());
        QJsonValue found;
        for (const QJsonValue& one : json[QStringLiteral("diagnostics")].toArray())
            if (one[QStringLiteral("fixes")].isArray())
                found = one;
        QVERIFY2(found.isObject(), json.toJson().constData());
        QCOMPARE(found[QStringLiteral("range")][QStringLiteral("line")].toInt(), 5);
        const QString code = found[QStringLiteral("code")].toString();
        QVERIFY(!found[QStringLiteral("fixes")][0][QStringLiteral("replacement")].toString().isEmpty());

        const auto log = QJsonDocument::fromJson(runBlak(words + QStringList{QStringLiteral("--sarif")}, dir_.path()).output.toUtf8());
        QCOMPARE(log[QStringLiteral("version")].toString(), QStringLiteral("2.1.0"));
        const QJsonValue run0 = log[QStringLiteral("runs")][0];
        QCOMPARE(run0[QStringLiteral("results")].toArray().size(), json[QStringLiteral("diagnostics")].toArray().size());
        QJsonValue result;
        for (const QJsonValue& one : run0[QStringLiteral("results")].toArray())
            if (one[QStringLiteral("ruleId")].toString() == code)
                result = one;
        QCOMPARE(result[QStringLiteral("level")].toString(), QStringLiteral("warning"));
        const QJsonValue place = result[QStringLiteral("locations")][0][QStringLiteral("physicalLocation")];
        QCOMPARE(place[QStringLiteral("artifactLocation")][QStringLiteral("uri")].toString(), QStringLiteral("a%20tree/lamp.kod"));
        QCOMPARE(place[QStringLiteral("region")][QStringLiteral("startLine")].toInt(), 5);
        const QJsonValue change = result[QStringLiteral("fixes")][0][QStringLiteral("artifactChanges")][0][QStringLiteral("replacements")][0];
        QCOMPARE(change[QStringLiteral("insertedContent")][QStringLiteral("text")].toString(),
                 found[QStringLiteral("fixes")][0][QStringLiteral("replacement")].toString());
        bool isExplained = false;
        for (const QJsonValue& rule : run0[QStringLiteral("tool")][QStringLiteral("driver")][QStringLiteral("rules")].toArray())
            isExplained |= rule[QStringLiteral("id")].toString() == code &&
                           !rule[QStringLiteral("fullDescription")][QStringLiteral("text")].toString().isEmpty();
        QVERIFY(isExplained);

        test::put(root_ / "lamp.bgf", bgf::write(test::smallSprite()));
        test::put(root_ / "broken.bgf", {std::byte{'B'}, std::byte{'G'}, std::byte{'F'}, std::byte{0x11}, std::byte{10}});
        const QJsonArray sprites = QJsonDocument::fromJson(run("bgf check --json lamp.bgf broken.bgf").output.toUtf8()).array();
        QVERIFY(sprites.size() >= 1);
        bool hasBroken = false;
        for (const QJsonValue& one : sprites) {
            for (const char* key : {"file", "severity", "code", "message"})
                QVERIFY2(one[QLatin1String(key)].isString(), key);
            hasBroken |= one[QStringLiteral("file")].toString() == QStringLiteral("broken.bgf");
        }
        QVERIFY(hasBroken);
        const auto spriteLog = QJsonDocument::fromJson(run("bgf check --sarif lamp.bgf broken.bgf").output.toUtf8());
        QCOMPARE(spriteLog[QStringLiteral("runs")][0][QStringLiteral("results")].toArray().size(), sprites.size());
    }
};

QTEST_APPLESS_MAIN(TestCode)
#include "tst_code.moc"
