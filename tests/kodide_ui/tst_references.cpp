// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/ui/code_assist.h"
#include "kodide/ui/code_view.h"
#include "kodide/ui/hit_delegate.h"
#include "kodide/ui/references_panel.h"
#include "kodide/ui/rename_card.h"
#include "tests/kodide_ui/name_tree.h"
#include "tests/kodide_ui/text_files.h"
#include "ui/theme.h"

#include <QApplication>
#include <QComboBox>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QTreeWidget>

using namespace blak;
using namespace blak::ui;
using namespace blak::ui::code;
using blak::test::FakeProject;
using blak::test::TextFolder;

/// Where a name is used, and another name for it in all files at once.
class TestReferences : public QObject
{
    Q_OBJECT

    std::unique_ptr<TextFolder> folder_;
    std::shared_ptr<FakeProject> project_;
    std::unique_ptr<CodeView> view_;
    std::unique_ptr<ReferencesPanel> panel_;
    std::unique_ptr<ReplacedFiles> renamed_;
    QStringList failed_;

    void open(const QString& name)
    {
        auto opened = CodeView::open(folder_->path(name), project_, nullptr);
        if (!opened)
            qFatal("%s", opened.error().what.c_str());
        view_.reset(static_cast<CodeView*>(opened.value()));
        view_->resize(900, 700);
        view_->show();
        QApplication::setActiveWindow(view_.get());
        view_->finishAnalysis();
        connect(view_->assist(), &CodeAssist::usesWanted, panel_.get(), [this](const kod::SymbolKey& key, const QString& from, UsesShown shown) {
            panel_->showUses(view_->tree(), key, from, shown, {view_->path(), 0});
        });
        connect(view_->assist(), &CodeAssist::renameWanted, panel_.get(),
                [this](const QVector<FileEdits>& files, const QString& step) { failed_ << renamed_->apply(files, step).faults; });
    }
    void setCursor(const QByteArray& before, int nth = 1)
    {
        qsizetype at = -1;
        for (int i = 0; i < nth; ++i)
            at = view_->editor()->text().indexOf(before, at + 1);
        QVERIFY(at >= 0);
        view_->editor()->select(at + before.size(), at + before.size());
    }
    QStringList rows() const
    {
        QStringList all;
        for (int i = 0; i < panel_->tree()->topLevelItemCount(); ++i) {
            const QTreeWidgetItem* top = panel_->tree()->topLevelItem(i);
            all << top->text(0);
            for (int j = 0; j < top->childCount(); ++j)
                all << QStringLiteral("%1 %2 %3").arg(top->child(j)->data(0, HitDelegate::LineRole).toInt() + 1).arg(top->child(j)->text(1), top->child(j)->text(2));
        }
        return all;
    }
    void find(const QByteArray& name)
    {
        setCursor(name);
        view_->assist()->findUses();
        QTRY_VERIFY(!panel_->isAsking());
    }
    RenameCard& card()
    {
        if (view_->assist()->renameCard() == nullptr)
            qFatal("no card");
        return *view_->assist()->renameCard();
    }
    void type(const QString& name)
    {
        QTest::keyClicks(card().field(), name); // the old name is selected
        QTRY_VERIFY(!card().isAsking());
    }

private slots:
    void initTestCase() { installTheme(*qApp, ThemeKind::Dark); }

    void init()
    {
        folder_ = std::make_unique<TextFolder>();
        test::putNameTree(*folder_);
        project_ = std::make_shared<FakeProject>(folder_->root(), QStringLiteral("classic"));
        panel_ = std::make_unique<ReferencesPanel>();
        panel_->setWorkspace(project_->workspace());
        panel_->resize(700, 300);
        panel_->show();
        renamed_ = std::make_unique<ReplacedFiles>();
        failed_.clear();
        renamed_->setWorkspace(project_->workspace(), [this](const QString& sentence) { failed_ << sentence; });
    }
    void cleanup()
    {
        panel_.reset();
        view_.reset();
        renamed_.reset();
    }

    void usesAreListedByClassWithWhatTheyDo()
    {
        open(QStringLiteral("kod/thing/lamp.kod"));
        find("GetName");
        QCOMPARE(rows(), (QStringList{QStringLiteral("Lamp \u00b7 lamp.kod"), QStringLiteral("5 GetName defines"), QStringLiteral("15 Shine sends"),
                                      QStringLiteral("Lantern \u00b7 lantern.kod"), QStringLiteral("4 GetName defines"), QStringLiteral("Thing \u00b7 thing.kod"),
                                      QStringLiteral("13 GetName defines")}));
        QCOMPARE(panel_->summary(), QStringLiteral("GetName \u00b7 message \u00b7 4 references in 3 files"));
        panel_->kinds()->setCurrentIndex(panel_->kinds()->findData(static_cast<int>(UsesShown::Sends)));
        QCOMPARE(rows(), (QStringList{QStringLiteral("Lamp \u00b7 lamp.kod"), QStringLiteral("15 Shine sends")}));
        // Not the handlers above it, and not its own.
        panel_->kinds()->setCurrentIndex(panel_->kinds()->findData(static_cast<int>(UsesShown::Overriding)));
        QCOMPARE(rows(), (QStringList{QStringLiteral("Lantern \u00b7 lantern.kod"), QStringLiteral("4 GetName defines")}));
    }

    void theFileOneAskedInComesFirst()
    {
        open(QStringLiteral("kod/thing/lamp/lantern.kod"));
        find("GetName");
        QCOMPARE(rows().filter(QStringLiteral(".kod")),
                 (QStringList{QStringLiteral("Lantern \u00b7 lantern.kod"), QStringLiteral("Lamp \u00b7 lamp.kod"), QStringLiteral("Thing \u00b7 thing.kod")}));
    }

    /// Another name for what is listed: the list goes on with it.
    void aRenamedNameStaysListed()
    {
        open(QStringLiteral("kod/thing/lamp.kod"));
        find("GetName");
        const auto before = rows().size();
        view_->assist()->beginRename();
        type(QStringLiteral("GetTitle"));
        QTest::keyClick(card().field(), Qt::Key_Return);
        panel_->follow(QStringLiteral("GetName"), QStringLiteral("GetTitle"));
        QTRY_COMPARE(panel_->summary(), QStringLiteral("GetTitle \u00b7 message \u00b7 4 references in 3 files"));
        QCOMPARE(rows().size(), before);
    }

    void writesAreToldFromMentions()
    {
        open(QStringLiteral("kod/thing/lamp.kod"));
        find("piSize");
        QVERIFY(rows().contains(QStringLiteral("14 Shine writes")));
        QVERIFY(rows().contains(QStringLiteral("10 GetSize mentions")));
    }

    void returnOpensAPlaceAndSteppingGoesRoundTheEnd()
    {
        open(QStringLiteral("kod/thing/lamp.kod"));
        find("GetName");
        QSignalSpy opened(panel_.get(), &ReferencesPanel::openRequested);
        panel_->step(1);
        panel_->step(1);
        QCOMPARE(opened.size(), 2);
        QCOMPARE(opened[1][0].toString(), folder_->path(QStringLiteral("kod/thing/lamp.kod")));
        panel_->step(-1);
        panel_->step(-1);
        QCOMPARE(opened[3][0].toString(), folder_->path(QStringLiteral("kod/thing.kod"))); // round the end
        panel_->step(-1);
        QCOMPARE(opened[4][0].toString(), folder_->path(QStringLiteral("kod/thing/lamp/lantern.kod")));
        QTest::keyClick(panel_->tree(), Qt::Key_Return);
        QCOMPARE(opened.size(), 6);
        const QVariantMap place = opened[5][1].toMap();
        open(QStringLiteral("kod/thing/lamp/lantern.kod"));
        view_->restoreViewState(place);
        const auto [begin, end] = view_->editor()->selection();
        QCOMPARE(view_->editor()->text().mid(begin, end - begin), QByteArray("GetName")); // behind letters that are two bytes here
    }

    void theListFollowsWhatIsTyped()
    {
        open(QStringLiteral("kod/thing/lamp.kod"));
        find("GetName");
        setCursor("local iAmount;");
        QTest::keyClicks(view_->editor()->textKeys(), QStringLiteral(" Post(what,@GetName);"));
        QTRY_VERIFY(rows().contains(QStringLiteral("12 Shine sends")));
        QCOMPARE(rows().filter(QStringLiteral("sends")).size(), 2);
        setCursor("Lamp is Thing\n");
        QTest::keyClick(view_->editor()->textKeys(), Qt::Key_Return);
        QTRY_VERIFY(rows().contains(QStringLiteral("13 Shine sends"))); // a line further down
    }

    void anotherNameIsCarriedThroughAllFilesAndTakenBackInAll()
    {
        open(QStringLiteral("kod/thing/lamp.kod"));
        const QByteArray lantern = folder_->read(QStringLiteral("kod/thing/lamp/lantern.kod"));
        const std::string lamp = view_->text()->text();
        setCursor("GetNam");
        view_->assist()->beginRename();
        QVERIFY(!card().doButton()->isEnabled());
        type(QStringLiteral("GetTitle"));
        QCOMPARE(card().summary(), QStringLiteral("4 places in 3 files"));
        QCOMPARE(card().preview()->topLevelItemCount(), 3);
        QVERIFY(card().doButton()->isEnabled());
        QTest::keyClick(card().field(), Qt::Key_Return);
        QCOMPARE(failed_, QStringList());
        QVERIFY(view_->text()->text().find("@GetTitle)") != std::string::npos);
        QVERIFY(view_->isModified()); // what is open waits for a save
        const QByteArray changed = folder_->read(QStringLiteral("kod/thing/lamp/lantern.kod"));
        QCOMPARE(changed, QByteArray(lantern).replace("GetName", "GetTitle")); // what is not is written, its other bytes as they were
        QVERIFY(folder_->read(QStringLiteral("kod/thing.kod")).contains("GetTitle()"));
        QTRY_VERIFY(view_->isIndexed());
        view_->undo();
        QCOMPARE(view_->text()->text(), lamp);
        QCOMPARE(folder_->read(QStringLiteral("kod/thing/lamp/lantern.kod")), lantern);
        QVERIFY(folder_->read(QStringLiteral("kod/thing.kod")).contains("GetName()"));
    }

    void returnRightBehindTheLastLetterRenamesToo()
    {
        open(QStringLiteral("kod/thing/lamp.kod"));
        setCursor("local iAm");
        view_->assist()->beginRename();
        QTest::keyClicks(card().field(), QStringLiteral("iSum"));
        QTest::keyClick(card().field(), Qt::Key_Return);
        QTRY_VERIFY(view_->text()->text().find("local iSum;") != std::string::npos);
        QVERIFY(view_->text()->text().find("iAmount") == std::string::npos);
        QVERIFY(folder_->read(QStringLiteral("kod/thing.kod")).contains("amount")); // another thing that is called alike
    }

    void aNameThatCannotBeIsRefusedWithItsReason()
    {
        open(QStringLiteral("kod/thing/lamp.kod"));
        setCursor("GetNam");
        view_->assist()->beginRename();
        type(QStringLiteral("Shine"));
        QVERIFY(!card().doButton()->isEnabled());
        QVERIFY(!card().summary().isEmpty() && !card().summary().contains(QStringLiteral("places in")));
        const std::string before = view_->text()->text();
        QTest::keyClick(card().field(), Qt::Key_Return);
        QTest::qWait(50);
        QCOMPARE(view_->text()->text(), before);
        card().field()->selectAll();
        type(QStringLiteral("if"));
        QVERIFY(!card().doButton()->isEnabled());
        QTest::keyClick(card().field(), Qt::Key_Escape);
        QTRY_VERIFY(view_->assist()->renameCard() == nullptr);
        QCOMPARE(view_->text()->text(), before);
    }

    void aFileThatChangedMeanwhileLeavesAllAsItIs()
    {
        open(QStringLiteral("kod/thing/lamp.kod"));
        const std::string before = view_->text()->text();
        setCursor("GetNam");
        view_->assist()->beginRename();
        type(QStringLiteral("GetTitle"));
        folder_->write(QStringLiteral("kod/thing.kod"), QByteArray("% new\n") + test::thingText);
        QTest::keyClick(card().field(), Qt::Key_Return);
        QCOMPARE(failed_.size(), 1);
        QVERIFY2(failed_.first().contains(QStringLiteral("thing.kod")), qPrintable(failed_.first()));
        QCOMPARE(view_->text()->text(), before);
        QVERIFY(folder_->read(QStringLiteral("kod/thing/lamp/lantern.kod")).contains("GetName"));
    }

    void whatBelongsToTheLanguageKeepsItsName()
    {
        open(QStringLiteral("kod/thing/lamp.kod"));
        setCursor("= Sen");
        view_->assist()->beginRename();
        QVERIFY(view_->assist()->renameCard() == nullptr);
        QVERIFY(view_->statusLeft().first().contains(QStringLiteral("belongs to the language")));
    }
};

QTEST_MAIN(TestReferences)
#include "tst_references.moc"
