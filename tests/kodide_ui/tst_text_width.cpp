// SPDX-License-Identifier: GPL-3.0-or-later
// The bar that moves a text sideways is there while a line that is seen is wider than the editor, and only then.
#include "kodide/ui/editor_look.h"
#include "tests/kodide_ui/code_fixture.h"
#include "ui/theme.h"

#include <QScrollBar>
#include <QTest>
#include <QWheelEvent>
#include <Qsci/qsciscintilla.h>

using namespace blak;
using namespace blak::ui;

class TestTextWidth : public QObject, test::CodeFixture
{
    Q_OBJECT

    static QsciScintilla* textOf(const code::CodeView& view) { return qobject_cast<QsciScintilla*>(keysOf(view)); }
    static bool isTooWide(const code::CodeView& view) { return textOf(view)->horizontalScrollBar()->maximum() > 0; }
    static void turnWheel(QsciScintilla& text, int notches)
    {
        const QPointF at = text.viewport()->rect().center();
        for (int i = 0; i < std::abs(notches); ++i) {
            QWheelEvent event(at, text.viewport()->mapToGlobal(at), {}, QPoint(0, notches > 0 ? 120 : -120), Qt::NoButton, Qt::ControlModifier,
                              Qt::NoScrollPhase, false);
            QApplication::sendEvent(text.viewport(), &event);
        }
    }
    std::unique_ptr<code::CodeView> openLine(int letters)
    {
        auto view = openView(folder_->write(QStringLiteral("keeper.kod"), "% " + QByteArray(letters, 'm') + "\n" + keeper));
        view->resize(1000, 600);
        QTest::qWait(20);
        return view;
    }

private slots:
    void initTestCase() { installTheme(*qApp, ThemeKind::Dark); }
    void init() { begin(); }
    void cleanup() { code::setEditorLook({}); }

    void theBarGoesWhenTheLettersBecomeSmaller()
    {
        const auto view = openLine(80);
        QVERIFY(!isTooWide(*view));
        code::EditorLook look;
        look.pixels = 28;
        code::setEditorLook(look);
        QTRY_VERIFY(isTooWide(*view));
        look.pixels = 12;
        code::setEditorLook(look);
        QTest::qWait(20);
        QTRY_VERIFY(!isTooWide(*view));
        look.pixels = 28;
        code::setEditorLook(look);
        QTRY_VERIFY(isTooWide(*view));
        code::setEditorLook({});
        QTest::qWait(20);
        QTRY_VERIFY(!isTooWide(*view));
    }

    /// Lines of a text that was opened with large letters stand as close as those of one that was not.
    void linesComeCloserWhenTheLettersBecomeSmaller()
    {
        const auto lineHeight = [](const code::CodeView& view) { return textOf(view)->SendScintilla(QsciScintillaBase::SCI_TEXTHEIGHT, 0UL); };
        const long usual = lineHeight(*openLine(80));
        code::EditorLook look;
        look.pixels = 28;
        code::setEditorLook(look);
        const auto view = openLine(80);
        QVERIFY(lineHeight(*view) > usual * 3 / 2);
        code::setEditorLook({});
        QCOMPARE(lineHeight(*view), usual);
    }

    /// In percent of the usual height; letters are never cut.
    void linesStandAsFarApartAsAsked()
    {
        const auto view = openLine(80);
        const auto lineHeight = [&] { return textOf(*view)->SendScintilla(QsciScintillaBase::SCI_TEXTHEIGHT, 0UL); };
        const long usual = lineHeight();
        code::EditorLook look;
        look.lineSpacing = 150;
        code::setEditorLook(look);
        QCOMPARE(lineHeight(), usual * 3 / 2);
        look.lineSpacing = 10;
        code::setEditorLook(look);
        QCOMPARE(code::editorLook().lineSpacing, code::leastLineSpacing);
        QVERIFY(lineHeight() < usual && lineHeight() >= textOf(*view)->fontMetrics().height());
        code::setEditorLook({});
        QCOMPARE(lineHeight(), usual);
    }

    void theBarGoesWhenTheWheelMakesThemSmaller()
    {
        const auto view = openLine(80);
        turnWheel(*textOf(*view), 9);
        QTRY_VERIFY(isTooWide(*view));
        turnWheel(*textOf(*view), -9);
        QTest::qWait(20);
        QTRY_VERIFY(!isTooWide(*view));
    }

    /// Smaller letters of a line that still does not fit leave the bar, and the text where it was moved to as far as there is text.
    void theBarStaysForALineThatIsStillTooLong()
    {
        const auto view = openLine(400);
        QTRY_VERIFY(isTooWide(*view));
        QScrollBar& bar = *textOf(*view)->horizontalScrollBar();
        const int before = bar.maximum();
        bar.setValue(300);
        code::EditorLook look;
        look.pixels = 9;
        code::setEditorLook(look);
        QTRY_VERIFY(isTooWide(*view) && bar.maximum() < before);
        QCOMPARE(bar.value(), 300);
        bar.setValue(bar.maximum());
        QVERIFY(bar.maximum() > 1000);
    }

    /// What was found, wherever the text was moved to before: both its ends, and the beginnings of the lines when that leaves them in.
    void whatIsChosenIsSeenFromItsBeginning_data()
    {
        QTest::addColumn<int>("before");   // letters of its line
        QTest::addColumn<int>("length");   // letters
        QTest::addColumn<int>("scrolled"); // px
        QTest::addColumn<bool>("isAtLeft");
        QTest::addRow("at the beginning") << 0 << 10 << 300 << true;
        QTest::addRow("a little in") << 8 << 30 << 160 << true;
        QTest::addRow("a little in, far away") << 8 << 30 << 4000 << true;
        QTest::addRow("far out") << 200 << 40 << 0 << false;
        QTest::addRow("far out, cut at its beginning") << 200 << 40 << 1500 << false;
        QTest::addRow("far out, seen from beyond") << 200 << 40 << 4000 << false;
        QTest::addRow("longer than the place is wide") << 100 << 300 << 2000 << false;
    }
    void whatIsChosenIsSeenFromItsBeginning()
    {
        QFETCH(int, before);
        QFETCH(int, length);
        QFETCH(int, scrolled);
        QFETCH(bool, isAtLeft);
        const auto view = openView(folder_->write(QStringLiteral("keeper.kod"), "% " + QByteArray(600, 'm') + "\n" + QByteArray(before, 'x') + QByteArray(length, 'h') + " is\n" + keeper));
        view->resize(600, 400);
        QTRY_VERIFY(isTooWide(*view));
        QScrollBar& bar = *textOf(*view)->horizontalScrollBar();
        bar.setValue(scrolled);
        QCOMPARE(bar.value(), scrolled);
        const auto begin = view->editor()->text().indexOf('\n') + 1 + before;
        view->restoreViewState({{QStringLiteral("select"), QVariantList{begin, begin + length}}});
        QCOMPARE(view->editor()->selection(), std::make_pair(begin, begin + length));
        for (const bool isLater : {false, true}) {
            const QRect seen(view->editor()->textArea()->mapToGlobal(QPoint()), view->editor()->textArea()->size());
            const int letter = view->editor()->screenRectOf(0, 1).width();
            const int first = view->editor()->screenRectOf(0, 0).left() + bar.value(); // behind the margins
            const QRect hit = view->editor()->screenRectOf(begin, begin + length);
            QVERIFY2(hit.left() >= first, qPrintable(QString::number(hit.left() - first)));
            if (length * letter < seen.right() - first)
                QVERIFY2(hit.right() <= seen.right(), qPrintable(QString::number(hit.right() - seen.right())));
            else
                QVERIFY(hit.left() < first + 3 * letter);
            QCOMPARE(bar.value() == 0, isAtLeft);
            if (!isLater)
                QTest::qWait(50);
        }
    }

    /// A page that was never seen has no width to go by.
    void whatIsChosenBeforeThePageIsSeen()
    {
        if (!project_)
            project_ = std::make_shared<test::FakeProject>(folder_->root(), QStringLiteral("classic"));
        auto opened = code::CodeView::open(folder_->write(QStringLiteral("keeper.kod"), QByteArray(20, ' ') + "Keeper is HazarTown\n" + keeper), project_, nullptr);
        QVERIFY(opened);
        const std::unique_ptr<code::CodeView> view(static_cast<code::CodeView*>(opened.value()));
        view->resize(40, 30);
        view->restoreViewState({{QStringLiteral("select"), QVariantList{29, 39}}});
        view->resize(800, 600);
        view->show();
        QTest::qWait(50);
        QCOMPARE(textOf(*view)->SendScintilla(QsciScintillaBase::SCI_GETXOFFSET), 0);
    }
};

QTEST_MAIN(TestTextWidth)
#include "tst_text_width.moc"
