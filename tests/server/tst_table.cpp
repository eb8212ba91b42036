// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/vm/table.h"

#include <QTest>

#include <random>

using blak::vm::Table;

/// Buckets are chosen without a division; saved tables depend on the order of buckets.
class TestTable : public QObject
{
    Q_OBJECT

private slots:
    void bucketsAreTheRemaindersOfTheHashes()
    {
        std::mt19937 random(1);
        for (const std::size_t buckets : {1u, 2u, 23u, 1009u, 19463u, 199999u}) {
            Table<std::uint64_t> table(buckets);
            for (const std::uint32_t hash : {0u, 1u, 22u, 23u, 0x7FFFFFFFu, 0xFFFFFFFEu, 0xFFFFFFFFu})
                table.add(hash, 0, hash);
            for (int i = 0; i < 1000; ++i) {
                const auto hash = static_cast<std::uint32_t>(random());
                table.add(hash, 0, hash);
            }
            std::size_t last = 0;
            std::size_t count = 0;
            table.each([&](const auto& node) {
                QVERIFY(node.hash % buckets >= last);
                last = node.hash % buckets;
                ++count;
            });
            QCOMPARE(count, table.size());
        }
    }
};

QTEST_APPLESS_MAIN(TestTable)
#include "tst_table.moc"
