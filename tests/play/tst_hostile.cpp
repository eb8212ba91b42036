// SPDX-License-Identifier: GPL-3.0-or-later
// Whole clients with all their windows at servers that mean no good: what real servers said comes changed, cut off, repeated, out of
// turn; streams of anything; lines that break in the middle of a message; while somebody clicks and types wherever there is something.
// BLAK_HOSTILE_SECONDS (20) says how long, BLAK_HOSTILE_SEED where the dice begin.
#include "client/windows/card.h"
#include "client/windows/chat_panel.h"
#include "client/windows/module_host.h"
#include "tests/play/recorded_messages.h"
#include "tests/play/window_table.h"
#include "ui/theme.h"

#include <QApplication>
#include <QComboBox>
#include <QDesktopServices>
#include <QDir>
#include <QDirIterator>
#include <QElapsedTimer>
#include <QMenu>
#include <QTimer>

#include <array>
#include <random>

using namespace blak;
using namespace blak::client;

namespace {

using Dice = std::mt19937;
using Bytes = std::vector<std::byte>;

std::size_t below(Dice& dice, std::size_t end) { return end == 0 ? 0 : dice() % end; }
bool oneIn(Dice& dice, std::size_t n) { return below(dice, n) == 0; }

/// One thing after another is changed in a message.
void spoil(Dice& dice, Bytes& bytes, const std::vector<Bytes>& others)
{
    static constexpr std::array<std::uint32_t, 12> edges{0, 1, 0x7F, 0x80, 0xFF, 0x7FFF, 0x8000, 0xFFFF, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 0x10000001};
    for (std::size_t times = 1 + below(dice, 4); times > 0 && !bytes.empty(); --times) {
        const std::size_t at = below(dice, bytes.size());
        const Bytes& other = others[below(dice, others.size())];
        switch (dice() % 8) {
        case 0: bytes[at] ^= static_cast<std::byte>(1u << (dice() % 8)); break;
        case 1: bytes[at] = static_cast<std::byte>(dice()); break;
        case 2:
        case 3:
            for (std::size_t i = 0, edge = edges[below(dice, edges.size())]; i < 4 && at + i < bytes.size(); ++i)
                bytes[at + i] = static_cast<std::byte>(edge >> (8 * i));
            break;
        case 4: bytes.resize(std::max<std::size_t>(1, at)); break;
        case 5:
            for (std::size_t i = below(dice, 40); i > 0; --i)
                bytes.push_back(static_cast<std::byte>(dice()));
            break;
        case 6: bytes.insert(bytes.begin() + static_cast<std::ptrdiff_t>(at), other.begin() + static_cast<std::ptrdiff_t>(below(dice, other.size())), other.end()); break;
        default: bytes.resize(at + 1); bytes.insert(bytes.end(), other.begin() + static_cast<std::ptrdiff_t>(below(dice, other.size())), other.end());
        }
        if (bytes.size() > 30'000)
            bytes.resize(30'000);
    }
}

/// Clicks or types into whatever is there. It does not leave, so that there is something to see.
void touch(Dice& dice, QWidget& window)
{
    QList<QPointer<QWidget>> there;
    QWidget* popup = QApplication::activePopupWidget();
    for (QWidget* one : (popup != nullptr ? popup : &window)->findChildren<QWidget*>())
        if (one->isVisible() && one->isEnabled() && one->width() > 2 && one->height() > 2)
            there << one;
    if (popup != nullptr)
        there << popup;
    if (there.isEmpty())
        return;
    QWidget* chosen = there[static_cast<qsizetype>(below(dice, static_cast<std::size_t>(there.size())))];
    const auto* button = qobject_cast<QAbstractButton*>(chosen);
    if (button != nullptr && (button->text().contains(QStringLiteral("Leave")) || button->text().contains(QStringLiteral("Cancel"))) && !oneIn(dice, 20))
        return;
    const QPoint at(static_cast<int>(below(dice, static_cast<std::size_t>(chosen->width()))), static_cast<int>(below(dice, static_cast<std::size_t>(chosen->height()))));
    static constexpr std::array keys{Qt::Key_Tab,    Qt::Key_Return, Qt::Key_Escape, Qt::Key_Down,  Qt::Key_Up,   Qt::Key_Space, Qt::Key_G,     Qt::Key_L,
                                     Qt::Key_F,      Qt::Key_M,      Qt::Key_V,      Qt::Key_Slash, Qt::Key_W,    Qt::Key_Home,  Qt::Key_PageUp, Qt::Key_Delete,
                                     Qt::Key_Menu,   Qt::Key_F1,     Qt::Key_R,      Qt::Key_7,     Qt::Key_Left, Qt::Key_End};
    switch (dice() % 6) {
    case 0: QTest::mouseClick(chosen, Qt::RightButton, {}, at); break;
    case 1: QTest::mouseDClick(chosen, Qt::LeftButton, {}, at); break;
    case 2: QTest::keyClick(chosen, keys[below(dice, keys.size())]); break;
    case 3: {
        QContextMenuEvent wanted(QContextMenuEvent::Mouse, at, chosen->mapToGlobal(at));
        QApplication::sendEvent(chosen, &wanted);
        break;
    }
    default: QTest::mouseClick(chosen, Qt::LeftButton, {}, at);
    }
    if (QWidget* open = QApplication::activePopupWidget(); open != nullptr && oneIn(dice, 3))
        open->close();
}

QStringList filesIn(const QString& folder)
{
    QStringList out;
    for (QDirIterator it(folder, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories); it.hasNext();)
        out << it.next();
    out.sort();
    return out;
}

} // namespace

class TestHostile : public QObject
{
    Q_OBJECT

    static constexpr std::array schemes{"http", "https", "file", "mailto"};

public slots:
    void takeAddress(const QUrl&) {}

private slots:
    void initTestCase()
    {
        ui::installTheme(*qApp, ui::ThemeKind::Dark);
        for (const char* scheme : schemes)
            QDesktopServices::setUrlHandler(QLatin1String(scheme), this, "takeAddress"); // nothing of a test opens a browser
        // Some menus of Qt (of scroll bars, of buttons) have a loop of their own, which nothing else would end.
        auto* closing = new QTimer(this);
        connect(closing, &QTimer::timeout, this, [] {
            QWidget* open = QApplication::activePopupWidget();
            if (open == nullptr)
                open = QApplication::activeModalWidget();
            if (open != nullptr)
                open->close();
        });
        closing->start(60);
        QVERIFY(folder_.isValid());
        QDir(folder_.path()).mkpath(QStringLiteral("elsewhere"));
        QDir::setCurrent(folder_.filePath(QStringLiteral("elsewhere")));
        makeWorld(world());
        std::filesystem::create_directories(world() / "sprites");
        for (const char* picture : {"lantern.bgf", "version9.bgf"})
            std::filesystem::copy_file(test::dataDir() / "sprites" / picture, world() / "sprites" / picture);
        before_ = filesIn(folder_.path());
        for (const wire::Dialect dialect : {wire::Dialect::Classic97, wire::Dialect::Classic2012, wire::Dialect::Mainline, wire::Dialect::Open105}) {
            RecordedMessages said = recordedMessages(dialect, roomFile, session::Play::room().security, {"lantern.bgf", "version9.bgf"});
            if (said.game.empty())
                continue; // those of the living servers may be missing here
            QVERIFY2(said.game.size() > 50, qPrintable(QString::number(said.game.size())));
            said_.push_back(std::move(said));
        }
        QVERIFY(said_.size() >= 3);
        seconds_ = std::max(1, qEnvironmentVariableIntValue("BLAK_HOSTILE_SECONDS"));
        if (!qEnvironmentVariableIsSet("BLAK_HOSTILE_SECONDS"))
            seconds_ = 20;
    }

    void cleanupTestCase()
    {
        for (const char* scheme : schemes)
            QDesktopServices::unsetUrlHandler(QLatin1String(scheme));
    }

    void everythingComesChanged()
    {
        const unsigned seed = qEnvironmentVariableIsSet("BLAK_HOSTILE_SEED") ? static_cast<unsigned>(qEnvironmentVariableIntValue("BLAK_HOSTILE_SEED")) : 1;
        const bool oneByOne = qEnvironmentVariableIsSet("BLAK_HOSTILE_SECONDS");
        QElapsedTimer clock;
        clock.start();
        unsigned games = 0;
        for (; games < said_.size() || clock.elapsed() < seconds_ * 1000LL; ++games) {
            seed_ = seed + games;
            play(said_[games % said_.size()]);
            if (oneByOne) // a run that a sanitizer ends tells where
                qInfo("seed %u: %llu messages, %lld ms", seed_, static_cast<unsigned long long>(sent_), static_cast<long long>(clock.elapsed()));
            if (QTest::currentTestFailed()) {
                qWarning("BLAK_HOSTILE_SEED=%u, dialect %d", seed_, static_cast<int>(said_[games % said_.size()].dialect));
                return;
            }
        }
        qInfo("%u games, %llu messages, %llu of them taken, %llu touches, %llu frames, longest turn %lld ms", games, static_cast<unsigned long long>(sent_),
              static_cast<unsigned long long>(taken_), static_cast<unsigned long long>(touches_), static_cast<unsigned long long>(drawn_), static_cast<long long>(longest_));
        QVERIFY2(taken_ * 4 > sent_, "hardly anything was taken: this tries nothing");
        QVERIFY(drawn_ > games);
        QVERIFY2(longest_ < 20'000, qPrintable(QStringLiteral("a turn took %1 ms").arg(longest_)));
        QCOMPARE(filesIn(folder_.path()), before_); // nothing was written anywhere near
    }

private:
    std::filesystem::path world() const { return std::filesystem::path(folder_.path().toStdString()) / "world"; }

    /// A turn of the loop; how long it took is how long a window stood still.
    void turn()
    {
        QElapsedTimer clock;
        clock.start();
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        QCoreApplication::processEvents();
        longest_ = std::max(longest_, clock.elapsed());
    }

    void play(const RecordedMessages& said)
    {
        Dice dice(seed_);
        SocketServer server(said.dialect);
        ClientWindow window(nullptr);
        window.resize(oneIn(dice, 4) ? QSize(640, 420) : QSize(1000, 700));
        window.show();
        ConnectWish wish;
        wish.host = QStringLiteral("127.0.0.1");
        wish.port = server.port();
        wish.session.account = "wren";
        wish.session.dialect = said.dialect;
        wish.world = world();
        wish.texts = std::make_shared<wire::ResourceBook>(said.texts);
        window.setWish(wish);
        std::uint64_t heard = 0;
        connect(&window.client(), &GameClient::heard, &window, [&] { ++heard; });
        QTest::mouseClick(window.login()->button(), Qt::LeftButton);
        QVERIFY(QTest::qWaitFor([&] { return server.socket != nullptr; }, 20'000));
        if (oneIn(dice, 6) && !said.login.empty())
            return spoilTheLogin(dice, said, server, window);
        QVERIFY(QTest::qWaitFor([&] { return server.take(BP_SEND_CHARACTERS).has_value() || window.client().state() == GameClient::State::Idle; }, 20'000));
        const auto entry = std::ranges::find_if(said.game, [&](const Bytes& one) { return one[0] == entryType(said.dialect); });
        QVERIFY(entry != said.game.end());
        std::size_t at = below(dice, said.game.size());
        server.sayBytes(*entry);
        for (int step = 0; step < 120 && window.client().state() != GameClient::State::Idle && server.socket->state() == QAbstractSocket::ConnectedState; ++step) {
            Bytes bytes = said.game[oneIn(dice, 10) ? at = below(dice, said.game.size()) : at++ % said.game.size()];
            if (const wire::MessageRow* row = rowOf(said.dialect, bytes[0]); row != nullptr && (row->id == BP_QUIT || row->id == BP_ECHO_PING) && !oneIn(dice, 10))
                continue;
            if (oneIn(dice, 2))
                spoil(dice, bytes, said.game);
            for (std::size_t times = oneIn(dice, 40) ? 300 : 1; times > 0; --times, ++sent_)
                server.sayBytes(bytes);
            if (oneIn(dice, 12))
                server.sayBytes(*entry); // what leads out of the room does not end it
            if (oneIn(dice, 2) && window.page() != window.login()) { // there a folder is chosen in a dialog of the system
                touch(dice, *window.page());
                ++touches_;
            }
            if (oneIn(dice, 200))
                server.socket->write(QByteArray(static_cast<qsizetype>(below(dice, 5000)), static_cast<char>(dice())));
            if (oneIn(dice, 300)) {
                server.socket->write("\x40\x00\x00\x00\x40\x00\x01\x05\x05", 9);
                server.socket->flush();
                turn();
                server.socket->abort();
            }
            server.socket->flush();
            turn();
        }
        for (int i = 0; i < 20; ++i) {
            turn();
            QTest::qWait(2);
        }
        taken_ += heard;
        drawn_ += static_cast<std::uint64_t>(window.game()->view()->frames());
        end(server, window);
    }

    void spoilTheLogin(Dice& dice, const RecordedMessages& said, SocketServer& server, ClientWindow& window)
    {
        for (int step = 0; step < 40 && window.client().state() != GameClient::State::Idle; ++step) {
            Bytes bytes = said.login[below(dice, said.login.size())];
            if (oneIn(dice, 2))
                spoil(dice, bytes, said.login);
            const auto frame = wire::writeFrame(wire::checkedFrame(bytes, static_cast<std::uint8_t>(oneIn(dice, 20))));
            if (frame && server.socket->state() == QAbstractSocket::ConnectedState)
                server.socket->write(reinterpret_cast<const char*>(frame.value().data()), static_cast<qint64>(frame.value().size()));
            turn();
        }
        end(server, window);
    }

    /// The line breaks; the window lives, and the page with the servers is there again.
    void end(SocketServer& server, ClientWindow& window)
    {
        if (QWidget* open = QApplication::activePopupWidget())
            open->close();
        server.socket->abort();
        QVERIFY(QTest::qWaitFor([&] { return window.client().state() == GameClient::State::Idle; }, 20'000));
        QVERIFY(QTest::qWaitFor([&] { return window.page() == window.login(); }, 20'000));
        QVERIFY(window.isVisible());
    }

    static const wire::MessageRow* rowOf(wire::Dialect dialect, std::byte type)
    {
        return wire::findMessage(dialect, wire::Direction::ToClient, wire::Family::Game, std::to_integer<std::uint8_t>(type));
    }

    static std::byte entryType(wire::Dialect dialect)
    {
        const wire::MessageRow* row = wire::findMessage(dialect, wire::Direction::ToClient, BP_PLAYER);
        return static_cast<std::byte>(row->number);
    }

    QTemporaryDir folder_;
    QStringList before_;
    std::vector<RecordedMessages> said_;
    unsigned seed_ = 1;
    int seconds_ = 20;
    std::uint64_t sent_ = 0, taken_ = 0, touches_ = 0, drawn_ = 0;
    qint64 longest_ = 0;
};

QTEST_MAIN(TestHostile)
#include "tst_hostile.moc"
