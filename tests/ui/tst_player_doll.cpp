// SPDX-License-Identifier: GPL-3.0-or-later
// A player is put together of the sample world's parts, in the studio, with mouse and keys; it looks as the client draws it.
#include "bgfeditor/ui/doll_panel.h"
#include "bgfeditor/ui/sprite_canvas.h"
#include "bgfeditor/ui/sprite_view.h"
#include "client/play/sprite_pictures.h"
#include "client/render/asset_store.h"
#include "studio/shell/document_area.h"
#include "studio/shell/editors.h"
#include "studio/shell/studio_settings.h"
#include "studio/shell/studio_window.h"
#include "tests/support/shared_data.h"
#include "tests/support/shown_studio.h"
#include "ui/project.h"
#include "ui/theme.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QCompleter>
#include <QFileInfo>
#include <QLineEdit>
#include <QTabBar>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include <memory>

using namespace blak;
using namespace blak::ui;
using namespace blak::ui::shell;
using namespace blak::ui::sprites;

class TestPlayerDoll : public QObject
{
    Q_OBJECT

    QTemporaryDir settings_;
    std::unique_ptr<StudioWindow> window_;
    SpriteView* view_ = nullptr;
    DollPanel* doll_ = nullptr;

    /// Of the build of the sample world.
    static QString resource(const char* name)
    {
        return QFileInfo(qEnvironmentVariable("BLAK_BIN_DIR") + QStringLiteral("/../world/resource/") + QLatin1String(name))
            .canonicalFilePath();
    }

    /// Clicks the tab of a dock.
    bool raise(const QString& title)
    {
        for (QTabBar* bar : window_->findChildren<QTabBar*>())
            for (int i = 0; i < bar->count(); ++i)
                if (bar->isVisible() && bar->tabText(i) == title) {
                    QTest::mouseClick(bar, Qt::LeftButton, {}, bar->tabRect(i).center());
                    return true;
                }
        return false;
    }

    void hang(const QString& file)
    {
        QLineEdit* line = doll_->files()->lineEdit();
        QTest::mouseClick(line, Qt::LeftButton);
        line->selectAll();
        QTest::keyClicks(line, file);
        if (QWidget* proposals = QApplication::activePopupWidget())
            QTest::keyClick(proposals, Qt::Key_Escape);
        QCOMPARE(line->text(), file);
        QTest::mouseClick(doll_->findChild<QToolButton*>(QStringLiteral("plus")), Qt::LeftButton);
    }

    /// A double click opens the cell, what is typed replaces what stood there.
    void type(int row, int column, const QString& text)
    {
        QTableWidget* table = doll_->table();
        table->scrollToItem(table->item(row, column));
        const QRect cell = table->visualItemRect(table->item(row, column));
        QVERIFY2(table->viewport()->rect().contains(cell.center()), "the cell cannot be seen");
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, cell.center());
        QTest::mouseDClick(table->viewport(), Qt::LeftButton, {}, cell.center());
        auto* editor = table->findChild<QLineEdit*>();
        QTRY_VERIFY((editor = table->findChild<QLineEdit*>()) != nullptr && editor->isVisible());
        editor->selectAll();
        QTest::keyClicks(editor, text);
        QTest::keyClick(editor, Qt::Key_Return);
        QTRY_VERIFY(table->findChild<QLineEdit*>() == nullptr);
        QCOMPARE(table->item(row, column)->text(), text);
    }

    /// The canvas at whole pixels beside what the client puts together of the same overlays.
    void looksAsInTheClient()
    {
        SpriteCanvas& canvas = *view_->canvas();
        const auto assets = view_->model()->project()->assets();
        const bgfcore::Doll doll = view_->model()->shownDoll();
        const QImage wanted = client::assembledImage(*assets, bgfcore::stateOf(doll, *assets));
        const bgfcore::FlatDoll flat = bgfcore::flatten(bgfcore::stateOf(doll, *assets), 0, assets->tables());
        QCOMPARE(wanted.size(), QSize(flat.width, flat.height));
        const QPoint corner = canvas.toWidget(QPointF(-flat.baseX, -flat.baseY)).toPoint();
        const QImage seen = canvas.grab().toImage();
        QVERIFY(seen.rect().contains(QRect(corner, wanted.size())));
        int solid = 0, different = 0;
        for (int y = 0; y < wanted.height(); ++y)
            for (int x = 0; x < wanted.width(); ++x)
                if (qAlpha(wanted.pixel(x, y)) != 0) {
                    ++solid;
                    different += (seen.pixel(corner + QPoint(x, y)) | 0xff000000) != wanted.pixel(x, y);
                }
        QVERIFY2(solid > 2000, qPrintable(QString::number(solid)));
        QCOMPARE(different, 0);
    }

private slots:
    void initTestCase() { installTheme(*qApp, ThemeKind::Dark); }

    void init()
    {
        useSettingsFile(settings_.filePath(QStringLiteral("studio.ini")));
        window_ = test::shownStudio(documentTypes(), editorActions(), {1280, 800});
        const QString torso = resource("playertorso.bgf");
        QVERIFY(!torso.isEmpty());
        window_->open(QFileInfo(torso).dir().absoluteFilePath(QStringLiteral("..")));
        window_->finishBackgroundWork();
        window_->open(torso);
        window_->finishBackgroundWork();
        view_ = qobject_cast<SpriteView*>(window_->documents().current());
        QVERIFY(view_ != nullptr);
        QVERIFY(raise(QStringLiteral("Paper doll")));
        doll_ = window_->findChild<DollPanel*>();
        QVERIFY(doll_ != nullptr);
        QTRY_VERIFY(doll_->isVisible());
    }

    void cleanup() { window_.reset(); }

    void aPlayerIsPutTogether()
    {
        for (const char* part : {"playerlegs.bgf", "playerhead.bgf", "playerright.bgf", "playerleft.bgf"})
            hang(QLatin1String(part));
        QCOMPARE(view_->model()->doll().parts.size(), std::size_t{4});
        QCOMPARE(view_->model()->doll().parts[0].hotspot, -41); // the first that nothing hangs on
        hang(QStringLiteral("playerhairlong.bgf"));
        type(4, 1, QStringLiteral("13")); // on the head
        hang(QStringLiteral("playerbeard.bgf"));
        type(5, 1, QStringLiteral("12"));
        type(4, 3, QStringLiteral("18"));
        type(0, 3, QStringLiteral("33"));
        const auto& parts = view_->model()->doll().parts;
        QCOMPARE(parts.size(), std::size_t{6});
        QCOMPARE(int(parts[4].hotspot), 13);
        QCOMPARE(int(parts[4].translation), 18);
        QCOMPARE(int(parts[0].translation), 33);

        view_->canvas()->setHotspotsShown(false);
        view_->canvas()->setGridShown(false);
        view_->canvas()->setOffsetsShown(false);
        view_->canvas()->setZoom(1);
        looksAsInTheClient();
        if (qEnvironmentVariableIsSet("BLAK_PICTURES"))
            window_->grab().save(qEnvironmentVariable("BLAK_PICTURES") + QStringLiteral("/player-doll.png"));
    }

    void partsMoveByThemselves()
    {
        hang(QStringLiteral("playerlegs.bgf"));
        type(0, 2, QStringLiteral("2-7 60"));
        const auto& part = view_->model()->doll().parts[0];
        QCOMPARE(part.motion, scene::Animation::cycle(60, 1, 6));
        view_->canvas()->setHotspotsShown(false);
        const QImage still = view_->canvas()->grab().toImage();
        QTest::keyClick(view_->canvas(), Qt::Key_Return);
        QTRY_VERIFY(view_->canvas()->grab().toImage() != still);
        QTest::keyClick(view_->canvas(), Qt::Key_Return);
        QVERIFY(!view_->model()->isPlaying());
        QCOMPARE(view_->model()->dollElapsed(), 0.0);
    }
};

QTEST_MAIN(TestPlayerDoll)
#include "tst_player_doll.moc"
