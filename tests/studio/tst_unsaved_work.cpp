// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/base/file_io.h"
#include "kodide/compiler/session.h"
#include "kodide/compiler/tree_compile.h"
#include "kodide/ui/code_view.h"
#include "kodide/ui/file_replace.h"
#include "studio/views/forms/settings_form.h"
#include "tests/kodide_ui/text_files.h"
#include "ui/theme.h"

#include <QApplication>
#include <QLineEdit>
#include <QTest>

using namespace blak;
using namespace blak::ui;
using namespace blak::ui::code;
using blak::test::FakeProject;
using blak::test::TextFolder;

/// Work that no file has yet counts everywhere: in the compiler, in searches and replacements, in reports - whatever shows it, or
/// nothing. And forms, texts and replacements are undone in one way.
class TestUnsavedWork : public QObject
{
    Q_OBJECT

    std::unique_ptr<TextFolder> folder_;
    std::shared_ptr<FakeProject> project_;
    document::Workspace& workspace() { return *project_->workspace(); }

    template <typename View>
    std::unique_ptr<View> shown(Result<DocumentView*> opened)
    {
        if (!opened)
            qFatal("%s", opened.error().text().c_str());
        return std::unique_ptr<View>(static_cast<View*>(opened.value()));
    }

    std::shared_ptr<document::TextDocument> textAt(const QString& name)
    {
        auto text = workspace().openText(folder_->path(name).toStdString(), encodingRuleOf(name));
        if (!text)
            qFatal("%s", text.error().text().c_str());
        return text.value();
    }

    kod::TreeResult compile(bool checkOnly)
    {
        kod::TreeOptions options;
        options.checkOnly = options.lints = checkOnly;
        options.files = workspace().files();
        kod::KodTreeWishes wishes;
        wishes.dialect = &kod::classicDialect();
        return kod::compileTree(kod::kodTreeAt(folder_->path(QStringLiteral("kod")).toStdString(), wishes), options);
    }

private slots:
    void initTestCase() { installTheme(*qApp, ThemeKind::Dark); }

    void init()
    {
        folder_ = std::make_unique<TextFolder>();
        project_ = std::make_shared<FakeProject>(folder_->root(), QStringLiteral("classic"));
        folder_->write(QStringLiteral("kod/include/wick.khd"), "   WICK_LENGTH = 3\n");
        folder_->write(QStringLiteral("kod/lamp.kod"), "Lamp\nconstants:\n   include wick.khd\nproperties:\n   piOil = WICK_LENGTH\n"
                                                       "messages:\n   NewHour()\n   {\n      piOil = piOil - 1;\n      return piOil;\n"
                                                       "   }\nend\n");
    }

    void aTextInNoTabIsCompiledAndReportedOn()
    {
        QVERIFY(compile(true).good());
        const auto lamp = textAt(QStringLiteral("kod/lamp.kod"));
        QCOMPARE(lamp->views(), 0);
        std::string broken = lamp->text();
        broken.replace(broken.find("piOil - 1"), 9, "piOill - 1");
        lamp->edit("Type", broken);
        const kod::TreeResult found = compile(true);
        QCOMPARE(found.failed, std::size_t{1});
        QVERIFY(found.findings.front().message.find("piOill") != std::string::npos);
        QCOMPARE(found.findings.front().range.line, 9u);
        QVERIFY(folder_->read(QStringLiteral("kod/lamp.kod")).contains("piOil - 1"));
        // What is compiled is what would be saved; the file on disk counts again when the edit is given up.
        lamp->history().undo();
        QVERIFY(compile(false).good());
        const QByteArray plain = folder_->read(QStringLiteral("kod/lamp.bof"));
        std::string other = lamp->text();
        other.replace(other.find("- 1"), 3, "- 7");
        lamp->edit("Type", other);
        const kod::TreeResult unsaved = compile(false);
        QVERIFY(unsaved.good());
        QCOMPARE(unsaved.compiled, std::size_t{1});
        QVERIFY(folder_->read(QStringLiteral("kod/lamp.bof")) != plain);
        QCOMPARE(compile(false).compiled, std::size_t{0}); // nothing new
        workspace().close(lamp->path());
        QCOMPARE(compile(false).compiled, std::size_t{1});
        QCOMPARE(folder_->read(QStringLiteral("kod/lamp.bof")), plain);
    }

    void anUnsavedHeaderCountsInTheCompilerAndInTheEditor()
    {
        auto view = shown<CodeView>(CodeView::open(folder_->path(QStringLiteral("kod/lamp.kod")), project_, nullptr));
        view->finishAnalysis();
        QVERIFY(view->problems().empty());
        const auto header = textAt(QStringLiteral("kod/include/wick.khd"));
        header->edit("Rename", "   WICK_SIZE = 3\n");
        QTRY_VERIFY_WITH_TIMEOUT(!view->problems().empty(), 10000);
        QVERIFY(QString::fromStdString(view->problems().front().message).contains(QStringLiteral("WICK_LENGTH")));
        QCOMPARE(compile(true).failed, std::size_t{1});
        header->history().undo();
        QTRY_VERIFY_WITH_TIMEOUT(view->problems().empty(), 10000);
        QVERIFY(compile(true).good());
    }

    void whatATextInNoTabDefinesIsKnownToTheOthers()
    {
        folder_->write(QStringLiteral("kod/torch.kod"), "Torch is Lamp\nmessages:\n   NewHour()\n   {\n      piSmoke = 1;\n      return;\n"
                                                        "   }\nend\n");
        auto view = shown<CodeView>(CodeView::open(folder_->path(QStringLiteral("kod/torch.kod")), project_, nullptr));
        view->finishAnalysis();
        QCOMPARE(view->problems().size(), std::size_t{1});
        const auto lamp = textAt(QStringLiteral("kod/lamp.kod"));
        std::string more = lamp->text();
        more.insert(more.find("messages:"), "   piSmoke = 0\n");
        lamp->edit("Type", more);
        QTRY_VERIFY_WITH_TIMEOUT(view->problems().empty(), 10000);
        lamp->history().undo();
        QTRY_COMPARE_WITH_TIMEOUT(view->problems().size(), std::size_t{1}, 10000);
    }

    void aFormATextAndAReplacementHaveOneHistory()
    {
        const QString config = folder_->write(QStringLiteral("blakserv.cfg"), "[Socket]\r\nPort   5959\r\n[Path]\r\nRsc   lantern\r\n");
        QVector<FileReplacement> files;
        const auto add = [&](const QString& path) {
            const auto text = readTextFor(path);
            FileReplacement one{path, textFingerprint(text->utf8), {}};
            for (qsizetype at = text->utf8.indexOf("lantern"); at >= 0; at = text->utf8.indexOf("lantern", at + 1))
                one.begins.insert(at);
            files.push_back(one);
        };
        for (int i = 0; i < 40; ++i)
            add(folder_->write(QStringLiteral("many/m%1.txt").arg(i), "a lantern " + QByteArray::number(i) + "\n"));
        const auto onDisk = [&](const QByteArray& word) {
            int count = 0;
            for (int i = 0; i < 40; ++i)
                count += folder_->read(QStringLiteral("many/m%1.txt").arg(i)).contains(word);
            return count;
        };
        auto form = shown<views::SettingsForm>(views::SettingsForm::openServer(config, project_, nullptr));
        auto text = shown<CodeView>(CodeView::open(folder_->path(QStringLiteral("many/m0.txt")), project_, nullptr));
        QCOMPARE(form->document(), std::static_pointer_cast<document::Document>(textAt(QStringLiteral("blakserv.cfg"))));
        form->show();
        auto* port = qobject_cast<QLineEdit*>(form->row("Socket", "Port")->field);
        auto* folder = qobject_cast<QLineEdit*>(form->row("Path", "Rsc")->field);
        port->selectAll();
        QTest::keyClicks(port, QStringLiteral("6000"));
        QTest::keyClick(port, Qt::Key_Return);
        QCOMPARE(form->document()->history().size(), std::size_t{1});
        text->text()->edit("Type", "a lantern 0, edited\n");
        // In forty texts, the form among them; the one with edits was searched as it is.
        files[0].fingerprint = textFingerprint("a lantern 0, edited\n");
        QVERIFY(form->save());
        add(config);
        ReplacedFiles replaced;
        replaced.setWorkspace(project_->workspace(), [](const QString& sentence) { qFatal("%s", qPrintable(sentence)); });
        const auto search = TextSearch::make({.text = QStringLiteral("lantern")});
        const auto outcome = replaced.apply(files, search.value(), QStringLiteral("lamp"), QStringLiteral("Replace lantern by lamp"));
        QCOMPARE(outcome.faults + outcome.left, QStringList());
        QCOMPARE(outcome.files, qsizetype{41});
        QCOMPARE(folder->text(), QStringLiteral("lamp"));
        QCOMPARE(text->editor()->text(), QByteArray("a lamp 0, edited\n"));
        QCOMPARE(onDisk("lamp"), 39);
        // Back and forth through all of it, and every view follows.
        for (int round = 0; round < 2; ++round) {
            QCOMPARE(workspace().undoLast().done.size(), std::size_t{41});
            QCOMPARE(folder->text(), QStringLiteral("lantern"));
            QCOMPARE(text->editor()->text(), QByteArray("a lantern 0, edited\n"));
            QCOMPARE(onDisk("lamp"), 0);
            QCOMPARE(workspace().undoLast().name, std::string("Type"));
            QCOMPARE(text->editor()->text(), QByteArray("a lantern 0\n"));
            QCOMPARE(workspace().undoLast().name, std::string("Set Port"));
            QCOMPARE(port->text(), QStringLiteral("5959"));
            QVERIFY(workspace().undoLast().done.empty());
            QCOMPARE(workspace().redoLast().name, std::string("Set Port"));
            QCOMPARE(port->text(), QStringLiteral("6000"));
            QCOMPARE(workspace().redoLast().name, std::string("Type"));
            QCOMPARE(workspace().redoLast().done.size(), std::size_t{41});
            QCOMPARE(folder->text(), QStringLiteral("lamp"));
            QCOMPARE(text->editor()->text(), QByteArray("a lamp 0, edited\n"));
            QCOMPARE(onDisk("lamp"), 39);
            QVERIFY(workspace().redoLast().done.empty());
        }
        form->undo(); // the same from the form
        QCOMPARE(text->editor()->text(), QByteArray("a lantern 0, edited\n"));
        QCOMPARE(onDisk("lamp"), 0);
    }

    void aFormThatCannotShowTheTextLeavesItAlone()
    {
        const QString config = folder_->write(QStringLiteral("blakserv.cfg"), "[Socket]\nPort   5959\n");
        auto form = shown<views::SettingsForm>(views::SettingsForm::openServer(config, project_, nullptr));
        const auto text = textAt(QStringLiteral("blakserv.cfg"));
        text->edit("Type", "[Socket]\nPort   7000\n");
        auto* port = qobject_cast<QLineEdit*>(form->row("Socket", "Port")->field);
        QCOMPARE(port->text(), QStringLiteral("7000"));
        text->edit("Break", "Port without a group\n[Socket\n");
        if (!form->isReadable()) {
            QVERIFY(!form->isEnabled());
            text->history().undo();
        }
        QVERIFY(form->isReadable() && form->isEnabled());
    }
};

QTEST_MAIN(TestUnsavedWork)
#include "tst_unsaved_work.moc"
