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
        QVERIFY(run.output.endsWith(QStringLiteral("\n1 files of other kinds were not checked\n")));
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
        QVERIFY(run.error.contains(QStringLiteral("bad/cut.roo, offset ")));
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
        const Run run = runBlak({QStringLiteral("verify"), part("roo"), part("bgf"), part("pal")});
        QCOMPARE(run.exitCode, 0);
        QCOMPARE(numbersOf(run.output, QStringLiteral("all")), QString::fromLatin1("129 127 2 0").split(QLatin1Char(' ')));
    }
};

QTEST_APPLESS_MAIN(TestVerify)
#include "tst_verify.moc"
