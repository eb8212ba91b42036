// SPDX-License-Identifier: GPL-3.0-or-later
#include "bgfeditor/ui/doll_panel.h"
#include "bgfeditor/ui/sprite_canvas.h"
#include "bgfeditor/ui/sprite_document.h"
#include "bgfeditor/ui/sprite_view.h"
#include "client/render/asset_store.h"
#include "client/render/sprite_layout.h"
#include "formats/base/file_io.h"
#include "formats/palette/palette.h"
#include "tests/roomedit/view_support.h"

#include <QClipboard>
#include <QComboBox>
#include <QLineEdit>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

using namespace blak;
using namespace blak::ui;
using namespace blak::ui::sprites;

namespace fs = std::filesystem;

namespace {

/// What hangs where, as world/kod says it of a user, and the colours of one.
struct Part
{
    const char* file;
    int hotspot;
    int translation;
};
constexpr std::array parts{Part{"playerlegs.bgf", 41, 0x0C},      Part{"playerright.bgf", 21, 0x02}, Part{"playerleft.bgf", 31, 0x02},
                           Part{"playerhead.bgf", 1, 0x02},       Part{"playerhairlong.bgf", 13, 0x2F}, Part{"playerbeard.bgf", 12, 0x2F}};
constexpr int torsoTranslation = 0x8B;

} // namespace

/// The sample world's player, put together of its parts with the mouse and the keys.
class TestSamplePlayer : public QObject
{
    Q_OBJECT

    QTemporaryDir folder_;
    std::shared_ptr<Project> project_;
    std::unique_ptr<SpriteView> view_;
    DollPanel* doll_ = nullptr;

    SpriteModel& model() { return *view_->model(); }

    /// Types over a cell of the table.
    void type(int row, int column, int value)
    {
        QTableWidget* table = doll_->table();
        table->scrollTo(table->model()->index(row, column));
        const QPoint cell = table->visualItemRect(table->item(row, column)).center();
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, cell);
        QTest::mouseDClick(table->viewport(), Qt::LeftButton, {}, cell);
        auto* editor = table->viewport()->findChild<QLineEdit*>();
        QVERIFY(editor != nullptr);
        editor->selectAll();
        QTest::keyClicks(editor, QString::number(value));
        QTest::keyClick(editor, Qt::Key_Return);
    }

    /// As a client would have it after the object's message, without the editor's own classes.
    render::SpriteState stateOfClient(int group)
    {
        render::SpriteState state;
        state.id = 7;
        state.picture = project_->assets()->sprite("playertorso.bgf");
        state.group = group;
        state.translation = torsoTranslation;
        for (const Part& part : parts) {
            render::SpriteOverlay overlay;
            overlay.picture = project_->assets()->sprite(part.file);
            overlay.group = group;
            overlay.hotspot = part.hotspot;
            overlay.translation = static_cast<std::uint8_t>(part.translation);
            state.overlays.push_back(std::move(overlay));
        }
        return state;
    }

private slots:
    /// The sprites are built of their command files, by the editor itself.
    void initTestCase()
    {
        installTheme(*qApp, ThemeKind::Dark);
        const fs::path source = fs::path(qEnvironmentVariable("BLAK_SOURCE_DIR").toStdString()) / "world";
        const auto colours = palette::read(readFile(source / "blakston.pal").value(), "blakston.pal");
        QVERIFY(colours);
        int built = 0;
        for (const auto& file : fs::directory_iterator(source / "sprites" / "player")) {
            if (!bgfcore::SpriteDocument::isCommandFileName(file.path()))
                continue;
            const auto document = bgfcore::SpriteDocument::open(file.path(), colours.value().colours);
            QVERIFY2(document, document ? "" : document.error().text().c_str());
            QVERIFY(writeFileAtomically(fs::path(folder_.path().toStdString()) / document.value()->builtName(),
                                        bgf::write(document.value()->sprite()), Backup::None));
            ++built;
        }
        QCOMPARE(built, 8);
        project_ = std::make_shared<test::FolderProject>(std::vector<fs::path>{folder_.path().toStdString()});
        auto opened = spriteDocumentType().open(folder_.filePath(QStringLiteral("playertorso.bgf")), project_, nullptr);
        QVERIFY(opened);
        view_.reset(qobject_cast<SpriteView*>(opened.value()));
        view_->resize(900, 700);
        view_->show();
        QVERIFY(QTest::qWaitForWindowExposed(view_.get()));
        for (const Panel& panel : view_->panels())
            if (panel.id == QLatin1String("doll"))
                doll_ = qobject_cast<DollPanel*>(panel.widget);
        QVERIFY(doll_ != nullptr);
        doll_->resize(420, 300);
        doll_->show();
        QVERIFY(QTest::qWaitForWindowExposed(doll_));
    }

    void thePartsAreHungOnWithTheMouse()
    {
        QToolButton* plus = doll_->findChild<QToolButton*>(QStringLiteral("plus"));
        QVERIFY(plus != nullptr);
        for (const Part& part : parts) {
            QTest::mouseClick(doll_->files()->lineEdit(), Qt::LeftButton);
            doll_->files()->lineEdit()->selectAll();
            QTest::keyClicks(doll_->files()->lineEdit(), QString::fromLatin1(part.file));
            QTest::mouseClick(plus, Qt::LeftButton);
        }
        QCOMPARE(doll_->table()->rowCount(), static_cast<int>(parts.size()));
        for (int row = 0; row < static_cast<int>(parts.size()); ++row) {
            type(row, 1, parts[static_cast<std::size_t>(row)].hotspot);
            type(row, 3, parts[static_cast<std::size_t>(row)].translation);
        }
        model().setTranslation(torsoTranslation);
        for (std::size_t i = 0; i < parts.size(); ++i) {
            QCOMPARE(model().doll().parts[i].file, std::string(parts[i].file));
            QCOMPARE(model().doll().parts[i].hotspot, parts[i].hotspot);
            QCOMPARE(int{model().doll().parts[i].translation}, parts[i].translation);
        }
        view_->canvas()->setHotspotsShown(false);
        view_->canvas()->setOffsetsShown(false);
        view_->canvas()->setGridShown(false);
        test::grabForPeople(*view_, QStringLiteral("sample-player"));
        test::grabForPeople(*doll_, QStringLiteral("sample-player-doll"));
    }

    /// Every pixel of the canvas, from all sides and in several groups, is that of the topmost image of the client's layout.
    void thePictureIsTheClients()
    {
        SpriteCanvas& canvas = *view_->canvas();
        canvas.setZoom(2);
        const auto& tables = project_->assets()->tables();
        const auto& colours = project_->assets()->palette();
        int compared = 0;
        for (const int group : {0, 1, 4})
            for (int side = 0; side < 8; ++side) {
                for (int row = 0; row < static_cast<int>(parts.size()); ++row)
                    if (model().doll().parts[static_cast<std::size_t>(row)].group != group)
                        type(row, 2, group + 1);
                model().setGroup(group);
                model().setAngle(side * 512);
                const auto state = stateOfClient(group);
                const auto placed = render::layOutSprite(state, side * 512);
                QCOMPARE(placed.size(), parts.size() + 1);
                const auto base = std::ranges::find(placed, -1, &render::PlacedImage::overlay);
                const double unit = base->unitsPerPixel;
                const QImage shown = canvas.grab().toImage();
                for (int y = -60; y < 240; ++y)
                    for (int x = -40; x < 170; ++x) {
                        std::optional<std::uint8_t> expected;
                        for (const render::PlacedImage& one : placed) {
                            const double across = base->left + (x + 0.5) * unit, down = base->top - (y + 0.5) * unit;
                            const int column = static_cast<int>(std::floor((across - one.left) / one.unitsPerPixel));
                            const int line = static_cast<int>(std::floor((one.top - down) / one.unitsPerPixel));
                            if (column < 0 || line < 0 || column >= one.image->width || line >= one.image->height)
                                continue;
                            const std::uint8_t index = one.image->pixels[static_cast<std::size_t>(line * one.image->width + column)];
                            if (index != bgf::transparentIndex)
                                expected = tables.translation[one.translation][index];
                        }
                        const QPoint at = canvas.toWidget({x + 0.5, y + 0.5}).toPoint();
                        if (!expected || !canvas.rect().contains(at) || at.y() < 40) // the facts stand at the top
                            continue;
                        const QColor seen = shown.pixelColor(at);
                        const palette::Colour& wanted = colours[*expected];
                        if (seen != QColor(wanted.r, wanted.g, wanted.b))
                            QFAIL(qPrintable(QStringLiteral("group %1, side %2, pixel %3, %4: %5").arg(group).arg(side).arg(x).arg(y).arg(seen.name())));
                        ++compared;
                    }
            }
        qInfo("%d pixels compared", compared);
        QVERIFY(compared > 24 * 3000);
    }

    void itGoesOutAsBlakod()
    {
        QTest::mouseClick(doll_->findChild<QToolButton*>(QStringLiteral("code")), Qt::LeftButton);
        const QString text = QGuiApplication::clipboard()->text();
        QVERIFY(text.contains(QStringLiteral("playerlegs_icon = playerlegs.bgf\n")));
        QVERIFY(text.contains(QStringLiteral("AddPacket(1,6);\n")));
        QVERIFY(text.contains(QStringLiteral("AddPacket(4,playerlegs_icon, 1,41);\n      AddPacket(1,ANIMATE_TRANSLATION, 1,12);\n")));
    }

    void cleanupTestCase() { view_.reset(); }
};

QTEST_MAIN(TestSamplePlayer)
#include "tst_sample_player.moc"
