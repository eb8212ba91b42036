// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/ui/breadcrumb.h"
#include "kodide/ui/code_view.h"
#include "kodide/ui/outline_panel.h"
#include "tests/kodide_ui/code_fixture.h"
#include "ui/empty_label.h"
#include "ui/theme.h"

#include <QApplication>
#include <QTest>
#include <QTreeWidget>

using namespace blak;
using namespace blak::ui;
using namespace blak::ui::code;

class TestOutline : public QObject, test::CodeFixture
{
    Q_OBJECT

private slots:
    void initTestCase() { installTheme(*qApp, ThemeKind::Dark); }
    void init() { begin(); }

    /// That a text has no classes is said once it was looked through.
    void theOutlineWaitsForTheText()
    {
        OutlinePanel outline;
        const auto* label = outline.findChild<EmptyLabel*>();
        QCOMPARE(label->text(), QString());
        outline.setOutline({});
        QCOMPARE(label->text(), QStringLiteral("No classes in this text."));
    }

    void outlineAndPathFollowTheCursor()
    {
        auto view = openView(folder_->write(QStringLiteral("kod/creature/keeper.kod"), keeper));
        QTreeWidget* tree = view->outline()->tree();
        QCOMPARE(tree->topLevelItemCount(), 1);
        QCOMPARE(tree->topLevelItem(0)->text(0), QStringLiteral("Keeper"));
        QStringList members;
        for (int i = 0; i < tree->topLevelItem(0)->childCount(); ++i)
            members << tree->topLevelItem(0)->child(i)->text(0);
        QCOMPARE(members, (QStringList{QStringLiteral("LEND_LIMIT"), QStringLiteral("keeper_name"), QStringLiteral("plLoans"),
                                       QStringLiteral("SomeoneAsked")}));
        view->outline()->resize(240, 300);
        view->outline()->setParent(nullptr);
        view->outline()->show();
        QTest::mouseClick(tree->viewport(), Qt::LeftButton, {}, tree->visualItemRect(tree->topLevelItem(0)->child(3)).center());
        QCOMPARE(view->editor()->cursor().line, 9);
        QCOMPARE(view->breadcrumb()->texts(),
                 (QStringList{QStringLiteral("kod"), QStringLiteral("creature"), QStringLiteral("keeper.kod"),
                              QStringLiteral("Keeper"), QStringLiteral("SomeoneAsked")}));
        QVERIFY(view->statusLeft().contains(QStringLiteral("Keeper.SomeoneAsked")));
        // In other colours the same row is the current one, and what was folded is.
        const QTreeWidgetItem* current = tree->currentItem();
        QVERIFY(current != nullptr && current->text(0) == QStringLiteral("SomeoneAsked"));
        installTheme(*qApp, ThemeKind::Light);
        QVERIFY(tree->currentItem() != nullptr);
        QCOMPARE(tree->currentItem()->text(0), QStringLiteral("SomeoneAsked"));
        tree->topLevelItem(0)->setExpanded(false);
        installTheme(*qApp, ThemeKind::Dark);
        QVERIFY(!tree->topLevelItem(0)->isExpanded());
        view->outline()->setParent(view.get());
    }

    void aNarrowOutlineGivesNamesTheRoom()
    {
        auto view = openView(folder_->write(QStringLiteral("keeper.kod"), keeper));
        OutlinePanel* outline = view->outline();
        QTreeWidget* tree = outline->tree();
        outline->setParent(nullptr);
        outline->resize(400, 300);
        outline->show();
        QApplication::processEvents();
        QVERIFY(!tree->isColumnHidden(1));
        const int wanted = tree->columnWidth(0);
        QCOMPARE(wanted + tree->columnWidth(1), tree->viewport()->width()); // long details end in dots
        outline->resize(150, 300);
        QApplication::processEvents();
        QVERIFY(tree->isColumnHidden(1));
        QVERIFY(tree->columnWidth(0) <= tree->viewport()->width()); // so that the name is cut off with dots
        QCOMPARE(tree->topLevelItem(0)->child(3)->toolTip(0), QStringLiteral("SomeoneAsked  (who)"));
        QCOMPARE(tree->topLevelItem(0)->child(3)->toolTip(1), QStringLiteral("SomeoneAsked  (who)"));
        outline->resize(400, 300);
        QApplication::processEvents();
        QVERIFY(!tree->isColumnHidden(1));
        QCOMPARE(tree->columnWidth(0), wanted);
        outline->setParent(view.get());
    }

    /// Whatever is broken, what stands elsewhere stays in the outline.
    void aFaultDoesNotEmptyTheOutline_data()
    {
        QTest::addColumn<QByteArray>("before");
        QTest::addColumn<QByteArray>("after");
        QTest::addColumn<QStringList>("lost");
        QTest::newRow("header") << QByteArray("Keeper is Villager") << QByteArray("Keeper is") << QStringList();
        QTest::newRow("colon of a block") << QByteArray("properties:") << QByteArray("properties") << QStringList();
        QTest::newRow("entry") << QByteArray("LEND_LIMIT = 3") << QByteArray("LEND_LIMIT = ") << QStringList();
        QTest::newRow("parameters") << QByteArray("(who = $)") << QByteArray("(who = ") << QStringList();
        QTest::newRow("brace") << QByteArray("         Send(self,@Refuse,#who=who);\n      }\n")
                               << QByteArray("         Send(self,@Refuse,#who=who);\n") << QStringList();
        QTest::newRow("half a statement") << QByteArray("iCount = 0;") << QByteArray("iCount = ") << QStringList();
        QTest::newRow("quote") << QByteArray("\"the keeper\"") << QByteArray("\"the keeper") << QStringList();
    }
    void aFaultDoesNotEmptyTheOutline()
    {
        QFETCH(const QByteArray, before);
        QFETCH(const QByteArray, after);
        QFETCH(const QStringList, lost);
        QByteArray text = QByteArray(keeper).replace("end\n", "   Leave()\n   {\n      return;\n   }\nend\n");
        QVERIFY(text.contains(before));
        text.replace(before, after);
        folder_->write(QStringLiteral("villager.kod"), villager);
        auto view = openView(folder_->write(QStringLiteral("keeper.kod"), text));
        QVERIFY(!view->problems().empty());
        QCOMPARE(view->analysis().classes.size(), 1);
        QCOMPARE(view->analysis().classes[0].name, QStringLiteral("Keeper"));
        QStringList names;
        for (const OutlineEntry& member : view->analysis().classes[0].members) {
            names << member.name;
            QCOMPARE(text.mid(member.begin, member.name.size()), member.name.toUtf8());
            QCOMPARE(member.line, static_cast<int>(text.left(member.begin).count('\n')));
        }
        QStringList wanted{QStringLiteral("LEND_LIMIT"), QStringLiteral("keeper_name"), QStringLiteral("plLoans"),
                           QStringLiteral("SomeoneAsked"), QStringLiteral("Leave")};
        for (const QString& name : lost)
            wanted.removeOne(name);
        QCOMPARE(names, wanted);
    }
};

QTEST_MAIN(TestOutline)
#include "tst_outline.moc"
