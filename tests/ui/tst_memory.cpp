// SPDX-License-Identifier: GPL-3.0-or-later
// What closed documents leave behind, in resident memory. BLAK_MEMORY_TREES=folder:folder measures real trees as well.
#include "studio/shell/document_area.h"
#include "studio/shell/editors.h"
#include "studio/shell/memory.h"
#include "studio/shell/studio_settings.h"
#include "tests/support/sanitized.h"
#include "tests/support/shared_data.h"
#include "tests/support/shown_studio.h"
#include "tests/world/world_files.h"
#include "ui/renew_look.h"
#include "ui/theme.h"

#include <QApplication>
#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

#ifdef __GLIBC__
#include <malloc.h>
#endif

using namespace blak;
using namespace blak::ui;
using namespace blak::ui::shell;

namespace {

/// Of this process, in kilobytes: "VmRSS:" all, "RssFile:" what is pages of programs and libraries.
qint64 resident(const char* what = "VmRSS:")
{
    QFile status(QStringLiteral("/proc/self/status"));
    if (!status.open(QIODevice::ReadOnly))
        qFatal("no /proc");
    for (const QByteArray& line : status.readAll().split('\n'))
        if (line.startsWith(what))
            return line.mid(line.indexOf(':') + 1).trimmed().split(' ').first().toLongLong();
    qFatal("no %s", what);
}

/// What the program has asked for and not given back, in kilobytes; the rest of what is resident are code and free pieces between.
qint64 inUse()
{
#ifdef __GLIBC__
    const auto heap = mallinfo2();
    return static_cast<qint64>((heap.uordblks + heap.hblkhd) >> 10);
#else
    return 0;
#endif
}

/// Files of a kind below a folder, the largest first.
QStringList bySize(const QString& folder, const QString& pattern)
{
    QFileInfoList all;
    for (QDirIterator walk(folder, {pattern}, QDir::Files, QDirIterator::Subdirectories); walk.hasNext();) {
        walk.next();
        all << walk.fileInfo();
    }
    std::ranges::sort(all, std::greater<>(), [](const QFileInfo& one) { return one.size(); });
    QStringList paths;
    for (const QFileInfo& one : all)
        paths << one.canonicalFilePath();
    return paths;
}

} // namespace

class TestMemory : public QObject
{
    Q_OBJECT

    QTemporaryDir settings_;

    static void settle()
    {
        constexpr int moment = 900; // ms; the studio gives back a moment after the last was closed
        QTest::qWait(moment);
    }

    static constexpr int looked = 30; // ms

    static void openAll(StudioWindow& window, const QStringList& files)
    {
        for (const QString& file : files) {
            window.open(file);
            window.finishBackgroundWork(); // looked at, one after the other
            QTest::qWait(looked);          // back in the loop of events, as between two clicks: what is to be deleted later goes
        }
        settle();
    }

    static void closeAll(StudioWindow& window)
    {
        for (DocumentView* document : window.documents().documents())
            window.closeDocument(document);
        settle();
    }

private slots:
    void initTestCase()
    {
        installTheme(*qApp, ThemeKind::Dark);
        useSettingsFile(settings_.filePath(QStringLiteral("studio.ini")));
    }

    void theRenewedLookIsAsBefore()
    {
        const QString root = QString::fromStdString(test::worldDir().string());
        QApplication::setCursorFlashTime(0); // a cursor that blinks is in one picture and not in the other
        const auto window = test::shownStudio(documentTypes(), editorActions(), {1440, 900});
        window->open(root);
        for (const QString& pattern : {QStringLiteral("*.kod"), QStringLiteral("*.bgf")}) { // rooms tell how long they were drawn
            openAll(*window, {bySize(root, pattern).first()});
            const QImage before = window->grab().toImage();
            renewLook();
            QTest::qWait(looked);
            const QImage after = window->grab().toImage();
            if (after != before) {
                before.save(settings_.filePath(QStringLiteral("before.png")));
                after.save(settings_.filePath(QStringLiteral("after.png")));
                settings_.setAutoRemove(false);
            }
            QVERIFY2(after == before, qPrintable(pattern + QStringLiteral(": pictures in ") + settings_.path()));
        }
    }

    void closedDocumentsGiveTheirMemoryBack_data()
    {
        QTest::addColumn<QString>("tree");
        QTest::newRow("sample") << QString::fromStdString(test::worldDir().string());
        for (const QString& tree : qEnvironmentVariable("BLAK_MEMORY_TREES").split(u':', Qt::SkipEmptyParts))
            QTest::newRow(qPrintable(QDir(tree).dirName())) << tree;
    }

    void closedDocumentsGiveTheirMemoryBack()
    {
        QFETCH(QString, tree);
        const QString root = QFileInfo(tree).canonicalFilePath();
        QVERIFY2(!root.isEmpty(), qPrintable(tree));
        const auto window = test::shownStudio(documentTypes(), editorActions(), {1440, 900});
        window->open(root);
        window->finishBackgroundWork();
        closeAll(*window); // a small world comes with its first room
        const qint64 cold = resident();
        const QStringList allRooms = bySize(root, QStringLiteral("*.roo"));
        const QStringList sprites = bySize(root, QStringLiteral("*.bgf"));
        const QStringList classes = bySize(root, QStringLiteral("*.kod"));
        QVERIFY(!allRooms.isEmpty() && !sprites.isEmpty() && !classes.isEmpty());
        // What an editor makes for itself the first time - docks, fonts, code - is no document's.
        openAll(*window, {allRooms.last(), sprites.last(), classes.last()});
        closeAll(*window);
        const qint64 before = resident(), heldBefore = inUse(), codeBefore = resident("RssFile:");
        const QStringList rooms = allRooms.mid(0, 15);
        const QStringList others = sprites.mid(0, 6) + classes.mid(0, 6);
        openAll(*window, rooms);
        const qint64 withRooms = resident();
        openAll(*window, others);
        QCOMPARE(window->documents().documents().size(), rooms.size() + others.size());
        const qint64 open = resident();
        closeAll(*window);
        const qint64 after = resident(), heldAfter = inUse();
        openAll(*window, rooms + others);
        closeAll(*window);
        const qint64 again = resident(), heldAgain = inUse(), codeAgain = resident("RssFile:");
        qInfo("a world %lld, editors used once %lld, rooms %lld, all open %lld, after closing %lld, a second time %lld MB",
              cold >> 10, before >> 10, withRooms >> 10, open >> 10, after >> 10, again >> 10);
        qInfo("of that asked for: editors used once %lld, after closing %lld, a second time %lld kB", heldBefore, heldAfter, heldAgain);
        qInfo("of that pages of programs and libraries: editors used once %lld, a second time %lld kB", codeBefore, codeAgain);
        if (test::isSanitized)
            return; // it keeps what was given back; that all opens and closes is judged by itself
        QVERIFY2(withRooms <= qint64{400} << 10, qPrintable(QString::number(withRooms)));
        QVERIFY2(after * 10 <= before * 11, qPrintable(QStringLiteral("%1 -> %2 kB").arg(before).arg(after)));
        QVERIFY2(again * 10 <= after * 11,
                 qPrintable(QStringLiteral("%1 -> %2 kB").arg(after).arg(again))); // nothing is lost each time
    }
};

int main(int argc, char** argv)
{
    prepareMemory(); // as the program does
    QApplication application(argc, argv);
    TestMemory test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_memory.moc"
