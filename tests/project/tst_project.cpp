// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/base/byte_writer.h"
#include "formats/bgf/sprite.h"
#include "studio/project/editor_settings.h"
#include "studio/project/project.h"
#include "tests/support/shared_data.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <fstream>
#include <map>

using namespace blak;
using namespace blak::project;

namespace fs = std::filesystem;

namespace {

/// A project of our own in a temporary folder.
class MadeUpTree
{
public:
    fs::path root() const { return dir_.path().toStdString(); }

    void add(const fs::path& path, std::string_view text) const
    {
        fs::create_directories((root() / path).parent_path());
        std::ofstream(root() / path, std::ios::binary) << text;
    }
    void add(const fs::path& path, const std::vector<std::byte>& bytes) const
    {
        add(path, std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
    }
    void addSprite(const fs::path& path, std::int32_t shrink = 1) const
    {
        bgf::Sprite sprite;
        sprite.shrink = shrink;
        add(path, bgf::write(sprite));
    }
    void addRoomHead(const fs::path& path, std::int32_t version) const
    {
        ByteWriter out;
        out.text("ROO\xB1");
        out.i32(version);
        add(path, out.take());
    }

    /// Kod, rooms of version 13, textures in two folders, a palette and the old editor's settings.
    void fill() const
    {
        add("kod/object/keeper.kod", "% The keeper\nKeeper is Person\nmessages:\n   Hello()\n   {\n      for x in plItems\n");
        add("kod/include/blakston.khd", "% constants\n");
        add("kod/kodbase.txt", "T 10000\n");
        addRoomHead("resource/rooms/Inn.ROO", 13);
        addSprite("resource/graphics/grd00001.bgf", 2);
        addSprite("resource/graphics/grd00002.bgf");
        addSprite("resource/graphics/old/grd00001.bgf", 3);
        addSprite("resource/graphics/old/lamp.BGF");
        addSprite("run/Localclient/Resource/grd00002.bgf", 7);
        add("roomedit/windeu.ini", "# settings\n  BitmapDir = ..\\run\\localclient\\resource \r\nbitmapspec = grd*.bgf\n");
        palette::Palette colours = palette::builtIn();
        colours[20] = {1, 2, 3};
        add("blakston.pal", palette::write(colours, palette::FileKind::Text));
        add("art/other.pal", palette::write(palette::builtIn(), palette::FileKind::Riff));
    }

private:
    QTemporaryDir dir_;
};

std::vector<std::byte> contentOf(const Project& project, const FoundFile* file)
{
    return file == nullptr ? std::vector<std::byte>{} : test::bytesOf(project.absolute(*file));
}

std::map<fs::path, fs::file_time_type> stateOf(const fs::path& root)
{
    std::map<fs::path, fs::file_time_type> state;
    for (const auto& entry : fs::recursive_directory_iterator(root))
        state.emplace(entry.path(), entry.last_write_time());
    return state;
}

} // namespace

class TestProject : public QObject
{
    Q_OBJECT

private slots:
    void aProjectMayHaveAName()
    {
        const MadeUpTree tree;
        tree.fill();
        QCOMPARE(nameOf(tree.root()), tree.root().filename().string());
        tree.add("World.JSON", R"({ "name": "Hollowmere", "sky": "sky.bgf", "of later times": [1] })");
        const auto project = open(tree.root());
        QVERIFY(project);
        QCOMPARE(project.value().name(), std::string("Hollowmere"));
        QCOMPARE(project.value().sky(), std::string("sky.bgf"));
        QCOMPARE(nameOf(tree.root()), std::string("Hollowmere"));
    }

    /// The world was run in its own folder: what the server left there is nobody's source, saved games are. Elsewhere the same names are.
    void whatAServerLeavesIsNoSource()
    {
        const MadeUpTree tree;
        tree.fill();
        const auto before = open(tree.root());
        QVERIFY(before);
        for (const char* name : {"server.lock", "control.json", "channel/log.txt", "channel/debug.txt", "memmap/user.bof", "today.blakrec"})
            tree.add(name, "1234\n");
        tree.add("savegame/lastsave.txt", "LASTSAVE 1\n");
        tree.add("elsewhere/control.json", "{}");
        tree.add("elsewhere/channel/notes.txt", "of ours\n");
        const auto after = open(tree.root());
        QVERIFY(after);
        QCOMPARE(after.value().files().size(), before.value().files().size() + 3);
        for (const char* name : {"savegame/lastsave.txt", "elsewhere/control.json", "elsewhere/channel/notes.txt"})
            QVERIFY2(after.value().find(name) != nullptr, name);
        QVERIFY(after.value().find("channel/log.txt") == nullptr && after.value().find("server.lock") == nullptr);
    }

    void aBadProjectFileIsANote_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("says");
        QTest::newRow("no JSON") << QByteArray("name = Hollowmere") << QByteArray("text that is no JSON");
        QTest::newRow("empty") << QByteArray() << QByteArray("text that is no JSON");
        QTest::newRow("a list") << QByteArray("[]") << QByteArray("found array");
        QTest::newRow("a number") << QByteArray("{\"name\": 4}") << QByteArray("expected text for \"name\", found number");
        QTest::newRow("much too long") << QByteArray("{\"name\": \"") + QByteArray(500, 'x') + "\"}"
                                       << QByteArray("expected at most 200 bytes");
        QTest::newRow("deep") << QByteArray(100000, '[') << QByteArray("text that is no JSON");
    }

    void aBadProjectFileIsANote()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, says);
        const MadeUpTree tree;
        tree.fill();
        tree.add("world.json", text.toStdString());
        const auto project = open(tree.root());
        QVERIFY(project);
        QCOMPARE(project.value().name(), tree.root().filename().string());
        const auto& notes = project.value().notes();
        QVERIFY(std::any_of(notes.begin(), notes.end(), [&](const std::string& note) {
            return note.find(says.toStdString()) != std::string::npos && note.find("world.json") != std::string::npos;
        }));
    }

    void aProjectIsRecognisedByWhatIsInIt()
    {
        const MadeUpTree tree;
        tree.fill();
        const auto before = stateOf(tree.root());
        const auto opened = open(tree.root());
        QVERIFY(opened);
        const Project& project = opened.value();
        QVERIFY(project.isRecognised());
        QCOMPARE(project.files().size(), std::size_t{12});
        QCOMPARE(project.dialect().dialect, Dialect::Classic);
        QCOMPARE(project.dialect().reason, std::string("comments begin with % in 1 of 1 kod files"));
        QCOMPARE(project.name(), tree.root().filename().string());
        QVERIFY(project.notes().empty());
        QVERIFY(stateOf(tree.root()) == before);
    }

    void texturesComeFromTheFirstFolderThatHasThem()
    {
        const MadeUpTree tree;
        tree.fill();
        const Project project = open(tree.root()).value();
        const std::vector<fs::path> folders{"run/Localclient/Resource", "resource/graphics", "resource/graphics/old"};
        QVERIFY(project.spriteFolders() == folders);
        const auto shrinkOf = [&](const FoundFile* file) { return bgf::read(contentOf(project, file), "x").value().shrink; };
        QCOMPARE(shrinkOf(project.findTexture(2)), 7); // bitmapdir wins
        QCOMPARE(shrinkOf(project.findTexture(1)), 2);
        QVERIFY(project.findTexture(0) == nullptr);
        QVERIFY(project.findTexture(3) == nullptr);
    }

    void foldersThatTheWorldNamesComeFirst()
    {
        const MadeUpTree tree;
        tree.fill();
        tree.add("world.json", R"({"textures": ["resource/graphics/old", "resource/graphics/old", "nowhere"]})");
        const Project project = open(tree.root()).value();
        const std::vector<fs::path> folders{"resource/graphics/old", "run/Localclient/Resource", "resource/graphics"};
        QVERIFY(project.spriteFolders() == folders);
        QCOMPARE(project.notes().size(), std::size_t{1});
        QVERIFY(project.notes().front().find("nowhere") != std::string::npos);
        QVERIFY(!parseProjectFile(R"({"textures": "here"})", "w"));
        QVERIFY(!parseProjectFile(R"({"textures": [1]})", "w"));
    }

    void namesAreFoundInAnyCase()
    {
        const MadeUpTree tree;
        tree.fill();
        const Project project = open(tree.root()).value();
        QVERIFY(project.find("RESOURCE\\rooms\\inn.roo") != nullptr);
        QVERIFY(project.find("resource/rooms/none.roo") == nullptr);
        QVERIFY(project.findNamed(FileKind::Room, "inn.roo") != nullptr);
        QVERIFY(project.findNamed(FileKind::Sprite, "inn.roo") == nullptr);
        QVERIFY(project.findNamed(FileKind::Sprite, "Lamp.bgf") != nullptr);
    }

    void thePaletteComesFromTheTreeElseItIsOurs()
    {
        MadeUpTree tree;
        tree.fill();
        Project project = open(tree.root()).value();
        QVERIFY(project.paletteFile() == fs::path("blakston.pal"));
        QVERIFY((project.colours()[20] == palette::Colour{1, 2, 3}));

        fs::remove(tree.root() / "blakston.pal");
        project = open(tree.root()).value();
        QVERIFY(project.paletteFile() == fs::path("art/other.pal"));

        fs::resize_file(tree.root() / "art/other.pal", 500);
        project = open(tree.root()).value();
        QVERIFY(!project.paletteFile());
        QVERIFY(project.colours() == palette::builtIn());
        QCOMPARE(project.notes().size(), std::size_t{1});
    }

    void bitmapdirMayLieOutsideOrNowhere()
    {
        const MadeUpTree outside;
        outside.addSprite("grd00009.bgf", 5);
        const MadeUpTree tree;
        tree.addRoomHead("a.roo", 12);
        tree.add("windeu.ini", "bitmapdir=" + outside.root().string());
        const Project project = open(tree.root()).value();
        const FoundFile* texture = project.findTexture(9);
        QVERIFY(texture != nullptr);
        QCOMPARE(bgf::read(contentOf(project, texture), "x").value().shrink, 5);

        tree.add("windeu.ini", "bitmapdir = ..\\none\\here\n");
        const Project other = open(tree.root()).value();
        QCOMPARE(other.notes().size(), std::size_t{1});
        QVERIFY(other.spriteFolders().empty());
    }

    void eachDialectIsDetected()
    {
        const auto dialectOf = [](auto fill) {
            const MadeUpTree tree;
            fill(tree);
            return open(tree.root()).value().dialect().dialect;
        };
        QCOMPARE(dialectOf([](auto& tree) { tree.add("a.kod", "// x\nA is B\n/* y */\n"); }), Dialect::Open105);
        QCOMPARE(dialectOf([](auto& tree) { tree.add("a.kod", "% x\nA is B\n"); }), Dialect::Classic);
        QCOMPARE(dialectOf([](auto& tree) {
                     tree.add("a.kod", "% x\nA is B\n");
                     tree.addRoomHead("a.roo", 12);
                 }),
                 Dialect::Classic97);
        QCOMPARE(dialectOf([](auto& tree) { tree.add("a.bof", std::string_view("BOF\xFF\x0B\0\0\0", 8)); }), Dialect::Open105);
        QCOMPARE(dialectOf([](auto& tree) { tree.add("a.bof", std::string_view("BOF\xFF\x05\0\0\0", 8)); }), Dialect::Classic);
        QCOMPARE(dialectOf([](auto& tree) { tree.addRoomHead("a.roo", 15); }), Dialect::Open105);
        QCOMPARE(dialectOf([](auto& tree) { tree.add("a.txt", "x"); }), Dialect::Classic);
        const auto openTree = [](std::string_view system) {
            return [system](auto& tree) {
                tree.add("kod/object.kod", "// x\nObject\n");
                tree.add("kod/util/system.kod", system);
            };
        };
        QCOMPARE(dialectOf(openTree("// x\nSystem\nmessages:\n   GarbageCollecting() { return; }\nend\n")), Dialect::Open29);
        QCOMPARE(dialectOf(openTree("// x\nSystem\nmessages:\n   InitializeServer() { return; }\nend\n")), Dialect::Open105);
    }

    void kindsAreRecognisedByContent()
    {
        const auto kind = [](std::string_view content, std::string_view name) {
            return recogniseKind(std::as_bytes(std::span(content)), name);
        };
        QCOMPARE(kind("ROO\xB1\x0C", "texture.bgf"), FileKind::Room);
        QCOMPARE(kind("BGF\x11", "x"), FileKind::Sprite);
        QCOMPARE(kind("\x89PNG\r\n", "x.bgf"), FileKind::Image);
        QCOMPARE(kind("BM12345", "a.bmp"), FileKind::Image);
        QCOMPARE(kind("% x", "A.KOD"), FileKind::Kod);
        QCOMPARE(kind(std::string_view("a\0b", 3), "a.kod"), FileKind::Other);
        QCOMPARE(kind("x", "Makefile"), FileKind::Makefile);
        QCOMPARE(kind("", "empty"), FileKind::Text);
        QCOMPARE(kind("\x09\x01", "GameUser.1763700000"), FileKind::SavedGame);
        QCOMPARE(kind("/* users */", "gameuser.c"), FileKind::Text);
        QCOMPARE(kind("T 1 2", "kodbase.txt.golden"), FileKind::SymbolBase);
        QCOMPARE(kind("RIFF\x10\0\0\0", "a.wav"), FileKind::Text);
        QCOMPARE(kind(std::string_view("RIFF\x10\0\0\0WAVEfmt ", 16), "a"), FileKind::Sound);
        QCOMPARE(kindName(FileKind::SpriteCommands), std::string_view("sprite commands"));
    }

    void linksThatRunInCirclesEnd()
    {
        const MadeUpTree tree;
        tree.addRoomHead("rooms/a.roo", 12);
        fs::create_directory_symlink(tree.root(), tree.root() / "rooms" / "again");
        fs::create_directory_symlink(tree.root() / "rooms", tree.root() / "alias");
        fs::create_symlink("nowhere", tree.root() / "dangling.roo");
        const auto scan = scanTree(tree.root());
        QVERIFY(scan);
        QCOMPARE(scan.value().files.size(), std::size_t{1});
        QVERIFY(scan.value().files[0].path == fs::path("rooms/a.roo"));
    }

    void scanningCanBeWatchedCancelledAndLimited()
    {
        const MadeUpTree tree;
        for (int i = 0; i < 600; ++i)
            tree.add("f" + std::to_string(i % 7) + "/n" + std::to_string(i) + ".kod", "% x\n");
        tree.add(".git/config", "x");
        int calls = 0;
        ScanOptions options;
        options.progress = [&calls](const ScanProgress&) { return ++calls > 0; };
        const auto whole = scanTree(tree.root(), options);
        QCOMPARE(whole.value().files.size(), std::size_t{600});
        QVERIFY(whole.value().complete);
        QCOMPARE(calls, 1 + 7 + 2);

        options.progress = [](const ScanProgress& progress) { return progress.files < 100; };
        const auto cancelled = scanTree(tree.root(), options);
        QVERIFY(!cancelled);
        QCOMPARE(cancelled.error().what, std::string("cancelled"));

        options = {};
        options.mostFiles = 50;
        const auto limited = scanTree(tree.root(), options);
        QCOMPARE(limited.value().files.size(), std::size_t{50});
        QVERIFY(!limited.value().complete);
        QVERIFY(!scanTree(tree.root() / "none"));
    }

    void theRootOfALoneFileIsGuessed()
    {
        const MadeUpTree tree;
        tree.fill();
        tree.add("resource/sounds/readme.txt", "x"); // rooms and sounds: two hints below the sure sign
        QVERIFY(guessRoot(tree.root() / "resource/rooms/Inn.ROO") == tree.root());
        const MadeUpTree plain;
        plain.addRoomHead("rooms/inn.roo", 15);
        plain.addSprite("textures/grd00001.bgf");
        QVERIFY(guessRoot(plain.root() / "rooms/inn.roo") == plain.root());
        const MadeUpTree lone;
        lone.addSprite("deep/er/lamp.bgf");
        QVERIFY(guessRoot(lone.root() / "deep/er/lamp.bgf") == lone.root() / "deep/er");

        const QByteArray home = qgetenv("HOME"); // rooms and sounds of somebody's home make no project
        qputenv("HOME", plain.root().c_str());
        QVERIFY(guessRoot(plain.root() / "rooms/inn.roo") == plain.root() / "rooms");
        qputenv("HOME", home);
    }

    void settingsOfTheOldEditorAreRead()
    {
        QCOMPARE(parseEditorSettings("#bitmapdir=a\nbitmapdir\nx = y\n BITMAPDIR = b c \r\n").bitmapFolder, std::string("b c"));
        QCOMPARE(parseEditorSettings("").bitmapFolder, std::string());
    }

    void theCorpusIsAProject()
    {
        BLAK_NEED_SHARED(folder, "corpus");
        const auto opened = open(folder);
        QVERIFY(opened);
        const Project& project = opened.value();
        const auto count = [&](FileKind kind) {
            return std::count_if(project.files().begin(), project.files().end(),
                                 [kind](const FoundFile& file) { return file.kind == kind; });
        };
        QCOMPARE(count(FileKind::Room), 65);
        QVERIFY(count(FileKind::Sprite) >= 60);
        QCOMPARE(count(FileKind::Palette), 4);
        QVERIFY(project.paletteFile() == fs::path("pal/blakston.pal"));
    }
};

QTEST_APPLESS_MAIN(TestProject)
#include "tst_project.moc"
