// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/diff/sequence.h"
#include "formats/diff/text_diff.h"

#include <QTest>

#include <algorithm>
#include <random>

using namespace blak::diff;

namespace {

/// Length of the longest common subsequence, the slow way.
std::size_t commonLength(const std::vector<std::uint32_t>& a, const std::vector<std::uint32_t>& b)
{
    std::vector<std::size_t> row(b.size() + 1);
    for (const std::uint32_t one : a) {
        std::size_t corner = 0;
        for (std::size_t j = 0; j < b.size(); ++j) {
            const std::size_t above = row[j + 1];
            row[j + 1] = one == b[j] ? corner + 1 : std::max(row[j + 1], row[j]);
            corner = above;
        }
    }
    return row.back();
}

} // namespace

class TestTextDiff : public QObject
{
    Q_OBJECT

private slots:
    void runsCoverBothSequencesAndFindTheLongestCommonPart()
    {
        std::mt19937 random(7);
        for (int round = 0; round < 400; ++round) {
            const auto make = [&random] {
                std::vector<std::uint32_t> all(random() % 40);
                for (std::uint32_t& one : all)
                    one = static_cast<std::uint32_t>(random() % 5);
                return all;
            };
            const std::vector<std::uint32_t> left = make(), right = make();
            std::size_t i = 0, j = 0, common = 0;
            for (const Run& run : compareSequences(left, right)) {
                QCOMPARE(run.left, i);
                QCOMPARE(run.right, j);
                for (std::size_t k = 0; run.same && k < run.leftCount; ++k)
                    QCOMPARE(left[i + k], right[j + k]);
                i += run.leftCount;
                j += run.rightCount;
                common += run.same ? run.leftCount : 0;
            }
            QCOMPARE(i, left.size());
            QCOMPARE(j, right.size());
            QCOMPARE(common, commonLength(left, right));
        }
    }

    void unlikeSequencesOfGreatLengthEnd()
    {
        std::vector<std::uint32_t> left(60'000), right(60'000);
        for (std::size_t i = 0; i < left.size(); ++i) {
            left[i] = static_cast<std::uint32_t>(i * 7 % 1009);
            right[i] = static_cast<std::uint32_t>(i * 13 % 997 + 500);
        }
        std::size_t covered = 0;
        for (const Run& run : compareSequences(left, right))
            covered += run.leftCount;
        QCOMPARE(covered, left.size());
    }

    void aChangedWordIsMarkedInsideItsLine()
    {
        const auto pairs =
            compareLines(splitLines("one\nthe lamp burns\nlast"), splitLines("one\nthe lantern burns\nlast\nmore"));
        QCOMPARE(pairs.size(), std::size_t{4});
        QVERIFY(pairs[0].same && !pairs[1].same && pairs[2].same);
        QCOMPARE(pairs[1].left, 1);
        QCOMPARE(pairs[1].right, 1);
        QCOMPARE(pairs[1].leftSpans, (std::vector<Span>{{4, 8}}));
        QCOMPARE(pairs[1].rightSpans, (std::vector<Span>{{4, 11}}));
        QCOMPARE(pairs[3].left, -1);
        QCOMPARE(pairs[3].right, 3);
    }

    void aLineThatWasPutInBeforeAChangedOneStandsAlone()
    {
        const auto pairs =
            compareLines(splitLines("send(self,@Go,#what=who)"), splitLines("% now with care\nsend(self,@Run,#what=who)"));
        QCOMPARE(pairs.size(), std::size_t{2});
        QCOMPARE(pairs[0].left, -1);
        QCOMPARE(pairs[1].left, 0);
        QCOMPARE(pairs[1].right, 1);
    }

    /// Alike by their letters though no word is, or little else: on one row, whatever stands around them.
    void changedLinesStandOppositeEachOther()
    {
        const auto rows = [](std::string_view left, std::string_view right) {
            QStringList all;
            for (const LinePair& pair : compareLines(splitLines(left), splitLines(right)))
                all << QStringLiteral("%1%2%3").arg(pair.left).arg(QChar(pair.same ? u'=' : pair.related ? u'~' : u'|')).arg(pair.right);
            return all.join(u' ');
        };
        QCOMPARE(rows("  piHitpoints = 10;", "  piHit_points = 10;"), QStringLiteral("0~0"));
        QCOMPARE(rows("a\nviValueAverage\nb", "a\nviValueAverages\nb"), QStringLiteral("0=0 1~1 2=2"));
        // Lines that were put in or taken out before, between, behind.
        QCOMPARE(rows("return piCount + 1;\nsend(self,@Burn,#light=12);", "% once a day\nreturn piCount + 2;\nplOil = $;\nsend(self,@Burn,#light=13);\nbreak;"),
                 QStringLiteral("-1|0 0~1 -1|2 1~3 -1|4"));
        QCOMPARE(rows("x\nfirst line of the poem\nsecond line of the song\nx", "x\nsecond line of a song\nx"), QStringLiteral("0=0 1|-1 2~1 3=2"));
        // What has nothing in common shares its rows as far as there are some on both sides.
        QCOMPARE(rows("x\nabc\ndef\nx", "x\n123\n456\n789\nx"), QStringLiteral("0=0 1|1 2|2 -1|3 3=4"));
        QCOMPARE(rows("x\n\ty\nz", "x\n    y\nz"), QStringLiteral("0=0 1~1 2=2"));
    }

    void likenessGoesFromNothingToAll()
    {
        QCOMPARE(likeness("send(self)", "send(self)"), 1000);
        QCOMPARE(likeness("  a b", "ab"), 1000);
        QCOMPARE(likeness("abc", "xyz"), 0);
        QCOMPARE(likeness("", "x"), 0);
        QCOMPARE(likeness("", "  "), 1000);
        QCOMPARE(likeness("abcde", "abcdx"), likeness("abcdx", "abcde"));
        QVERIFY(likeness("abcde", "abcdx") > likeness("abcde", "abxyz"));
    }

    /// Of a text whose lines were changed in all ways: both sides are whole and in order, marks lie in their lines and leave equal
    /// texts outside, and a line that changed a little is found again, in stretches of any length.
    void madeUpEditsAreSeenAsTheyWereMade()
    {
        std::mt19937 random(23);
        const auto below = [&random](std::size_t count) { return static_cast<std::size_t>(random() % count); };
        const auto word = [&] {
            std::string letters;
            for (std::size_t i = 3 + below(6); i > 0; --i)
                letters += static_cast<char>('a' + below(26));
            return letters;
        };
        const auto line = [&] {
            std::string text = std::string(below(3) * 3, ' ') + word();
            for (std::size_t i = 3 + below(4); i > 0; --i)
                text += (below(4) == 0 ? "," : " ") + word();
            return text;
        };
        std::size_t changed = 0, found = 0;
        for (int round = 0; round < 200; ++round) {
            std::vector<std::string> before, after;
            std::vector<std::pair<std::int64_t, std::int64_t>> made;
            const std::size_t count = round % 10 == 0 ? 400 : 1 + below(40);
            const std::size_t calm = below(4); // of five lines: as they were
            for (std::size_t i = 0; i < count; ++i) {
                if (below(6) == 0)
                    after.push_back(line());
                const std::string text = line();
                if (below(8) == 0) {
                    before.push_back(text);
                    continue;
                }
                std::string other = text;
                if (below(5) >= calm) {
                    other.replace(other.rfind(' ') == std::string::npos ? 0 : other.rfind(' ') + 1, std::string::npos, word());
                    if (other != text)
                        made.emplace_back(static_cast<std::int64_t>(before.size()), static_cast<std::int64_t>(after.size()));
                }
                before.push_back(text);
                after.push_back(other);
            }
            const std::vector<std::string_view> left(before.begin(), before.end()), right(after.begin(), after.end());
            const auto pairs = compareLines(left, right);
            std::int64_t nextLeft = 0, nextRight = 0;
            for (const LinePair& pair : pairs) {
                QVERIFY(pair.left >= 0 || pair.right >= 0);
                if (pair.left >= 0)
                    QCOMPARE(pair.left, nextLeft++);
                if (pair.right >= 0)
                    QCOMPARE(pair.right, nextRight++);
                const bool isBoth = pair.left >= 0 && pair.right >= 0;
                if (!isBoth || pair.same || !pair.related) {
                    QVERIFY(pair.leftSpans.empty() && pair.rightSpans.empty());
                    continue;
                }
                const auto outside = [](std::string_view text, const std::vector<Span>& spans) {
                    std::string rest;
                    std::size_t at = 0;
                    for (const Span& span : spans) {
                        if (span.begin < at || span.end <= span.begin || span.end > text.size())
                            return std::string("a bad span");
                        rest += text.substr(at, span.begin - at);
                        at = span.end;
                    }
                    return rest + std::string(text.substr(at));
                };
                QVERIFY(!pair.leftSpans.empty() || !pair.rightSpans.empty());
                QCOMPARE(outside(left[static_cast<std::size_t>(pair.left)], pair.leftSpans), outside(right[static_cast<std::size_t>(pair.right)], pair.rightSpans));
            }
            QCOMPARE(nextLeft, static_cast<std::int64_t>(left.size()));
            QCOMPARE(nextRight, static_cast<std::int64_t>(right.size()));
            for (const auto& [l, r] : made) {
                ++changed;
                found += std::ranges::any_of(pairs, [&](const LinePair& pair) { return pair.left == l && pair.right == r && pair.related; }) ? 1u : 0u;
            }
        }
        QVERIFY(changed > 1000);
        QVERIFY2(found * 100 >= changed * 97, qPrintable(QStringLiteral("%1 of %2").arg(found).arg(changed)));
    }

    /// Nothing in common over many lines: it ends, and both are whole.
    void longTextsWithoutACommonLineEnd()
    {
        std::vector<std::string> before, after;
        for (int i = 0; i < 20'000; ++i) {
            before.push_back("left " + std::to_string(i * 7919) + " of the first text");
            after.push_back("right " + std::to_string(i * 6007 + 3) + " in the other one");
        }
        const std::vector<std::string_view> left(before.begin(), before.end()), right(after.begin(), after.end());
        std::size_t lefts = 0, rights = 0;
        for (const LinePair& pair : compareLines(left, right)) {
            lefts += pair.left >= 0 ? 1u : 0u;
            rights += pair.right >= 0 ? 1u : 0u;
        }
        QCOMPARE(lefts, left.size());
        QCOMPARE(rights, right.size());
    }

    void bytesAreMarkedOneByOne()
    {
        std::vector<std::byte> left(40, std::byte{1}), right = left;
        right[17] = std::byte{9};
        const auto pairs = compareBytes(left, right);
        QCOMPARE(pairs.size(), std::size_t{3});
        QVERIFY(pairs[0].same && !pairs[1].same && pairs[2].same);
        QCOMPARE(pairs[1].leftSpans, (std::vector<Span>{{1, 2}}));
    }

    void linesEndInEveryOldWay()
    {
        QCOMPARE(splitLines("a\r\nb\rc\n"), (std::vector<std::string_view>{"a", "b", "c"}));
        QCOMPARE(splitLines("\n\n"), (std::vector<std::string_view>{"", ""}));
        QVERIFY(splitLines("").empty());
    }

    void pairsTurnOneTextIntoTheOther()
    {
        std::mt19937 random(3);
        for (int round = 0; round < 300; ++round) {
            const auto make = [&random] {
                std::vector<std::string_view> all;
                for (auto i = random() % 12; i > 0; --i)
                    all.push_back(std::string_view("abcd").substr(random() % 4, 1));
                return all;
            };
            const auto left = make(), right = make();
            std::vector<std::string_view> takenLeft, takenRight;
            for (const LinePair& pair : compareLines(left, right)) {
                if (pair.left >= 0)
                    takenLeft.push_back(left.at(static_cast<std::size_t>(pair.left)));
                if (pair.right >= 0)
                    takenRight.push_back(right.at(static_cast<std::size_t>(pair.right)));
                QCOMPARE(pair.same, pair.left >= 0 && pair.right >= 0 && takenLeft.back() == takenRight.back());
            }
            QCOMPARE(takenLeft, left);
            QCOMPARE(takenRight, right);
        }
    }
};

QTEST_APPLESS_MAIN(TestTextDiff)
#include "tst_text_diff.moc"
