// SPDX-License-Identifier: GPL-3.0-or-later
// A world of one's own: what is copied, what is refused, what stands when it fails; and the dialog.
#include "studio/newworld/ui/new_world_dialog.h"

#include "formats/base/file_io.h"
#include "studio/project/project.h"
#include "studio/project/project_file.h"

#include <QDir>
#include <QDirIterator>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace blak;
using namespace blak::newworld;
namespace fs = std::filesystem;

namespace {

/// A small world with what a server and a compiler leave in it.
struct Place
{
    QTemporaryDir dir;
    fs::path from = fs::path(dir.path().toStdString()) / "sample";

    Place()
    {
        for (const char* file : {"kod/object.kod", "kod/include/blakston.khd", "kod/object.bof", "kod/kodbase.txt", "kod/.blak-build", "kod/object.kod~", "rooms/inn.roo",
                                 "resource/door.wav", "resource/keeper.bgf", "blakston.pal", "README.md", "loadkod/object.bof", "rsc/object.rsc", "savegame/game.1",
                                 "savegame/notes.txt", "kodbase.txt", "control.json", "tests/inn.play"})
            write(file, file);
        write("world.json", "{ \"name\": \"Hollowmere\", \"sky\": \"sky.bgf\", \"own\": [1, 2] } // ours");
    }
    void write(const fs::path& file, std::string_view text) const
    {
        fs::create_directories((from / file).parent_path());
        if (!writeFileAtomically(from / file, text, Backup::None))
            qFatal("cannot write %s", file.c_str());
    }
    fs::path at(const char* name) const { return fs::path(dir.path().toStdString()) / name; }
    NewWorldRequest request(const char* folder = "mine", std::string name = "Riverside") const { return {from, at(folder), std::move(name)}; }
    std::string why(const NewWorldRequest& request) const
    {
        const auto plan = planNewWorld(request);
        return plan ? std::string() : plan.error().what;
    }
    static std::vector<std::string> below(const fs::path& folder)
    {
        std::vector<std::string> all;
        for (const auto& one : fs::recursive_directory_iterator(folder))
            if (one.is_regular_file())
                all.push_back(one.path().lexically_relative(folder).string());
        std::ranges::sort(all);
        return all;
    }
};

} // namespace

class TestNewWorld : public QObject
{
    Q_OBJECT

private slots:
    void sourcesAreCopiedAndNothingThatIsMade()
    {
        const Place place;
        const auto plan = planNewWorld(place.request());
        QVERIFY(plan);
        const auto made = makeNewWorld(plan.value());
        QVERIFY2(made, made ? "" : made.error().text().c_str());
        QCOMPARE(Place::below(place.at("mine")), (std::vector<std::string>{"README.md", "blakston.pal", "kod/include/blakston.khd", "kod/object.kod", "resource/door.wav",
                                                                           "resource/keeper.bgf", "rooms/inn.roo", "tests/inn.play", "world.json"}));
        QCOMPARE(project::nameOf(place.at("mine")), std::string("Riverside"));
        const auto world = readTextFile(place.at("mine") / "world.json");
        QVERIFY(world);
        const auto parsed = project::parseProjectFile(world.value(), "world.json");
        QVERIFY(parsed);
        QCOMPARE(parsed.value().sky, std::string("sky.bgf"));
        QVERIFY(world.value().find("\"own\"") != std::string::npos); // keys that nobody knows here
        QCOMPARE(project::nameOf(place.from), std::string("Hollowmere"));
        QCOMPARE(readTextFile(place.at("mine") / "kod/object.kod").value(), std::string("kod/object.kod"));
        QVERIFY(!fs::exists(place.at("mine.part")));
    }

    void whatCannotBeIsRefused()
    {
        const Place place;
        QCOMPARE(place.why(place.request()), std::string());
        QCOMPARE(place.why(place.request("mine", "  ")), std::string("The world needs a name."));
        QVERIFY(!place.why(place.request("mine", std::string(mostName + 1, 'a'))).empty());
        QVERIFY(!place.why({place.from, {}, "Riverside"}).empty());
        QVERIFY(!place.why({place.from, "here", "Riverside"}).empty());
        QVERIFY(!place.why({place.from, place.from, "Riverside"}).empty());
        QVERIFY(!place.why({place.from, place.from / "inner", "Riverside"}).empty());
        QVERIFY(!place.why({place.at("nowhere"), place.at("mine"), "Riverside"}).empty());
        fs::create_directories(place.at("empty"));
        QCOMPARE(place.why(place.request("empty")), std::string()); // as a file dialog makes it
        QVERIFY(!place.why({place.at("empty"), place.at("mine"), "Riverside"}).empty());
        place.write("../taken/a.txt", "mine");
        QVERIFY(!place.why(place.request("taken")).empty());
        place.write("../file", "mine");
        QVERIFY(!place.why(place.request("file")).empty());
    }

    void itIsThereWholeOrNotAtAll()
    {
        const Place place;
        const auto plan = planNewWorld(place.request());
        QVERIFY(plan);
        fs::remove(place.from / "rooms/inn.roo"); // while it was looked at
        QVERIFY(!makeNewWorld(plan.value()));
        QVERIFY(!fs::exists(place.at("mine")) && !fs::exists(place.at("mine.part")));
        const auto again = planNewWorld(place.request());
        QVERIFY(again);
        place.write("../mine/other.txt", "somebody's");
        QVERIFY(!makeNewWorld(again.value())); // it was free
        QCOMPARE(Place::below(place.at("mine")), std::vector<std::string>{"other.txt"});
        QVERIFY(!fs::exists(place.at("mine.part")));
        fs::remove_all(place.at("mine"));
        fs::create_directories(place.at("mine.part")); // somebody's, which stays
        QVERIFY(!makeNewWorld(again.value()));
        QVERIFY(fs::exists(place.at("mine.part")) && !fs::exists(place.at("mine")));
    }

    void whatNobodyMayWriteBecomesOnesOwn()
    {
        const Place place;
        fs::permissions(place.from / "kod/object.kod", fs::perms::owner_read);
        const auto plan = planNewWorld(place.request());
        QVERIFY(plan && makeNewWorld(plan.value()));
        QVERIFY((fs::status(place.at("mine") / "kod/object.kod").permissions() & fs::perms::owner_write) != fs::perms::none);
    }

    void linksAreNotFollowed()
    {
        const Place place;
        place.write("../secret.txt", "of somebody");
        fs::create_symlink(place.at("secret.txt"), place.from / "kod/secret.txt");
        fs::create_directory_symlink(place.at("."), place.from / "kod/all");
        const auto plan = planNewWorld(place.request());
        QVERIFY(plan);
        QVERIFY(std::ranges::none_of(plan.value().files, [](const fs::path& one) { return one.filename() == "secret.txt" || one.string().starts_with("kod/all"); }));
    }

    void theDialogProposesAFolderAndMakesIt()
    {
        const Place place;
        ui::newworld::NewWorldDialog dialog(QString::fromStdString(place.from.string()), place.dir.path());
        QSignalSpy created(&dialog, &ui::newworld::NewWorldDialog::created);
        dialog.show();
        auto* name = dialog.findChild<QLineEdit*>(QStringLiteral("name"));
        auto* folder = dialog.findChild<QLineEdit*>(QStringLiteral("folder"));
        auto* create = dialog.findChild<QPushButton*>(QStringLiteral("create"));
        QVERIFY(name != nullptr && folder != nullptr && create != nullptr);
        QVERIFY(!create->isEnabled());
        QTest::keyClicks(name, QStringLiteral("The River's Side!"));
        QCOMPARE(folder->text(), QDir(place.dir.path()).filePath(QStringLiteral("the-river-s-side")));
        QVERIFY(create->isEnabled());
        folder->selectAll();
        QTest::keyClicks(folder, place.dir.path() + QStringLiteral("/sample"));
        QVERIFY(!create->isEnabled());
        folder->selectAll();
        QTest::keyClicks(folder, place.dir.path() + QStringLiteral("/own/place"));
        QTest::keyClicks(name, QStringLiteral("?")); // the folder was chosen: it stays
        QCOMPARE(folder->text(), place.dir.path() + QStringLiteral("/own/place"));
        QTest::mouseClick(create, Qt::LeftButton);
        QCOMPARE(created.size(), 1);
        QCOMPARE(created[0][0].toString(), place.dir.path() + QStringLiteral("/own/place"));
        QCOMPARE(project::nameOf(place.at("own/place")), std::string("The River's Side!?"));
        QVERIFY(!dialog.isVisible());
    }
};

QTEST_MAIN(TestNewWorld)
#include "tst_new_world.moc"
