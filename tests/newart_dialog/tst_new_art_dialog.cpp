// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/newart/ui/new_art_dialog.h"

#include "bgfeditor/bgfcore/png_file.h"
#include "formats/base/file_io.h"
#include "ui/fonts.h"
#include "ui/theme.h"

#include <QComboBox>
#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace blak;
using ui::newart::NewArtDialog;
namespace fs = std::filesystem;

class TestNewArtDialog : public QObject
{
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> folder_;

    fs::path path(const char* name) const { return fs::path(folder_->path().toStdString()) / name; }

    void put(const char* name, std::string_view text) const
    {
        fs::create_directories(path(name).parent_path());
        QVERIFY(writeFileAtomically(path(name), text, Backup::None));
    }

    newart::ArtTree tree() const
    {
        newart::ArtTree tree;
        tree.root = path("");
        tree.sources = path("sprites");
        tree.colours = palette::builtIn();
        tree.textureNumbers = {4101};
        tree.classes = {{"Wolf", path("kod/wolf.kod")}};
        return tree;
    }

    static void grab(QWidget& widget, const QString& name)
    {
        if (const QString folder = qEnvironmentVariable("BLAK_GRAB_DIR"); !folder.isEmpty()) // to be looked at by people
            widget.grab().save(folder + u'/' + name + QStringLiteral(".png"));
    }

private slots:
    void initTestCase() { ui::loadFonts(); }

    void init()
    {
        folder_ = std::make_unique<QTemporaryDir>();
        put("kod/wolf.kod", "Wolf is Monster\n\nmessages:\n\nend\n");
        const std::vector<std::uint8_t> indices(64, 0x62);
        const auto bytes = bgfcore::encodePng({8, 8, indices, palette::builtIn()}, true);
        for (const char* name : {"in/front.png", "in/side.png"})
            put(name, {reinterpret_cast<const char*>(bytes.value().data()), bytes.value().size()});
        put("sprites/other.bbg", "");
    }

    void typedClickedAndCreated_data()
    {
        QTest::addColumn<bool>("dark");
        QTest::newRow("light") << false;
        QTest::newRow("dark") << true;
    }

    void typedClickedAndCreated()
    {
        QFETCH(bool, dark);
        ui::installTheme(*qApp, dark ? ui::ThemeKind::Dark : ui::ThemeKind::Light);
        document::Workspace workspace;
        NewArtDialog dialog(tree(), workspace);
        dialog.show();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        const QString look = dark ? QStringLiteral("dark") : QStringLiteral("light");
        grab(dialog, QStringLiteral("new-art-empty-") + look);
        auto* create = dialog.findChild<QPushButton*>(QStringLiteral("create"));
        auto* difference = dialog.findChild<QPlainTextEdit*>();
        auto* name = dialog.findChild<QLineEdit*>(QStringLiteral("name"));
        auto* pictures = dialog.findChild<QListWidget*>(QStringLiteral("pictures"));
        auto* remove = dialog.findChild<QPushButton*>(QStringLiteral("remove"));
        QVERIFY(!create->isEnabled() && !remove->isEnabled());
        QTest::keyClicks(name, QStringLiteral("wolf"));
        dialog.addPictures({QString::fromStdString(path("in/front.png").string()), QString::fromStdString(path("in/side.png").string())});
        QTest::keyClicks(dialog.findChild<QComboBox*>(QStringLiteral("class"))->lineEdit(), QStringLiteral("Wolf"));
        QTRY_VERIFY(create->isEnabled());
        QVERIFY(difference->toPlainText().contains(QStringLiteral("\n+    wolf_icon = wolf.bgf")));
        QCOMPARE(pictures->count(), 2);
        dialog.addPictures({QStringLiteral("/a/f-10.png"), QStringLiteral("/a/f-9.png")}); // as people count
        QCOMPARE(pictures->item(2)->text(), QStringLiteral("f-9.png"));
        delete pictures->takeItem(3);
        delete pictures->takeItem(2);
        grab(dialog, QStringLiteral("new-art-") + look);
        // What cannot be says why, and cannot be created.
        QTest::keyClick(name, Qt::Key_Space);
        QTest::keyClicks(name, QStringLiteral("two"));
        QTRY_VERIFY(difference->toPlainText().isEmpty());
        QVERIFY(!create->isEnabled());
        grab(dialog, QStringLiteral("new-art-refused-") + look);
        name->selectAll();
        QTest::keyClicks(name, QStringLiteral("wolf"));
        QTest::mouseClick(pictures->viewport(), Qt::LeftButton, {}, pictures->visualItemRect(pictures->item(1)).center());
        QVERIFY(remove->isEnabled());
        QTest::mouseClick(remove, Qt::LeftButton);
        QCOMPARE(pictures->count(), 1);
        QTRY_VERIFY(create->isEnabled());
        QSignalSpy created(&dialog, &NewArtDialog::created);
        QTest::mouseClick(create, Qt::LeftButton);
        QCOMPARE(created.size(), 1);
        QVERIFY(!dialog.isVisible());
        QVERIFY(fs::exists(path("sprites/wolf.bbg")) && fs::exists(path("sprites/wolf.bgf")) && fs::exists(path("sprites/wolf.png")));
    }

    void texturesHaveANumberAndNoClass()
    {
        document::Workspace workspace;
        NewArtDialog dialog(tree(), workspace);
        dialog.show();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        auto* number = dialog.findChild<QWidget*>(QStringLiteral("number"));
        auto* type = dialog.findChild<QComboBox*>(QStringLiteral("class"));
        QVERIFY(!number->isVisible() && type->isVisible());
        QTest::keyClick(dialog.findChild<QComboBox*>(QStringLiteral("kind")), Qt::Key_End);
        QTRY_VERIFY(number->isVisible() && !type->isVisible());
        QTest::keyClick(&dialog, Qt::Key_Escape);
        QVERIFY(!dialog.isVisible());
        QVERIFY(workspace.documents().empty());
    }
};

QTEST_MAIN(TestNewArtDialog)
#include "tst_new_art_dialog.moc"
