// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/ui/breadcrumb.h"
#include "kodide/ui/code_assist.h"
#include "kodide/ui/code_completion.h"
#include "kodide/ui/code_view.h"
#include "kodide/ui/editor_look.h"
#include "kodide/ui/handler_facts.h"
#include "tests/kodide_ui/name_tree.h"
#include "tests/kodide_ui/text_files.h"
#include "ui/pop_list.h"
#include "ui/theme.h"

#include <QApplication>
#include <QSignalSpy>
#include <QTest>
#include <QToolTip>

#include <cctype>

using namespace blak;
using namespace blak::ui;
using namespace blak::ui::code;
using blak::test::FakeProject;
using blak::test::TextFolder;

class TestCodeAssist : public QObject
{
    Q_OBJECT

    std::unique_ptr<TextFolder> folder_;
    std::shared_ptr<FakeProject> project_;
    std::unique_ptr<CodeView> view_;

    CodeView& open(const QString& name)
    {
        auto opened = CodeView::open(folder_->path(name), project_, nullptr);
        if (!opened)
            qFatal("%s", opened.error().what.c_str());
        view_.reset(static_cast<CodeView*>(opened.value()));
        view_->resize(800, 600);
        view_->show();
        QApplication::setActiveWindow(view_.get());
        view_->setFocus();
        view_->finishAnalysis();
        return *view_;
    }
    CodeEditor& editor() { return *view_->editor(); }
    CodeAssist& assist() { return *view_->assist(); }
    QWidget* keys() { return editor().textKeys(); }

    /// The cursor behind the n-th occurrence of a word.
    qsizetype placeOf(const QByteArray& word, int nth = 1)
    {
        qsizetype at = -1;
        for (int i = 0; i < nth; ++i)
            at = editor().text().indexOf(word, at + 1);
        if (at < 0)
            qFatal("no %s", word.constData());
        return at;
    }
    void setCursor(const QByteArray& before, int nth = 1)
    {
        const qsizetype at = placeOf(before, nth) + before.size();
        editor().select(at, at);
    }
    /// The word that begins at the cursor, which has nothing selected: the next key must not overwrite it.
    QString wordAtCursor()
    {
        const auto [begin, end] = editor().selection();
        const QByteArray text = editor().text();
        qsizetype last = begin;
        while (last < text.size() && (std::isalnum(static_cast<unsigned char>(text[last])) != 0 || text[last] == '_'))
            ++last;
        return begin == end ? QString::fromUtf8(text.mid(begin, last - begin)) : QStringLiteral("(selected)");
    }
    QPoint pointIn(const QByteArray& word, int nth = 1)
    {
        const qsizetype at = placeOf(word, nth);
        return editor().textArea()->mapFromGlobal(editor().screenRectOf(at, at + word.size()).center());
    }

private slots:
    void initTestCase() { installTheme(*qApp, ThemeKind::Dark); }

    void init()
    {
        view_.reset();
        folder_ = std::make_unique<TextFolder>();
        test::putNameTree(*folder_);
        project_ = std::make_shared<FakeProject>(folder_->root(), QStringLiteral("classic"));
    }
    void cleanup() { view_.reset(); }

    void aPropertyLeadsToTheClassThatDeclaresIt()
    {
        open(QStringLiteral("kod/thing/lamp.kod"));
        QSignalSpy wanted(view_.get(), &CodeView::placeWanted);
        setCursor("piSi");
        assist().goToDefinition();
        QCOMPARE(wanted.size(), 1);
        QCOMPARE(wanted[0][0].toString(), folder_->path(QStringLiteral("kod/thing.kod")));
        const QVariantMap place = wanted[0][1].toMap();
        open(QStringLiteral("kod/thing.kod"));
        view_->restoreViewState(place);
        QCOMPARE(wordAtCursor(), QStringLiteral("piSize"));
        QCOMPARE(editor().cursor().line, 4);
    }

    void aLocalLeadsToItsDeclarationInTheSameText()
    {
        open(QStringLiteral("kod/thing/lamp.kod"));
        QSignalSpy jumps(view_.get(), &CodeView::jumps);
        setCursor("iAmount", 3);
        assist().goToDefinition();
        QCOMPARE(wordAtCursor(), QStringLiteral("iAmount"));
        QCOMPARE(editor().cursor().line, 11);
        QCOMPARE(jumps.size(), 1);
    }

    void ofAMessageWithSeveralHandlersOneIsChosenByKeys()
    {
        open(QStringLiteral("kod/thing/lamp.kod"));
        QSignalSpy wanted(view_.get(), &CodeView::placeWanted);
        setCursor("@GetNa");
        assist().goToDefinition();
        PopList& list = assist().choices();
        QVERIFY(list.isVisible());
        QCOMPARE(list.rows().size(), 3);
        QCOMPARE(list.rows()[0].text, QStringLiteral("Lamp")); // the nearest
        QCOMPARE(list.rows()[0].detail, QStringLiteral("lamp.kod:5"));
        const QString chosen = list.rows()[1].text;
        QTest::keyClick(keys(), Qt::Key_Down);
        QTest::keyClick(keys(), Qt::Key_Return);
        QVERIFY(!list.isVisible());
        QCOMPARE(wanted.size(), 1);
        QCOMPARE(wanted[0][0].toString().endsWith(u'/' + chosen.toLower() + QStringLiteral(".kod")), true);
        QVERIFY(!view_->isModified()); // Return was the list's
        setCursor("@GetNa");
        assist().goToDefinition();
        QTest::keyClick(keys(), Qt::Key_Escape);
        QVERIFY(!list.isVisible());
        QCOMPARE(wanted.size(), 1);
    }

    void ctrlAndAClickFollowAName()
    {
        open(QStringLiteral("kod/thing/lamp.kod"));
        QSignalSpy wanted(view_.get(), &CodeView::placeWanted);
        QWidget* area = editor().textArea();
        const QPoint at = pointIn("Thing");
        QTest::mouseMove(area, at);
        QMouseEvent over(QEvent::MouseMove, at, area->mapToGlobal(at), Qt::NoButton, Qt::NoButton, Qt::ControlModifier);
        QApplication::sendEvent(area, &over);
        QCOMPARE(area->cursor().shape(), Qt::PointingHandCursor);
        QTest::mouseClick(area, Qt::LeftButton, Qt::ControlModifier, at);
        QCOMPARE(wanted.size(), 1);
        QCOMPARE(wanted[0][0].toString(), folder_->path(QStringLiteral("kod/thing.kod")));
        QMouseEvent away(QEvent::MouseMove, at, area->mapToGlobal(at), Qt::NoButton, Qt::NoButton, Qt::NoModifier);
        QApplication::sendEvent(area, &away);
        QCOMPARE(area->cursor().shape(), Qt::IBeamCursor);
        const QPoint beside = pointIn("return");
        QTest::mouseClick(area, Qt::LeftButton, Qt::ControlModifier, beside); // no name: as ever, another cursor
        QCOMPARE(wanted.size(), 1);
    }

    void withoutAnOtherPlaceTheStatusLineSaysSo()
    {
        open(QStringLiteral("kod/thing.kod"));
        setCursor("piSize");
        assist().goToDefinition();
        QCOMPARE(view_->statusLeft().first(), QStringLiteral("piSize is defined here and nowhere else."));
        setCursor("% The ro");
        assist().goToDefinition();
        QCOMPARE(view_->statusLeft().first(), QStringLiteral("No name that is known stands here."));
    }

    void aFileWithLettersOfOneByteIsEnteredAtTheRightPlace()
    {
        open(QStringLiteral("kod/thing/lamp.kod"));
        QSignalSpy wanted(view_.get(), &CodeView::placeWanted);
        setCursor("@GetName");
        assist().goToDefinition();
        PopList& list = assist().choices();
        int row = 0;
        while (list.rows().value(row).text != QStringLiteral("Lantern"))
            QVERIFY(++row < list.rows().size());
        list.setCurrent(row);
        QTest::keyClick(keys(), Qt::Key_Return);
        QCOMPARE(wanted.size(), 1);
        const QVariantMap place = wanted[0][1].toMap();
        open(QStringLiteral("kod/thing/lamp/lantern.kod"));
        view_->restoreViewState(place);
        QCOMPARE(wordAtCursor(), QStringLiteral("GetName"));
    }

    void theMouseIsToldWhatANameIs()
    {
        open(QStringLiteral("kod/thing/lamp.kod"));
        const QPoint at = pointIn("piSize");
        QHelpEvent rests(QEvent::ToolTip, at, editor().textArea()->mapToGlobal(at));
        QApplication::sendEvent(editor().textArea(), &rests);
        QTRY_VERIFY(QToolTip::isVisible());
        const QString tip = QToolTip::text();
        QVERIFY2(tip.contains(QStringLiteral("piSize")), qPrintable(tip));
        QVERIFY2(tip.contains(QStringLiteral("Thing")), qPrintable(tip));
        QVERIFY2(tip.contains(QStringLiteral("How large it is.")), qPrintable(tip));
        QToolTip::hideText();
    }

    void whoKnowsAValueIsAskedFirst()
    {
        open(QStringLiteral("kod/thing/lamp.kod"));
        QToolTip::hideText();
        QTRY_VERIFY(!QToolTip::isVisible());
        QString asked;
        std::function<void()> later;
        assist().setTipTaker([&](const QString& word, const QPoint&, const std::function<void()>& otherwise) {
            asked = word;
            later = otherwise;
            return true;
        });
        const QPoint at = pointIn("piSize");
        QHelpEvent rests(QEvent::ToolTip, at, editor().textArea()->mapToGlobal(at));
        QApplication::sendEvent(editor().textArea(), &rests);
        QCOMPARE(asked, QStringLiteral("piSize"));
        QVERIFY(!QToolTip::isVisible());
        later();
        QTRY_VERIFY(QToolTip::isVisible());
        QToolTip::hideText();
    }

    void theLineOverTheTextSaysWhatOthersHaveToDoWithAHandler()
    {
        open(QStringLiteral("kod/thing/lamp.kod"));
        setCursor("return lamp_");
        QTRY_VERIFY(view_->breadcrumb()->factTexts().size() == 3);
        QCOMPARE(view_->breadcrumb()->factTexts(),
                 (QStringList{QStringLiteral("overrides Thing"), QStringLiteral("overridden once"), QStringLiteral("1 sender")}));
        QSignalSpy uses(&assist(), &CodeAssist::usesWanted);
        Breadcrumb* line = view_->breadcrumb();
        QTest::mouseClick(line, Qt::LeftButton, {}, QPoint(line->width() - 14, line->height() / 2));
        QCOMPARE(uses.size(), 1);
        QCOMPARE(uses[0][2].value<UsesShown>(), UsesShown::Sends);
        setCursor("resour");
        QTRY_VERIFY(view_->breadcrumb()->factTexts().isEmpty());
    }

    void namesAreOfferedAfterTwoLettersAndTakenWithReturn()
    {
        open(QStringLiteral("kod/thing/lamp.kod"));
        setCursor("local iAmount;");
        QTest::keyClick(keys(), Qt::Key_Return);
        QTest::keyClicks(keys(), QStringLiteral("p"));
        QTest::qWait(50);
        CodeCompletion& completion = assist().completion();
        QVERIFY(!completion.isShown() && !completion.isAsking());
        QTest::keyClicks(keys(), QStringLiteral("i"));
        QTRY_VERIFY(completion.isShown());
        QCOMPARE(completion.list().rows().first().text, QStringLiteral("piSize")); // as it is declared
        const std::string before = view_->text()->text();
        QTest::keyClick(keys(), Qt::Key_Return);
        QVERIFY(!completion.isShown());
        QVERIFY(editor().lineText(editor().cursor().line).endsWith("piSize"));
        QCOMPARE(editor().cursor().column, static_cast<int>(editor().lineText(editor().cursor().line).size()));
        const std::string completed = view_->text()->text();
        QTest::keyClicks(keys(), QStringLiteral(" = 5"));
        QVERIFY(editor().lineText(editor().cursor().line).endsWith("piSize = 5"));
        view_->undo(); // what was typed afterwards
        QCOMPARE(view_->text()->text(), completed);
        view_->undo(); // one step
        QCOMPARE(view_->text()->text(), before);
    }

    void bracesSetTheIndentation()
    {
        open(QStringLiteral("kod/thing/lamp.kod"));
        setCursor("local iAmount;");
        const std::string before = view_->text()->text();
        const auto line = [&](int up) { return editor().lineText(editor().cursor().line - up); };
        for (const char* typed : {"", "if 1", "{", "return;"}) {
            QTest::keyClicks(keys(), QLatin1String(typed));
            assist().completion().close();
            QTest::keyClick(keys(), Qt::Key_Return);
        }
        QTest::keyClicks(keys(), QStringLiteral("}"));
        QCOMPARE(line(3), QByteArray("      if 1"));
        QCOMPARE(line(2), QByteArray("      {"));
        QCOMPARE(line(1), QByteArray("         return;"));
        QCOMPARE(line(0), QByteArray("      }"));
        QTest::keyClick(keys(), Qt::Key_Return);
        QCOMPARE(line(0), QByteArray("      "));
        while (view_->canUndo())
            view_->undo();
        QCOMPARE(view_->text()->text(), before);
    }

    void moreLettersNarrowTheListAndItsKeysAreNotTheTexts()
    {
        open(QStringLiteral("kod/thing/lamp.kod"));
        setCursor("Send(what,");
        QTest::keyClicks(keys(), QStringLiteral("@"));
        CodeCompletion& completion = assist().completion();
        QTRY_VERIFY(completion.isShown());
        const qsizetype all = completion.list().rows().size();
        QVERIFY(all >= 4);
        QTest::keyClicks(keys(), QStringLiteral("gets"));
        QTRY_VERIFY(completion.isShown() && completion.list().rows().first().text == QStringLiteral("GetSize"));
        QTRY_VERIFY(completion.list().rows().size() < all);
        const int line = editor().cursor().line;
        QTest::keyClick(keys(), Qt::Key_Down);
        QTest::keyClick(keys(), Qt::Key_Up);
        QCOMPARE(editor().cursor().line, line);
        QTest::keyClick(keys(), Qt::Key_Tab);
        QVERIFY(editor().lineText(line).contains("Send(what,@GetSize@GetName)"));
        QTest::keyClick(keys(), Qt::Key_Down); // not shown: the text's again
        QCOMPARE(editor().cursor().line, line + 1);
    }

    void escapeClosesTheListAndNothingElse()
    {
        open(QStringLiteral("kod/thing/lamp.kod"));
        setCursor("local iAmount;");
        QTest::keyClicks(keys(), QStringLiteral(" pi"));
        CodeCompletion& completion = assist().completion();
        QTRY_VERIFY(completion.isShown());
        QTest::keyClick(keys(), Qt::Key_Escape);
        QVERIFY(!completion.isShown());
        QTest::keyClicks(keys(), QStringLiteral("S"));
        QTest::qWait(80);
        QVERIFY(!completion.isShown());
        assist().complete(); // asked for
        QTRY_VERIFY(completion.isShown());
        QTest::keyClick(keys(), Qt::Key_Left);
        QTest::keyClick(keys(), Qt::Key_Left);
        QTest::keyClick(keys(), Qt::Key_Left);
        QTest::keyClick(keys(), Qt::Key_Left);
        QTRY_VERIFY(!completion.isShown()); // the cursor left the word
    }

    void aNameThatStandsThereAlreadyLeavesReturnToTheText()
    {
        open(QStringLiteral("kod/thing/lamp.kod"));
        setCursor("local iAmount;");
        QTest::keyClicks(keys(), QStringLiteral(" return"));
        QTest::qWait(80);
        const int lines = editor().lineCount();
        QTest::keyClick(keys(), Qt::Key_Return);
        QCOMPARE(editor().lineCount(), lines + 1);
    }

    void nothingIsOfferedInCommentsAndStrings()
    {
        open(QStringLiteral("kod/thing/lamp.kod"));
        setCursor("\"lam");
        QTest::keyClicks(keys(), QStringLiteral(" piS"));
        QTest::qWait(80);
        QVERIFY(!assist().completion().isShown());
        setCursor("local iAmount;");
        QTest::keyClicks(keys(), QStringLiteral(" % piS"));
        QTest::qWait(80);
        QVERIFY(!assist().completion().isShown());
        assist().complete();
        QTest::qWait(80);
        QVERIFY(!assist().completion().isShown());
    }

    void itCanBeSwitchedOffAndStillBeAskedFor()
    {
        EditorLook look = editorLook();
        look.completes = false;
        setEditorLook(look);
        open(QStringLiteral("kod/thing/lamp.kod"));
        setCursor("local iAmount;");
        QTest::keyClicks(keys(), QStringLiteral(" piS"));
        QTest::qWait(80);
        QVERIFY(!assist().completion().isShown());
        assist().complete();
        QTRY_VERIFY(assist().completion().isShown());
        look.completes = true;
        setEditorLook(look);
    }

    void aClickTakesARow()
    {
        open(QStringLiteral("kod/thing/lamp.kod"));
        setCursor("Send(what,");
        QTest::keyClicks(keys(), QStringLiteral("@get"));
        CodeCompletion& completion = assist().completion();
        QTRY_VERIFY(completion.isShown() && completion.list().rows().size() >= 2);
        const QString second = completion.list().rows()[1].text;
        QTest::mouseClick(&completion.list(), Qt::LeftButton, {}, QPoint(40, 4 + 22 + 11));
        QVERIFY(!completion.isShown());
        QVERIFY(editor().lineText(editor().cursor().line).contains(QByteArray("@" + second.toUtf8() + "@GetName")));
    }

    void beginningsComeBeforeLettersHereAndThere()
    {
        const auto row = [](const char* name, int rank) { return CompletionRow{{{}, nullptr, QLatin1String(name), {}}, rank}; };
        const auto names = [](const QVector<PopRow>& rows) {
            QStringList all;
            for (const PopRow& one : rows)
                all << one.text;
            return all;
        };
        const QVector<CompletionRow> rows{row("GetRoomName", 9), row("Grow", 0), row("GetRank", 1), row("Regret", 0), row("Other", 0)};
        QCOMPARE(names(rankCompletions(u"getr", rows, 10)), (QStringList{QStringLiteral("GetRank"), QStringLiteral("GetRoomName")}));
        QCOMPARE(names(rankCompletions(u"grn", rows, 10)), (QStringList{QStringLiteral("GetRoomName"), QStringLiteral("GetRank")}));
        QCOMPARE(names(rankCompletions(u"", rows, 2)), (QStringList{QStringLiteral("Grow"), QStringLiteral("Regret")}));
        QCOMPARE(rankCompletions(u"getr", rows, 1).first().marks, (QVector<int>{0, 1, 2, 3}));
    }

    void theParametersOfACallAreToldWhileItIsWritten()
    {
        open(QStringLiteral("kod/thing/lamp.kod"));
        setCursor("local iAmount;");
        QTest::keyClicks(keys(), QStringLiteral(" iAmount = Nth("));
        QTRY_VERIFY(assist().callTipShown() != nullptr);
        QVERIFY2(assist().callTipText().contains(QStringLiteral("Nth")), qPrintable(assist().callTipText()));
        const QString first = assist().callTipText();
        QTest::keyClicks(keys(), QStringLiteral("what,"));
        QTRY_VERIFY(assist().callTipText() != first); // another one is marked
        QTest::keyClick(keys(), Qt::Key_Escape);
        QVERIFY(assist().callTipShown() == nullptr);
        QTest::keyClicks(keys(), QStringLiteral("1"));
        QTest::qWait(60);
        QVERIFY(assist().callTipShown() == nullptr);
        assist().helpCall();
        QTRY_VERIFY(assist().callTipShown() != nullptr);
        QTest::keyClicks(keys(), QStringLiteral(");"));
        QTRY_VERIFY(assist().callTipShown() == nullptr);
    }

    void whatIsTypedIsKnownAtOnce()
    {
        open(QStringLiteral("kod/thing/lamp.kod"));
        setCursor("local iAmount");
        QTest::keyClicks(keys(), QStringLiteral(", iOther"));
        view_->finishAnalysis();
        QVERIFY(view_->isIndexed());
        const auto name = assist().nameAt(editor().cursorOffset());
        QVERIFY(name);
        QCOMPARE(name->key.kind, kod::NameKind::Local);
        QCOMPARE(name->spelling, QStringLiteral("iOther"));
    }
};

QTEST_MAIN(TestCodeAssist)
#include "tst_code_assist.moc"
