// SPDX-License-Identifier: GPL-3.0-or-later
// Long lines and many megabytes: the window answers all the while.
#include "kodide/ui/breadcrumb.h"
#include "kodide/ui/code_document.h"
#include "kodide/ui/code_view.h"
#include "kodide/ui/find_bar.h"
#include "kodide/ui/kod_styles.h"
#include "kodide/ui/line_comment.h"
#include "kodide/ui/outline_panel.h"
#include "tests/kodide_ui/code_fixture.h"
#include "ui/theme.h"

#include <QApplication>
#include <QClipboard>
#include <QKeyEvent>
#include <QLineEdit>
#include <QTest>
#include <QToolButton>
#include <QTreeWidget>

#include <ctime>

using namespace blak;
using namespace blak::ui;
using namespace blak::ui::code;
using blak::test::FakeProject;
using blak::test::TextFolder;

class TestLargeTexts : public QObject, test::CodeFixture
{
    Q_OBJECT

private slots:
    void initTestCase() { installTheme(*qApp, ThemeKind::Dark); }
    void init() { begin(); }

    void veryLongLinesOpenAtOnce()
    {
        QByteArray text = "first\n" + QByteArray(20 * 1024 * 1024, 'x') + "needle\nlast\n";
        const QString path = folder_->write(QStringLiteral("long.txt"), text);
        const std::clock_t start = std::clock(); // of this program alone, however busy the machine is
        auto view = openView(path);
        view->grab();
        const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
        QVERIFY2(seconds < 3, qPrintable(QString::number(seconds)));
        QVERIFY(view->editor()->showsPieces());
        QCOMPARE(view->editor()->text(), text);
        QCOMPARE(view->editor()->lineCount(), 4);
        const qsizetype at = text.indexOf("needle");
        view->editor()->select(at, at + 6);
        QCOMPARE(view->editor()->selection(), (std::pair<qsizetype, qsizetype>{at, at + 6}));
        QCOMPARE(view->editor()->placeOf(at).line, 1);
        QTest::keyClicks(keysOf(*view), QStringLiteral("y"));
        QVERIFY(!view->isModified());
        view->text()->edit("Replace", std::string("short\n")); // from elsewhere: shown whole again
        QCOMPARE(view->editor()->text(), QByteArray("short\n"));
        QVERIFY(!view->editor()->showsPieces());
        view->editor()->goTo(0, 0);
        QTest::keyClicks(keysOf(*view), QStringLiteral("y"));
        QCOMPARE(view->text()->text(), std::string("yshort\n"));
        view->undo();
        view->undo();
        QVERIFY(view->editor()->showsPieces());
        QVERIFY(!view->isModified());
    }

    void manyMegabytesArePastedAtOnce()
    {
        auto view = openView(folder_->write(QStringLiteral("keeper.kod"), keeper));
        QByteArray line = "   pasted = 1; % \xC3\xBC\r\n"; // line ends as another program writes them
        QString clipboard;
        while (clipboard.size() < 20 * 1024 * 1024)
            clipboard += QString::fromUtf8(line.repeated(1000));
        QGuiApplication::clipboard()->setText(clipboard);
        const QByteArray before = view->editor()->text();
        view->editor()->goTo(1, 0);
        const qsizetype at = view->editor()->cursorOffset();
        const std::clock_t start = std::clock();
        QTest::keyClick(keysOf(*view), Qt::Key_V, Qt::ControlModifier);
        view->grab();
        const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
        QVERIFY2(seconds < 3, qPrintable(QString::number(seconds)));
        line.replace("\r\n", "\n");
        QCOMPARE(view->editor()->text().size(), before.size() + clipboard.toUtf8().size() - clipboard.count(u'\r'));
        QCOMPARE(view->editor()->text().mid(at, 2 * line.size()), line.repeated(2));
        QCOMPARE(view->editor()->cursorOffset(), view->editor()->text().size() - (before.size() - at));
        QVERIFY(view->text()->history().undoName().starts_with("Paste "));
        view->undo(); // one step
        QCOMPARE(view->editor()->text(), before);
        QVERIFY(!view->isModified());
        QGuiApplication::clipboard()->clear();
    }

    void piecesKeepCharactersWhole()
    {
        QByteArray text;
        while (text.size() < 120'000)
            text += "\xE2\x86\x92\xC3\xA9z";
        text += "\r\nshort\n";
        TextPieces pieces;
        const QByteArray shown = pieces.cut(text);
        QVERIFY(isValidUtf8(viewOf(shown)));
        QVERIFY(shown.size() > text.size());
        qsizetype longest = 0;
        for (const QByteArray& line : shown.split('\n'))
            longest = std::max(longest, line.size());
        QVERIFY(longest <= TextPieces::pieceBytes);
        for (const qsizetype at : {qsizetype{0}, qsizetype{999}, qsizetype{1000}, qsizetype{54'321}, text.size() - 3, text.size()}) {
            QCOMPARE(pieces.textAt(pieces.shownAt(at)), at);
            if (at < text.size())
                QCOMPARE(shown[pieces.shownAt(at)], text[at]);
        }
        QVERIFY(!TextPieces::isNeeded("a\nb\n"));
    }

    void twentyThousandLinesOpenAndAnswer()
    {
        QByteArray text = "Big\nmessages:\n";
        while (text.count('\n') < 20000)
            text += "   Message" + QByteArray::number(text.size()) +
                    "(what = $)\n   {\n      if what <> $\n      {\n         Send(what,@Refuse,#who=self);\n      }\n      "
                    "return;\n   }\n\n";
        text += "end\n";
        auto view = openView(folder_->write(QStringLiteral("big.kod"), text));
        QVERIFY(view->editor()->lineCount() >= 20000);
        QCOMPARE(view->outline()->tree()->topLevelItem(0)->childCount(), static_cast<int>(text.count("Message")));
        for (const int line : {19000, 5, 12000}) {
            view->editor()->goTo(line, 0);
            QApplication::processEvents();
            QVERIFY(view->editor()->firstVisibleLine() <= line);
            QVERIFY(view->editor()->firstVisibleLine() + view->editor()->visibleLines() >= line);
        }
        QTest::keyClicks(keysOf(*view), QStringLiteral("%"));
        view->finishAnalysis();
        QVERIFY(view->isModified());
    }
};

QTEST_MAIN(TestLargeTexts)
#include "tst_large_texts.moc"
