// SPDX-License-Identifier: GPL-3.0-or-later
// File choosers by their field and their buttons: how they look, leaving one, and what is written and read through each.
#include "roomedit/textures/question_bar.h"
#include "roomedit/textures/texture_browser.h"
#include "studio/shell/appearance.h"
#include "studio/shell/document_area.h"
#include "studio/shell/editors.h"
#include "studio/shell/settings_dialog.h"
#include "studio/shell/studio_settings.h"
#include "studio/shell/studio_window.h"
#include "tests/support/file_chooser.h"
#include "tests/support/ordinary_user.h"
#include "tests/support/shared_data.h"
#include "ui/theme.h"
#include "ui/toast.h"

#include <QAction>
#include <QApplication>
#include <QDialogButtonBox>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QFileSystemModel>
#include <QHeaderView>
#include <QImage>
#include <QLineEdit>
#include <QMessageBox>
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

    static QByteArray contentOf(const QString& path)
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    QString toasts() const { return window_->toasts().sentences().join(u'\n'); }

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
        QTRY_VERIFY(test::fileChooser() != nullptr);
        QTest::keyClick(test::fileChooser(), Qt::Key_Escape);
        QTRY_VERIFY(test::fileChooser() == nullptr);
        QVERIFY(!QFileInfo::exists(file("world/rooms/terrace.pdf")));
    }

    void aPlanIsWritten_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("begins");
        QTest::addColumn<QString>("offered"); // the kind of the one before
        QTest::newRow("page") << QStringLiteral("plan.pdf") << QByteArray("%PDF-") << QStringLiteral("pdf");
        QTest::newRow("picture") << QStringLiteral("plan.png") << QByteArray("\x89PNG") << QStringLiteral("pdf");
        QTest::newRow("drawing") << QStringLiteral("plan.svg") << QByteArray("<?xml") << QStringLiteral("png");
        QTest::newRow("a name without ending") << QStringLiteral("plan") << QByteArray("<?xml") << QStringLiteral("svg");
    }

    void aPlanIsWritten()
    {
        QFETCH(QString, name);
        QFETCH(QByteArray, begins);
        QFETCH(QString, offered);
        run("room.export.plan");
        QTRY_VERIFY(test::fileChooser() != nullptr);
        QCOMPARE(test::fileChooser()->selectedFiles().value(0), file("world/rooms/terrace.") + offered); // offered beside the room
        test::chooseFile(*test::fileChooser(), file("") + name);
        QTRY_VERIFY(test::fileChooser() == nullptr);
        const QString written = file("") + (name.contains(u'.') ? name : name + u'.' + offered);
        QVERIFY2(contentOf(written).startsWith(begins), contentOf(written).left(20).constData());
        QVERIFY(!window_->documents().current()->isModified());
        QVERIFY2(toasts().contains(QStringLiteral("Wrote the plan ") + QFileInfo(written).fileName()), qPrintable(toasts()));
    }

    void whatThePlanReplacesStays()
    {
        const QString plan = file("plan.svg");
        QFile old(plan);
        QVERIFY(old.open(QIODevice::WriteOnly) && old.write("before") > 0);
        old.close();
        run("room.export.plan");
        QTRY_VERIFY(test::fileChooser() != nullptr);
        QTimer::singleShot(300, this, [] { // asks before it is replaced, and waits for the answer
            auto* question = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
            QVERIFY(question != nullptr);
            QTest::mouseClick(question->button(QMessageBox::Yes), Qt::LeftButton);
        });
        test::chooseFile(*test::fileChooser(), plan);
        QTRY_VERIFY(test::fileChooser() == nullptr);
        QVERIFY(contentOf(plan).startsWith("<?xml"));
        QCOMPARE(contentOf(plan + u'~'), QByteArray("before"));
    }

    void aPictureOfTheViewIsWritten()
    {
        run("views.savePicture");
        QTRY_VERIFY(test::fileChooser() != nullptr);
        test::chooseFile(*test::fileChooser(), file("view.png"));
        QTRY_VERIFY(test::fileChooser() == nullptr);
        const QImage picture(file("view.png"));
        const DocumentView* view = window_->documents().current();
        QCOMPARE(picture.size(), view->size() * view->devicePixelRatio());
        QVERIFY2(toasts().contains(QStringLiteral("Wrote the picture view.png")), qPrintable(toasts()));
    }

    void whatCannotBeWrittenIsToldAndTried()
    {
        run("views.savePicture");
        QTRY_VERIFY(test::fileChooser() != nullptr);
        QVERIFY(QDir().mkdir(file("shut")));
        const test::OrdinaryUser user(folder_->path().toStdString());
        QVERIFY(QFile::setPermissions(file("shut"), QFile::ReadOwner | QFile::ExeOwner));
        test::chooseFile(*test::fileChooser(), file("shut/view.png"));
        QTRY_VERIFY(test::fileChooser() == nullptr);
        QVERIFY(!QFileInfo::exists(file("shut/view.png")));
        QTRY_VERIFY2(toasts().contains(QStringLiteral("Cannot write view.png")), qPrintable(toasts()));
        QCOMPARE(window_->problems().shownSentences().filter(QStringLiteral("view.png")), QStringList()); // nothing is wrong with the project
    }

    void aCopyIsWrittenAndOpened()
    {
        const QByteArray before = contentOf(file("world/rooms/terrace.roo"));
        run("studio.file.saveCopy");
        QTRY_VERIFY(test::fileChooser() != nullptr);
        QCOMPARE(test::fileChooser()->selectedFiles().value(0), file("world/rooms/terrace_copy.roo"));
        test::chooseFile(*test::fileChooser(), file("world/rooms/second"));
        QTRY_VERIFY(test::fileChooser() == nullptr);
        window_->finishBackgroundWork();
        QCOMPARE(window_->documents().current()->path(), file("world/rooms/second.roo"));
        QVERIFY(!before.isEmpty());
        QCOMPARE(contentOf(file("world/rooms/second.roo")), before);
        QCOMPARE(contentOf(file("world/rooms/terrace.roo")), before);

        // Not over a document that is open.
        run("studio.file.saveCopy");
        QTRY_VERIFY(test::fileChooser() != nullptr);
        QTimer::singleShot(300, this, [] {
            auto* question = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
            QVERIFY(question != nullptr);
            QTest::mouseClick(question->button(QMessageBox::Yes), Qt::LeftButton);
        });
        test::chooseFile(*test::fileChooser(), file("world/rooms/terrace.roo"));
        QTRY_VERIFY(test::fileChooser() == nullptr);
        QTRY_VERIFY2(toasts().contains(QStringLiteral("Cannot write terrace.roo: it is open here.")), qPrintable(toasts()));
    }

    void aChosenFileIsCompared()
    {
        QVERIFY(QFile::copy(file("world/rooms/terrace.roo"), file("other.roo")));
        run("views.compareWith");
        QTRY_VERIFY(test::fileChooser() != nullptr);
        test::chooseFile(*test::fileChooser(), file("other.roo"));
        QTRY_VERIFY(test::fileChooser() == nullptr);
        QTRY_VERIFY(window_->documents().current()->title().contains(QStringLiteral("other.roo")));
    }

    /// Folders that stand in rows of one number, one in the other: Qt's own chooser keeps the outer one chosen, and would open that.
    void theFolderThatIsTypedIsOpened_data()
    {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("opens");
        QTest::addColumn<bool>("byButton");
        for (const bool byButton : {false, true}) {
            const auto row = [&](const char* name, const char* typed, const char* opens) {
                QTest::addRow("%s, %s", name, byButton ? "button" : "Return") << QString::fromLatin1(typed) << QString::fromLatin1(opens) << byButton;
            };
            row("child of what is shown", "a/b/second", "a/b/second");
            row("deeper", "a/b/second/rooms", "a/b/second/rooms");
            row("with a slash behind", "a/b/second/", "a/b/second");
            row("what is shown", "a/b", "a/b");
            row("above", "a", "a");
        }
    }

    void theFolderThatIsTypedIsOpened()
    {
        QFETCH(QString, typed);
        QFETCH(QString, opens);
        QFETCH(bool, byButton);
        const QTemporaryDir place;
        const QString root = QFileInfo(place.path()).canonicalFilePath() + u'/';
        QVERIFY(QDir(root).mkpath(QStringLiteral("a/b/second/rooms")));
        QVERIFY(QFile::copy(file("world/rooms/terrace.roo"), root + QStringLiteral("a/b/second/rooms/other.roo")));
        run("studio.file.openFolder");
        QTRY_VERIFY(test::fileChooser() != nullptr);
        QFileDialog& dialog = *test::fileChooser();
        QCOMPARE(dialog.directory().canonicalPath(), QFileInfo(folder_->path()).canonicalFilePath()); // beside what is open
        dialog.setDirectory(root + QStringLiteral("a/b"));
        dialog.activateWindow();
        auto* name = dialog.findChild<QLineEdit*>(QStringLiteral("fileNameEdit"));
        QVERIFY(name != nullptr);
        name->setFocus();
        QTRY_VERIFY(name->hasFocus());
        const QStringList rows{root + QStringLiteral("a"), root + QStringLiteral("a/b")};
        auto* files = dialog.findChild<QTreeView*>(QStringLiteral("treeView"));
        for (const QString& one : rows) // as they stand once they were read
            QTRY_VERIFY(qobject_cast<QFileSystemModel*>(files->model())->index(one).isValid());
        for (const QChar letter : QString(root + typed)) {
            QWidget* proposals = QApplication::activePopupWidget();
            QTest::keyClick(proposals != nullptr ? proposals : name, letter.toLatin1());
        }
        QCOMPARE(name->text(), root + typed);
        QWidget* proposals = QApplication::activePopupWidget();
        if (byButton) {
            if (proposals != nullptr)
                QTest::keyClick(proposals, Qt::Key_Escape);
            for (auto* button : dialog.findChild<QDialogButtonBox*>(QStringLiteral("buttonBox"))->findChildren<QPushButton*>())
                if (button->isDefault()) {
                    QTest::mouseClick(button, Qt::LeftButton);
                    break;
                }
        } else {
            QTest::keyClick(proposals != nullptr ? proposals : name, Qt::Key_Return);
        }
        QTRY_VERIFY(test::fileChooser() == nullptr);
        window_->finishBackgroundWork();
        QCOMPARE(window_->index().root(), root + opens);
    }

    /// What a document can be compared with is of its kind, most often.
    void filesOfTheSameKindAreComparedFirst()
    {
        QVERIFY(QFile::copy(file("world/rooms/terrace.roo"), file("world/rooms/terrace.roo~")));
        run("views.compareWith");
        QTRY_VERIFY(test::fileChooser() != nullptr);
        QCOMPARE(test::fileChooser()->selectedNameFilter(), QStringLiteral("Of this kind (*.roo *.roo~)"));
        QCOMPARE(test::fileChooser()->nameFilters().last(), QStringLiteral("All files (*)"));
        QTest::keyClick(test::fileChooser(), Qt::Key_Escape);
        QTRY_VERIFY(test::fileChooser() == nullptr);
    }

    void settingsGoOutAndComeBack()
    {
        window_->openSettings(SettingsDialog::CarryAlong);
        const auto press = [this](const char* text, const QString& path) {
            for (auto* button : window_->settingsDialog()->findChildren<QPushButton*>())
                if (button->text().startsWith(QLatin1String(text))) {
                    QTimer::singleShot(300, this, [this, path] {
                        QVERIFY(test::fileChooser() != nullptr); // this one waits for its answer
                        test::chooseFile(*test::fileChooser(), path);
                    });
                    return QTest::mouseClick(button, Qt::LeftButton);
                }
            QFAIL(text);
        };
        setThemeChoice(ThemeChoice::Light);
        press("Export", file("mine.ini"));
        QVERIFY(contentOf(file("mine.ini")).contains("light"));
        setThemeChoice(ThemeChoice::Dark);
        press("Import", file("mine.ini"));
        QCOMPARE(theme().kind, ThemeKind::Light);
        setTheme(ThemeKind::Dark);
        delete window_->settingsDialog();
    }

    void theColumnsShowWholeSizesAndDates()
    {
        run("views.compareWith");
        QTRY_VERIFY(test::fileChooser() != nullptr);
        QVERIFY(test::fileChooser()->width() >= std::min(820, test::fileChooser()->screen()->availableSize().width() - 20)); // as it is bounded
        const auto* files = test::fileChooser()->findChild<QTreeView*>(QStringLiteral("treeView"));
        QVERIFY(files != nullptr);
        QVERIFY(files->isColumnHidden(2));
        QVERIFY(files->header()->sectionSize(3) >= files->fontMetrics().horizontalAdvance(QStringLiteral("23 Nov 2026 11:59:57")));
        QTest::keyClick(test::fileChooser(), Qt::Key_Escape);
        QTRY_VERIFY(test::fileChooser() == nullptr);
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
            QVERIFY(test::fileChooser() != nullptr); // this one waits for its answer
            test::chooseFile(*test::fileChooser(), file("boards.png"));
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
