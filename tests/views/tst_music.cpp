// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/views/common/table_pane.h"
#include "studio/views/music/music_view.h"
#include "tests/views/view_support.h"
#include "ui/search_field.h"

#include <QLabel>
#include <QTableView>

using namespace blak;
using namespace blak::test;

class TestMusic : public QObject
{
    Q_OBJECT

private:
    QTemporaryDir folder_;

    QString copyOfSeed(const char* name)
    {
        const QByteArray bytes =
            readAll(qEnvironmentVariable("BLAK_SOURCE_DIR") + QStringLiteral("/tests/fuzz/corpus/score/") + QLatin1String(name));
        return writeFile(QDir(folder_.path()), QLatin1String(name), bytes);
    }

private slots:
    void initTestCase() { installTheme(*qApp, ThemeKind::Light); }

    void whoPlaysWhatAndWhyNothingIsHeard()
    {
        const auto view = openView(copyOfSeed("two_tracks.mid"));
        auto* music = qobject_cast<MusicView*>(view.get());
        QVERIFY(music != nullptr);
        QVERIFY(music->reason()->text().startsWith(QStringLiteral("two_tracks.mid holds notes for a synthesizer")));
        QCOMPARE(music->score().notes, 3);
        QCOMPARE(music->pane()->model()->rowCount(), 2);
        QCOMPARE(music->pane()->model()->index(0, 1).data().toString(), QStringLiteral("Violin"));
        QCOMPARE(music->pane()->model()->index(1, 1).data().toString(), QStringLiteral("drums"));
        QTest::keyClicks(music->pane()->table(), QStringLiteral("vio"));
        QTRY_COMPARE(music->pane()->model()->rowCount(), 1);
        QTest::keyClick(music->pane()->filter(), Qt::Key_Escape);
        QTRY_COMPARE(music->pane()->model()->rowCount(), 2);
        QVERIFY(!view->isModified());
    }

    void xmidiToo()
    {
        const QString path = copyOfSeed("one_song.xmi");
        const auto view = openView(path);
        auto* music = qobject_cast<MusicView*>(view.get());
        QVERIFY(music != nullptr);
        QCOMPARE(view->statusRight().first(), QStringLiteral("XMIDI"));
        QVERIFY(view->reload());
        writeFile(QDir(folder_.path()), QStringLiteral("one_song.xmi"), "FORM");
        QVERIFY(!view->reload()); // says so and keeps what it has
        QCOMPARE(music->score().notes, 2);
    }
};

QTEST_MAIN(TestMusic)
#include "tst_music.moc"
