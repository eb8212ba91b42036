// SPDX-License-Identifier: GPL-3.0-or-later
#include "bgfeditor/bgfcore/png_file.h"
#include "bgfeditor/bgfcore/sprite_document.h"
#include "formats/base/file_io.h"
#include "formats/bbg/make.h"
#include "studio/newart/new_art.h"

#include <QTemporaryDir>
#include <QTest>

using namespace blak;
using namespace blak::newart;
namespace fs = std::filesystem;

namespace {

/// A tree of either manner, small.
class Tree
{
public:
    explicit Tree(bool isEngine) : isEngine_(isEngine)
    {
        if (isEngine) {
            put("resource/graphics/makefile", "# objects\r\nOUTDIR = x\r\n\r\nBGFS = \\\r\n\t$(OUTDIR)\\arrowfir.bgf \\\r\n\t$(OUTDIR)\\ring3.bgf\r\n\r\nall:\r\n");
            put("resource/graphics/ring3.bbg", "1\nring3.bmp\n1\n1 1\n");
            putPicture("resource/graphics/ring3.bmp", 4, 4, 0x60);
            put("resource/textures/makefile",
                "BGFS = \\\n\t$(OUTDIR)\\grd20129.bgf \\\n\t$(OUTDIR)\\grd20130.bgf \\\n\nall: makedirs $(BGFS)\n\n"
                "$(OUTDIR)\\grd20130.bgf:\n\t$(MAKEBGF) -o $@ -n \"mudroot\" -s 4 1 $** 1 1 1\n\n!include $(TOPDIR)\\rules.mak\n");
            putPicture("resource/textures/grd20130.bmp", 8, 8, 0x61);
            put("kod/troll.kod", "Troll is Monster\n\nconstants:\n\n   include blakston.khd\n\nresources:\n\n   troll_name_rsc = \"troll\"\n"
                                 "   troll_icon_rsc = ogre.bgf\n\nclassvars:\n\n   vrName = troll_name_rsc\n   vrIcon = troll_icon_rsc\n\nmessages:\n\nend\n");
        } else {
            put("sprites/keeper.bbg", "1\nkeeper.png\n1\n1 1\n");
            putPicture("sprites/keeper.png", 4, 4, 0x60);
            put("textures/grd04101.bbg", "# Oak boards: grd04101\n1\noak.png\n1\n1 1\n");
            putPicture("textures/oak.png", 8, 8, 0x61);
            put("kod/wolf.kod", "Wolf is Monster\n\nclassvars:\n\n   viMostHealth = 20\n\nmessages:\n\nend\n");
        }
        for (int i = 0; i < 4; ++i) // a field of 2 x 5 in the middle of 10 x 10
            putFigure("in/side" + std::to_string(i) + ".png", i);
    }

    fs::path path(const std::string& name) const { return fs::path(folder_.path().toStdString()) / name; }

    void put(const std::string& name, std::string_view text)
    {
        fs::create_directories(path(name).parent_path());
        QVERIFY(writeFileAtomically(path(name), text, Backup::None));
    }

    void putPicture(const std::string& name, int width, int height, std::uint8_t index)
    {
        const std::vector<std::uint8_t> indices(static_cast<std::size_t>(width * height), index);
        const auto bytes = name.ends_with(".bmp") ? Result(bbg::writeIndexedBmp({width, height, indices}, palette::builtIn()))
                                                  : bgfcore::encodePng({width, height, indices, palette::builtIn()}, true);
        put(name, {reinterpret_cast<const char*>(bytes.value().data()), bytes.value().size()});
    }

    void putFigure(const std::string& name, int shade)
    {
        std::vector<std::uint8_t> indices(100, bgf::transparentIndex);
        for (int y = 3; y < 8; ++y)
            for (int x = 4; x < 6; ++x)
                indices[static_cast<std::size_t>(y * 10 + x)] = static_cast<std::uint8_t>(0x62 + shade);
        const auto bytes = bgfcore::encodePng({10, 10, indices, palette::builtIn()}, true);
        put(name, {reinterpret_cast<const char*>(bytes.value().data()), bytes.value().size()});
    }

    std::string text(const std::string& name) const
    {
        const auto read = readTextFile(path(name), 1 << 20);
        return read ? read.value() : "! " + read.error().text();
    }

    ArtTree read() const
    {
        const auto world = project::open(path({}));
        return readArtTree(world.value(), diskFiles());
    }

    NewArtRequest wolf(int pictures = 4, int angles = 4) const
    {
        NewArtRequest request;
        request.name = "wolf";
        for (int i = 0; i < pictures; ++i)
            request.pictures.push_back(path("in/side" + std::to_string(i) + ".png"));
        request.angles = angles;
        request.shrink = 2;
        request.className = isEngine_ ? "Troll" : "Wolf";
        return request;
    }

private:
    QTemporaryDir folder_;
    bool isEngine_;
};

} // namespace

class TestNewArt : public QObject
{
    Q_OBJECT

private slots:
    void treesAreKnown()
    {
        const ArtTree engine = Tree(true).read();
        QVERIFY(engine.hasBmp);
        QCOMPARE(engine.sources.filename(), fs::path("graphics"));
        QCOMPARE(engine.textures.filename(), fs::path("textures"));
        QCOMPARE(nextFreeTexture(engine), 20131);
        const ArtTree sample = Tree(false).read();
        QVERIFY(!sample.hasBmp);
        QCOMPARE(sample.sources.filename(), fs::path("sprites"));
        QCOMPARE(sample.textures.filename(), fs::path("textures"));
        QCOMPARE(nextFreeTexture(sample), 4102);
        QCOMPARE(sample.classes.size(), std::size_t{1});
    }

    void aCreatureComesWithAllThatItNeeds_data()
    {
        QTest::addColumn<bool>("isEngine");
        QTest::newRow("the engine's own tree") << true;
        QTest::newRow("the sample") << false;
    }

    void aCreatureComesWithAllThatItNeeds()
    {
        QFETCH(bool, isEngine);
        Tree tree(isEngine);
        document::Workspace workspace;
        const ArtTree art = tree.read();
        const auto plan = planNewArt(art, tree.wolf(), *workspace.files());
        QVERIFY2(plan, plan ? "" : plan.error().text().c_str());
        const std::string difference = treeplan::differenceOf(art.root, plan.value());
        QVERIFY(difference.find("new sprite") != std::string::npos);
        QVERIFY(difference.find("+    wolf_icon") != std::string::npos || difference.find("+   wolf_icon = wolf.bgf") != std::string::npos ||
                difference.find("+   troll_icon_rsc = wolf.bgf") != std::string::npos);
        QVERIFY(!fs::exists(plan.value().sprite)); // nothing is written yet
        const auto done = treeplan::carryOut(workspace, plan.value());
        QVERIFY2(done, done ? "" : done.error().text().c_str());

        // The command file builds the very sprite that was written.
        const auto document = bgfcore::SpriteDocument::open(plan.value().source, art.colours);
        QVERIFY2(document, document ? "" : document.error().text().c_str());
        const auto bytes = readFile(plan.value().sprite);
        QVERIFY(bytes);
        QCOMPARE(bgf::write(document.value()->sprite()), bytes.value());
        const auto sprite = bgf::read(bytes.value(), "wolf.bgf").value();
        QCOMPARE(sprite.bitmaps.size(), std::size_t{4});
        QCOMPARE(sprite.bitmaps[0].width, 2); // cropped
        QCOMPARE(sprite.bitmaps[0].height, 5);
        QCOMPARE(sprite.groups, (std::vector<bgf::Group>{{0, 1, 2, 3}}));
        QCOMPARE(sprite.shrink, 2);
        if (isEngine) {
            QVERIFY(tree.text("resource/graphics/makefile").find("\t$(OUTDIR)\\ring3.bgf \\\r\n\t$(OUTDIR)\\wolf.bgf\r\n\r\nall:") != std::string::npos);
            QVERIFY(tree.text("kod/troll.kod").find("   troll_icon_rsc = wolf.bgf\n") != std::string::npos);
            QVERIFY(fs::exists(tree.path("resource/graphics/wolf3.bmp")));
        } else {
            QCOMPARE(tree.text("kod/wolf.kod"), std::string("Wolf is Monster\n\nresources:\n\n   wolf_icon = wolf.bgf\n\nclassvars:\n\n"
                                                            "   viMostHealth = 20\n   vrIcon = wolf_icon\n\nmessages:\n\nend\n"));
            QVERIFY(fs::exists(tree.path("sprites/wolf3.png")));
            QVERIFY(plan.value().notes.size() == 1);
        }
        // A second one of that name is refused before anything is written.
        QVERIFY(planNewArt(art, tree.wolf(), *workspace.files()).error().what.find("already") != std::string::npos);
    }

    void aTextureGetsItsNumberAndItsRule()
    {
        Tree tree(true);
        document::Workspace workspace;
        NewArtRequest request;
        request.kind = ArtKind::Wall;
        request.name = "Mossy bricks";
        request.pictures = {tree.path("in/side0.png")};
        request.shrink = 4;
        const auto plan = planNewArt(tree.read(), request, *workspace.files());
        QVERIFY2(plan, plan ? "" : plan.error().text().c_str());
        QVERIFY(plan.value().source.empty());
        QVERIFY(treeplan::carryOut(workspace, plan.value()));
        const std::string makefile = tree.text("resource/textures/makefile");
        QVERIFY2(makefile.find("\t$(OUTDIR)\\grd20130.bgf \\\n\t$(OUTDIR)\\grd20131.bgf \\\n\nall:") != std::string::npos, makefile.c_str());
        QVERIFY2(makefile.find("$(OUTDIR)\\grd20131.bgf:\n\t$(MAKEBGF) -o $@ -n \"Mossy bricks\" -s 4 -r 1 $** 1 1 1\n\n!include") != std::string::npos,
                 makefile.c_str());
        QVERIFY(fs::exists(tree.path("resource/textures/grd20131.bmp")));
        const auto sprite = bgf::read(readFile(plan.value().sprite).value(), "grd20131.bgf").value();
        QCOMPARE(sprite.name(), std::string("Mossy bricks"));
        QCOMPARE(sprite.bitmaps.size(), std::size_t{1});

        Tree sample(false);
        request.pictures = {sample.path("in/side0.png")};
        const auto other = planNewArt(sample.read(), request, *workspace.files());
        QVERIFY2(other, other ? "" : other.error().text().c_str());
        QVERIFY(treeplan::carryOut(workspace, other.value()));
        QCOMPARE(sample.text("textures/grd04102.bbg").substr(0, 25), std::string("# Mossy bricks: grd04102\n"));
    }

    void whatCannotBeIsSaid_data()
    {
        QTest::addColumn<QString>("what");
        for (const char* what : {"name", "class", "sides", "fill", "missing", "number", "damaged", "icon of a texture", "two for a texture"})
            QTest::newRow(what) << QString::fromLatin1(what);
    }

    void whatCannotBeIsSaid()
    {
        QFETCH(QString, what);
        Tree tree(false);
        NewArtRequest request = tree.wolf();
        std::string said;
        if (what == u"name")
            request.name = "no good", said = "expected a name of letters, digits and underscores";
        else if (what == u"class")
            request.className = "Nobody", said = "there is no such class";
        else if (what == u"sides")
            request.angles = 0, said = "sides";
        else if (what == u"fill")
            request.angles = 3, said = "4 pictures do not fill groups of 3";
        else if (what == u"missing")
            request.pictures = {tree.path("in/none.png")}, said = "none.png";
        else if (what == u"damaged") {
            tree.put("in/bad.png", "no picture at all");
            request.pictures = {tree.path("in/bad.png")}, request.angles = 1, said = "bad.png";
        } else {
            request.kind = ArtKind::Floor;
            request.pictures.resize(what == u"two for a texture" ? 2 : 1);
            if (what != u"icon of a texture")
                request.className.clear();
            if (what == u"number")
                request.number = 4101, said = "that no texture has";
            else
                said = what == u"icon of a texture" ? "nobody's icon" : "one picture";
        }
        document::Workspace workspace;
        const auto plan = planNewArt(tree.read(), request, *workspace.files());
        QVERIFY(!plan);
        QVERIFY2(plan.error().text().find(said) != std::string::npos, plan.error().text().c_str());
    }

    void listsOfMakefilesAreFound()
    {
        const auto with = [](const char* text) {
            const auto result = withTarget(text, "wolf", {}, 1, false);
            return result ? result.value() : "! " + result.error().text();
        };
        QCOMPARE(with("BGFS = splash.bgf\n"), std::string("BGFS = splash.bgf wolf.bgf\n"));
        QCOMPARE(with("BGFS =\n"), std::string("BGFS = wolf.bgf\n"));
        QCOMPARE(with("BGFS = a.bgf \\\n  o/b.bgf"), std::string("BGFS = a.bgf \\\n  o/b.bgf \\\n  o/wolf.bgf"));
        QCOMPARE(with("BGFS = \\\n\\\n"), std::string("BGFS = wolf.bgf \\\n\\\n"));
        QCOMPARE(with("# BGFS = a\nall:\n"), std::string("! there is no list BGFS"));
        QCOMPARE(with("BGFS = wolf.bgf\n"), std::string("! wolf.bgf is there already"));
        QCOMPARE(with(""), std::string("! there is no list BGFS"));
    }
};

QTEST_APPLESS_MAIN(TestNewArt)
#include "tst_new_art.moc"
