// SPDX-License-Identifier: GPL-3.0-or-later
// Packages from servers on sockets: fetched, looked at, unpacked, put into place - or nothing of it.
#include "client/updates/updater.h"
#include "tests/updates/file_servers.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <archive.h>
#include <archive_entry.h>

using namespace blak;
using namespace blak::client;
using session::UpdatePlan;
using session::UpdateStep;
using test::FtpFiles;
using test::HttpFiles;

namespace {

struct Entry
{
    QByteArray name, content;
    unsigned type = AE_IFREG;
};

QByteArray zipped(const std::vector<Entry>& entries)
{
    QByteArray out(1 << 20, 0);
    size_t used = 0;
    archive* a = archive_write_new();
    archive_write_set_format_zip(a);
    archive_write_open_memory(a, out.data(), static_cast<size_t>(out.size()), &used);
    for (const Entry& one : entries) {
        archive_entry* entry = archive_entry_new();
        archive_entry_set_pathname(entry, one.name.constData());
        archive_entry_set_filetype(entry, one.type);
        archive_entry_set_perm(entry, 0644);
        if (one.type == AE_IFLNK)
            archive_entry_set_symlink(entry, "/etc/passwd");
        archive_entry_set_size(entry, one.type == AE_IFREG ? one.content.size() : 0);
        archive_write_header(a, entry);
        if (one.type == AE_IFREG)
            archive_write_data(a, one.content.constData(), static_cast<size_t>(one.content.size()));
        archive_entry_free(entry);
    }
    archive_write_close(a);
    archive_write_free(a);
    out.truncate(static_cast<qsizetype>(used));
    return out;
}

struct Table
{
    Table() : updater(root())
    {
        QObject::connect(&updater, &Updater::applied, [this](quint32 time) { times << time; });
        QObject::connect(&updater, &Updater::failed, [this](const QString& reason) { why = reason; });
        QObject::connect(&updater, &Updater::finished, [this] { finished = true; });
        QObject::connect(&updater, &Updater::progress, [this](const QString&, double share) { shares << share; });
    }

    std::filesystem::path root() const { return QString(folder.path() + QStringLiteral("/world")).toStdString(); }
    QString path(const char* name) const { return folder.path() + QStringLiteral("/world/") + QString::fromLatin1(name); }

    QByteArray content(const char* name) const
    {
        QFile file(path(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("(none)");
    }

    UpdateStep step(std::uint32_t time, const char* name, packages::Folder to = packages::Folder::Resource)
    {
        UpdateStep out;
        out.time = time;
        out.name = name;
        out.folder = to;
        out.url = QStringLiteral("%1/u/%2").arg(http.base(), QString::fromLatin1(name)).toStdString();
        return out;
    }

    /// True when it ended well.
    bool run(std::vector<UpdateStep> steps)
    {
        UpdatePlan plan;
        plan.steps = std::move(steps);
        finished = false;
        why.clear();
        updater.start(plan);
        if (!QTest::qWaitFor([this] { return finished || !why.isEmpty(); }, 15'000))
            return false;
        return finished;
    }

    /// All files below the folder, with their paths.
    QStringList all() const
    {
        QStringList out;
        QDir top(folder.path());
        const std::function<void(const QString&)> walk = [&](const QString& at) {
            for (const QFileInfo& info : QDir(at).entryInfoList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot, QDir::Name)) {
                if (info.isDir() && !info.isSymLink())
                    walk(info.filePath());
                else
                    out << top.relativeFilePath(info.filePath());
            }
        };
        walk(folder.path());
        return out;
    }

    QTemporaryDir folder;
    HttpFiles http;
    Updater updater;
    QList<quint32> times;
    QList<double> shares;
    QString why;
    bool finished = false;
};

} // namespace

class TestUpdater : public QObject
{
    Q_OBJECT

private slots:
    void packagesAreFetchedUnpackedAndRecorded()
    {
        Table table;
        table.http.files[QStringLiteral("/u/one.zip")] = zipped({{"resource/a.bgf", "sprite"}, {"b.roo", "room"}});
        table.http.files[QStringLiteral("/u/plain.wav")] = "tone";
        UpdateStep gone = table.step(9, "b.roo");
        gone.command = UpdateStep::Command::Delete;
        QVERIFY2(table.run({table.step(7, "one.zip"), table.step(7, "plain.wav", packages::Folder::Help), gone}), qPrintable(table.why));
        QCOMPARE(table.times, (QList<quint32>{7, 9})); // a time counts when all of it is there
        QCOMPARE(table.all(), (QStringList{QStringLiteral("world/help/plain.wav"), QStringLiteral("world/resource/a.bgf")}));
        QCOMPARE(table.content("resource/a.bgf"), QByteArray("sprite"));
        QVERIFY(std::is_sorted(table.shares.begin(), table.shares.end()));
        QCOMPARE(table.shares.last(), 1.0);
    }

    void anUpdateThatBreaksOffGoesOnLater()
    {
        Table table;
        table.http.files[QStringLiteral("/u/a.bgf")] = "first";
        QVERIFY(!table.run({table.step(3, "a.bgf"), table.step(4, "b.bgf")}));
        QVERIFY2(table.why.contains(QStringLiteral("b.bgf")), qPrintable(table.why));
        QCOMPARE(table.times, QList<quint32>{3});
        QCOMPARE(table.all(), QStringList{QStringLiteral("world/resource/a.bgf")});
    }

    void ftp()
    {
        Table table;
        FtpFiles ftp;
        ftp.files[QStringLiteral("a.bgf")] = QByteArray(300'000, 'z');
        UpdateStep step = table.step(1, "a.bgf");
        step.url = QStringLiteral("ftp://127.0.0.1:%1/pub/a.bgf").arg(ftp.port()).toStdString();
        step.size = 300'000;
        QVERIFY2(table.run({step}), qPrintable(table.why));
        QCOMPARE(table.content("resource/a.bgf").size(), 300'000);
        step.size = 1000; // larger than was said
        QVERIFY(!table.run({step}));
        step.name = "missing.bgf";
        step.url = QStringLiteral("ftp://127.0.0.1:%1/pub/missing.bgf").arg(ftp.port()).toStdString();
        QVERIFY(!table.run({step}));
        QVERIFY2(table.why.contains(QStringLiteral("missing.bgf")), qPrintable(table.why));
        QCOMPARE(table.content("resource/a.bgf").size(), 300'000);
    }

    void lengthAndHashAreLookedAt()
    {
        Table table;
        table.http.files[QStringLiteral("/u/a.bgf")] = "sprite";
        UpdateStep step = table.step(1, "a.bgf");
        step.size = 7;
        QVERIFY(!table.run({step}));
        QVERIFY2(table.why.contains(QStringLiteral("expected 7 bytes, found 6")), qPrintable(table.why));
        step.size = 6;
        step.sha256 = std::string(64, '0');
        QVERIFY(!table.run({step}));
        QVERIFY2(table.why.contains(QStringLiteral("SHA-256")), qPrintable(table.why));
        QVERIFY(table.all().isEmpty());
        step.sha256 = QCryptographicHash::hash("sprite", QCryptographicHash::Sha256).toHex().toStdString();
        QVERIFY2(table.run({step}), qPrintable(table.why));
        table.http.asked.clear();
        QVERIFY(table.run({step})); // it is there
        QVERIFY(table.http.asked.isEmpty());
    }

    void hostileWebServers_data()
    {
        QTest::addColumn<int>("fault");
        QTest::newRow("stops in the middle") << static_cast<int>(HttpFiles::Fault::CutShort);
        QTest::newRow("says nothing") << static_cast<int>(HttpFiles::Fault::Silent);
        QTest::newRow("never ends") << static_cast<int>(HttpFiles::Fault::Endless);
        QTest::newRow("sends to a file of ours") << static_cast<int>(HttpFiles::Fault::Redirect);
    }
    void hostileWebServers()
    {
        QFETCH(int, fault);
        Table table;
        table.updater.fetcher().setPatience(700);
        table.http.fault = static_cast<HttpFiles::Fault>(fault);
        table.http.redirectTo = QStringLiteral("file:///etc/passwd");
        table.http.files[QStringLiteral("/u/a.bgf")] = QByteArray(5000, 'x');
        UpdateStep step = table.step(1, "a.bgf");
        step.size = 5000;
        QVERIFY(!table.run({step}));
        QVERIFY(!table.why.isEmpty());
        QVERIFY2(table.all().isEmpty(), qPrintable(table.all().join(QLatin1Char(' '))));
        QVERIFY(table.times.isEmpty());
    }

    void hostileArchives_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("no archive") << QByteArray("PK, but not really");
        QTest::newRow("empty") << zipped({});
        QTest::newRow("hidden name") << zipped({{"good.bgf", "x"}, {"../../.bashrc", "x"}});
        QTest::newRow("backwards") << zipped({{"good.bgf", "x"}, {"..\\..", "x"}});
        QTest::newRow("link") << zipped({{"good.bgf", "x"}, {"passwd.bgf", "", AE_IFLNK}});
        QTest::newRow("twice") << zipped({{"a.bgf", "x"}, {"sub/a.bgf", "y"}});
        QByteArray damaged = zipped({{"a.bgf", QByteArray(5000, 'x')}, {"b.bgf", QByteArray(5000, 'y')}});
        damaged.truncate(damaged.size() / 2);
        QTest::newRow("cut") << damaged;
        QByteArray changed = zipped({{"a.bgf", QByteArray("some text that is stored and changed")}});
        changed[60] = static_cast<char>(changed[60] ^ 0x55);
        QTest::newRow("changed") << changed;
    }
    void hostileArchives()
    {
        QFETCH(QByteArray, bytes);
        Table table;
        QDir().mkpath(table.path("resource"));
        QFile before(table.path("resource/a.bgf"));
        QVERIFY(before.open(QIODevice::WriteOnly));
        before.write("what was there");
        before.close();
        table.http.files[QStringLiteral("/u/p.zip")] = bytes;
        QVERIFY(!table.run({table.step(1, "p.zip")}));
        QVERIFY2(table.why.contains(QStringLiteral("p.zip")), qPrintable(table.why));
        QCOMPARE(table.all(), QStringList{QStringLiteral("world/resource/a.bgf")});
        QCOMPARE(table.content("resource/a.bgf"), QByteArray("what was there"));
    }

    void namesOfArchivesLoseTheirFolders()
    {
        Table table;
        table.http.files[QStringLiteral("/u/p.zip")] = zipped({{"../../../escape.bgf", "x"}, {"/abs/room.roo", "y"}});
        QVERIFY2(table.run({table.step(1, "p.zip")}), qPrintable(table.why));
        QCOMPARE(table.all(), (QStringList{QStringLiteral("world/resource/escape.bgf"), QStringLiteral("world/resource/room.roo")}));
    }

    void allOfAPackageOrNothing()
    {
        Table table;
        QDir().mkpath(table.path("resource/b.bgf")); // a folder where a file belongs
        QFile before(table.path("resource/a.bgf"));
        QVERIFY(before.open(QIODevice::WriteOnly));
        before.write("old");
        before.close();
        table.http.files[QStringLiteral("/u/p.zip")] = zipped({{"a.bgf", "new"}, {"b.bgf", "new"}});
        QVERIFY(!table.run({table.step(1, "p.zip")}));
        QCOMPARE(table.content("resource/a.bgf"), QByteArray("old"));
        UpdateStep gone = table.step(2, "b.bgf");
        gone.command = UpdateStep::Command::Delete;
        QVERIFY(!table.run({gone}));
        QVERIFY(QFileInfo(table.path("resource/b.bgf")).isDir());
    }

    void aLinkIsReplacedNotFollowed()
    {
        Table table;
        const QString outside = table.folder.path() + QStringLiteral("/outside.txt");
        QFile file(outside);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("mine");
        file.close();
        QDir().mkpath(table.path("resource"));
        QVERIFY(QFile::link(outside, table.path("resource/a.bgf")));
        table.http.files[QStringLiteral("/u/a.bgf")] = "theirs";
        QVERIFY2(table.run({table.step(1, "a.bgf")}), qPrintable(table.why));
        QCOMPARE(table.content("resource/a.bgf"), QByteArray("theirs"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), QByteArray("mine"));
    }

    void givenUp()
    {
        Table table;
        table.http.fault = HttpFiles::Fault::Silent;
        UpdatePlan plan;
        plan.steps = {table.step(1, "a.bgf")};
        table.updater.start(plan);
        QVERIFY(QTest::qWaitFor([&] { return !table.http.asked.isEmpty(); }));
        table.updater.cancel();
        QTest::qWait(100);
        QVERIFY(!table.finished && table.why.isEmpty() && table.all().isEmpty());
        table.http.fault = HttpFiles::Fault::None;
        table.http.files[QStringLiteral("/u/a.bgf")] = "x";
        QVERIFY(table.run(plan.steps));
    }

    void aManifest()
    {
        Table table;
        const QByteArray sprite = "sprite of the world";
        const QByteArray hash = QCryptographicHash::hash(sprite, QCryptographicHash::Sha256).toHex().toUpper();
        table.http.files[QStringLiteral("/base/resource/a.bgf")] = sprite;
        table.http.files[QStringLiteral("/patchinfo.txt")] =
            "[{\"Basepath\":\"\\\\resource\\\\\",\"Filename\":\"a.bgf\",\"Version\":4,\"Download\":true,\"Length\":19,\"MyHash\":\"" + hash + "\"}]";
        table.updater.startWithManifest(QUrl(table.http.base() + QStringLiteral("/patchinfo.txt")), QString(table.http.base() + QStringLiteral("/base")).toStdString());
        QVERIFY(QTest::qWaitFor([&] { return table.finished || !table.why.isEmpty(); }));
        QVERIFY2(table.finished, qPrintable(table.why));
        QCOMPARE(table.content("resource/a.bgf"), sprite);
    }
};

QTEST_GUILESS_MAIN(TestUpdater)
#include "tst_updater.moc"
