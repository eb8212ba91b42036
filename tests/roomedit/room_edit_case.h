// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/file_io.h"
#include "roomedit/roomcore/compatible_build.h"
#include "roomedit/roomcore/map/defects.h"
#include "roomedit/ui/map_canvas.h"
#include "roomedit/ui/room_document.h"
#include "roomedit/ui/room_view.h"
#include "tests/roomedit/view_support.h"

#include <QMouseEvent>
#include <QTemporaryDir>
#include <QTest>

#include <array>

namespace blak::test {

/// One square room of eight by eight squares, with its two corners as things.
inline roo::Room drawnSquare()
{
    roo::Room room;
    room.format = roo::Format::V15;
    room.sectors.resize(1);
    room.sectors[0].ceilingHeight = 256;
    room.sectors[0].light = 192;
    room.sectors[0].floorTexture = 3;
    room.sectors[0].ceilingTexture = 4;
    room.sidedefs.resize(1);
    room.sidedefs[0].normalTexture = 5;
    const std::array<std::pair<int, int>, 4> corners{{{0, 0}, {0, 512}, {512, 512}, {512, 0}}};
    for (std::size_t i = 0; i < 4; ++i) {
        roo::Linedef line;
        line.plusSide = 1;
        line.plusSector = 0;
        line.x0 = static_cast<std::int16_t>(corners[i].first);
        line.y0 = static_cast<std::int16_t>(corners[i].second);
        line.x1 = static_cast<std::int16_t>(corners[(i + 1) % 4].first);
        line.y1 = static_cast<std::int16_t>(corners[(i + 1) % 4].second);
        room.linedefs.push_back(line);
    }
    room.things.resize(2);
    room.things[1].x = room.things[1].y = 512;
    return roomcore::buildCompatible(room, roomcore::BuildOptions::fast(roo::Format::V15)).value();
}

/// Somebody who edits a room: the view, its commands by their ids, the mouse in editor units.
class RoomEditCase : public QObject
{
protected:
    QTemporaryDir folder_;
    std::shared_ptr<ui::Project> project_ = std::make_shared<FolderProject>(std::vector<std::filesystem::path>{});
    ui::ActionTable actions_ = ui::rooms::roomActions();

    std::unique_ptr<ui::rooms::RoomView> openFile(const QString& path)
    {
        project_->workspace()->close(path.toStdString()); // with the edits of the test before
        auto opened = ui::rooms::roomDocumentType().open(path, project_, nullptr);
        if (!opened)
            qFatal("%s", opened.error().text().c_str());
        std::unique_ptr<ui::rooms::RoomView> view(qobject_cast<ui::rooms::RoomView*>(opened.value()));
        view->resize(900, 700);
        view->show();
        view->panels().first().widget->resize(400, 300);
        view->panels().first().widget->show();
        [[maybe_unused]] const bool shown = QTest::qWaitForWindowExposed(view.get());
        return view;
    }

    std::unique_ptr<ui::rooms::RoomView> openSquare()
    {
        const QString path = folder_.filePath(QStringLiteral("square.roo"));
        const auto written = writeFileAtomically(path.toStdString(), roo::write(drawnSquare()), Backup::None);
        if (!written)
            qFatal("%s", written.error().text().c_str());
        auto view = openFile(path);
        view->map()->setView({256, 256}, 1);
        return view;
    }

    void run(ui::rooms::RoomView& view, const char* id)
    {
        for (const ui::ActionSpec& spec : actions_)
            if (spec.id == QLatin1String(id))
                return spec.run(&view);
        QFAIL(id);
    }

    static QPoint at(ui::rooms::RoomView& view, double x, double y) { return view.map()->toWidget({x, y}).toPoint(); }

    static void move(QWidget* widget, QPoint to, Qt::MouseButtons buttons = {}, Qt::KeyboardModifiers modifiers = {})
    {
        QMouseEvent event(QEvent::MouseMove, QPointF(to), widget->mapToGlobal(QPointF(to)), Qt::NoButton, buttons, modifiers);
        QApplication::sendEvent(widget, &event);
    }

    static void drag(ui::rooms::RoomView& view, QPointF from, QPointF to, Qt::KeyboardModifiers modifiers = {})
    {
        const QPoint a = at(view, from.x(), from.y()), b = at(view, to.x(), to.y());
        move(view.map(), a);
        QTest::mousePress(view.map(), Qt::LeftButton, modifiers, a);
        for (int i = 1; i <= 4; ++i)
            move(view.map(), a + (b - a) * i / 4, Qt::LeftButton, modifiers);
        QTest::mouseRelease(view.map(), Qt::LeftButton, modifiers, b);
    }

    static void click(ui::rooms::RoomView& view, double x, double y, Qt::KeyboardModifiers modifiers = {})
    {
        move(view.map(), at(view, x, y));
        QTest::mouseClick(view.map(), Qt::LeftButton, modifiers, at(view, x, y));
    }

    static std::size_t linesOf(ui::rooms::RoomView& view) { return view.model()->room().linedefs.size(); }
    static std::size_t sectorsOf(ui::rooms::RoomView& view) { return view.model()->room().sectors.size(); }

    static QString faults(ui::rooms::RoomView& view)
    {
        if (const auto valid = roomcore::validate(view.roomDocument()->map()); !valid)
            return QString::fromStdString(valid.error().text());
        const auto defects = roomcore::findDefects(view.roomDocument()->map());
        return defects.count() == 0 ? QString() : QStringLiteral("%1 defects").arg(defects.count());
    }
};

} // namespace blak::test
