// SPDX-License-Identifier: GPL-3.0-or-later
// File choosers by their field and their buttons: how they look, leaving one, new textures. What is written through them is tested
// in tst_room_plan.cpp and tst_pictures.cpp.
#include "roomedit/textures/question_bar.h"
#include "roomedit/textures/texture_browser.h"
#include "studio/shell/document_area.h"
#include "studio/shell/editors.h"
#include "studio/shell/studio_settings.h"
#include "studio/shell/studio_window.h"
#include "tests/support/shared_data.h"
#include "ui/theme.h"

#include <QAction>
#include <QApplication>
#include <QDialogButtonBox>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QHeaderView>
#include <QImage>
#include <QLineEdit>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QToolButton>
#include <QTreeView>

#include <memory>

using namespace blak;
using namespace blak::ui;
using namespace blak::ui::shell;

class TestChoosers : public QObject
{
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> folder_;
    std::unique_ptr<StudioWindow> window_;

    QString file(const char* name) const { return QFileInfo(folder_->path()).canonicalFilePath() + u'/' + QLatin1String(name); }

    static QFileDialog* chooser()
    {
        for (QWidget* widget : QApplication::topLevelWidgets())
            if (auto* one = qobject_cast<QFileDialog*>(widget); one != nullptr && one->isVisible())
                return one;
        return nullptr;
    }

    /// As a user types a name and presses the button.
    static void choose(QFileDialog& dialog, const QString& path)
    {
        auto* name = dialog.findChild<QLineEdit*>(QStringLiteral("fileNameEdit"));
        QVERIFY(name != nullptr);
        name->selectAll();
        QTest::keyClicks(name, path);
        for (auto* button : dialog.findChild<QDialogButtonBox*>(QStringLiteral("buttonBox"))->findChildren<QPushButton*>())
            if (button->isDefault())
                return QTest::mouseClick(button, Qt::LeftButton);
        QFAIL("no button takes what was typed");
    }

    void run(const char* action)
    {
        QAction* row = window_->actions().action(QLatin1String(action));
        QVERIFY2(row != nullptr, action);
        window_->actions().refresh();
        QVERIFY2(row->isEnabled(), action);
        row->trigger();
    }

private slots:
    void initTestCase()
    {
        QApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
        installTheme(*qApp, ThemeKind::Dark);
    }

    void init()
    {
        folder_ = std::make_unique<QTemporaryDir>();
        useSettingsFile(folder_->filePath(QStringLiteral("studio.ini")));
        QVERIFY(QDir(folder_->path()).mkpath(QStringLiteral("world/rooms")));
        QVERIFY(QDir(folder_->path()).mkpath(QStringLiteral("world/resource")));
        const auto room = test::dataDir() / "rooms/terrace_10.roo";
        QVERIFY(QFile::copy(QString::fromStdString(room.string()), file("world/rooms/terrace.roo")));
        window_ = std::make_unique<StudioWindow>(documentTypes(), editorActions());
        window_->resize(1280, 800);
        window_->show();
        window_->open(file("world"));
        window_->finishBackgroundWork();
        window_->open(file("world/rooms/terrace.roo"));
        window_->finishBackgroundWork();
        QVERIFY(window_->documents().current() != nullptr);
    }

    void cleanup() { window_.reset(); }

    void aChooserThatIsLeftWritesNothing()
    {
        run("room.export.plan");
        QTRY_VERIFY(chooser() != nullptr);
        QTest::keyClick(chooser(), Qt::Key_Escape);
        QTRY_VERIFY(chooser() == nullptr);
        QVERIFY(!QFileInfo::exists(file("world/rooms/terrace.pdf")));
    }

    void theColumnsShowWholeSizesAndDates()
    {
        run("views.compareWith");
        QTRY_VERIFY(chooser() != nullptr);
        QVERIFY(chooser()->width() >= 820);
        const auto* files = chooser()->findChild<QTreeView*>(QStringLiteral("treeView"));
        QVERIFY(files != nullptr);
        QVERIFY(files->isColumnHidden(2));
        QVERIFY(files->header()->sectionSize(3) >= files->fontMetrics().horizontalAdvance(QStringLiteral("23 Nov 2026 11:59:57")));
        QTest::keyClick(chooser(), Qt::Key_Escape);
        QTRY_VERIFY(chooser() == nullptr);
    }

    void aPictureBecomesATexture()
    {
        QImage picture(64, 64, QImage::Format_RGB32);
        picture.fill(qRgb(120, 80, 40));
        QVERIFY(picture.save(file("boards.png")));
        textures::TextureBrowser& browser = window_->textures();
        QToolButton* add = nullptr;
        for (auto* button : browser.findChildren<QToolButton*>())
            if (button->toolTip().startsWith(QStringLiteral("Add")) || button->accessibleName().startsWith(QStringLiteral("Add")))
                add = button;
        QVERIFY(add != nullptr);
        QTimer::singleShot(300, this, [&] {
            QVERIFY(chooser() != nullptr); // this one waits for its answer
            choose(*chooser(), file("boards.png"));
        });
        QTest::mouseClick(add, Qt::LeftButton);
        QTRY_VERIFY(browser.questionBar().isVisible());
        QVERIFY2(browser.questionBar().question().contains(QStringLiteral("boards.png")), qPrintable(browser.questionBar().question()));
        QPushButton* asWall = nullptr;
        for (auto* button : browser.questionBar().findChildren<QPushButton*>())
            if (button->text() == QStringLiteral("Add as wall"))
                asWall = button;
        QVERIFY(asWall != nullptr);
        QTest::mouseClick(asWall, Qt::LeftButton);
        const auto made = [this] {
            QStringList found;
            QDir world(file("world"));
            for (const char* place : {"", "resource", "rooms"})
                found += QDir(world.filePath(QLatin1String(place))).entryList({QStringLiteral("grd*.bgf")}, QDir::Files);
            return found;
        };
        QTRY_COMPARE(made().size(), 1);
    }
};

QTEST_MAIN(TestChoosers)
#include "tst_choosers.moc"
