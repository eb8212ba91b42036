// SPDX-License-Identifier: GPL-3.0-or-later
// What the studio with its real editors costs while nobody touches it.
#include "roomedit/ui/room_view.h"
#include "roomedit/ui/view3d_canvas.h"
#include "studio/shell/document_area.h"
#include "studio/shell/editors.h"
#include "studio/shell/studio_window.h"
#include "tests/support/shown_studio.h"
#include "tests/world/world_files.h"
#include "ui/theme.h"

#include <QApplication>
#include <QFileInfo>
#include <QTest>

#include <ctime>
#include <memory>

using namespace blak;
using namespace blak::ui;
using namespace blak::ui::shell;

namespace {

/// Of this process and all its threads.
double processorMilliseconds() { return 1000.0 * static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

/// Percent of a core in two seconds of nothing.
double shareAtRest()
{
    constexpr int settle = 1500, rest = 2000;
    QTest::qWait(settle);
    const double before = processorMilliseconds();
    QTest::qWait(rest);
    return 100 * (processorMilliseconds() - before) / rest;
}

} // namespace

class TestRest : public QObject
{
    Q_OBJECT

    std::unique_ptr<test::OwnSettings> settings_;

private slots:
    void initTestCase() { installTheme(*qApp, ThemeKind::Dark); }

    void init() { settings_ = std::make_unique<test::OwnSettings>(); }

    void littleIsUsed_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<bool>("is3dFirst");
        QTest::addColumn<QSize>("size");
        QTest::addColumn<double>("most");
        const QSize usual(1440, 900), large(1920, 1080);
        // The measuring itself turns the loop some hundred times: 1 % and a little.
        QTest::newRow("text") << QStringLiteral("kod/object/room/oldmill.kod") << false << usual << 1.5;
        QTest::newRow("sprite") << QStringLiteral("resource/keeper.bgf") << false << usual << 1.5;
        QTest::newRow("fire") << QStringLiteral("rooms/lantern.roo") << false << usual << 5.0;
        QTest::newRow("water") << QStringLiteral("rooms/mill.roo") << false << usual << 5.0;
        QTest::newRow("water in a large picture") << QStringLiteral("rooms/mill.roo") << true << large << 5.0;
        QTest::newRow("square") << QStringLiteral("rooms/square.roo") << true << large << 5.0;
    }

    void littleIsUsed()
    {
        QFETCH(QString, file);
        QFETCH(bool, is3dFirst);
        QFETCH(QSize, size);
        QFETCH(double, most);
        const QString path = QFileInfo(QString::fromStdString((test::worldDir() / file.toStdString()).string())).canonicalFilePath();
        QVERIFY2(!path.isEmpty(), qPrintable(file));
        StudioWindow window(documentTypes(), editorActions());
        window.resize(size);
        window.show();
        window.open(path);
        window.finishBackgroundWork();
        QVERIFY(window.documents().current() != nullptr);
        auto* room = qobject_cast<rooms::RoomView*>(window.documents().current());
        if (room != nullptr) {
            room->set3dFirst(is3dFirst);
            QVERIFY(room->view3d() != nullptr && room->view3d()->isPlaying());
        }
        const double used = shareAtRest();
        QVERIFY2(used <= most, qPrintable(QStringLiteral("%1 % of a core").arg(used, 0, 'f', 2)));
        qInfo("%.2f %% of a core", used);
    }

    /// A room behind another document stands still.
    void whatIsHiddenStandsStill()
    {
        StudioWindow window(documentTypes(), editorActions());
        window.resize(1440, 900);
        window.show();
        for (const char* file : {"rooms/mill.roo", "kod/object/room/oldmill.kod"}) {
            window.open(QFileInfo(QString::fromStdString((test::worldDir() / file).string())).canonicalFilePath());
            window.finishBackgroundWork();
        }
        QCOMPARE(window.documents().documents().size(), 2);
        const double used = shareAtRest();
        QVERIFY2(used <= 1.5, qPrintable(QStringLiteral("%1 % of a core").arg(used, 0, 'f', 2)));
    }
};

QTEST_MAIN(TestRest)
#include "tst_rest.moc"
