// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/diff/sequence.h"
#include "formats/diff/text_diff.h"

#include <QTest>

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
