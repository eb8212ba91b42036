// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures that come and go through choosers, and by way of another program.
#include "bgfeditor/bgfcore/png_file.h"
#include "bgfeditor/ui/import_dialog.h"
#include "tests/bgfeditor/sprite_frames.h"
#include "tests/support/file_chooser.h"
#include "ui/theme.h"

#include <QDesktopServices>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSignalSpy>

using namespace blak;
using namespace blak::ui;
using namespace blak::ui::sprites;
using namespace blak::test;

namespace {

/// Catches what would be handed to the desktop's program for pictures.
class Opener : public QObject
{
    Q_OBJECT

public:
    QUrl asked;

public slots:
    void open(const QUrl& url) { asked = url; }
};

} // namespace

class TestSpriteFiles : public QObject
{
    Q_OBJECT

    std::unique_ptr<FrameFolder> folder_;
    FramePage page_;

    static void choose(const QString& path)
    {
        QTRY_VERIFY(fileChooser() != nullptr);
        chooseFile(*fileChooser(), path);
        QTRY_VERIFY(fileChooser() == nullptr);
    }

private slots:
    void initTestCase()
    {
        installTheme(*qApp, ThemeKind::Dark);
        QApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
    }

    void init()
    {
        folder_ = std::make_unique<FrameFolder>();
        page_ = folder_->open("one.bgf", 4, {0, 0});
    }

    void cleanup() { page_ = {}; }

    void sheetsAreWrittenAndReadThroughChoosers()
    {
        QSignalSpy wrote(page_.view.get(), &SpriteView::wroteFiles);
        page_.run("frame.exportSheet");
        choose(folder_->path("all.png"));
        QTRY_VERIFY(QFile::exists(folder_->path("all.json")));
        QFile json(folder_->path("all.json"));
        QVERIFY(json.open(QIODevice::ReadOnly));
        QVERIFY(QJsonDocument::fromJson(json.readAll()).isObject());
        QCOMPARE(wrote.size(), 1); // both files are named
        QVERIFY2(wrote[0][0].toString().startsWith(QLatin1String("Wrote all.png and all.json in ")), qPrintable(wrote[0][0].toString()));
        page_.run("frame.exportEach");
        choose(folder_->path("each.png"));
        QTRY_VERIFY(QFile::exists(folder_->path("each-3.png")));
        QCOMPARE(bgfcore::readPng(folder_->path("each-3.png").toStdString(), page_.model().palette()).value().indices, *page_.model().indices(3));

        page_.run("frame.importSheet");
        choose(folder_->path("each-2.png"));
        QTRY_VERIFY(page_.view->findChild<ImportDialog*>() != nullptr);
        auto* dialog = page_.view->findChild<ImportDialog*>();
        QVERIFY(QTest::qWaitForWindowExposed(dialog));
        QTest::keyClick(dialog, Qt::Key_Return);
        QTRY_COMPARE(page_.model().frameCount(), 5);
        QCOMPARE(page_.colourOf(1), body + 2);
    }

    /// What the desktop's program saves comes in as one step, however the program writes: into the file, or another in its place.
    void anotherProgramEditsAFrame()
    {
        Opener opener;
        QDesktopServices::setUrlHandler(QStringLiteral("file"), &opener, "open");
        page_.model().setFrame(1);
        page_.run("frame.outside");
        QDesktopServices::unsetUrlHandler(QStringLiteral("file"));
        const QString file = opener.asked.toLocalFile();
        QVERIFY(QFile::exists(file));
        const auto painted = [&](std::uint8_t index) {
            return bgfcore::writePng(folder_->path("painted.png").toStdString(),
                                     {20, 30, std::vector<std::uint8_t>(20 * 30, index), page_.model().palette()}, true);
        };
        QVERIFY(painted(0x25));
        QFile source(folder_->path("painted.png")), target(file);
        QVERIFY(source.open(QIODevice::ReadOnly) && target.open(QIODevice::WriteOnly | QIODevice::Truncate));
        target.write(source.readAll());
        target.close();
        QTRY_COMPARE(page_.colourOf(1), 0x25);
        QVERIFY(painted(0x26));
        QVERIFY(QFile::remove(file) && QFile::copy(folder_->path("painted.png"), file));
        QTRY_COMPARE(page_.colourOf(1), 0x26);
        page_.view->undo();
        page_.view->undo();
        QCOMPARE(page_.colourOf(1), body + 1);
        QVERIFY(!page_.view->isModified());
    }
};

QTEST_MAIN(TestSpriteFiles)
#include "tst_sprite_files.moc"
