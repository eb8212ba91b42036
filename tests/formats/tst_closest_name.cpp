// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/base/closest_name.h"

#include <QTest>

using namespace blak;

class TestClosestName : public QObject
{
    Q_OBJECT

private slots:
    void aMistypedWord()
    {
        const std::vector<std::string> names{"room", "serve", "compile"};
        QCOMPARE(closestName("rom", names), std::optional<std::string>("room"));
        QCOMPARE(closestName("sevre", names), std::optional<std::string>("serve"));
        QCOMPARE(closestName("anything", names), std::optional<std::string>());
    }

    void severalAreProposedTheLikeliestFirst()
    {
        const std::vector<std::string> names{"Apple", "KnightShield", "Knight", "Nightcap", "Lamp"};
        QCOMPARE(closestNames("Knights", names, 3), (std::vector<std::string>{"Knight", "KnightShield"}));
        QCOMPARE(closestNames("aple", names, 3), std::vector<std::string>{"Apple"}); // without regard to case
        QCOMPARE(closestNames("SHIELD", names, 3), std::vector<std::string>{"KnightShield"});
        QCOMPARE(closestNames("zzz", names, 3), std::vector<std::string>{});
        QCOMPARE(closestNames("", names, 3), std::vector<std::string>{});
        QCOMPARE(closestNames("Knight", names, 1), std::vector<std::string>{"Knight"});
        QCOMPARE(closestNames(std::string(100'000, 'x'), names, 3), std::vector<std::string>{}); // and takes no time
    }
};

QTEST_MAIN(TestClosestName)
#include "tst_closest_name.moc"
