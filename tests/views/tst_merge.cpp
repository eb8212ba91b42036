// SPDX-License-Identifier: GPL-3.0-or-later
// Conflicts of a merge solved in the studio, with real clicks and keys.
#include "studio/views/merge/merge_view.h"

#include "formats/base/file_io.h"
#include "roomedit/roomcore/map/map_convert.h"
#include "roomedit/roomcore/operations/draw.h"
#include "roomedit/roomcore/rebuild.h"
#include "studio/views/common/table_pane.h"
#include "studio/views/merge/merge_dialog.h"
#include "studio/views/merge/merge_maps.h"
#include "studio/views/merge/merge_rows.h"
#include "studio/views/views.h"
#include "ui/theme.h"

#include <QApplication>
#include <QDir>
#include <QProcess>
#include <QProcessEnvironment>
#include <QPushButton>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

using namespace blak;
using namespace blak::ui;
using namespace blak::ui::views;

namespace {

std::filesystem::path pathOf(const QString& path) { return QFile::encodeName(path).toStdString(); }

roo::Room rectangleAt(const roo::Room& base, int left, int bottom)
{
    roomcore::Map map = roomcore::mapFromRoom(base);
    document::History history;
    roomcore::MapEdit edit(map, history);
    const auto points = roomcore::rectanglePoints({left, bottom}, {left + 200, bottom + 200});
    if (!roomcore::drawLines(edit, points, true, {}))
        qFatal("not drawn");
    return roomcore::rebuild(roomcore::roomFromMap(map, base).value().room, base).value().room;
}

} // namespace

class TestMergeView : public QObject
{
    Q_OBJECT

    QTemporaryDir folder_;
    roo::Room base_, ours_, theirs_;
    std::unique_ptr<MergeView> view_;
    ActionTable actions_ = viewActions();

    std::filesystem::path file(const char* name) const { return pathOf(folder_.filePath(QLatin1String(name))); }
    roo::Room saved() const { return roo::read(readFile(file("inn.roo")).value(), "inn.roo").value(); }

    void clickCell(int row, int column, bool doubly = false)
    {
        QTableView* table = view_->list()->table();
        const QModelIndex index = view_->list()->model()->index(view_->list()->model()->rowOf(row), column);
        table->scrollTo(index);
        const QPoint at = table->visualRect(index).center();
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, at);
        if (doubly)
            QTest::mouseDClick(table->viewport(), Qt::LeftButton, {}, at);
    }
    QString cell(int row, int column) const { return view_->list()->model()->source()->text(row, column); }
    int rowOf(const char* place) const
    {
        for (int row = 0; row < view_->list()->model()->allRows(); ++row)
            if (cell(row, MergeRows::PlaceColumn) == QLatin1String(place))
                return row;
        return -1;
    }
    /// As the shell does for the keys of the action table.
    void run(const char* id)
    {
        for (const ActionSpec& spec : actions_)
            if (spec.id == QLatin1String(id)) {
                QVERIFY(spec.enabled(view_.get()));
                spec.run(view_.get());
                return;
            }
        QFAIL(id);
    }

private slots:
    void initTestCase()
    {
        installTheme(*qApp, ThemeKind::Dark);
        const QString terrace = QDir(qEnvironmentVariable("BLAK_SOURCE_DIR")).filePath(QStringLiteral("tests/data/rooms/terrace_15.roo"));
        base_ = roo::read(readFile(pathOf(terrace)).value(), "terrace").value();
        ours_ = rectangleAt(base_, 2'000, 2'000);
        theirs_ = rectangleAt(base_, 2'100, 2'100);
        ours_.sectors[0].light = 33;
        theirs_.sectors[0].light = 44;
        ours_.sectors[1].floorTexture = 111;
        theirs_.sectors[1].floorTexture = 222;
        ours_.things[0].x = static_cast<std::int32_t>(base_.things[0].x - 64);
    }

    void init()
    {
        QVERIFY(writeFileAtomically(file("base.roo"), roo::write(base_), Backup::None));
        QVERIFY(writeFileAtomically(file("theirs.roo"), roo::write(theirs_), Backup::None));
        QVERIFY(writeFileAtomically(file("inn.roo"), roo::write(ours_), Backup::None));
        auto opened = MergeView::open({file("base.roo"), file("inn.roo"), file("theirs.roo"), file("inn.roo")}, nullptr, nullptr);
        QVERIFY2(opened, opened ? "" : opened.error().text().c_str());
        view_.reset(qobject_cast<MergeView*>(opened.value()));
        view_->resize(1000, 700);
        view_->show();
        QVERIFY(QTest::qWaitForWindowExposed(view_.get()));
        QTRY_VERIFY(view_->hasCurrent()); // the first conflict
    }
    void cleanup() { view_.reset(); }

    void conflictsAreShownPartByPart()
    {
        QVERIFY(view_->isModified());
        const int light = rowOf("Sector 0");
        QVERIFY(light >= 0);
        QCOMPARE(cell(light, MergeRows::BaseColumn), QString::number(base_.sectors[0].light));
        QCOMPARE(cell(light, MergeRows::OursColumn), QStringLiteral("33"));
        QCOMPARE(cell(light, MergeRows::TheirsColumn), QStringLiteral("44"));
        QCOMPARE(cell(light, MergeRows::TakenColumn), QStringLiteral("not decided"));
        QCOMPARE(view_->merge().undecided(), view_->merge().merged().conflicts.size());
        clickCell(light, MergeRows::PlaceColumn);
        QCOMPARE(view_->list()->currentRow(), light);
        for (const auto which : {MergeMaps::Base, MergeMaps::Ours, MergeMaps::Theirs, MergeMaps::Result}) {
            QVERIFY(!view_->maps()->map(which)->marks().empty());
            QCOMPARE(view_->maps()->map(which)->zoom(), view_->maps()->map(MergeMaps::Ours)->zoom());
        }
    }

    void buttonsKeysAndCellsTakeAndUndoGivesBack()
    {
        const int light = rowOf("Sector 0"), floor = rowOf("Sector 1");
        clickCell(light, MergeRows::PlaceColumn);
        QTest::mouseClick(view_->maps()->button(MergeMaps::Theirs), Qt::LeftButton);
        QCOMPARE(view_->merge().merged().room->sectors[0].light, 44);
        QCOMPARE(cell(light, MergeRows::TakenColumn), QStringLiteral("theirs"));
        QVERIFY(view_->list()->currentRow() != light); // on to the next one
        QSignalSpy activated(view_->list(), &TablePane::rowActivated);
        clickCell(floor, MergeRows::BaseColumn, true);
        QVERIFY(activated.isEmpty()); // the rows are others by then
        QCOMPARE(view_->merge().merged().room->sectors[1].floorTexture, base_.sectors[1].floorTexture);
        clickCell(floor, MergeRows::PlaceColumn);
        run("merge.theirs");
        QCOMPARE(view_->merge().merged().room->sectors[1].floorTexture, 222);
        view_->undo();
        QCOMPARE(view_->merge().merged().room->sectors[1].floorTexture, base_.sectors[1].floorTexture);
        view_->undo();
        QCOMPARE(view_->merge().merged().room->sectors[1].floorTexture, 111); // ours, as long as nothing is decided
        QCOMPARE(cell(floor, MergeRows::TakenColumn), QStringLiteral("not decided"));
        view_->redo();
        QCOMPARE(cell(floor, MergeRows::TakenColumn), QStringLiteral("as before"));
    }

    /// Told of either line: ours stays, theirs goes.
    void linesAcrossEachOtherAreSolvedAsAWholeAndSaved_data()
    {
        QTest::addColumn<QString>("whose");
        QTest::newRow("a line of ours") << QStringLiteral("of ours");
        QTest::newRow("a line of theirs") << QStringLiteral("of theirs");
    }
    void linesAcrossEachOtherAreSolvedAsAWholeAndSaved()
    {
        QFETCH(const QString, whose);
        int way = -1;
        for (int row = 0; row < view_->list()->model()->allRows(); ++row)
            if (cell(row, MergeRows::PlaceColumn).endsWith(whose) && cell(row, MergeRows::TakenColumn).contains(QLatin1String("crosses")))
                way = row;
        QVERIFY(way >= 0);
        clickCell(way, MergeRows::PlaceColumn);
        QTest::mouseClick(view_->maps()->button(MergeMaps::Ours), Qt::LeftButton);
        const auto& merged = view_->merge().merged();
        QCOMPARE(merged.room->linedefs.size(), ours_.linedefs.size());
        QCOMPARE(merged.room->sectors.size(), ours_.sectors.size());
        for (const diff::Conflict& one : merged.conflicts)
            QVERIFY2(one.note.empty(), one.note.c_str());
        for (QPushButton* button : view_->findChildren<QPushButton*>())
            if (button->text().endsWith(QLatin1String("theirs")))
                QTest::mouseClick(button, Qt::LeftButton);
        QCOMPARE(view_->merge().undecided(), 0u);
        QVERIFY(view_->summary().contains(QLatin1String("all decided")));
        QVERIFY(view_->save());
        QVERIFY(!view_->isModified());
        const roo::Room room = saved();
        QCOMPARE(room.sectors[0].light, 44);
        QCOMPARE(room.sectors[1].floorTexture, 222);
        QCOMPARE(room.things[0].x, ours_.things[0].x); // only we moved it
        QVERIFY(!room.nodes.empty());
        QVERIFY(QFileInfo::exists(folder_.filePath(QStringLiteral("inn.roo~"))));
        view_->undo();
        QVERIFY(view_->isModified());
    }

    /// What an editor of rooms can put back after a crash.
    void unsavedWorkIsARoom()
    {
        clickCell(rowOf("Sector 0"), MergeRows::PlaceColumn);
        run("merge.theirs");
        const auto kept = view_->merge().unsavedState();
        QVERIFY(kept);
        QCOMPARE(roo::read(kept.value(), "kept").value().sectors[0].light, 44);
    }

    /// A merge that git stopped at: its three versions are offered.
    void gitsConflictIsFound()
    {
        QVERIFY2(!QStandardPaths::findExecutable(QStringLiteral("git")).isEmpty(), "git is not installed");
        QTemporaryDir checkout;
        const auto git = [&](const QStringList& arguments) {
            QProcess process;
            process.setWorkingDirectory(checkout.path());
            QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
            environment.insert(QStringLiteral("GIT_CONFIG_GLOBAL"), QStringLiteral("/dev/null"));
            environment.insert(QStringLiteral("GIT_CONFIG_SYSTEM"), QStringLiteral("/dev/null"));
            process.setProcessEnvironment(environment);
            process.start(QStringLiteral("git"), QStringList{QStringLiteral("-c"), QStringLiteral("user.name=Test"), QStringLiteral("-c"),
                                                             QStringLiteral("user.email=test@example.org")} + arguments);
            return process.waitForFinished(60'000) && process.exitCode() == 0;
        };
        const QString path = checkout.filePath(QStringLiteral("inn.roo"));
        const auto commit = [&](const roo::Room& room) {
            return static_cast<bool>(writeFileAtomically(pathOf(path), roo::write(room), Backup::None)) && git({QStringLiteral("add"), QStringLiteral("inn.roo")}) &&
                   git({QStringLiteral("commit"), QStringLiteral("-q"), QStringLiteral("-m"), QStringLiteral("Room")});
        };
        QVERIFY(git({QStringLiteral("init"), QStringLiteral("-q"), QStringLiteral("-b"), QStringLiteral("main")}));
        QVERIFY(commit(base_));
        QVERIFY(git({QStringLiteral("checkout"), QStringLiteral("-q"), QStringLiteral("-b"), QStringLiteral("other")}) && commit(theirs_));
        QVERIFY(git({QStringLiteral("checkout"), QStringLiteral("-q"), QStringLiteral("main")}) && commit(ours_));
        QVERIFY(!git({QStringLiteral("merge"), QStringLiteral("other")}));
        MergeDialog dialog(path);
        QStringList four;
        connect(&dialog, &MergeDialog::chosen, this, [&](const QStringList& files) { four = files; });
        dialog.show();
        auto* merge = [&]() -> QPushButton* {
            for (QPushButton* button : dialog.findChildren<QPushButton*>())
                if (button->text() == QLatin1String("Merge"))
                    return button;
            return nullptr;
        }();
        QVERIFY(merge != nullptr);
        QTRY_VERIFY_WITH_TIMEOUT(QFileInfo(dialog.files().value(2)).isFile() && merge->isEnabled(), 60'000);
        QVERIFY(roo::read(readFile(pathOf(dialog.files()[0])).value(), "before").value() == base_);
        QVERIFY(roo::read(readFile(pathOf(dialog.files()[1])).value(), "ours").value() == ours_);
        QVERIFY(roo::read(readFile(pathOf(dialog.files()[2])).value(), "theirs").value() == theirs_);
        QTest::mouseClick(merge, Qt::LeftButton);
        QCOMPARE(four.value(3), path);
    }

    void twoNewFilesHaveAnEmptyBase()
    {
        view_.reset();
        QVERIFY(writeFileAtomically(file("base.roo"), std::vector<std::byte>(), Backup::None));
        auto opened = MergeView::open({file("base.roo"), file("inn.roo"), file("theirs.roo"), file("inn.roo")}, nullptr, nullptr);
        QVERIFY2(opened, opened ? "" : opened.error().text().c_str());
        const std::unique_ptr<DocumentView> view(opened.value());
        const auto broken = MergeView::open({file("base.roo"), file("inn.roo"), file("none.roo"), file("inn.roo")}, nullptr, nullptr);
        QVERIFY(!broken);
        QVERIFY(broken.error().text().find("none.roo") != std::string::npos);
    }
};

QTEST_MAIN(TestMergeView)
#include "tst_merge.moc"
