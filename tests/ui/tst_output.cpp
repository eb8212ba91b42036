// SPDX-License-Identifier: GPL-3.0-or-later
// What the builder says while a room is edited, in the Output dock.
#include "roomedit/ui/map_canvas.h"
#include "roomedit/ui/room_view.h"
#include "studio/shell/document_area.h"
#include "studio/shell/editors.h"
#include "studio/shell/output_panel.h"
#include "studio/shell/studio_settings.h"
#include "tests/support/shared_data.h"
#include "tests/support/shown_studio.h"
#include "ui/theme.h"

#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace blak;
using namespace blak::ui;
using namespace blak::ui::shell;

class TestOutput : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { installTheme(*qApp, ThemeKind::Dark); }

    void theBuilderTellsOfEachTree()
    {
        const QTemporaryDir folder;
        useSettingsFile(folder.filePath(QStringLiteral("studio.ini")));
        const QString path = folder.filePath(QStringLiteral("terrace.roo"));
        QVERIFY(QFile::copy(QString::fromStdString((test::dataDir() / "rooms/terrace_10.roo").string()), path));
        QVERIFY(QFile::setPermissions(path, QFile::ReadOwner | QFile::WriteOwner));
        const auto window = test::shownStudio(documentTypes(), editorActions());
        window->open(path);
        window->finishBackgroundWork();
        auto* view = qobject_cast<rooms::RoomView*>(window->documents().current());
        QVERIFY(view != nullptr);
        QVERIFY(window->output().shownLines().isEmpty()); // nothing was built to show it

        view->model()->setMode(rooms::MapMode::Vertex);
        const QPoint vertex = view->model()->index().vertices().front().point;
        rooms::MapCanvas* map = view->map();
        map->setView(vertex, 1);
        const QPoint from = map->toWidget(vertex).toPoint();
        QTest::mouseMove(map, from);
        QTest::mousePress(map, Qt::LeftButton, {}, from);
        for (int step = 1; step <= 4; ++step) {
            const QPointF at = from + QPoint(16, 16) * step;
            QMouseEvent move(QEvent::MouseMove, at, map->mapToGlobal(at), Qt::NoButton, Qt::LeftButton, {});
            QApplication::sendEvent(map, &move);
        }
        QTest::mouseRelease(map, Qt::LeftButton, {}, from + QPoint(64, 64));
        QVERIFY(view->isModified());
        QTRY_VERIFY(!window->output().shownLines().isEmpty()); // it follows the drag: one tree or several
        static const QRegularExpression shape(
            QStringLiteral("Builder: terrace\\.roo: tree of [0-9]+ nodes, [0-9]+ wall pieces of [0-9]+ lines in [0-9.]+ ms$"));
        const auto last = [&] { return window->output().shownLines().last(); };
        QVERIFY2(shape.match(last()).hasMatch(), qPrintable(last()));
        window->finishBackgroundWork();
        const qsizetype told = window->output().shownLines().size();
        view->undo();
        QTRY_COMPARE(window->output().shownLines().size(), told + 1);
        QVERIFY2(shape.match(last()).hasMatch(), qPrintable(last()));
    }
};

QTEST_MAIN(TestOutput)
#include "tst_output.moc"
