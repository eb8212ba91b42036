// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/views/common/table_pane.h"
#include "studio/views/forms/account_form.h"
#include "studio/views/forms/motd_form.h"
#include "studio/views/forms/package_form.h"
#include "studio/views/forms/settings_form.h"
#include "tests/views/view_support.h"
#include "ui/search_field.h"

#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>

using namespace blak::test;

namespace {

const QByteArray config = "# the port is for the house\r\n"
                          "[Socket]\r\n"
                          "Port    5959   # and a note\r\n"
                          "Nagle   Yes\r\n"
                          "Wick    long\r\n"
                          "\r\n"
                          "[Path]\r\n"
                          "Rsc   rsc\r\n";

const QByteArray accounts = "# accounts\n"
                            "ACCOUNT 1:admin:1a1dc91c907325c69271ddf0c944bc72:1:0:0:0\n"
                            "ACCOUNT 2:alice:5ebe2294ecd0e0f08eab7690d2a6ee69:0:0:0:0\n"
                            "NEXT_ACCOUNT_ID 3\n";

} // namespace

class TestForms : public QObject
{
    Q_OBJECT

private:
    QTemporaryDir folder_;
    QString write(const char* name, const QByteArray& bytes)
    {
        return writeFile(QDir(folder_.path()), QLatin1String(name), bytes);
    }

    /// As a person: select everything, type, Enter.
    static void typeInto(QLineEdit* field, const QString& text)
    {
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, text.isEmpty() ? QStringLiteral(" ") : text);
        if (text.isEmpty())
            QTest::keyClick(field, Qt::Key_Backspace);
        QTest::keyClick(field, Qt::Key_Return);
    }

private slots:
    void initTestCase() { installTheme(*qApp, ThemeKind::Light); }

    void anOptionIsChangedInItsLineAndNothingElse()
    {
        const QString path = write("blakserv.cfg", config);
        const auto view = openView(path);
        auto* form = qobject_cast<SettingsForm*>(view.get());
        QVERIFY(form != nullptr);
        const SettingsForm::Row* port = form->row("Socket", "Port");
        QVERIFY(port != nullptr);
        auto* field = qobject_cast<QLineEdit*>(port->field);
        QCOMPARE(field->text(), QStringLiteral("5959"));
        QVERIFY(!view->isModified());
        QSignalSpy modified(view.get(), &DocumentView::modifiedChanged);
        typeInto(field, QStringLiteral("6000"));
        QVERIFY(view->isModified());
        QVERIFY(modified.count() > 0);
        QVERIFY(static_cast<bool>(view->save()));
        QVERIFY(!view->isModified());
        QByteArray expected = config;
        QCOMPARE(readAll(path), expected.replace("5959", "6000"));
        QCOMPARE(readAll(path + QLatin1Char('~')), config);

        view->undo();
        QCOMPARE(field->text(), QStringLiteral("5959"));
        QCOMPARE(form->text(), config.toStdString());
        QVERIFY(view->canRedo() && !view->canUndo());
        view->redo();
        QCOMPARE(field->text(), QStringLiteral("6000"));
    }

    /// As in the window, where Ctrl+Z is a shortcut: a field takes the key only while there is something typed to take back.
    void theUndoKeyInAFieldReachesTheForm()
    {
        const auto view = openView(write("blakserv.cfg", config));
        auto* form = qobject_cast<SettingsForm*>(view.get());
        auto* field = qobject_cast<QLineEdit*>(form->row("Socket", "Port")->field);
        QAction undo;
        undo.setShortcut(QKeySequence::Undo);
        undo.setShortcutContext(Qt::WindowShortcut);
        connect(&undo, &QAction::triggered, view.get(), &DocumentView::undo);
        view->addAction(&undo);
        view->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(view.get()));
        typeInto(field, QStringLiteral("6000"));
        QVERIFY(view->isModified());
        QVERIFY(field->hasFocus());
        QTest::keyClick(field, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(field->text(), QStringLiteral("5959"));
        QVERIFY(!view->isModified());
        typeInto(field, QStringLiteral("6000"));
        QTest::keyClick(field, Qt::Key_7); // not yet taken
        QTest::keyClick(field, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(field->text(), QStringLiteral("6000")); // the typing first
        QVERIFY(view->isModified());
    }

    void aWrongValueIsToldBelowTheFieldAndKept()
    {
        const auto view = openView(write("blakserv.cfg", config));
        auto* form = qobject_cast<SettingsForm*>(view.get());
        const SettingsForm::Row* port = form->row("Socket", "Port");
        auto* field = qobject_cast<QLineEdit*>(port->field);
        typeInto(field, QStringLiteral("many"));
        QVERIFY(!port->problem->isHidden());
        QVERIFY(port->problem->text().contains(QLatin1String("whole number")));
        QCOMPARE(field->text(), QStringLiteral("many"));
        typeInto(field, QStringLiteral("99999999"));
        QVERIFY2(port->problem->text().contains(QLatin1String("from 0 to 65535")), qPrintable(port->problem->text()));
        QVERIFY(!view->isModified());
        // What the form refused is taken back in the field.
        for (int i = 0; i < 9 && field->text() != QStringLiteral("5959"); ++i)
            QTest::keyClick(field, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(field->text(), QStringLiteral("5959"));
        QTest::keyClick(field, Qt::Key_Return);
        QVERIFY(port->problem->isHidden());
        QVERIFY(!view->isModified());
    }

    void unknownOptionsAreShownAndKnownOnesOffered()
    {
        const auto view = openView(write("blakserv.cfg", config));
        auto* form = qobject_cast<SettingsForm*>(view.get());
        const SettingsForm::Row* wick = form->row("Socket", "Wick");
        QVERIFY(wick != nullptr && !wick->known);
        QVERIFY(!view->problems().empty());
        const SettingsForm::Row* block = form->row("Socket", "BlockTime");
        QVERIFY(block != nullptr && block->known);
        QCOMPARE(qobject_cast<QLineEdit*>(block->field)->placeholderText(), QStringLiteral("300"));
        typeInto(qobject_cast<QLineEdit*>(block->field), QStringLiteral("60"));
        QVERIFY(form->text().find("BlockTime") != std::string::npos);
        typeInto(qobject_cast<QLineEdit*>(block->field), {});
        QCOMPARE(form->text(), config.toStdString());
        auto* nagle = qobject_cast<QComboBox*>(form->row("Socket", "Nagle")->field);
        QCOMPARE(nagle->currentIndex(), 1);
        nagle->setFocus();
        QTest::keyClick(nagle, Qt::Key_Down);
        QVERIFY(form->text().find("Nagle   No") != std::string::npos);

        const int all = form->shownRows();
        form->filter()->setText(QStringLiteral("block"));
        QTRY_VERIFY(form->shownRows() < all);
        QVERIFY(form->shownRows() >= 1);
    }

    void clientSettingsKeepTheirComments()
    {
        const QByteArray ini = "; mine\r\n[Comm]\r\nhostname=play.example.org\r\nport=5959\r\n";
        const QString path = write("meridian.ini", ini);
        const auto view = openView(path);
        auto* form = qobject_cast<SettingsForm*>(view.get());
        QVERIFY(form != nullptr);
        const SettingsForm::Row* host = form->row("Comm", "hostname");
        QVERIFY(host != nullptr);
        typeInto(qobject_cast<QLineEdit*>(host->field), QStringLiteral("localhost"));
        QVERIFY(static_cast<bool>(view->save()));
        QCOMPARE(readAll(path), QByteArray("; mine\r\n[Comm]\r\nhostname=localhost\r\nport=5959\r\n"));
    }

    void aPasswordIsSetAndNeverShown()
    {
        const QString path = write("accounts.1700000000", accounts);
        const auto view = openView(path);
        auto* form = qobject_cast<AccountForm*>(view.get());
        QVERIFY(form != nullptr);
        form->pane()->selectRow(0);
        form->password()->setFocus();
        QTest::keyClicks(form->password(), QStringLiteral("secret"));
        QTest::mouseClick(form->setPassword(), Qt::LeftButton);
        QVERIFY(view->isModified());
        QVERIFY(form->text().find("ACCOUNT 1:admin:5ebe2294ecd0e0f08eab7690d2a6ee69:1:0:0:0\n") != std::string::npos);
        QVERIFY(form->password()->text().isEmpty());
        for (const QLabel* label : view->findChildren<QLabel*>())
            QVERIFY(!label->text().contains(QLatin1String("5ebe")));
        for (const QLineEdit* line : view->findChildren<QLineEdit*>())
            QVERIFY(!line->text().contains(QLatin1String("5ebe")));
        form->pane()->table()->selectAll();
        QVERIFY(!form->pane()->selectedText().contains(QLatin1String("5ebe")));
    }

    void accountsAreAddedRenamedAndRemoved()
    {
        const auto view = openView(write("accounts.1700000000", accounts));
        auto* form = qobject_cast<AccountForm*>(view.get());
        QTest::mouseClick(form->addButton(), Qt::LeftButton);
        QCOMPARE(form->pane()->model()->rowCount(), 3);
        typeInto(form->name(), QStringLiteral("wren"));
        QCOMPARE(form->text(),
                 QByteArray(accounts.left(accounts.indexOf("NEXT")) + "ACCOUNT 3:wren:None:0:0:0:0\nNEXT_ACCOUNT_ID 4\n")
                     .toStdString());
        typeInto(form->name(), QStringLiteral("w:r"));
        QVERIFY(form->problemLabel()->text().contains(QLatin1String("colon")));
        QTest::mouseClick(form->removeButton(), Qt::LeftButton);
        QCOMPARE(form->pane()->model()->rowCount(), 2);
        while (view->canUndo())
            view->undo();
        QCOMPARE(form->text(), accounts.toStdString());
    }

    void packagesKeepCommentsAndTakeFlags()
    {
        const QByteArray before = "# first\nrooms.zip 12 0 2048\n\n# old\nold.dll 13 5\n";
        const QString path = write("packages.txt", before);
        const auto view = openView(path);
        auto* form = qobject_cast<PackageForm*>(view.get());
        QVERIFY(form != nullptr);
        QCOMPARE(form->pane()->model()->rowCount(), 2);
        typeInto(form->sequence(), QStringLiteral("14"));
        form->pane()->selectRow(1);
        QVERIFY(form->deletes()->isChecked());
        QTest::mouseClick(form->deletes(), Qt::LeftButton, {}, QPoint(8, form->deletes()->height() / 2));
        QVERIFY(static_cast<bool>(view->save()));
        const QByteArray after = readAll(path);
        QVERIFY(after.startsWith("# first\nrooms.zip 14 0 2048\n"));
        QVERIFY(after.contains("# old\nold.dll 13 4"));
        typeInto(form->sequence(), QStringLiteral("-3"));
        QVERIFY(!form->problemLabel()->isHidden());
    }

    void theMessageOfTheDayRefusesWhatPlayersCannotSee()
    {
        const QString path = write("motd.txt", "Welcome.\r\nMind the wick.\r\n");
        const auto view = openView(path);
        auto* form = qobject_cast<MotdForm*>(view.get());
        QVERIFY(form != nullptr);
        QTest::keyClicks(form->editor(), QStringLiteral("Be "));
        QVERIFY(view->isModified());
        QVERIFY(static_cast<bool>(view->save()));
        QCOMPARE(readAll(path), QByteArray("Be Welcome.\r\nMind the wick.\r\n"));
        form->editor()->insertPlainText(QStringLiteral("\u4E2D"));
        QVERIFY(!form->problemLabel()->isHidden());
        QCOMPARE(readAll(path), QByteArray("Be Welcome.\r\nMind the wick.\r\n"));
        view->undo();
        QVERIFY(form->text().find('?') == std::string::npos);
    }

    void unsavedEditsComeBack()
    {
        const QString path = write("blakserv.cfg", config);
        QByteArray kept;
        {
            const auto view = openView(path);
            auto* form = qobject_cast<SettingsForm*>(view.get());
            typeInto(qobject_cast<QLineEdit*>(form->row("Socket", "Port")->field), QStringLiteral("7000"));
            kept = view->unsavedState().value();
        }
        const auto view = openView(path);
        QVERIFY(static_cast<bool>(view->restoreUnsaved(kept)));
        QVERIFY(view->isModified());
        QCOMPARE(qobject_cast<QLineEdit*>(qobject_cast<SettingsForm*>(view.get())->row("Socket", "Port")->field)->text(),
                 QStringLiteral("7000"));
    }
};

QTEST_MAIN(TestForms)
#include "tst_forms.moc"
