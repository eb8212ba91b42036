// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/base/file_io.h"
#include "formats/document/text_document.h"
#include "studio/shell/document_area.h"
#include "studio/shell/editors.h"
#include "studio/shell/history_panel.h"
#include "studio/shell/saving.h"
#include "studio/shell/studio_settings.h"
#include "studio/shell/studio_window.h"
#include "ui/status_strip.h"
#include "ui/theme.h"

#include <QApplication>
#include <QFileInfo>
#include <QListView>
#include <QTemporaryDir>
#include <QTest>

using namespace blak;
using namespace blak::ui;
using namespace blak::ui::shell;

class TestHistoryPanel : public QObject
{
    Q_OBJECT

    QTemporaryDir folder_;

private slots:
    void initTestCase() { installTheme(*qApp, ThemeKind::Dark); }

    void stepsAreListedAndGoneTo()
    {
        useSettingsFile(folder_.filePath(QStringLiteral("studio.ini")));
        const QString path = QFileInfo(folder_.path()).canonicalFilePath() + QStringLiteral("/notes.txt");
        QVERIFY(static_cast<bool>(writeFileAtomically(path.toStdString(), std::string_view("one\n"))));
        StudioWindow window(documentTypes(), editorActions());
        window.resize(1280, 800);
        window.show();
        window.open(path);
        window.finishBackgroundWork();
        DocumentView* view = window.documents().current();
        QVERIFY(view != nullptr);
        const auto text = std::dynamic_pointer_cast<document::TextDocument>(view->document());
        QVERIFY(text != nullptr);
        HistoryPanel& panel = window.history();
        QCOMPARE(panel.shownSteps(), QStringList{QStringLiteral("As it was opened")});
        text->edit("Add two", "one\ntwo\n");
        text->edit("Add three", "one\ntwo\nthree\n");
        QTRY_COMPARE(panel.shownSteps(),
                     (QStringList{QStringLiteral("As it was opened"), QStringLiteral("Add two"), QStringLiteral("Add three")}));
        QTRY_COMPARE(panel.position(), 2);
        panel.goTo(0);
        QCOMPARE(text->text(), std::string("one\n"));
        QCOMPARE(panel.position(), 0);
        emit panel.list()->activated(panel.list()->model()->index(1, 0));
        QCOMPARE(text->text(), std::string("one\ntwo\n"));
        panel.goTo(99); // there are not so many
        QCOMPARE(text->text(), std::string("one\ntwo\nthree\n"));
        QVERIFY(panel.list()->model()->index(1, 0).data(Qt::ToolTipRole).toString().contains(QStringLiteral("at most")));

        // The status bar tells when it was saved.
        QVERIFY(window.saving().save(view));
        QTRY_VERIFY(window.status().right().join(u'|').contains(QStringLiteral("Saved at ")));
        const auto marked = [&panel] {
            QStringList rows;
            const auto* model = panel.list()->model();
            for (int row = 0; row < model->rowCount(); ++row)
                if (const QString words = model->index(row, 0).data(Qt::AccessibleTextRole).toString(); words.endsWith(QStringLiteral(", saved")))
                    rows << words;
            return rows;
        };
        QTRY_COMPARE(marked(), QStringList{QStringLiteral("Add three, saved")});
        text->edit("Add four", "four\n");
        QTRY_COMPARE(panel.shownSteps().size(), 4);
        QCOMPARE(marked(), QStringList{QStringLiteral("Add three, saved")});
        QTRY_VERIFY(!window.status().right().join(u'|').contains(QStringLiteral("Saved at ")));
        window.saving().save(view);
        // Of a file that another program wrote since it tells when that was read.
        QVERIFY(static_cast<bool>(writeFileAtomically(path.toStdString(), std::string_view("by another\n"))));
        window.saving().checkFiles();
        QTRY_COMPARE(text->text(), std::string("by another\n"));
        QTRY_VERIFY(window.status().right().join(u'|').contains(QStringLiteral("Read again at ")));
        QVERIFY(!window.status().right().join(u'|').contains(QStringLiteral("Saved at ")));
        text->edit("Add five", "five\n");
        QVERIFY(window.saving().save(view));
        QTRY_VERIFY(window.status().right().join(u'|').contains(QStringLiteral("Saved at ")));
        window.closeDocument(view);
        QVERIFY(panel.shownSteps().isEmpty());
    }

    /// The list stands aside as long as there are no steps. Asked for then, it must not take the keys with the first letter typed.
    void theFirstStepTakesNoKeys()
    {
        useSettingsFile(folder_.filePath(QStringLiteral("studio.ini")));
        const QString path = QFileInfo(folder_.path()).canonicalFilePath() + QStringLiteral("/typed.txt");
        QVERIFY(static_cast<bool>(writeFileAtomically(path.toStdString(), std::string_view("one\n"))));
        StudioWindow window(documentTypes(), editorActions());
        window.resize(1280, 800);
        window.show();
        window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        window.open(path);
        window.finishBackgroundWork();
        DocumentView* view = window.documents().current();
        QVERIFY(view != nullptr);
        window.showDock(QStringLiteral("history"));
        view->setFocus();
        QWidget* editor = QApplication::focusWidget();
        QVERIFY(editor != nullptr && view->isAncestorOf(editor));
        HistoryPanel& panel = window.history();
        QVERIFY(!panel.list()->isVisible());
        panel.setFocus();
        QTest::keyClicks(editor, QStringLiteral("two"));
        QTRY_VERIFY(panel.list()->isVisible());
        QCOMPARE(QApplication::focusWidget(), editor);
        QTRY_COMPARE(panel.shownSteps().value(1), QStringLiteral("Type \"two\""));
        window.saving().save(view);
    }
};

QTEST_MAIN(TestHistoryPanel)
#include "tst_history_panel.moc"
