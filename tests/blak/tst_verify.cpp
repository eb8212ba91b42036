// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/blak/blak_files.h"
#include "tests/support/run_blak.h"
#include "tests/support/shared_data.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

using namespace blak;
using test::Run;
using test::runBlak;

namespace {

/// Numbers of a line of the table that begins with these words: files, identical, equal, failed.
QStringList numbersOf(const QString& table, const QString& line)
{
    for (const QString& row : table.split(QLatin1Char('\n'))) {
        if (row.simplified().startsWith(line + QLatin1Char(' ')))
            return row.simplified().mid(line.size() + 1).split(QLatin1Char(' '));
    }
    return {};
}

} // namespace

class TestVerify : public QObject
{
    Q_OBJECT

    QTemporaryDir dir_;
    std::filesystem::path root_ = dir_.path().toStdString();

private slots:
    void initTestCase()
    {
        test::put(root_ / "world/a.roo", roo::write(test::smallRoom()));
        test::put(root_ / "world/sub/lamp.bgf", bgf::write(test::smallSprite()));
        test::put(root_ / "world/own.pal", palette::write(palette::builtIn(), palette::FileKind::Text));
        auto riff = palette::write(palette::builtIn(), palette::FileKind::Riff);
        riff.push_back(std::byte{'x'});
        test::put(root_ / "world/other.pal", riff);
        test::put(root_ / "world/readme.txt", {std::byte{'h'}, std::byte{'i'}});
    }

    void goodFilesAreCounted()
    {
        const Run run = runBlak({QStringLiteral("verify"), QStringLiteral("world")}, dir_.path());
        QCOMPARE(run.exitCode, 0);
        QCOMPARE(run.error, QString());
        QCOMPARE(numbersOf(run.output, QStringLiteral("room 15")), QString::fromLatin1("1 1 0 0").split(QLatin1Char(' ')));
        QCOMPARE(numbersOf(run.output, QStringLiteral("sprite 10")), QString::fromLatin1("1 1 0 0").split(QLatin1Char(' ')));
        QCOMPARE(numbersOf(run.output, QStringLiteral("palette RIFF")), QString::fromLatin1("1 0 1 0").split(QLatin1Char(' ')));
        QCOMPARE(numbersOf(run.output, QStringLiteral("all")), QString::fromLatin1("4 3 1 0").split(QLatin1Char(' ')));
        QVERIFY(run.output.endsWith(QStringLiteral("\n1 file of another kind was not checked\n")));
    }

    void everyKindIsKnown()
    {
        const auto putText = [this](const char* name, std::string_view text) {
            std::filesystem::create_directories((root_ / name).parent_path());
            QVERIFY(writeFileAtomically(root_ / name, text, Backup::None));
        };
        putText("kinds/inn.txt", "// a room\nnamespace = \"Meridian59\";\n");
        putText("kinds/blakserv.cfg", "# x\n[Socket]\nPort 5959\n");
        putText("kinds/meridian.ini", "[Window]\r\nMaxX=1\r\n");
        putText("kinds/windeu.ini", "# x\nbitmapdir = ..\\x\n");
        putText("kinds/packages.txt", "a.zip 1 0\n");
        putText("kinds/motd.txt", "Hello.\n");
        putText("kinds/lastsave.txt", "LASTSAVE 5\n");
        putText("kinds/accounts.5", "ACCOUNT 1:a:None:0:0:0:0\n");
        std::vector<std::byte> map(408);
        const std::array head{std::byte{'M'}, std::byte{'A'}, std::byte{'P'}, std::byte{15}, std::byte{2}};
        std::copy(head.begin(), head.end(), map.begin());
        test::put(root_ / "kinds/game.map", map);
        const Run run = runBlak({QStringLiteral("verify"), QStringLiteral("kinds")}, dir_.path());
        QCOMPARE(run.error.count(QLatin1Char('\n')), run.exitCode); // the text of a room without linedefs, at most
        for (const char* kind : {"server configuration", "client settings", "editor settings", "package list",
                                 "message of the day", "last save", "accounts", "automap 2"})
            QCOMPARE(numbersOf(run.output, QLatin1String(kind)), QString::fromLatin1("1 1 0 0").split(QLatin1Char(' ')));
        QCOMPARE(numbersOf(run.output, QStringLiteral("room text")).value(0), QStringLiteral("1"));
        putText("wrong/blakserv.cfg", "[Socket]\n\nPort many\n");
        const Run wrong = runBlak({QStringLiteral("verify"), QStringLiteral("wrong")}, dir_.path());
        QCOMPARE(wrong.error,
                 QStringLiteral("wrong/blakserv.cfg, line 3: [Socket] Port: expected a whole number, found \"many\"\n"));
    }

    void everyFailureIsNamed()
    {
        auto cut = roo::write(test::smallRoom());
        cut.resize(cut.size() - 5);
        test::put(root_ / "bad/cut.roo", cut);
        bgf::Sprite sprite = test::smallSprite();
        sprite.bitmaps[0].stored[4] ^= std::byte{0x55};
        test::put(root_ / "bad/damaged.bgf", bgf::write(sprite));
        roo::Room room = test::smallRoom();
        ++room.security;
        test::put(root_ / "bad/security.roo", roo::write(room));
        const Run run = runBlak({QStringLiteral("verify"), QStringLiteral("bad"), QStringLiteral("world/a.roo")}, dir_.path());
        QCOMPARE(run.exitCode, 1);
        QVERIFY(run.error.contains(QStringLiteral("bad/cut.roo, offset of server info (offset 16): points to offset ")));
        QVERIFY(run.error.contains(QStringLiteral("bad/damaged.bgf, image of 4 x 3 pixels: ")));
        QVERIFY(run.error.contains(QStringLiteral("bad/security.roo: the security value does not belong to the room")));
        QCOMPARE(run.error.count(QLatin1Char('\n')), 3);
        QCOMPARE(numbersOf(run.output, QStringLiteral("all")), QString::fromLatin1("4 1 0 3").split(QLatin1Char(' ')));
    }

    void aFileAskedForByNameMustBeOfAKnownKind()
    {
        const Run run = runBlak({QStringLiteral("verify"), QStringLiteral("world/readme.txt")}, dir_.path());
        QCOMPARE(run.exitCode, 1);
        QCOMPARE(run.error, QStringLiteral("world/readme.txt: text files cannot be verified\n"));
        QCOMPARE(runBlak({QStringLiteral("verify"), QStringLiteral("nowhere")}, dir_.path()).exitCode, 1);
    }

    void jsonHoldsTheSame()
    {
        const Run run =
            runBlak({QStringLiteral("verify"), QStringLiteral("--json"), QStringLiteral("world"), QStringLiteral("bad/cut.roo")},
                    dir_.path());
        QCOMPARE(run.exitCode, 1);
        const QJsonObject json = QJsonDocument::fromJson(run.output.toUtf8()).object();
        QCOMPARE(json[QStringLiteral("failures")].toArray().size(), 1);
        QCOMPARE(json[QStringLiteral("failures")][0][QStringLiteral("file")].toString(), QStringLiteral("bad/cut.roo"));
        QCOMPARE(json[QStringLiteral("notChecked")].toInt(), 1);
    }

    void theCorpusHasNoFailure()
    {
        BLAK_NEED_SHARED(folder, "corpus");
        const auto part = [&folder](const char* name) { return QString::fromStdString((folder / name).string()); };
        const Run run = runBlak({QStringLiteral("verify"), part("roo"), part("bgf"), part("pal"), part("save")});
        QCOMPARE(run.exitCode, 0);
        QCOMPARE(numbersOf(run.output, QStringLiteral("all")), QString::fromLatin1("139 137 2 0").split(QLatin1Char(' ')));
        const Run commands = runBlak({QStringLiteral("verify"), part("bbg")});
        QCOMPARE(commands.error.count(QLatin1Char('\n')), 1); // the one file that is broken on purpose
        QVERIFY(commands.error.contains(QStringLiteral("appletree.bbg, line 8: expected bitmap 2 of 2 in group 2 of 2, found the "
                                                       "end after \"2\"")));
    }
};

QTEST_APPLESS_MAIN(TestVerify)
#include "tst_verify.moc"
