// SPDX-License-Identifier: GPL-3.0-or-later
// Who is served when: clients that are numbers, messages that are costs, a clock that is a sum.
#include "server/sessions/fairness.h"

#include <QTest>

#include <algorithm>
#include <deque>
#include <map>
#include <random>

using namespace blak::serve;

namespace {

constexpr std::size_t cheapKind = 300, dearKind = 301;

/// A server whose time passes only by what its clients ask for.
class Server
{
public:
    struct Message
    {
        std::size_t kind = cheapKind;
        double cost = 0; ///< milliseconds
        double came = 0;
    };
    struct Client
    {
        Share share;
        std::deque<Message> messages;
        std::vector<double> waits; ///< milliseconds from coming to having been served
    };

    Server(double messages, double work) { fairness.setRates({messages, work}); }

    void add(std::int64_t number) { clients[number].share = fairness.newcomer(ticks()); }

    void send(std::int64_t number, std::size_t kind, double cost)
    {
        Client& client = clients.at(number);
        client.messages.push_back({kind, cost, now});
        fairness.refill(client.share, true, ticks());
        bool more = true;
        while (more && fairness.mayTakeAtOnce(client.share, next(client)))
            more = take(number);
        fairness.wait(number, client.share, more);
    }

    void turn()
    {
        fairness.serve(
            ticks(), false,
            [this](std::int64_t number) -> std::optional<Fairness::Client> {
                const auto found = clients.find(number);
                if (found == clients.end())
                    return std::nullopt;
                return Fairness::Client{found->second.share, next(found->second), true};
            },
            [this](std::int64_t number) { return take(number); });
        now += 0.3; // what a turn costs besides
    }

    static std::size_t next(const Client& client) { return client.messages.empty() ? 0 : client.messages.front().kind; }

    bool take(std::int64_t number)
    {
        Client& client = clients.at(number);
        if (client.messages.empty()) {
            fairness.charge(client.share, {.counts = false});
            return false;
        }
        const Message message = client.messages.front();
        client.messages.pop_front();
        const std::int64_t begun = ticks();
        now += message.cost;
        client.waits.push_back(now - message.came);
        fairness.charge(client.share, {.kind = message.kind, .milliseconds = ticks() - begun});
        return true;
    }

    std::int64_t ticks() const { return static_cast<std::int64_t>(now); }

    Fairness fairness;
    std::map<std::int64_t, Client> clients;
    double now = 1'000'000;
};

double p99(std::vector<double> values)
{
    std::ranges::sort(values);
    return values.empty() ? 0 : values[values.size() * 99 / 100];
}

} // namespace

class TestFairness : public QObject
{
    Q_OBJECT

private slots:
    /// A thousand who ask again and again for what takes 2 ms, and one who plays.
    void dearRequestsKeepNobodyWaiting_data()
    {
        QTest::addColumn<int>("floods");
        QTest::addColumn<double>("cost");
        QTest::newRow("1 000 of 2 ms") << 1000 << 2.0;
        QTest::newRow("1 000 of 0.7 ms, less than the clock tells") << 1000 << 0.7;
        QTest::newRow("60 of 8 ms") << 60 << 8.0;
        QTest::newRow("3 000 of 1 ms") << 3000 << 1.0;
    }
    void dearRequestsKeepNobodyWaiting()
    {
        QFETCH(int, floods);
        QFETCH(double, cost);
        Server server(100, 50);
        for (int i = 0; i <= floods; ++i)
            server.add(i);
        const double end = server.now + 30'000;
        double next = server.now;
        while (server.now < end) {
            for (int i = 1; i <= floods; ++i)
                if (server.clients[i].messages.size() < 2)
                    server.send(i, dearKind, cost);
            if (server.now >= next) {
                server.send(0, cheapKind, 0.05);
                next = server.now + 50;
            }
            server.turn();
        }
        QVERIFY(server.clients[0].waits.size() > 250);
        const double waited = p99(server.clients[0].waits);
        QVERIFY2(waited < 60, std::to_string(waited).c_str());
        // The others are served in turn: as far as there is time, each about as often.
        std::size_t least = server.clients[1].waits.size(), most = least;
        for (int i = 2; i <= floods; ++i) {
            least = std::min(least, server.clients[i].waits.size());
            most = std::max(most, server.clients[i].waits.size());
        }
        QVERIFY2(least * 3 + 3 >= most, (std::to_string(least) + " to " + std::to_string(most)).c_str());
    }

    /// One dear request among a thousand who send cheap ones as fast as they may.
    void dearRequestsAreServedToo()
    {
        Server server(100'000, 50);
        for (int i = 0; i <= 1000; ++i)
            server.add(i);
        for (int i = 1; i <= 20; ++i) { // what they cost is known
            server.send(0, dearKind, 10);
            server.turn();
            server.now += 1000;
        }
        server.clients[0].waits.clear();
        const double end = server.now + 20'000;
        while (server.now < end) {
            for (int i = 1; i <= 1000; ++i)
                if (server.clients[i].messages.size() < 3)
                    server.send(i, cheapKind, 0.5);
            if (server.clients[0].messages.empty())
                server.send(0, dearKind, 10);
            server.turn();
        }
        QVERIFY(server.clients[0].waits.size() >= 5);
        QVERIFY(*std::ranges::max_element(server.clients[0].waits) < 3000);
    }

    void whoTakesTooMuchWaits()
    {
        Server server(100, 50);
        server.add(1);
        for (int i = 0; i < 400; ++i)
            server.send(1, dearKind, 5);
        const double begun = server.now;
        while (server.now < begun + 10'000) {
            server.turn();
            if (!server.fairness.hasMoreNow())
                server.now += 10;
        }
        // 100 ms in reserve and 50 each second.
        const std::size_t served = server.clients[1].waits.size();
        QVERIFY2(served >= 100 && served <= 135, std::to_string(served).c_str());
        QVERIFY(server.fairness.hasWaiting() && !server.clients[1].messages.empty());
    }

    void messagesCountToo()
    {
        Server server(10, 1000);
        server.add(1);
        for (int i = 0; i < 400; ++i)
            server.send(1, cheapKind, 0);
        for (int i = 0; i < 1000; ++i) {
            server.turn();
            server.now += 10;
        }
        const std::size_t served = server.clients[1].waits.size();
        QVERIFY2(served >= 125 && served <= 135, std::to_string(served).c_str()); // 30, and 10 each second
    }

    void comingAgainIsNoWayOut()
    {
        Fairness fairness;
        fairness.setRates({100, 50});
        Share share = fairness.newcomer(0);
        fairness.charge(share, {.kind = dearKind, .milliseconds = 300});
        QVERIFY(!Fairness::mayTake(share));
        fairness.left(7, share, 0);
        Share other = fairness.newcomer(1000);
        fairness.came(8, other, 1000);
        QVERIFY(Fairness::mayTake(other));
        Share again = fairness.newcomer(1000);
        fairness.came(7, again, 1000);
        QVERIFY(!Fairness::mayTake(again));
        fairness.refill(again, true, 4000);
        QVERIFY(!Fairness::mayTake(again));
        fairness.refill(again, true, 5500);
        QVERIFY(Fairness::mayTake(again));
        Share later = fairness.newcomer(10'000);
        fairness.came(7, later, 10'000); // it was told once
        QVERIFY(Fairness::mayTake(later));
    }

    /// Whatever comes and goes: who waits is served as soon as there is time, and nobody is counted twice.
    void nobodyIsForgotten()
    {
        std::mt19937 random(5);
        const auto below = [&](int most) { return static_cast<int>(random() % static_cast<unsigned>(most)); };
        Server server(1000, 500);
        for (int step = 0; step < 20'000; ++step) {
            const std::int64_t number = below(30);
            const auto found = server.clients.find(number);
            if (found == server.clients.end()) {
                server.add(number);
            } else if (below(20) == 0) {
                server.fairness.forget(found->second.share);
                server.clients.erase(found);
            } else {
                server.send(number, below(2) == 0 ? cheapKind : dearKind, below(4) == 0 ? 12 : 0.1);
            }
            if (below(3) == 0)
                server.turn();
        }
        for (int i = 0; i < 3000; ++i) {
            server.turn();
            server.now += 10;
        }
        QVERIFY(!server.fairness.hasWaiting());
        QVERIFY(!server.fairness.hasMoreNow());
        for (const auto& [number, client] : server.clients)
            QVERIFY(client.messages.empty() && !client.share.waiting);
    }
};

QTEST_GUILESS_MAIN(TestFairness)
#include "tst_fairness.moc"
