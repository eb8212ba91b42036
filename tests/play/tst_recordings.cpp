// SPDX-License-Identifier: GPL-3.0-or-later
// Each recorded session of the real servers, played again by a server on a socket to a whole client: its windows show in the end what
// the recordings' own decoder says, and no message is unknown.
#include "client/play/play_view.h"
#include "client/session/styled_text.h"
#include "client/windows/cards.h"
#include "client/windows/chat_panel.h"
#include "client/windows/client_window.h"
#include "client/windows/game_page.h"
#include "client/windows/login_page.h"
#include "client/windows/module_host.h"
#include "client/windows/thing_list.h"
#include "tests/support/shared_data.h"
#include "tests/wire/session_playback.h"
#include "ui/theme.h"

#include <QApplication>
#include <QLabel>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTest>
#include <QTextBrowser>
#include <QTreeWidget>
#include <QtEndian>

#include <map>
#include <memory>
#include <optional>
#include <random>
#include <set>

using namespace blak;
using namespace blak::client;
using wire::json;

namespace {

constexpr std::uint32_t idMask = 0x0FFFFFFF;

/// An id, or [id, amount].
std::uint32_t idOf(const json& value) { return (value.is_array() ? value.at(0) : value).get<std::uint32_t>() & idMask; }

/// What windows have to show, from what the recordings' decoder has written down.
struct Expected
{
    bool inGame = false, playing = false;
    std::map<std::uint32_t, std::string> people;
    std::vector<std::uint32_t> things;
    std::set<std::uint32_t> inUse;
    std::set<std::uint32_t> spells, skills, enchantments;
    std::map<int, int> condition; ///< number of a bar to its value
    std::set<std::uint32_t> letters;
    std::size_t articles = 0, characters = 0;
    std::string guild, motd;
    std::size_t members = 0, lines = 0;
    std::string admin;

    void hear(const std::string& name, const json& fields)
    {
        if (name == "AP_GAME")
            inGame = true;
        else if (name == "BP_QUIT" || name == "AP_GETLOGIN")
            *this = {};
        else if (name == "BP_PLAYER")
            playing = true;
        else if (name == "BP_CHARACTERS") {
            characters = fields.at("chars").size();
            motd = fields.at("motd").get<std::string>();
        } else if (name == "BP_INVALIDATE_DATA") {
            people.clear();
            things.clear();
            inUse.clear();
            spells.clear();
            skills.clear();
            enchantments.clear();
        } else if (name == "BP_SAID" || name == "BP_MESSAGE" || name == "BP_SYS_MESSAGE")
            ++lines;
        else if (name == "BP_ADMIN")
            admin = fields.at("text").get<std::string>();
        else
            hearLists(name, fields);
    }

private:
    void hearLists(const std::string& name, const json& fields)
    {
        const auto fill = [](std::set<std::uint32_t>& set, const json& list) {
            set.clear();
            for (const json& one : list)
                set.insert(idOf(one.at("id")));
        };
        if (name == "BP_PLAYERS") {
            people.clear();
            for (const json& one : fields.at("players"))
                people[idOf(one.at("id"))] = one.at("text").get<std::string>();
        } else if (name == "BP_PLAYER_ADD")
            people[idOf(fields.at("id"))] = fields.at("text").get<std::string>();
        else if (name == "BP_PLAYER_REMOVE")
            people.erase(idOf(fields.at("id")));
        else if (name == "BP_INVENTORY") {
            things.clear();
            for (const json& one : fields.at("items"))
                things.push_back(idOf(one.at("id")));
        } else if (name == "BP_INVENTORY_ADD") {
            std::erase(things, idOf(fields.at("id")));
            things.push_back(idOf(fields.at("id")));
        } else if (name == "BP_INVENTORY_REMOVE") {
            std::erase(things, idOf(fields.at("id")));
            inUse.erase(idOf(fields.at("id")));
        } else if (name == "BP_USE_LIST") {
            inUse.clear();
            for (const json& one : fields.at("ids"))
                inUse.insert(idOf(one));
        } else if (name == "BP_USE")
            inUse.insert(idOf(fields.at("id")));
        else if (name == "BP_UNUSE")
            inUse.erase(idOf(fields.at("id")));
        else if (name == "BP_SPELLS")
            fill(spells, fields.at("spells"));
        else if (name == "BP_SKILLS")
            fill(skills, fields.at("skills"));
        else if (name == "BP_SPELL_ADD")
            spells.insert(idOf(fields.contains("spell") ? fields.at("spell").at("id") : fields.at("id")));
        else if (name == "BP_SPELL_REMOVE")
            spells.erase(idOf(fields.at("id")));
        else if (name == "BP_STAT" && fields.at("group") == 1)
            bar(fields.at("stat"));
        else if (name == "BP_STAT_GROUP" && fields.at("group") == 1) {
            condition.clear();
            for (const json& one : fields.at("stats"))
                bar(one);
        } else if (name == "BP_MAIL" && !fields.at("to").empty())
            letters.insert(fields.at("index").get<std::uint32_t>());
        else if (name == "BP_ARTICLES")
            articles = fields.at("part") == 1 ? fields.at("list").size() : articles + fields.at("list").size();
        else if (name == "BP_USERCOMMAND:UC_GUILDINFO") {
            guild = fields.at("name").get<std::string>();
            members = fields.at("members").size();
        }
    }

    void bar(const json& stat)
    {
        if (stat.contains("cur"))
            condition[stat.at("num").get<int>()] = stat.at("value").get<int>();
    }
};

/// A frame of the server, or the character that the recorded client chose.
struct Step
{
    QByteArray frame;
    std::uint32_t use = 0;
    std::optional<Expected> compared; ///< what windows show before this frame: one leaves with it
};

struct Connection
{
    std::vector<Step> steps;
    Expected expected; ///< in the end
};

/// Plays bytes to whoever comes, in pieces.
struct Player : QObject
{
    Player()
    {
        listener.listen(QHostAddress::LocalHost);
        connect(&listener, &QTcpServer::newConnection, this, [this] { socket = listener.nextPendingConnection(); });
    }
    QTcpServer listener;
    QTcpSocket* socket = nullptr;
};

std::map<int, Connection> connectionsOf(const std::filesystem::path& file, std::string& redbook)
{
    std::map<int, Connection> connections;
    bool first = true;
    for (const std::string& line : wire::linesOf(file)) {
        const json entry = json::parse(line);
        if (std::exchange(first, false)) {
            redbook = entry.at("redbook").get<std::string>();
            continue;
        }
        if (entry.at("dir") == "event" || entry.at("mode") == "admin")
            continue;
        Connection& connection = connections[entry.at("conn").get<int>()];
        const std::string name = entry.at("name").is_string() ? entry.at("name").get<std::string>() : std::string();
        Step step;
        if (entry.at("dir") == "c2s") {
            const QByteArray body = QByteArray::fromHex(QByteArray::fromStdString(entry.at("payload").get<std::string>()));
            if (name != "BP_USE_CHARACTER" || body.size() < 4)
                continue;
            step.use = static_cast<std::uint32_t>(qFromLittleEndian<quint32>(body.constData())) & idMask;
        } else {
            step.frame = QByteArray::fromHex(QByteArray::fromStdString(entry.at("raw").get<std::string>()));
            if (name == "BP_QUIT")
                step.compared = connection.expected;
            connection.expected.hear(name, entry.contains("fields") ? entry.at("fields") : json::object());
        }
        connection.steps.push_back(std::move(step));
    }
    return connections;
}

QStringList childTexts(const QTreeWidget* tree)
{
    QStringList out;
    for (int i = 0; i < tree->topLevelItemCount(); ++i) {
        if (tree->topLevelItem(i)->childCount() == 0)
            out << tree->topLevelItem(i)->text(0);
        for (int j = 0; j < tree->topLevelItem(i)->childCount(); ++j)
            out << tree->topLevelItem(i)->child(j)->text(0);
    }
    return out;
}

} // namespace

class TestRecordings : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { ui::installTheme(*qApp, ui::ThemeKind::Dark); }

    void everySession_data()
    {
        QTest::addColumn<int>("dialect");
        QTest::addColumn<QString>("file");
        const auto folder = test::sharedDir("wire");
        if (folder.empty()) {
            QTest::newRow("none") << 0 << QString();
            return;
        }
        for (const wire::Dialect dialect : {wire::Dialect::Mainline, wire::Dialect::Open105}) {
            const std::string name(wire::dialectNames[static_cast<std::size_t>(dialect)].name);
            auto files = test::filesBelow(folder / name, ".jsonl");
            const auto packed = test::filesBelow(folder / name, ".gz");
            files.insert(files.end(), packed.begin(), packed.end());
            for (const auto& file : files)
                QTest::newRow((name + "/" + file.filename().string()).c_str()) << static_cast<int>(dialect) << QString::fromStdString(file.string());
        }
    }

    void everySession()
    {
        QFETCH(int, dialect);
        QFETCH(QString, file);
        if (file.isEmpty())
            QSKIP("shared material is missing: wire");
        const std::filesystem::path path = file.toStdString();
        std::string redbook;
        for (const auto& [number, connection] : connectionsOf(path, redbook)) {
            const auto formats = path.parent_path().parent_path() / (path.parent_path().filename().string() + "-rsc-formats.json");
            play(static_cast<wire::Dialect>(dialect), connection, std::make_shared<const wire::ResourceBook>(wire::bookOf(formats, redbook)));
            if (QTest::currentTestFailed()) {
                qWarning("connection %d", number);
                return;
            }
        }
    }

    /// Not by comparing nothing.
    void cleanupTestCase()
    {
        if (!test::sharedDir("wire").empty() && QCoreApplication::arguments().size() < 2)
            QVERIFY2(compared_ > 60, qPrintable(QString::number(compared_)));
    }

private:
    static inline int compared_ = 0; ///< games whose windows were looked at

    void play(wire::Dialect dialect, const Connection& recorded, std::shared_ptr<const wire::ResourceBook> texts)
    {
        Player server;
        ClientWindow window(nullptr);
        window.resize(1000, 700);
        window.show();
        ConnectWish wish;
        wish.host = QStringLiteral("127.0.0.1");
        wish.port = server.listener.serverPort();
        wish.session.account = "bravo";
        wish.session.dialect = dialect;
        wish.files.folders = {"/nowhere"}; // texts and rooms of a real world are not here
        wish.texts = std::move(texts);
        window.setWish(wish);
        QTest::mouseClick(window.login()->button(), Qt::LeftButton);
        QVERIFY(QTest::qWaitFor([&] { return server.socket != nullptr; }, 20'000));
        std::uint64_t undecoded = 0, unhandled = 0, heard = 0, told = 0;
        connect(&window.client(), &GameClient::heard, &window, [&] {
            undecoded = window.client().session()->counters().undecoded;
            unhandled = window.client().game()->unhandled();
            heard = window.client().session()->counters().messagesIn;
        });
        const auto isIdle = [&] { return window.client().state() == GameClient::State::Idle; };
        QByteArray waiting;
        std::mt19937 random(static_cast<unsigned>(recorded.steps.size()));
        const auto send = [&] { // in pieces that end anywhere
            for (qsizetype at = 0; at < waiting.size();) {
                const auto size = std::min<qsizetype>(waiting.size() - at, 1 + static_cast<qsizetype>(random() % 4000));
                server.socket->write(waiting.constData() + at, size);
                server.socket->flush();
                at += size;
                QCoreApplication::processEvents();
            }
            waiting.clear();
            return QTest::qWaitFor([&] { return isIdle() || heard == told; }, 30'000);
        };
        for (const Step& step : recorded.steps) {
            if (step.compared || step.use != 0)
                QVERIFY2(send(), qPrintable(QStringLiteral("%1 of %2 messages").arg(heard).arg(told)));
            if (step.compared && !isIdle())
                compare(window, *step.compared);
            if (step.use != 0 && !isIdle())
                choose(window, step.use);
            if (QTest::currentTestFailed())
                return;
            waiting += step.frame;
            told += step.frame.isEmpty() ? 0u : 1u;
        }
        QVERIFY2(send(), qPrintable(QStringLiteral("%1 of %2 messages").arg(heard).arg(told)));
        QCOMPARE(undecoded, std::uint64_t{0});
        QCOMPARE(unhandled, std::uint64_t{0});
        if (!isIdle())
            compare(window, recorded.expected);
        if (QTest::currentTestFailed())
            return;
        server.socket->abort();
        QVERIFY(QTest::qWaitFor([&] { return isIdle() && window.page() == window.login(); }, 20'000));
    }

    /// By the list and its button, as the recorded player did. Who was made just now is played already.
    static void choose(ClientWindow& window, std::uint32_t id)
    {
        if (window.client().session()->stage() != wire::ClientSession::Stage::Picking)
            return;
        QListWidget* list = nullptr;
        QVERIFY(QTest::qWaitFor([&] {
            list = window.characters() == nullptr ? nullptr : window.characters()->findChild<QListWidget*>(QStringLiteral("characterList"));
            return list != nullptr && list->count() > 0;
        }));
        for (int i = 0; i < list->count(); ++i)
            if (list->item(i)->data(Qt::UserRole).toUInt() == id)
                list->setCurrentRow(i);
        QTest::mouseClick(window.characters()->findChild<QPushButton*>(QStringLiteral("playCharacter")), Qt::LeftButton);
    }

    static void compare(ClientWindow& window, const Expected& expected)
    {
        GamePage* page = window.game();
        if (!expected.inGame) {
            QCOMPARE(window.page(), window.login());
            return;
        }
        if (!expected.playing) {
            const auto list = [&] { return window.characters() == nullptr ? nullptr : window.characters()->findChild<QListWidget*>(QStringLiteral("characterList")); };
            if (expected.characters == 0)
                return;
            QVERIFY(QTest::qWaitFor([&] { return list() != nullptr && list()->count() == static_cast<int>(expected.characters); }));
            QCOMPARE(window.page(), window.characters());
            return;
        }
        ++compared_;
        QVERIFY2(QTest::qWaitFor([&] { return window.page() == page && page->modules()->isLoaded(QStringLiteral("merintr")); }, 20'000),
                 qPrintable(QStringLiteral("stage %1, %2, modules %3")
                                .arg(window.client().session() == nullptr ? -1 : static_cast<int>(window.client().session()->stage()))
                                .arg(window.page() == page ? QStringLiteral("the game") : window.page()->objectName(), page->modules()->loaded().join(QLatin1Char('+')))));
        const auto* people = page->findChild<QTreeWidget*>(QStringLiteral("people"));
        auto* things = page->findChild<ThingList*>(QStringLiteral("things"));
        const auto* abilities = page->findChild<QTreeWidget*>(QStringLiteral("abilities"));
        QVERIFY(people != nullptr && things != nullptr && abilities != nullptr);
        QStringList names, shown;
        for (const auto& [id, name] : expected.people)
            names << QString::fromStdString(name);
        for (int i = 0; i < people->topLevelItemCount(); ++i)
            shown << people->topLevelItem(i)->text(0);
        names.sort();
        shown.sort();
        QCOMPARE(shown, names);
        QCOMPARE(things->count(), static_cast<int>(expected.things.size()));
        std::size_t used = 0;
        for (const std::uint32_t id : expected.things)
            used += expected.inUse.contains(id) ? 1u : 0u;
        QCOMPARE(static_cast<std::size_t>(things->texts().filter(QStringLiteral("in use")).size()), used);
        QCOMPARE(static_cast<std::size_t>(childTexts(abilities).size()), expected.spells.size() + expected.skills.size());
        const auto* bars = page->view()->findChild<QWidget*>(QStringLiteral("bars"));
        QVERIFY(bars != nullptr);
        const QStringList values = bars->accessibleDescription().split(QStringLiteral(", "), Qt::SkipEmptyParts);
        QCOMPARE(static_cast<std::size_t>(values.size()), expected.condition.size());
        qsizetype at = 0;
        for (const auto& [number, value] : expected.condition) {
            QVERIFY2(values[at].contains(QStringLiteral(" %1/").arg(value)), qPrintable(values[at]));
            ++at;
        }
        // The chat has every line, as far as it goes back.
        QCOMPARE(window.client().game()->chat().total() >= expected.lines, true);
        if (expected.lines > 0)
            QVERIFY(!page->chat()->text().trimmed().isEmpty());
        if (!expected.guild.empty()) {
            page->openWindow(QStringLiteral("guild"));
            const QWidget* guild = page->modules()->window(QStringLiteral("guild"));
            QStringList texts;
            for (const QLabel* label : guild->findChildren<QLabel*>())
                texts << label->text();
            const QString head = expected.members == 1 ? QStringLiteral("%1, %2 member") : QStringLiteral("%1, %2 members");
            QVERIFY2(texts.contains(head.arg(QString::fromStdString(expected.guild)).arg(expected.members)),
                     qPrintable(texts.join(QLatin1Char('|'))));
        }
        if (!expected.admin.empty() && page->modules()->isLoaded(QStringLiteral("admin"))) {
            auto* text = page->modules()->window(QStringLiteral("admin"))->findChild<QPlainTextEdit*>();
            QVERIFY(text->toPlainText().contains(QString::fromStdString(expected.admin).trimmed().section(QLatin1Char('\n'), 0, 0).trimmed()));
        }
    }
};

QTEST_MAIN(TestRecordings)
#include "tst_recordings.moc"
