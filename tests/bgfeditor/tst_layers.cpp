// SPDX-License-Identifier: GPL-3.0-or-later
#include "bgfeditor/bgfcore/layer_edits.h"
#include "bgfeditor/bgfcore/layer_file.h"
#include "bgfeditor/bgfcore/pixel_edits.h"
#include "bgfeditor/bgfcore/sheet.h"
#include "bgfeditor/bgfcore/sprite_checks.h"
#include "bgfeditor/ui/layer_panel.h"
#include "bgfeditor/ui/sprite_canvas.h"
#include "bgfeditor/ui/sprite_layers.h"
#include "formats/base/file_io.h"
#include "tests/bgfeditor/sprite_page.h"
#include "tests/blak/blak_files.h"
#include "tests/roomedit/view_support.h"
#include "ui/number_field.h"

#include <QCheckBox>
#include <QSignalSpy>
#include <QSlider>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include <array>

using namespace blak;
using namespace blak::bgfcore;
using namespace blak::ui;
using namespace blak::ui::sprites;

namespace fs = std::filesystem;

namespace {

constexpr std::uint8_t body = 0x61, ink = 0x25, none = bgf::transparentIndex;

/// Two frames of 8 x 8, full of one colour.
bgf::Sprite sprite()
{
    bgf::Sprite made;
    for (int i = 0; i < 2; ++i)
        made.bitmaps.push_back(bgf::encode(8, 8, std::vector<std::uint8_t>(64, static_cast<std::uint8_t>(body + i))));
    made.groups = {{0, 1}};
    return made;
}

} // namespace

class TestLayers : public QObject
{
    Q_OBJECT

    QTemporaryDir folder_;
    std::unique_ptr<SpriteView> view_;
    std::shared_ptr<SpriteDocument> document_;

    fs::path file() const { return fs::path(folder_.path().toStdString()) / "wolf.bgf"; }
    std::vector<PartId> all() const { return {document_->frames().ids().begin(), document_->frames().ids().end()}; }
    const Frame& frame(int number) const { return document_->frames().at(document_->frameAt(static_cast<std::size_t>(number))); }
    std::uint8_t seen(int number, int x, int y) const { return frame(number).image->at(x, y); }
    const LayerStack& layers(int number) const { return *frame(number).layers; }

    std::shared_ptr<SpriteDocument> reopened() const
    {
        auto again = SpriteDocument::open(file());
        return again ? again.value() : nullptr;
    }

    void put(const std::string& layer, std::uint8_t colour, int x, int y, int number = 0)
    {
        document_->setDrawnLayer(layer);
        const std::array one{document_->frameAt(static_cast<std::size_t>(number))};
        const auto done = changeColours(*document_, one, {}, "Dot", [=](const Pixels& pixels) {
            Pixels changed = pixels;
            changed.set({x, y}, colour);
            return changed;
        });
        QVERIFY2(done, done ? "" : done.error().what.c_str());
    }

    SpriteCanvas& canvas() { return *view_->canvas(); }
    QPoint at(int x, int y) { return canvas().toWidget(QPointF(x + 0.5, y + 0.5)).toPoint(); }
    void click(int x, int y) { QTest::mouseClick(&canvas(), Qt::LeftButton, {}, at(x, y)); }
    void run(const char* id) { test::runSpriteAction(*view_, QLatin1String("sprite.") + QLatin1String(id)); }
    LayerPanel* panel() { return test::panelOf<LayerPanel>(*view_, "layers"); }
    void press(const char* name)
    {
        auto* button = panel()->findChild<QToolButton*>(QLatin1String(name));
        QVERIFY(button != nullptr);
        QTest::mouseClick(button, Qt::LeftButton);
    }

    void openView()
    {
        auto opened = spriteDocumentType().open(QString::fromStdString(file().string()), nullptr, nullptr);
        QVERIFY(opened);
        view_.reset(qobject_cast<SpriteView*>(opened.value()));
        document_ = view_->model()->sharedDocument();
        view_->resize(700, 600);
        view_->show();
        QVERIFY(QTest::qWaitForWindowExposed(view_.get()));
        canvas().setZoom(8);
        canvas().setHotspotsShown(false);
    }

private slots:
    void initTestCase() { installTheme(*qApp, ThemeKind::Dark); }

    void init()
    {
        view_.reset();
        fs::remove(layerFileOf(file()));
        test::put(file(), bgf::write(sprite()));
        document_ = reopened();
        QVERIFY(document_ != nullptr);
    }

    void whatIsSeenIsFlattenedAndKeptBesideTheSprite()
    {
        QCOMPARE(addLayer(*document_, all(), "Layer").value(), std::string("Layer"));
        put("Layer", ink, 3, 2);
        QCOMPARE(seen(0, 3, 2), ink);
        QCOMPARE(layers(0)[0].image->at(3, 2), body); // below it, all is as it was
        QCOMPARE(layers(0)[0].name, std::string(firstLayerName));
        QCOMPARE(addLayer(*document_, all(), "Layer").value(), std::string("Layer 2"));
        QVERIFY(document_->save());
        QVERIFY(fs::exists(layerFileOf(file())));

        const auto bytes = readFile(file()).value();
        const auto plain = bgf::read(bytes, "wolf.bgf");
        QCOMPARE(plain.value().bitmaps.size(), std::size_t{2}); // the sprite knows of no layers
        QCOMPARE(bgf::decode(plain.value(), plain.value().bitmaps[0], "").value()[2 * 8 + 3], ink);

        document_ = reopened();
        QCOMPARE(layers(0).size(), std::size_t{3});
        QCOMPARE(layers(0)[1].image->at(3, 2), ink);
        QVERIFY(!document_->isModified());
        QCOMPARE(*document_->content().value(), readTextFile(file()).value());
        QVERIFY(showLayer(*document_, all(), "Layer", false));
        QCOMPARE(seen(0, 3, 2), body);
        QVERIFY(document_->save());
        document_ = reopened();
        QVERIFY(!layers(0)[1].visible);
        QCOMPARE(layers(0)[1].image->at(3, 2), ink); // hidden, not gone
    }

    void anErasedPixelShowsTheLayerBelow()
    {
        QVERIFY(addLayer(*document_, all(), "Layer"));
        put("Layer", ink, 1, 1);
        put("Layer", none, 1, 1);
        QCOMPARE(seen(0, 1, 1), body);
        put(std::string(firstLayerName), none, 1, 1);
        QCOMPARE(seen(0, 1, 1), none);
    }

    void lockedAndHiddenLayersAreNotDrawnOn()
    {
        QVERIFY(addLayer(*document_, all(), "Layer"));
        document_->setDrawnLayer("Layer");
        const auto fill = [&] {
            return changeColours(*document_, all(), {}, "Fill", [](const Pixels& pixels) { return filled(pixels, {}, ink); });
        };
        QVERIFY(lockLayer(*document_, all(), "Layer", true));
        QVERIFY(fill().error().what.find("locked") != std::string::npos);
        QVERIFY(lockLayer(*document_, all(), "Layer", false));
        QVERIFY(showLayer(*document_, all(), "Layer", false));
        QVERIFY(fill().error().what.find("hidden") != std::string::npos);
        QCOMPARE(seen(1, 0, 0), std::uint8_t(body + 1));
        QVERIFY(showLayer(*document_, all(), "Layer", true));
        QVERIFY(fill());
        QCOMPARE(seen(1, 0, 0), ink);
    }

    void orderMergeRemoveAndNames()
    {
        QVERIFY(addLayer(*document_, all(), "a"));
        document_->setDrawnLayer("a");
        QVERIFY(addLayer(*document_, all(), "b"));
        put("a", 0x30, 0, 0);
        put("b", 0x40, 0, 0);
        QCOMPARE(seen(0, 0, 0), std::uint8_t{0x40});
        QVERIFY(moveLayer(*document_, all(), "a", 1));
        QCOMPARE(seen(0, 0, 0), std::uint8_t{0x30});
        QVERIFY(!renameLayer(*document_, all(), "a", "b"));
        QVERIFY(!renameLayer(*document_, all(), "a", ""));
        QVERIFY(renameLayer(*document_, all(), "a", "top"));
        QVERIFY(mergeLayerDown(*document_, all(), "top"));
        QCOMPARE(layers(0).size(), std::size_t{2});
        QCOMPARE(layers(0)[1].image->at(0, 0), std::uint8_t{0x30});
        QVERIFY(removeLayer(*document_, all(), "b"));
        QCOMPARE(seen(0, 0, 0), body);
        QVERIFY(!removeLayer(*document_, all(), std::string(firstLayerName))); // the last stays
        while (document_->history().canUndo())
            document_->history().undo();
        QVERIFY(frame(0).layers == nullptr && frame(1).layers == nullptr);
        QVERIFY(!document_->isModified());
    }

    void wholeBitmapsTakeTheirLayersAlong()
    {
        QVERIFY(addLayer(*document_, all(), "Layer"));
        put("Layer", ink, 0, 0);
        QVERIFY(changeShapes(*document_, all(), {}, "Flip", flippedAcross));
        QCOMPARE(layers(0)[1].image->at(7, 0), ink);
        QCOMPARE(seen(0, 7, 0), ink);
        QVERIFY(resizeFrames(*document_, all(), {2, 1, 0, 0}));
        QCOMPARE(layers(0)[1].image->width(), 10);
        QCOMPARE(seen(0, 9, 1), ink);
        QCOMPARE(flattened(layers(0)).indices(), *frame(0).image->indices());
        QVERIFY(cropFrames(*document_, all()));
        QCOMPARE(layers(0)[1].image->width(), 8);
        QVERIFY(flattenLayers(*document_, all()));
        QVERIFY(frame(0).layers == nullptr);
        QCOMPARE(seen(0, 7, 0), ink);
    }

    void pixelsFromOutsideComeThroughTheLayers()
    {
        QVERIFY(addLayer(*document_, all(), "Layer"));
        put("Layer", ink, 0, 0);
        QVERIFY(lockLayer(*document_, all(), "Layer", true));
        Pixels outside(*frame(0).image);
        outside.set({0, 0}, 0x50);
        outside.set({5, 5}, none);
        QVERIFY(setImage(*document_, document_->frameAt(0), outside.image(), "Edit in another program"));
        QCOMPARE(seen(0, 0, 0), std::uint8_t{0x50});
        QCOMPARE(seen(0, 5, 5), none);
        QCOMPARE(layers(0)[0].image->at(0, 0), std::uint8_t{0x50}); // the other is locked
        QCOMPARE(flattened(layers(0)).indices(), *frame(0).image->indices());
        QVERIFY(setImage(*document_, document_->frameAt(0), Pixels(3, 3, ink).image(), "Another size"));
        QVERIFY(frame(0).layers == nullptr);
    }

    void aSpriteChangedWithoutItsLayersIsRight()
    {
        QVERIFY(addLayer(*document_, all(), "Layer"));
        QVERIFY(document_->save());
        bgf::Sprite other = sprite();
        other.bitmaps[0] = bgf::encode(8, 8, std::vector<std::uint8_t>(64, 0x70));
        other.bitmaps[1] = bgf::encode(4, 4, std::vector<std::uint8_t>(16, 0x71));
        test::put(file(), bgf::write(other));
        document_ = reopened();
        QCOMPARE(seen(0, 4, 4), std::uint8_t{0x70});
        QCOMPARE(flattened(layers(0)).at({4, 4}), std::uint8_t{0x70});
        QVERIFY(frame(1).layers == nullptr);
    }

    void theJournalKeepsThem()
    {
        QVERIFY(addLayer(*document_, all(), "Layer"));
        QVERIFY(document_->save());
        put("Layer", ink, 6, 6, 1);
        auto reference = std::make_shared<ReferencePicture>();
        reference->png = "picture";
        reference->opacity = 30;
        QVERIFY(setReference(*document_, reference));
        const auto state = document_->unsavedState();
        QVERIFY(state);
        document_ = reopened(); // after a crash
        QCOMPARE(seen(1, 6, 6), std::uint8_t(body + 1));
        QVERIFY(document_->restoreUnsaved(state.value()));
        QVERIFY(document_->isModified());
        QCOMPARE(seen(1, 6, 6), ink);
        QCOMPARE(layers(1)[1].image->at(6, 6), ink);
        QCOMPARE(layers(1)[0].image->at(6, 6), std::uint8_t(body + 1));
        QCOMPARE(document_->reference()->opacity, 30);
        document_->history().undo();
        QVERIFY(document_->reference() == nullptr);
        QCOMPARE(seen(1, 6, 6), std::uint8_t(body + 1));
        for (const std::size_t length : {std::size_t{9}, std::size_t{40}, state.value().size() - 1}) // cut anywhere
            QVERIFY(!document_->restoreUnsaved(std::span(state.value()).first(length)));
    }

    void damagedLayersAreToldAndPutAway()
    {
        QVERIFY(addLayer(*document_, all(), "Layer"));
        QVERIFY(document_->save());
        const auto good = readFile(layerFileOf(file())).value();
        QVERIFY(readLayers(good, "good"));
        for (std::size_t length = 0; length < good.size(); ++length)
            QVERIFY(!readLayers(std::span(good).first(length), "short"));
        auto bad = good;
        bad[0] = std::byte{0};
        QVERIFY(!readLayers(bad, "bad"));
        test::put(layerFileOf(file()), bad);
        document_ = reopened();
        QVERIFY(frame(0).layers == nullptr);
        const auto problems = checkSprite(*document_);
        QVERIFY(std::ranges::any_of(problems, [](const Diagnostic& one) { return one.code == "damaged layers"; }));
        std::array one{document_->frameAt(0)};
        QVERIFY(changeColours(*document_, one, {}, "Fill", [](const Pixels& pixels) { return filled(pixels, {}, ink); }));
        QVERIFY(document_->save());
        QVERIFY(!fs::exists(layerFileOf(file())));
        fs::path kept = layerFileOf(file());
        kept += "~";
        QVERIFY(readFile(kept).value() == bad);
    }

    void layersThatAnotherProgramChangedAreNotWrittenOver()
    {
        QVERIFY(addLayer(*document_, all(), "Layer"));
        QVERIFY(document_->save());
        test::put(layerFileOf(file()), std::vector<std::byte>(20));
        put("Layer", ink, 0, 0);
        QCOMPARE(document_->save().error().code, ErrorCode::Conflict);
        document_->allowOverwriting();
        QVERIFY(document_->save());
        QVERIFY(readLayers(readFile(layerFileOf(file())).value(), ""));
    }

    void theyAreDrawnOnByHand()
    {
        openView();
        QCOMPARE(panel()->table()->rowCount(), 0);
        panel()->resize(320, 300);
        panel()->show();
        press("layer.add");
        QCOMPARE(panel()->table()->rowCount(), 2);
        QCOMPARE(view_->model()->drawnLayer(), QStringLiteral("Layer"));
        QVERIFY(frame(1).layers == nullptr); // edits change this frame
        DrawSettings settings = view_->model()->drawing();
        settings.colour = ink;
        view_->model()->setDrawing(settings);
        run("tool.pencil");
        click(2, 2);
        QCOMPARE(seen(0, 2, 2), ink);
        QCOMPARE(layers(0)[0].image->at(2, 2), body);
        QCOMPARE(canvas().grab().toImage().pixelColor(at(2, 2)), QColor(view_->model()->image(0).pixel(2, 2)));
        run("tool.eraser");
        click(2, 2);
        QCOMPARE(seen(0, 2, 2), body);
        view_->undo();
        run("tool.wand"); // of this layer: one pixel
        click(2, 2);
        QCOMPARE(view_->model()->selection().count(), std::size_t{1});
        run("select.none");

        // The row below, and the marks before it.
        const auto cell = [&](int row, LayerPanel::Column column) {
            return panel()->table()->visualItemRect(panel()->table()->item(row, column)).center();
        };
        QTest::mouseClick(panel()->table()->viewport(), Qt::LeftButton, {}, cell(1, LayerPanel::Name));
        QCOMPARE(view_->model()->drawnLayer(), QString::fromUtf8(firstLayerName.data()));
        run("tool.pencil");
        click(4, 4);
        QCOMPARE(layers(0)[0].image->at(4, 4), ink);
        panel()->table()->item(1, LayerPanel::Locked)->setCheckState(Qt::Checked);
        QVERIFY(layers(0)[0].locked);
        QSignalSpy told(&canvas(), &SpriteCanvas::failed);
        click(5, 5);
        QCOMPARE(told.count(), 1);
        QCOMPARE(seen(0, 5, 5), body);
        panel()->table()->item(0, LayerPanel::Seen)->setCheckState(Qt::Unchecked);
        QCOMPARE(seen(0, 2, 2), body);
        panel()->table()->item(0, LayerPanel::Seen)->setCheckState(Qt::Checked);
        panel()->table()->item(0, LayerPanel::Name)->setText(QStringLiteral("outline"));
        QCOMPARE(layers(0)[1].name, std::string("outline"));
        press("layer.down");
        QCOMPARE(layers(0)[0].name, std::string("outline"));
        press("layer.up");
        panel()->table()->item(1, LayerPanel::Locked)->setCheckState(Qt::Unchecked);
        press("layer.merge");
        QCOMPARE(panel()->table()->rowCount(), 1);
        QCOMPARE(seen(0, 2, 2), ink);
        panel()->setParent(view_.get());
    }

    void aPictureIsDrawnFrom()
    {
        openView();
        QImage picture(16, 16, QImage::Format_ARGB32);
        picture.fill(QColor(255, 0, 0));
        const QString name = folder_.filePath(QStringLiteral("photo.png"));
        QVERIFY(picture.save(name));
        QVERIFY(!chooseReference(*view_, folder_.filePath(QStringLiteral("wolf.bgf"))));
        QVERIFY(chooseReference(*view_, name));
        QCOMPARE(document_->reference()->scale, 50); // as high as the frame
        QVERIFY(*frame(0).image->indices() == std::vector<std::uint8_t>(64, body));
        auto* over = panel()->findChild<QCheckBox*>(QStringLiteral("referenceOver"));
        auto* opacity = panel()->findChild<QSlider*>(QStringLiteral("referenceOpacity"));
        auto* x = panel()->findChild<NumberField*>(QStringLiteral("referenceX"));
        QVERIFY(over != nullptr && opacity != nullptr && x != nullptr);
        const QColor before = canvas().grab().toImage().pixelColor(at(4, 4));
        over->click();
        opacity->setValue(100);
        QCOMPARE(canvas().grab().toImage().pixelColor(at(4, 4)), QColor(255, 0, 0));
        opacity->setValue(0);
        QCOMPARE(canvas().grab().toImage().pixelColor(at(4, 4)), before);
        opacity->setValue(100);
        emit x->valueChanged(40); // far to the right
        QCOMPARE(document_->reference()->x, 40);
        QCOMPARE(canvas().grab().toImage().pixelColor(at(4, 4)), before);
        QVERIFY(document_->save());
        document_ = reopened();
        QCOMPARE(document_->reference()->x, 40);
        QCOMPARE(document_->reference()->opacity, 100);
        QVERIFY(document_->reference()->over);
        run("reference.remove");
        QVERIFY(view_->model()->document().reference() == nullptr);
        view_->undo();
        QVERIFY(view_->model()->document().reference() != nullptr);
    }
};

QTEST_MAIN(TestLayers)
#include "tst_layers.moc"
