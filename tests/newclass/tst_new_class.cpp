// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/newclass/ui/new_class_dialog.h"

#include "formats/base/file_io.h"
#include "kodide/compiler/kod_tree.h"
#include "kodide/compiler/session.h"
#include "kodide/compiler/tree_symbols.h"
#include "studio/treeplan/makefile_list.h"
#include "studio/treeplan/plan_lines.h"
#include "studio/treeplan/ui/plan_preview.h"
#include "ui/fonts.h"
#include "ui/theme.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTextBlock>

#include <algorithm>

using namespace blak;
using namespace blak::newclass;

namespace {

/// Object, Monster below it with a folder of its own, Troll in that; with makefiles as the engine's trees have them.
struct Tree
{
    QTemporaryDir folder;
    bool slashes;

    explicit Tree(bool slashComments) : slashes(slashComments)
    {
        const std::string mark = slashes ? "//" : "%";
        write("kod/include/blakston.khd", mark + " numbers\n   TRUE = 1\n   FALSE = 0\n");
        write("kod/makefile", "BOFS = object.bof\nBOFS2 = active\n");
        write("kod/object.kod", mark + " the first of all\nObject\n\nconstants:\n   include blakston.khd\n\nresources:\n   object_name_rsc = \"thing\"\n\n"
                                "classvars:\n   vrName = object_name_rsc\n\nproperties:\n\nmessages:\n\n   Constructor()\n   {\n      return;\n   }\n\nend\n");
        write("kod/object/makefile", "DEPEND = ..\\object.bof\nBOFS = monster.bof\n");
        write("kod/object/monster.kod", mark + " all that bites\r\nMonster is Object\r\n\r\nconstants:\r\n\r\n   include blakston.khd " + mark +
                                            " numbers\r\n\r\nmessages:\r\n\r\nend\r\n");
        write("kod/object/monster/makefile", "DEPEND = ..\\monster.bof\nBOFS  = ant.bof \\\n        troll.bof \\\n\n!include kod.mak\n");
        write("kod/object/monster/troll.kod", mark + " large\nTroll is Monster\n\nmessages:\n\nend\n");
    }

    void write(const std::string& name, const std::string& text) const
    {
        std::filesystem::create_directories(path(name).parent_path());
        QVERIFY(writeFileAtomically(path(name), text, Backup::None));
    }
    std::filesystem::path path(const std::string& name) const { return std::filesystem::path(folder.path().toStdString()) / name; }
    ClassTree classes() const
    {
        auto project = project::open(folder.path().toStdString());
        if (!project)
            qFatal("%s", project.error().text().c_str());
        return readClassTree(project.value(), diskFiles());
    }
};

NewClassRequest caveTroll()
{
    NewClassRequest request;
    request.name = "CaveTroll";
    request.parent = "monster"; // names know no case
    request.title = "troll of the caves";
    return request;
}

} // namespace

class TestNewClass : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { ui::loadFonts(); }

    void theClassCompilesWhereItIsPut_data()
    {
        QTest::addColumn<bool>("slashes");
        QTest::newRow("classic") << false;
        QTest::newRow("open105") << true;
    }
    void theClassCompilesWhereItIsPut()
    {
        QFETCH(const bool, slashes);
        const Tree tree(slashes);
        const auto plan = planNewClass(tree.classes(), caveTroll(), diskFiles());
        QVERIFY2(plan, plan ? "" : plan.error().text().c_str());
        QVERIFY(plan.value().source == tree.path("kod/object/monster/cavetroll.kod"));
        QCOMPARE(plan.value().files.size(), 2u);
        const std::string& source = plan.value().files[0].after;
        QVERIFY(source.starts_with("CaveTroll is Monster\r\n")); // line ends of the parent
        for (const char* line : {"\r\n   include blakston.khd\r\n", "   cavetroll_name_rsc = \"troll of the caves\"\r\n", "   vrName = cavetroll_name_rsc\r\n"})
            QVERIFY2(source.find(line) != std::string::npos, line);
        QVERIFY(plan.value().files[1].after.find("        troll.bof \\\n        cavetroll.bof\n!include") != std::string::npos);

        document::Workspace workspace;
        QVERIFY(treeplan::carryOut(workspace, plan.value()));
        kod::KodTreeWishes wishes;
        wishes.dialect = slashes ? &kod::open105Dialect() : &kod::classicDialect();
        const auto symbols = kod::TreeSymbols::read(kod::kodTreeAt(tree.path("kod"), wishes));
        QCOMPARE(symbols.fileOf("CaveTroll"), plan.value().source);
        const auto checked = symbols.check(plan.value().source, source);
        for (const auto& finding : checked.findings)
            qInfo("%s", kod::referenceText(finding).c_str());
        QVERIFY(!kod::hasErrors(checked.findings));
    }

    void withoutANameForPlayersThereIsNoResource()
    {
        const Tree tree(false);
        NewClassRequest request = caveTroll();
        request.title.clear();
        const auto plan = planNewClass(tree.classes(), request, diskFiles());
        QVERIFY(plan);
        QVERIFY(plan.value().files[0].after.find("vrName") == std::string::npos);
    }

    void whatCannotBeIsRefused()
    {
        const Tree tree(false);
        const ClassTree classes = tree.classes();
        const auto refusal = [&](auto&& change) {
            NewClassRequest request = caveTroll();
            change(request);
            const auto plan = planNewClass(classes, request, diskFiles());
            return plan ? std::string() : plan.error().text();
        };
        const auto says = [&](const std::string& words, auto&& change) {
            const std::string text = refusal(change);
            return text.find(words) != std::string::npos ? std::string() : "\"" + text + "\" instead of " + words;
        };
        QCOMPARE(says("expected a name", [](auto& r) { r.name = "Cave Troll"; }), std::string());
        QCOMPARE(says("there is such a class already", [](auto& r) { r.name = "TROLL"; }), std::string());
        QCOMPARE(says("there is no such class", [](auto& r) { r.parent = "Ogre"; }), std::string());
        QCOMPARE(says("without quotes", [](auto& r) { r.title = "a \" b"; }), std::string());
        QCOMPARE(says("there is such a file already", [](auto& r) { r.file = "troll"; }), std::string());
        QCOMPARE(says("expected a name", [](auto& r) { r.file = "../troll"; }), std::string());
        QCOMPARE(says("there is no such folder", [&](auto& r) { r.folder = tree.path("nowhere"); }), std::string());
        tree.write("kod/object.kod", "Object\nmessages:\nend\n");
        QCOMPARE(says("no class above has a name for players", [](auto&) {}), std::string());
    }

    /// A circle of parents ends.
    void parentsInACircle()
    {
        const Tree tree(false);
        tree.write("kod/object.kod", "Object is Troll\nmessages:\nend\n");
        QVERIFY(!planNewClass(tree.classes(), caveTroll(), diskFiles()));
    }

    void entriesOfMakefiles_data()
    {
        QTest::addColumn<QByteArray>("before");
        QTest::addColumn<QByteArray>("after");
        QTest::newRow("one line") << QByteArray("BOFS = a.bof\n") << QByteArray("BOFS = a.bof n.bof\n");
        QTest::newRow("more lines") << QByteArray("BOFS = a.bof \\\n  b.bof\nx:\n") << QByteArray("BOFS = a.bof \\\n  b.bof n.bof\nx:\n");
        QTest::newRow("blank behind a backslash") << QByteArray("BOFS = a.bof \\\n\nx:\n") << QByteArray("BOFS = a.bof \\\n\tn.bof\nx:\n");
        QTest::newRow("line ends of DOS") << QByteArray("BOFS = a.bof \\\r\n   b.bof \\\r\n\r\n") << QByteArray("BOFS = a.bof \\\r\n   b.bof \\\r\n   n.bof\r\n");
        QTest::newRow("a comment") << QByteArray("# BOFS = x\nBOFS = a.bof # all\n") << QByteArray("# BOFS = x\nBOFS = a.bof n.bof # all\n");
        QTest::newRow("none") << QByteArray("all:\n") << QByteArray();
        QTest::newRow("empty") << QByteArray() << QByteArray();
    }
    void entriesOfMakefiles()
    {
        QFETCH(const QByteArray, before);
        QFETCH(const QByteArray, after);
        const auto done = treeplan::withListEntry(before.toStdString(), "BOFS", "n.bof", {});
        QCOMPARE(static_cast<bool>(done), !after.isEmpty());
        if (done)
            QCOMPARE(QByteArray::fromStdString(done.value()), after);
    }

    /// What the tree lacks is said in sentences that are whole: in the largest window and in the smallest, however long the difference is.
    void notesAreReadWhole()
    {
        const Tree tree(false);
        std::filesystem::remove(tree.path("kod/object/monster/makefile"));
        document::Workspace workspace;
        ui::newclass::NewClassDialog dialog(tree.classes(), workspace);
        dialog.show();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        const auto* notes = dialog.findChild<QLabel*>(QStringLiteral("planNotes"));
        QVERIFY(!notes->isVisible());
        dialog.findChild<QLineEdit*>(QStringLiteral("class"))->setText(QStringLiteral("CaveTroll"));
        dialog.findChild<QComboBox*>(QStringLiteral("parent"))->setEditText(QStringLiteral("Monster"));
        QTRY_VERIFY(dialog.plan());
        QVERIFY2(notes->text().startsWith(QStringLiteral("There is no makefile in kod/object/monster")), qPrintable(notes->text()));
        QVERIFY(!dialog.findChild<QPlainTextEdit*>()->toPlainText().contains(QStringLiteral("There is no makefile")));
        for (const QSize size : {QSize(980, 640), QSize(840, 490), QSize(628, 360)}) { // at 100, 150 and 200 % on a screen of 1280 x 800
            dialog.resize(size);
            QCoreApplication::processEvents();
            QVERIFY(notes->isVisible());
            QVERIFY(dialog.rect().contains(QRect(notes->mapTo(&dialog, QPoint()), notes->size())));
            QVERIFY2(notes->height() >= notes->heightForWidth(notes->width()), qPrintable(QString::number(size.width())));
        }
    }

    /// A new file is its text below its name; of one that changes, the lines that go and come. No heads of a difference.
    void aPlanIsReadLineByLine()
    {
        using treeplan::PlanLine;
        treeplan::FilePlan plan;
        plan.files.push_back({"/world/kod/cave.kod", {}, "Cave is Room\r\n\r\nend\n", true, {}});
        plan.files.push_back({"/world/kod/makefile", "a\nb\nc\nd\ne\nf\ng\nh\ni\nj\nk\nl\n", "a\nB\nc\nd\ne\nf\ng\nh\ni\nj\nk\nl\nm\n", false, {}});
        plan.files.push_back({"/world/rooms/cave.roo", {}, "12", true, "room"});
        const auto lines = treeplan::planLines("/world", plan);
        using Kind = PlanLine::Kind;
        const std::vector<PlanLine> expected{{Kind::File, "kod/cave.kod", "new"}, {Kind::Text, "Cave is Room"}, {Kind::Text, ""}, {Kind::Text, "end"},
                                             {Kind::File, "kod/makefile", "changed"}, {Kind::Text, "a"}, {Kind::Removed, "b"}, {Kind::Added, "B"}, {Kind::Text, "c"},
                                             {Kind::Text, "d"}, {Kind::Text, "e"}, {Kind::Gap, ""}, {Kind::Text, "j"}, {Kind::Text, "k"}, {Kind::Text, "l"}, {Kind::Added, "m"},
                                             {Kind::File, "rooms/cave.roo", "new room, 2 bytes"}};
        for (std::size_t i = 0; i < std::min(lines.size(), expected.size()); ++i)
            QVERIFY2(lines[i] == expected[i], (std::to_string(i) + ": " + lines[i].text + " " + lines[i].remark).c_str());
        QCOMPARE(lines.size(), expected.size());

        // On the screen: marks and colours of the theme, which it follows.
        ui::PlanPreview preview;
        preview.setLines(lines);
        const QString text = preview.toPlainText();
        QVERIFY2(text.startsWith(QStringLiteral("kod/cave.kod \u00b7 new\nCave is Room\n")), qPrintable(text));
        QVERIFY(text.contains(QStringLiteral("\n- b\n+ B\n  c\n")) && !text.contains(QStringLiteral("@@")) && !text.contains(QStringLiteral("/dev/null")));
        for (const ui::ThemeKind kind : {ui::ThemeKind::Light, ui::ThemeKind::Dark}) {
            ui::installTheme(*qApp, kind);
            const auto colourOf = [&](const char* words) {
                const QTextBlock block = preview.document()->find(QLatin1String(words)).block();
                return block.begin().fragment().charFormat().foreground().color();
            };
            QCOMPARE(colourOf("- b"), ui::theme().error);
            QCOMPARE(colourOf("+ B"), ui::theme().success);
            QCOMPARE(colourOf("Cave is"), ui::theme().text);
        }
    }

    void typedClickedCreatedAndTakenBack()
    {
        const Tree tree(false);
        document::Workspace workspace;
        ui::newclass::NewClassDialog dialog(tree.classes(), workspace);
        dialog.show();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        auto* create = dialog.findChild<QPushButton*>(QStringLiteral("create"));
        const auto says = [&](const char* words) {
            return std::ranges::any_of(dialog.findChildren<QLabel*>(), [words](const QLabel* label) { return label->text().contains(QLatin1String(words)); });
        };
        QTRY_VERIFY(says("Type the class, in one word."));
        auto* name = dialog.findChild<QLineEdit*>(QStringLiteral("class"));
        QTest::keyClicks(name, QStringLiteral("CaveTroll"));
        QTRY_VERIFY(says("Type the class that it is a kind of."));
        auto* parent = dialog.findChild<QComboBox*>(QStringLiteral("parent"));
        auto* folder = dialog.findChild<QComboBox*>(QStringLiteral("folder"));
        parent->setFocus();
        QTest::keyClicks(parent->lineEdit(), QStringLiteral("Monster"));
        QTRY_VERIFY(create->isEnabled());
        QCOMPARE(folder->currentText(), QStringLiteral("kod/object/monster"));
        QTest::keyClicks(dialog.findChild<QLineEdit*>(QStringLiteral("title")), QStringLiteral("troll of the caves"));
        QTRY_VERIFY(dialog.findChild<QPlainTextEdit*>()->toPlainText().contains(QStringLiteral("\n   cavetroll_name_rsc = \"troll of the caves\"")));
        if (const QString pictures = qEnvironmentVariable("BLAK_GRAB_DIR"); !pictures.isEmpty()) // to be looked at by people
            dialog.grab().save(pictures + QStringLiteral("/new-class.png"));

        // A folder that somebody chose stays, whatever the parent.
        folder->setFocus();
        folder->lineEdit()->selectAll();
        QTest::keyClicks(folder->lineEdit(), QStringLiteral("kod/object"));
        parent->setEditText(QStringLiteral("Troll"));
        QCOMPARE(folder->currentText(), QStringLiteral("kod/object"));
        QTRY_VERIFY(create->isEnabled());

        QSignalSpy created(&dialog, &ui::PlanDialog::created);
        QTest::mouseClick(create, Qt::LeftButton);
        QCOMPARE(created.size(), 1);
        QVERIFY(created[0][0].toString().endsWith(QStringLiteral("kod/object/cavetroll.kod")));
        QVERIFY(std::filesystem::exists(created[0][0].toString().toStdString()));
    }
};

QTEST_MAIN(TestNewClass)
#include "tst_new_class.moc"
