// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/file_io.h"
#include "roomedit/ui/map_canvas.h"
#include "roomedit/ui/room_document.h"
#include "roomedit/ui/room_view.h"
#include "tests/formats/small_room.h"
#include "tests/roomedit/view_support.h"

#include <QMouseEvent>
#include <QTemporaryDir>
#include <QTest>

namespace blak::test {

/// Somebody who looks at a room: views of files, and a mouse that drags.
class RoomViewCase : public QObject
{
protected:
    QTemporaryDir folder_;
    std::shared_ptr<ui::Project> project_ = std::make_shared<FolderProject>(std::vector<std::filesystem::path>{});

    QString writeRoom(const roo::Room& room, const QString& name)
    {
        const QString path = folder_.filePath(name);
        const auto written = writeFileAtomically(path.toStdString(), roo::write(room), Backup::None);
        if (!written)
            qFatal("%s", written.error().text().c_str());
        return path;
    }

    std::unique_ptr<ui::rooms::RoomView> openView(const QString& path)
    {
        auto opened = ui::rooms::roomDocumentType().open(path, project_, nullptr);
        if (!opened)
            qFatal("%s", opened.error().text().c_str());
        return std::unique_ptr<ui::rooms::RoomView>(qobject_cast<ui::rooms::RoomView*>(opened.value()));
    }

    std::unique_ptr<ui::rooms::RoomView> openSmall()
    {
        auto view = openView(writeRoom(smallRoom(roo::Format::V14), QStringLiteral("small.roo")));
        view->resize(640, 480);
        view->show();
        view->panels().first().widget->resize(320, 240);
        view->panels().first().widget->show();
        [[maybe_unused]] const bool shown = QTest::qWaitForWindowExposed(view.get());
        return view;
    }

    static void drag(QWidget* widget, Qt::MouseButton button, QPoint from, QPoint to, Qt::KeyboardModifiers modifiers = {})
    {
        QTest::mousePress(widget, button, modifiers, from);
        moveHeld(widget, button, to, modifiers);
        QTest::mouseRelease(widget, button, modifiers, to);
    }

    static void moveHeld(QWidget* widget, Qt::MouseButtons buttons, QPoint to, Qt::KeyboardModifiers modifiers = {})
    {
        QMouseEvent move(QEvent::MouseMove, QPointF(to), widget->mapToGlobal(QPointF(to)), Qt::NoButton, buttons, modifiers);
        QApplication::sendEvent(widget, &move);
    }

    static QPoint onCanvas(ui::rooms::RoomView& view, QPointF editor) { return view.map()->toWidget(editor).toPoint(); }
};

} // namespace blak::test
