// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/help/help_panel.h"
#include "studio/shell/dock.h"
#include "studio/shell/document_area.h"
#include "studio/shell/perspective_docks.h"
#include "studio/shell/problems_panel.h"
#include "studio/shell/project_browser.h"
#include "studio/shell/studio_window.h"
#include "tests/studio/fake_documents.h"
#include "tests/support/shown_studio.h"
#include "ui/search_field.h"
#include "ui/theme.h"

#include <QAction>
#include <QApplication>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>
#include <QTextBlock>
#include <QTextBrowser>
#include <QTextCursor>

#include <algorithm>
#include <memory>

using namespace blak;
using namespace blak::ui;
using namespace blak::ui::help;
using namespace blak::ui::shell;
using blak::test::FakeProject;

class TestHelp : public QObject
{
    Q_OBJECT

    std::unique_ptr<test::OwnSettings> settings_;

private slots:
    void initTestCase() { installTheme(*qApp, ThemeKind::Dark); }

    void init() { settings_ = std::make_unique<test::OwnSettings>(); }

    /// A page of what others have is there before anybody looked at it, and is what they have now.
    void aMadePageIsThereAtOnce()
    {
        HelpPages pages;
        QString key = QStringLiteral("Ctrl+Quibble");
        pages.addMade(QLatin1String(HelpPages::keysPage), [&key] { return QString(QStringLiteral("# Keys of all\n\nWith ") + key); });
        QVERIFY(pages.contains(QLatin1String(HelpPages::keysPage)) && pages.names().contains(QLatin1String(HelpPages::keysPage)));
        QCOMPARE(pages.title(QLatin1String(HelpPages::keysPage)), QStringLiteral("Keys of all"));
        QCOMPARE(pages.resolve(QStringLiteral("studio/start"), QStringLiteral("keys.md")), QLatin1String(HelpPages::keysPage));
        QCOMPARE(pages.search(QStringLiteral("quibble")).value(0).page, QLatin1String(HelpPages::keysPage));
        key = QStringLiteral("Alt+Other");
        QVERIFY(pages.search(QStringLiteral("quibble")).isEmpty());
        QVERIFY(pages.markdown(QLatin1String(HelpPages::keysPage)).contains(key));
    }

    void everyLinkLeadsSomewhere()
    {
        HelpPages pages;
        pages.add(QLatin1String(HelpPages::keysPage), QStringLiteral("# Keys\n"));
        QVERIFY(pages.names().size() > 15);
        static const QRegularExpression links(QStringLiteral("\\]\\(([^)\\s]+\\.md[^)\\s]*)\\)"));
        int seen = 0;
        for (const QString& page : pages.names()) {
            QVERIFY2(!pages.title(page).isEmpty() && pages.title(page) != page, qPrintable(page));
            auto found = links.globalMatch(pages.markdown(page));
            while (found.hasNext()) {
                const QString link = found.next().captured(1);
                ++seen;
                const QString target = pages.resolve(page, link);
                QVERIFY2(!target.isEmpty(), qPrintable(page + QStringLiteral(" -> ") + link));
                const QString heading = target.section(u'#', 1);
                if (heading.isEmpty())
                    continue;
                QStringList headings;
                for (const QString& line : pages.markdown(target.section(u'#', 0, 0)).split(u'\n'))
                    if (line.startsWith(u'#'))
                        headings << headingName(line.mid(line.indexOf(u' ') + 1));
                QVERIFY2(headings.contains(heading), qPrintable(page + QStringLiteral(" -> ") + link));
            }
        }
        QVERIFY(seen > 20);
        QVERIFY(pages.resolve(QStringLiteral("language"), QStringLiteral("https://example.org/a.md")).isEmpty());
        QVERIFY(pages.resolve(QStringLiteral("language"), QStringLiteral("nowhere.md")).isEmpty());
    }

    void everyPageCanBeReachedFromTheStart()
    {
        HelpPages pages;
        const QString start = QLatin1String(HelpPages::startPage);
        for (const QString& page : pages.names()) {
            if (page == start)
                continue;
            const QString file = page.section(u'/', -1) + QStringLiteral(".md");
            QVERIFY2(pages.markdown(start).contains(file), qPrintable(page));
        }
    }

    void searchFindsTitlesFirst()
    {
        const HelpPages pages;
        const QVector<HelpHit> hits = pages.search(QStringLiteral("saving edits"));
        QVERIFY(!hits.isEmpty());
        QCOMPARE(hits.first().page, QStringLiteral("studio/saving"));
        QVERIFY(pages.search(QStringLiteral("zzzxqy")).isEmpty());
        QVERIFY(pages.search(QStringLiteral("  ")).isEmpty());
    }

    /// Words that a newcomer looks for lead to the page for him, not to one that is for who works on the studio.
    void commonWordsLeadToPagesForUsers_data()
    {
        QTest::addColumn<QStringList>("pages");
        const auto row = [](const char* word, const QStringList& pages) { QTest::newRow(word) << pages; };
        row("play", {QStringLiteral("studio/play"), QStringLiteral("play")});
        row("exit", {QStringLiteral("studio/rooms"), QStringLiteral("rooms"), QStringLiteral("studio/play")});
        row("texture", {QStringLiteral("studio/rooms"), QStringLiteral("rooms")});
        row("breakpoint", {QStringLiteral("studio/debug"), QStringLiteral("debugging")});
        row("hotspot", {QStringLiteral("studio/sprites"), QStringLiteral("sprites")});
        row("undo", {QStringLiteral("studio/saving"), QStringLiteral("studio/panels")});
        row("save", {QStringLiteral("studio/saving")});
        row("export", {QStringLiteral("studio/sprites"), QStringLiteral("sprites"), QStringLiteral("studio/rooms"), QStringLiteral("rooms")});
        row("theme", {QStringLiteral("studio/panels")});
        row("profile", {QStringLiteral("studio/debug"), QStringLiteral("debugging"), QStringLiteral("play")}); // the profiler; profiles of Play
    }
    void commonWordsLeadToPagesForUsers()
    {
        QFETCH(QStringList, pages);
        const HelpPages help;
        QStringList found;
        for (const HelpHit& hit : help.search(QLatin1String(QTest::currentDataTag())))
            found << hit.page;
        QVERIFY2(!found.isEmpty() && pages.contains(found.first()), qPrintable(found.join(u' ')));
        const auto isForDevelopers = [](const QString& page) {
            return page == QLatin1String("benchmarks") || page == QLatin1String("reliability") || page.startsWith(QLatin1String("facts/"));
        };
        const auto firstOfThem = std::find_if(found.begin(), found.end(), isForDevelopers);
        for (auto it = firstOfThem; it != found.end(); ++it)
            QVERIFY2(!it->startsWith(QLatin1String("studio/")) && *it != QLatin1String("play"), qPrintable(found.join(u' ')));
    }

    /// The same word with another ending is found, too, and a page that says all words at once comes first.
    void wordsAreFoundByTheirStems()
    {
        const HelpPages pages;
        const QVector<HelpHit> hits = pages.search(QStringLiteral("conditional breakpoint"));
        QVERIFY(hits.size() > 1);
        QCOMPARE(hits.first().page, QStringLiteral("studio/debug"));
        QCOMPARE(hits.first().heading, QStringLiteral("Conditional breakpoints"));
        QVERIFY(pages.markdown(QStringLiteral("studio/debug")).contains(QStringLiteral("Shift+F9")));
        for (const auto& [word, stem] : {std::pair{"conditional", "condition"}, {"breakpoints", "breakpoint"}, {"debugging", "debug"}, {"renamed", "renam"},
                                         {"string", "string"}, {"class", "class"}, {"status", "status"}, {"key", "key"}, {"a", "a"}, {"", ""}})
            QCOMPARE(wordStem(QLatin1String(word)), QLatin1String(stem));
    }

    void excerptsEndBetweenWords()
    {
        const QString text = QStringLiteral("one two three four five six seven eight nine ten");
        QCOMPARE(excerptOf(text, 0, 100), text);
        QCOMPARE(excerptOf(text, 0, 12), QStringLiteral("one two \u2026"));
        const HelpPages pages;
        for (const HelpHit& hit : pages.search(QStringLiteral("breakpoint")))
            if (hit.excerpt.endsWith(u'\u2026'))
                QCOMPARE(hit.excerpt[hit.excerpt.size() - 2], u' ');
        const QString late = excerptOf(text, text.indexOf(QStringLiteral("nine")), 30);
        QVERIFY2(late.startsWith(u'\u2026') && late.contains(QStringLiteral("nine ten")), qPrintable(late));
    }

    /// Enter in the field opens the first hit; Down goes to it, and Enter opens it there.
    void keysOpenWhatWasFound()
    {
        HelpPanel panel;
        panel.resize(420, 500);
        static_cast<QWidget&>(panel).show();
        panel.activateWindow();
        panel.setFocus();
        QTRY_VERIFY(panel.searchField()->hasFocus());
        QTest::keyClicks(panel.searchField(), QStringLiteral("conditional breakpoint"));
        QTest::keyClick(panel.searchField(), Qt::Key_Return);
        QCOMPARE(panel.page(), QStringLiteral("studio/debug"));
        QTest::qWait(100); // what was typed is looked for once
        QCOMPARE(panel.page(), QStringLiteral("studio/debug"));
        panel.searchField()->setFocus();
        QTest::keyClick(panel.searchField(), Qt::Key_Down);
        QVERIFY(panel.page().isEmpty() && panel.browser()->hasFocus());
        QTest::keyClick(panel.browser(), Qt::Key_Return);
        QCOMPARE(panel.page(), QStringLiteral("studio/debug"));
    }

    /// A part of a word counts only where no page has it as the beginning of one.
    void partsOfWordsComeLast()
    {
        HelpPages help;
        help.add(QStringLiteral("studio/xa"), QStringLiteral("# One\nBLAK_ZZQPLAY and disqzzqplay\n"));
        help.add(QStringLiteral("studio/xb"), QStringLiteral("# Two\nzzqplaying\n"));
        QCOMPARE(help.search(QStringLiteral("zzqplay")).size(), 1);
        QCOMPARE(help.search(QStringLiteral("zzqplay")).first().page, QStringLiteral("studio/xb"));
        QCOMPARE(help.search(QStringLiteral("zqplay")).size(), 2);
    }

    /// As when its dock was left open: no empty page; and who asks for a page gets that one alone.
    void aPanelThatComesWithTheWindowShowsTheContents()
    {
        HelpPanel panel;
        static_cast<QWidget&>(panel).show();
        QTRY_COMPARE(panel.page(), QLatin1String(HelpPages::startPage));
        HelpPanel asked;
        static_cast<QWidget&>(asked).show();
        asked.show(QStringLiteral("studio/rooms"));
        QTest::qWait(50);
        QCOMPARE(asked.page(), QStringLiteral("studio/rooms"));
        asked.back();
        QCOMPARE(asked.page(), QStringLiteral("studio/rooms")); // there is nothing before it
    }

    void linksBackAndForward()
    {
        HelpPanel panel;
        panel.resize(420, 500);
        static_cast<QWidget&>(panel).show();
        panel.show(QStringLiteral("studio/start"));
        QVERIFY(panel.shownText().contains(QStringLiteral("Open a project you already have")));
        // By keys: Tab goes from link to link, Enter follows.
        panel.browser()->setFocus();
        QTest::keyClick(panel.browser(), Qt::Key_Tab);
        QTest::keyClick(panel.browser(), Qt::Key_Return);
        QCOMPARE(panel.page(), QStringLiteral("studio/opening"));
        emit panel.browser()->anchorClicked(QUrl(QStringLiteral("../diagnostics.md#k0102-invalid-character")));
        QCOMPARE(panel.page(), QStringLiteral("diagnostics"));
        QCOMPARE(panel.browser()->textCursor().block().text(), QStringLiteral("K0102: invalid character"));
        const auto top = [&panel] { return panel.browser()->cursorForPosition(QPoint(30, 20)).block().text(); };
        QTRY_COMPARE(top(), QStringLiteral("K0102: invalid character"));
        panel.resize(300, 500); // as a dock gets its width: lines break anew
        QTest::qWait(50);
        QCOMPARE(top(), QStringLiteral("K0102: invalid character"));
        QTest::keyClick(panel.browser(), Qt::Key_PageDown); // from here on it stays where it was scrolled to
        panel.resize(420, 500);
        QTest::qWait(50);
        QVERIFY(top() != QStringLiteral("K0102: invalid character"));
        panel.back();
        QCOMPARE(panel.page(), QStringLiteral("studio/opening"));
        panel.back();
        QCOMPARE(panel.page(), QStringLiteral("studio/start"));
        panel.forward();
        QCOMPARE(panel.page(), QStringLiteral("studio/opening"));
        QSignalSpy left(&panel, &HelpPanel::linkOpened);
        emit panel.browser()->anchorClicked(QUrl(QStringLiteral("https://example.org")));
        QCOMPARE(left.size(), 1);
        panel.show(QStringLiteral("no/such/page"));
        QCOMPARE(panel.page(), QStringLiteral("studio/start"));
    }

    void typingSearches()
    {
        HelpPanel panel;
        panel.resize(420, 500);
        static_cast<QWidget&>(panel).show();
        panel.show(QStringLiteral("studio/start"));
        QTest::keyClicks(panel.searchField(), QStringLiteral("line table"));
        QTRY_VERIFY(panel.page().isEmpty());
        QVERIFY(panel.shownText().contains(QStringLiteral("Object code beside its source")));
        panel.back();
        QCOMPARE(panel.page(), QStringLiteral("studio/start"));
        panel.searchFor(QStringLiteral("zzzxqy"));
        QVERIFY(panel.shownText().contains(QStringLiteral("No page holds all these words")));
    }

    void f1ShowsThePageForWhereOneIs()
    {
        FakeProject project;
        StudioWindow window(test::fakeTypes(), test::fakeActions());
        window.resize(1280, 800);
        window.show();
        window.activateWindow();
        QApplication::processEvents();
        QTest::keyClick(&window, Qt::Key_F1); // on the welcome page
        QCOMPARE(window.helpPanel().page(), QStringLiteral("studio/start"));
        QVERIFY(window.helpPanel().isVisible());
        window.open(project.path("rooms/lantern.roo"));
        QTRY_VERIFY(window.documents().current() != nullptr);
        QVERIFY(!window.docks().dock(QStringLiteral("help"))->isVisible()); // not in the way by itself
        window.documents().current()->setFocus();
        QTest::keyClick(&window, Qt::Key_F1);
        QCOMPARE(window.helpPanel().page(), QStringLiteral("studio/rooms"));
        QVERIFY(window.helpPanel().isVisible());
        window.browser().filter()->setFocus();
        QTest::keyClick(window.browser().filter(), Qt::Key_F1);
        QCOMPARE(window.helpPanel().page(), QStringLiteral("studio/opening"));
    }

    void theKeysPageIsMadeFromTheTable()
    {
        StudioWindow window(test::fakeTypes(), test::fakeActions());
        window.show();
        window.actions().setKeys(QStringLiteral("studio.file.save"), {QKeySequence(Qt::CTRL | Qt::Key_F12)});
        window.actions().action(QStringLiteral("studio.help.keys"))->trigger();
        QCOMPARE(window.helpPanel().page(), QStringLiteral("studio/keys"));
        for (const ActionSpec& spec : window.actions().specs()) {
            QString text = spec.text;
            QVERIFY2(window.helpPanel().shownText().contains(text.remove(u'&')), qPrintable(spec.id));
        }
        QVERIFY(window.helpPanel().shownText().contains(QStringLiteral("Ctrl+F12")));
    }
};

QTEST_MAIN(TestHelp)
#include "tst_help.moc"
