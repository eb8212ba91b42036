// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/server/big_world.h"

#include <QTest>

#include <new>

using namespace blak;

namespace {

std::size_t allocations = 0;

} // namespace

void* operator new(std::size_t size)
{
    ++allocations;
    if (void* memory = std::malloc(size))
        return memory;
    throw std::bad_alloc();
}

void* operator new(std::size_t size, const std::nothrow_t&) noexcept
{
    ++allocations;
    return std::malloc(size);
}

void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace {

/// Counts and adds up; allocates nothing itself.
class CountingSink final : public ByteSink
{
public:
    void take(std::span<const std::byte> part) override
    {
        size += part.size();
        for (const std::byte byte : part)
            sum = sum * 31 + std::to_integer<std::uint64_t>(byte);
    }

    std::size_t size = 0;
    std::uint64_t sum = 0;
};

} // namespace

class TestSnapshot : public QObject
{
    Q_OBJECT

private slots:
    void writingAllocatesNothingAndEqualsASaveAfterACollection_data()
    {
        QTest::addColumn<int>("dialect");
        QTest::newRow("classic") << 0;
        QTest::newRow("classic97") << 1;
        QTest::newRow("open105") << 2;
    }

    void writingAllocatesNothingAndEqualsASaveAfterACollection()
    {
        QFETCH(const int, dialect);
        const vm::Dialect& chosen = dialect == 0 ? vm::classic : dialect == 1 ? vm::classic97 : vm::open105;
        test::BigWorld world(chosen, 3000, true);
        world.machine->newString("nobody knows it");
        const std::int64_t known = world.machine->newString("known");
        world.machine->setProperty(0, 4, {bof::Tag::String, known});
        world.machine->newDynamicResource("Ann");
        constexpr std::int64_t user = 2000;

        const auto plan = world.machine->planSnapshot({{7, user}});
        CountingSink game, strings, resources;
        const std::size_t before = allocations;
        plan->findReachable();
        plan->writeGame(game);
        plan->writeStrings(strings);
        plan->writeResources(resources);
        QCOMPARE(allocations, before);

        std::vector<std::int64_t> roots{user};
        world.machine->collect(roots);
        const auto equals = [](const CountingSink& sink, const std::vector<std::byte>& bytes) {
            CountingSink expected;
            expected.take(bytes);
            return sink.size == expected.size && sink.sum == expected.sum;
        };
        const save::User renumbered{7, static_cast<std::int32_t>(roots[0])};
        QVERIFY(equals(game, world.machine->writeGame(std::span(&renumbered, 1))));
        QVERIFY(equals(strings, save::write(world.machine->saveStrings())));
        QVERIFY(equals(resources, save::write(world.machine->saveDynamicResources())));
        QVERIFY(world.machine->saveStrings().entries.size() == 1);
    }
};

QTEST_APPLESS_MAIN(TestSnapshot)
#include "tst_snapshot.moc"
