// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures that come and go: dragged by the mouse as windows see it, through choosers, and by way of another program.
#include "bgfeditor/bgfcore/png_file.h"
#include "bgfeditor/ui/frame_list.h"
#include "bgfeditor/ui/import_dialog.h"
#include "tests/bgfeditor/sprite_page.h"
#include "tests/blak/blak_files.h"
#include "tests/roomedit/view_support.h"
#include "ui/theme.h"

#include <QApplication>
#include <QDesktopServices>
#include <QDialogButtonBox>
#include <QDrag>
#include <QDropEvent>
#include <QFileDialog>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLineEdit>
#include <QMimeData>
#include <QMouseEvent>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QWindow>

#include <functional>

using namespace blak;
using namespace blak::ui;
using namespace blak::ui::sprites;

namespace {

constexpr std::uint8_t body = 0x60;

/// Stands for the window of another program: takes what is dropped, and gives a file to drag.
class Elsewhere : public QWidget
{
public:
    Elsewhere() { setAcceptDrops(true); }

    QImage image;
    QList<QUrl> files;
    QString gives;

protected:
    void dragEnterEvent(QDragEnterEvent* event) override { event->acceptProposedAction(); }
    void dropEvent(QDropEvent* event) override
    {
        image = qvariant_cast<QImage>(event->mimeData()->imageData());
        files = event->mimeData()->urls();
        event->acceptProposedAction();
    }
    void mouseMoveEvent(QMouseEvent* event) override
    {
        if ((event->buttons() & Qt::LeftButton) == 0 || gives.isEmpty())
            return;
        auto* carried = new QMimeData;
        carried->setUrls({QUrl::fromLocalFile(gives)});
        auto* drag = new QDrag(this);
        drag->setMimeData(carried);
        drag->exec(Qt::CopyAction);
    }
};

/// Catches what would be handed to the desktop's program for pictures.
class Opener : public QObject
{
    Q_OBJECT

public:
    QUrl asked;

public slots:
    void open(const QUrl& url) { asked = url; }
};

QWindow* windowOf(QWidget& widget) { return widget.window()->windowHandle(); }
QPoint inWindow(QWidget& widget, QPoint at) { return widget.mapTo(widget.window(), at); }

/// Press, some way, release. A drag waits for its end in a loop of its own, so the way goes on by a timer; `beside` is done in the middle.
void dragBetween(QWidget& from, QPoint start, QWidget& to, QPoint end, const std::function<void()>& beside = {})
{
    QTest::mousePress(windowOf(from), Qt::LeftButton, {}, inWindow(from, start));
    int step = 0;
    QTimer timer;
    QObject::connect(&timer, &QTimer::timeout, [&] {
        ++step;
        if (step < 4)
            QTest::mouseMove(windowOf(to), inWindow(to, end) - QPoint(4 - step, 0));
        else if (step == 4) {
            QTest::mouseMove(windowOf(to), inWindow(to, end));
            if (beside)
                beside();
        } else {
            timer.stop();
            QTest::mouseRelease(windowOf(to), Qt::LeftButton, {}, inWindow(to, end));
        }
    });
    timer.start(10);
    const int far = QApplication::startDragDistance();
    QTest::mouseMove(windowOf(from), inWindow(from, start + QPoint(far, far)));
    QTest::mouseMove(windowOf(from), inWindow(from, start + QPoint(far + 4, far + 4)));
    QTRY_VERIFY(!timer.isActive());
}

} // namespace

/// The platform without windows hands no drags on: CTest runs this program a second time, on a display of X.
#define NEED_REAL_DRAGS()                                      \
    if (QGuiApplication::platformName() != QLatin1String("xcb")) \
    QSKIP("drags need a window system")

class TestSpriteDrag : public QObject
{
    Q_OBJECT

    struct Page
    {
        std::unique_ptr<SpriteView> view;
        FrameList* list = nullptr;

        SpriteModel& model() const { return *view->model(); }
        QPoint middleOf(int frame) const { return list->visualRect(list->model()->index(frame, 0)).center(); }
    };

    std::unique_ptr<QTemporaryDir> folder_;
    std::shared_ptr<Project> project_;
    Page page_;

    QString path(const char* name) const { return folder_->filePath(QLatin1String(name)); }

    Page openPage(const char* name, int frames, QPoint place)
    {
        bgf::Sprite sprite;
        for (int i = 0; i < frames; ++i)
            sprite.bitmaps.push_back(bgf::encode(20, 30, std::vector<std::uint8_t>(20 * 30, static_cast<std::uint8_t>(body + i))));
        sprite.groups = {{}};
        for (int i = 0; i < frames; ++i)
            sprite.groups[0].push_back(i);
        test::put(path(name).toStdString(), bgf::write(sprite));
        auto opened = spriteDocumentType().open(path(name), project_, nullptr);
        if (!opened)
            qFatal("%s", opened.error().text().c_str());
        Page page{std::unique_ptr<SpriteView>(qobject_cast<SpriteView*>(opened.value())), nullptr};
        page.list = test::panelOf<FrameList>(*page.view, "frames");
        page.list->setGeometry(QRect(place, QSize(240, 300)));
        page.list->show();
        if (!QTest::qWaitForWindowExposed(page.list))
            qFatal("the list of frames is not shown");
        return page;
    }

    static int colourOf(const Page& page, int frame) { return (*page.model().indices(frame))[0]; }
    void run(const char* id) { test::runSpriteAction(*page_.view, QLatin1String("sprite.") + QLatin1String(id)); }

    static QFileDialog* chooser()
    {
        for (QWidget* widget : QApplication::topLevelWidgets())
            if (auto* one = qobject_cast<QFileDialog*>(widget); one != nullptr && one->isVisible())
                return one;
        return nullptr;
    }

    /// As a user types a name and presses the button; the list of names that fit is in the way and goes first.
    static void choose(const QString& path)
    {
        QTRY_VERIFY(chooser() != nullptr);
        QFileDialog& dialog = *chooser();
        auto* name = dialog.findChild<QLineEdit*>(QStringLiteral("fileNameEdit"));
        QVERIFY(name != nullptr);
        dialog.activateWindow();
        name->setFocus();
        QTRY_VERIFY(name->hasFocus());
        name->selectAll();
        QTest::keyClicks(name, path);
        while (QWidget* proposals = QApplication::activePopupWidget()) {
            QTest::keyClick(proposals, Qt::Key_Escape);
            QVERIFY(QApplication::activePopupWidget() != proposals);
        }
        for (auto* button : dialog.findChild<QDialogButtonBox*>(QStringLiteral("buttonBox"))->findChildren<QPushButton*>())
            if (button->isDefault()) {
                QVERIFY2(button->isEnabled(), qPrintable(button->text()));
                QTest::mouseClick(button, Qt::LeftButton);
                break;
            }
        QTRY_VERIFY(chooser() == nullptr);
    }

private slots:
    void initTestCase()
    {
        installTheme(*qApp, ThemeKind::Dark);
        QApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
    }

    void init()
    {
        folder_ = std::make_unique<QTemporaryDir>();
        project_ = std::make_shared<test::FolderProject>(std::vector<std::filesystem::path>{folder_->path().toStdString()});
        page_ = openPage("one.bgf", 4, {0, 0});
    }

    void cleanup() { page_ = {}; }

    void aFrameIsDraggedToAnotherPlace()
    {
        NEED_REAL_DRAGS();
        const QRect last = page_.list->visualRect(page_.list->model()->index(3, 0));
        dragBetween(*page_.list->viewport(), page_.middleOf(0), *page_.list->viewport(), {last.right() - 4, last.center().y()});
        QCOMPARE(colourOf(page_, 3), int(body));
        QCOMPARE(colourOf(page_, 0), body + 1);
        QCOMPARE(page_.model().frame(), 3);
        QCOMPARE(page_.model().sprite().groups[0], (bgf::Group{3, 0, 1, 2})); // shows what it showed
        page_.view->undo();
        QCOMPARE(colourOf(page_, 0), int(body));
        QVERIFY(!page_.view->isModified());
    }

    /// Where it was, and where nothing takes it, nothing happens.
    void aFrameThatIsLetGoWhereItWasStays()
    {
        NEED_REAL_DRAGS();
        dragBetween(*page_.list->viewport(), page_.middleOf(1), *page_.list->viewport(), page_.middleOf(1) + QPoint(3, 0));
        QVERIFY(!page_.view->isModified());
        QCOMPARE(page_.model().frameCount(), 4);
    }

    void aFrameIsDraggedToAnotherProgram()
    {
        NEED_REAL_DRAGS();
        Elsewhere other;
        other.setGeometry(400, 0, 200, 200);
        other.show();
        QVERIFY(QTest::qWaitForWindowExposed(&other));
        dragBetween(*page_.list->viewport(), page_.middleOf(2), other, {100, 100});
        QCOMPARE(other.image.size(), QSize(20, 30));
        QCOMPARE(other.files.size(), 1);
        const auto picture = bgfcore::readPng(other.files[0].toLocalFile().toStdString(), page_.model().palette());
        QVERIFY(picture);
        QCOMPARE(picture.value().indices, *page_.model().indices(2));
        QCOMPARE(page_.model().frameCount(), 4); // a copy went
        QVERIFY(!page_.view->isModified());
    }

    void aFrameIsDraggedToAnotherSprite()
    {
        NEED_REAL_DRAGS();
        const Page second = openPage("two.bgf", 1, {400, 0});
        dragBetween(*page_.list->viewport(), page_.middleOf(3), *second.list->viewport(), second.middleOf(0) + QPoint(2, 0));
        QCOMPARE(second.model().frameCount(), 2);
        QCOMPARE(colourOf(second, 1), body + 3);
        QCOMPARE(page_.model().frameCount(), 4);
    }

    void aPictureIsDraggedInFromAnotherProgram()
    {
        NEED_REAL_DRAGS();
        Elsewhere other;
        other.setGeometry(400, 0, 200, 200);
        other.show();
        QVERIFY(QTest::qWaitForWindowExposed(&other));
        other.gives = path("given.png");
        QVERIFY(bgfcore::writePng(other.gives.toStdString(), {5, 7, std::vector<std::uint8_t>(35, 0x44), page_.model().palette()}, true));
        page_.model().setFrame(0);
        dragBetween(other, {100, 100}, *page_.list->viewport(), page_.middleOf(2));
        QCOMPARE(page_.model().frameCount(), 5);
        QCOMPARE(page_.model().bitmap(1)->width, 5); // behind the one that was shown
        QCOMPARE(colourOf(page_, 1), 0x44);

        page_.view->setGeometry(0, 320, 700, 400);
        page_.view->show();
        QVERIFY(QTest::qWaitForWindowExposed(page_.view.get()));
        dragBetween(other, {100, 100}, *page_.view, {300, 200}); // onto the canvas
        QCOMPARE(page_.model().frameCount(), 6);
    }

    void sheetsAreWrittenAndReadThroughChoosers()
    {
        run("frame.exportSheet");
        choose(path("all.png"));
        QTRY_VERIFY(QFile::exists(path("all.json")));
        QFile json(path("all.json"));
        QVERIFY(json.open(QIODevice::ReadOnly));
        QVERIFY(QJsonDocument::fromJson(json.readAll()).isObject());
        run("frame.exportEach");
        choose(path("each.png"));
        QTRY_VERIFY(QFile::exists(path("each-3.png")));
        QCOMPARE(bgfcore::readPng(path("each-3.png").toStdString(), page_.model().palette()).value().indices, *page_.model().indices(3));

        run("frame.importSheet");
        choose(path("each-2.png"));
        QTRY_VERIFY(page_.view->findChild<ImportDialog*>() != nullptr);
        auto* dialog = page_.view->findChild<ImportDialog*>();
        QVERIFY(QTest::qWaitForWindowExposed(dialog));
        QTest::keyClick(dialog, Qt::Key_Return);
        QTRY_COMPARE(page_.model().frameCount(), 5);
        QCOMPARE(colourOf(page_, 1), body + 2);
    }

    /// What the desktop's program saves comes in as one step, however the program writes: into the file, or another in its place.
    void anotherProgramEditsAFrame()
    {
        Opener opener;
        QDesktopServices::setUrlHandler(QStringLiteral("file"), &opener, "open");
        page_.model().setFrame(1);
        run("frame.outside");
        QDesktopServices::unsetUrlHandler(QStringLiteral("file"));
        const QString file = opener.asked.toLocalFile();
        QVERIFY(QFile::exists(file));
        const auto painted = [&](std::uint8_t index) {
            return bgfcore::writePng(path("painted.png").toStdString(),
                                     {20, 30, std::vector<std::uint8_t>(20 * 30, index), page_.model().palette()}, true);
        };
        QVERIFY(painted(0x25));
        QFile source(path("painted.png")), target(file);
        QVERIFY(source.open(QIODevice::ReadOnly) && target.open(QIODevice::WriteOnly | QIODevice::Truncate));
        target.write(source.readAll());
        target.close();
        QTRY_COMPARE(colourOf(page_, 1), 0x25);
        QVERIFY(painted(0x26));
        QVERIFY(QFile::remove(file) && QFile::copy(path("painted.png"), file));
        QTRY_COMPARE(colourOf(page_, 1), 0x26);
        page_.view->undo();
        page_.view->undo();
        QCOMPARE(colourOf(page_, 1), body + 1);
        QVERIFY(!page_.view->isModified());
    }
};

QTEST_MAIN(TestSpriteDrag)
#include "tst_sprite_drag.moc"
