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
};

QTEST_MAIN(TestTextWidth)
#include "tst_text_width.moc"
