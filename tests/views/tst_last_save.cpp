// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/views/common/table_pane.h"
#include "studio/views/forms/last_save_form.h"
#include "tests/views/view_support.h"

#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>

using namespace blak;
using namespace blak::test;

class TestLastSave : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<QTemporaryDir> folder_;

    QString writeFolder(const QByteArray& lastSave)
    {
        const QDir dir(folder_->path());
        for (const char* name : {"gameuser.1700000000", "striings.1700000000", "dynarscs.1700000000", "accounts.1700000000",
                                 "gameuser.1700003600", "striings.1700003600", "accounts.1600000000"})
            writeFile(dir, QLatin1String(name), "x");
        return writeFile(dir, QStringLiteral("lastsave.txt"), lastSave);
    }
    static QString cell(const LastSaveForm& form, int row, int column)
    {
        return form.pane()->model()->index(row, column).data().toString();
    }

private slots:
    void initTestCase() { installTheme(*qApp, ThemeKind::Dark); }
    void init() { folder_ = std::make_unique<QTemporaryDir>(); }

    void savesBesideItAreListedNewestFirst()
    {
        const auto view = openView(writeFolder("# written by the server\r\nLASTSAVE 1700000000\r\n"));
        auto* form = qobject_cast<LastSaveForm*>(view.get());
        QVERIFY(form != nullptr);
        QCOMPARE(form->pane()->model()->rowCount(), 2); // accounts alone are no save
        QCOMPARE(cell(*form, 0, 0), QStringLiteral("1700003600"));
        QCOMPARE(cell(*form, 0, 5), QStringLiteral("missing"));
        QCOMPARE(cell(*form, 1, 5), QStringLiteral("there"));
        QCOMPARE(cell(*form, 1, 6), QStringLiteral("loads this one"));
        QCOMPARE(form->numberField()->text(), QStringLiteral("1700000000"));
        QVERIFY(!form->problemLabel()->isVisible());
        QVERIFY(!form->useButton()->isEnabled()); // it is this one already
        QVERIFY(view->problems().empty());
    }

    void aClickChoosesAndOnlyTheNumberChanges()
    {
        const QString path = writeFolder("# written by the server\r\nLASTSAVE 1700000000\r\n");
        const auto view = openView(path);
        auto* form = qobject_cast<LastSaveForm*>(view.get());
        QTableView* table = form->pane()->table();
        clickAt(table->viewport(), table->visualRect(form->pane()->model()->index(0, 0)));
        QVERIFY(form->useButton()->isEnabled());
        QTest::mouseClick(form->useButton(), Qt::LeftButton);
        QVERIFY(view->isModified());
        QCOMPARE(form->numberField()->text(), QStringLiteral("1700003600"));
        QVERIFY(view->save());
        QCOMPARE(readAll(path), QByteArray("# written by the server\r\nLASTSAVE 1700003600\r\n"));
        view->undo();
        QCOMPARE(form->numberField()->text(), QStringLiteral("1700000000"));
        QSignalSpy opened(view.get(), &DocumentView::openRequested);
        QTest::mouseClick(form->openButton(), Qt::LeftButton);
        QVERIFY(opened[0][0].toString().endsWith(QLatin1String("gameuser.1700000000")));
    }

    void aNumberWithoutASaveIsTold()
    {
        const auto view = openView(writeFolder("LASTSAVE 1700000000\n"));
        auto* form = qobject_cast<LastSaveForm*>(view.get());
        form->numberField()->setFocus();
        form->numberField()->selectAll();
        QTest::keyClicks(form->numberField(), QStringLiteral("12"));
        QTest::keyClick(form->numberField(), Qt::Key_Return);
        QVERIFY(form->problemLabel()->text().contains(QStringLiteral("no gameuser.12")));
        QCOMPARE(view->problems().size(), std::size_t{1});
        form->numberField()->selectAll();
        QTest::keyClicks(form->numberField(), QStringLiteral("soon"));
        QTest::keyClick(form->numberField(), Qt::Key_Return);
        QVERIFY(form->problemLabel()->text().contains(QStringLiteral("soon")));
        QCOMPARE(QString::fromStdString(form->text()), QStringLiteral("LASTSAVE 12\n"));
        QVERIFY(view->goToPlace(QStringLiteral("1700003600")));
        QTest::keyClick(form->pane()->table(), Qt::Key_Return);
        QCOMPARE(QString::fromStdString(form->text()), QStringLiteral("LASTSAVE 1700003600\n"));
        QVERIFY(view->problems().empty());
        QVERIFY(!view->goToPlace(QStringLiteral("5")));
    }

    void otherTextsAreRefused()
    {
        QString error;
        QVERIFY(openView(writeFolder("LASTSAVE yesterday\n"), &error) == nullptr);
        QVERIFY(error.contains(QStringLiteral("Unix time")));
    }
};

QTEST_MAIN(TestLastSave)
#include "tst_last_save.moc"
