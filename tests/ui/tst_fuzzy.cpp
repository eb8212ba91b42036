// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/sanitized.h"
#include "ui/fuzzy.h"

#include <QElapsedTimer>
#include <QTest>

#include <limits>

using namespace blak;
using namespace blak::ui;

class TestFuzzy : public QObject
{
    Q_OBJECT

    static QStringList ranked(const QString& pattern, const QStringList& texts)
    {
        QStringList out;
        for (const int index : fuzzyRank(pattern, QVector<QString>(texts.begin(), texts.end()), 10))
            out << texts[index];
        return out;
    }

private slots:
    void whatDoesNotContainTheLettersIsLeftOut()
    {
        QCOMPARE(fuzzyScore(u"xyz", u"lantern.roo"), -1);
        QCOMPARE(fuzzyScore(u"ooor", u"lantern.roo"), -1);
        QVERIFY(fuzzyScore(u"lroo", u"lantern.roo") > 0);
        QCOMPARE(fuzzyScore(u"  ", u"anything"), 0);
    }

    /// What the palette does at each key: 20 000 names, ranked as fuzzyRank does, within 10 ms.
    void twentyThousandNamesAreRankedAtOnce()
    {
        QVector<QString> names;
        const QStringList words{QStringLiteral("lantern"), QStringLiteral("castle"), QStringLiteral("Monster"),
                                QStringLiteral("guild"),   QStringLiteral("Potion"), QStringLiteral("sewer"),
                                QStringLiteral("troll"),   QStringLiteral("Sword")};
        for (int i = 0; i < 20000; ++i)
            names << words[i % 8] + words[(i / 8) % 8] + QString::number(i) + QStringLiteral(".roo");
        const FuzzyNames all(names);
        for (const char* pattern : {"l", "lant", "mons17", "castlesword", "zzz", "tr99", "*.roo", ".roo", "cas*9.roo", "r"}) {
            const QString wanted = QLatin1String(pattern);
            QElapsedTimer clock;
            qint64 best = std::numeric_limits<qint64>::max();
            QVector<int> found;
            for (int run = 0; run < 3; ++run) { // the machine may be busy
                clock.start();
                found = all.rank(wanted, 10);
                best = std::min(best, clock.nsecsElapsed());
            }
            qInfo("%s: %.2f ms", pattern, static_cast<double>(best) / 1e6);
            QVERIFY2(test::isSanitized || best < 10'000'000, qPrintable(QStringLiteral("%1: %2 ms").arg(wanted).arg(static_cast<double>(best) / 1e6)));
            QCOMPARE(found, fuzzyRank(wanted, names, 10));
        }
    }

    /// Among names that fit alike the other names of a thing, what players call it say, count nothing.
    void whatElseAThingIsCalledDoesNotTellAgainstIt()
    {
        QCOMPARE(ranked(QStringLiteral("guildh"), {QStringLiteral("guildh1.roo\nThe very long name of the first hall"), QStringLiteral("guildh10.roo\nHall"),
                                                   QStringLiteral("guildh2.roo\nThe second hall"), QStringLiteral("guildh3.roo")}),
                 (QStringList{QStringLiteral("guildh1.roo\nThe very long name of the first hall"), QStringLiteral("guildh2.roo\nThe second hall"),
                              QStringLiteral("guildh3.roo"), QStringLiteral("guildh10.roo\nHall")}));
    }

    void wholeWordsAndWordStartsWin()
    {
        QCOMPARE(ranked(QStringLiteral("room"),
                        {QStringLiteral("Zoom the roof"), QStringLiteral("mushroom.bgf"), QStringLiteral("Room perspective")}),
                 (QStringList{QStringLiteral("Room perspective"), QStringLiteral("mushroom.bgf")}));
        QCOMPARE(ranked(QStringLiteral("rl"), {QStringLiteral("world"), QStringLiteral("Reset layout")}).first(),
                 QStringLiteral("Reset layout"));
        QCOMPARE(ranked(QStringLiteral("gtf"), {QStringLiteral("gift"), QStringLiteral("Go to file")}).first(),
                 QStringLiteral("Go to file"));
    }

    void aLaterLetterIsFoundEvenWhenAWordStartTempts()
    {
        QVERIFY(fuzzyScore(u"abc", u"a b-x bc") > 0);
        QVERIFY(fuzzyScore(u"ar", u"bar/a") > 0); // the word start at the end has no r behind it
    }

    /// Whole names, then begins of names, then begins of words, whatever else their letters would count.
    void namesAreSortedIntoTiers()
    {
        const QString inn = QStringLiteral("lantern.roo\nThe Lantern Inn\nLanternInn");
        QCOMPARE(fuzzyTier(u"lantern", inn), FuzzyTier::Whole); // without its ending
        QCOMPARE(fuzzyTier(u"lantern.roo", inn), FuzzyTier::Whole);
        QCOMPARE(fuzzyTier(u"the lantern INN ", inn), FuzzyTier::Whole);
        QCOMPARE(fuzzyTier(u"LanternInn", inn), FuzzyTier::Whole);
        QCOMPARE(fuzzyTier(u"lantern.r", inn), FuzzyTier::NameStart);
        QCOMPARE(fuzzyTier(u"the l", inn), FuzzyTier::NameStart);
        QCOMPARE(fuzzyTier(u"inn", inn), FuzzyTier::WordStart);
        QCOMPARE(fuzzyTier(u"ante", inn), FuzzyTier::Loose);
        QCOMPARE(ranked(QStringLiteral("inn"), {QStringLiteral("InnKeeper"), QStringLiteral("winner"), QStringLiteral("theinn.bgf"),
                                                QStringLiteral("Old Inn"), QStringLiteral("inn.roo")}),
                 (QStringList{QStringLiteral("inn.roo"), QStringLiteral("InnKeeper"), QStringLiteral("Old Inn"), QStringLiteral("winner"),
                              QStringLiteral("theinn.bgf")}));
    }

    void withinATierTheKindDecides()
    {
        const FuzzyNames names({QStringLiteral("Brick"), QStringLiteral("BrickLayer"), QStringLiteral("brick.bgf"), QStringLiteral("brick.roo"),
                                QStringLiteral("brickyard.roo"), QStringLiteral("brick.png"), QStringLiteral("a b rick.roo")},
                               {0, 0, 1, 2, 2, 3, 2});
        const auto ranked = [&](const QString& typed, const QVector<NameRank>& ranks) {
            QStringList out;
            for (const int i : names.rank(typed, 10, ranks))
                out << names.names()[i];
            return out;
        };
        using enum NameRank;
        const QStringList rooms = ranked(QStringLiteral("brick"), {Common, Common, Own, Seldom});
        QCOMPARE(rooms.mid(0, 3), (QStringList{QStringLiteral("brick.roo"), QStringLiteral("Brick"), QStringLiteral("brick.bgf")}));
        QCOMPARE(rooms.mid(3, 3), (QStringList{QStringLiteral("brickyard.roo"), QStringLiteral("BrickLayer"), QStringLiteral("brick.png")}));
        QCOMPARE(rooms.last(), QStringLiteral("a b rick.roo")); // of the page, but it hardly fits
        QCOMPARE(ranked(QStringLiteral("brick"), {Common, Own, Common, Seldom}).first(), QStringLiteral("brick.bgf"));
        QCOMPARE(ranked(QStringLiteral("brick"), {Own, Common, Common, Seldom}).first(), QStringLiteral("Brick"));
        QCOMPARE(ranked(QStringLiteral("brick.png"), {Own, Common, Common, Seldom}).first(), QStringLiteral("brick.png"));
        QCOMPARE(ranked(QStringLiteral("brick.bgf"), {Common, Common, Own, Seldom}).first(), QStringLiteral("brick.bgf"));
        QCOMPARE(ranked(QString(), {Common, Common, Own, Seldom}).first(), QStringLiteral("Brick")); // their order stays
    }

    /// What compilers made, and hidden files, stand after all others, unless just they are typed.
    void whatIsMadeStandsLast()
    {
        const FuzzyNames names({QStringLiteral("brick.bof"), QStringLiteral("bartender.kod"), QStringLiteral("rubric k.txt"), QStringLiteral("brick.kod"),
                                QStringLiteral(".bricks")},
                               {1, 0, 2, 0, 1});
        const auto ranked = [&](const QString& typed) {
            QStringList out;
            for (const int i : names.rank(typed, 10, {NameRank::Common, NameRank::Last, NameRank::Seldom}))
                out << names.names()[i];
            return out;
        };
        QCOMPARE(ranked(QStringLiteral("bric")), (QStringList{QStringLiteral("brick.kod"), QStringLiteral("rubric k.txt"), QStringLiteral("brick.bof"), QStringLiteral(".bricks")}));
        QCOMPARE(ranked(QStringLiteral("brick.bof")).first(), QStringLiteral("brick.bof"));
        QCOMPARE(ranked(QStringLiteral(".bof")), QStringList(QStringLiteral("brick.bof")));
        QCOMPARE(ranked(QStringLiteral(".bricks")).first(), QStringLiteral(".bricks"));
    }

    void endingsFindTheirFiles()
    {
        const QStringList files{QStringLiteral("resources.txt"), QStringLiteral("a.rsc.old"), QStringLiteral("lantern.rsc\nLantern.x"),
                                QStringLiteral("other.rsc"), QStringLiteral("landing.roo")};
        const QStringList rsc{files[2], files[3], files[1]};
        QCOMPARE(ranked(QStringLiteral(".rsc"), files), rsc);
        QCOMPARE(ranked(QStringLiteral("*.RSC "), files), rsc);
        QCOMPARE(ranked(QStringLiteral(".rs"), files), rsc); // on the way there
        QCOMPARE(ranked(QStringLiteral("lan*.r"), files), (QStringList{files[2], files[4]}));
        QCOMPARE(ranked(QStringLiteral("lan*"), files), (QStringList{files[2], files[4]}));
        QCOMPARE(ranked(QStringLiteral(".xyz"), files), QStringList()); // no letters instead
        QCOMPARE(ranked(QStringLiteral("other.rsc"), files).first(), files[3]);
    }

    void tiesKeepTheirOrder()
    {
        QCOMPARE(ranked(QString(), {QStringLiteral("b"), QStringLiteral("a")}),
                 (QStringList{QStringLiteral("b"), QStringLiteral("a")}));
        QCOMPARE(fuzzyRank(u"", QVector<QString>(20, QStringLiteral("x")), 10).size(), 10);
    }
};

QTEST_APPLESS_MAIN(TestFuzzy)
#include "tst_fuzzy.moc"
