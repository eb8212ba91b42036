// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/automap/automap.h"
#include "studio/views/automap/room_outlines.h"
#include "studio/views/common/file_view.h"

namespace blak::ui {
class EmptyLabel;
class ViewHeader;
} // namespace blak::ui

namespace blak::ui::views {

class AutomapCanvas;
class TablePane;
class TextBox;

/// An automap: the rooms that a player has been in with how much of them was seen, and the map of one, drawn over the room of
/// this project that has its security value. The rooms are looked for in the background.
class AutomapView : public FileView
{
    Q_OBJECT

public:
    static Result<DocumentView*> open(const QString& path, std::shared_ptr<Project> project, QWidget* parent);
    ~AutomapView() override;

    QStringList statusLeft() const override;
    QStringList statusRight() const override;
    void showProblem(const Diagnostic& problem) override;
    QVariantMap saveViewState() const override;
    void restoreViewState(const QVariantMap& state) override;
    QString placeHint() const override;
    bool goToPlace(const QString& place) override;
    void prepareForGrab() override;

    TablePane* pane() const { return pane_; }
    AutomapCanvas* canvas() const { return canvas_; }
    EmptyLabel* sentence() const { return sentence_; }
    TextBox* notes() const { return notes_; }

private:
    std::vector<Diagnostic> findings() const;
    Result<void> readAgain();
    AutomapView(const QString& path, std::shared_ptr<Project> project, automap::Map map, QWidget* parent);
    void take(automap::Map map);
    void searchRooms();
    void takeOutlines(RoomOutlines found);
    void refreshRows();
    void showRoom(int row);
    /// The room whose walls the bits belong to, else any of that security; null when there is none.
    std::shared_ptr<const RoomOutline> outlineOf(const automap::Room& room) const;

    std::shared_ptr<const automap::Map> map_;
    RoomOutlines outlines_;
    std::shared_ptr<std::atomic<bool>> cancelled_; ///< of the search that runs; null when it is over
    TablePane* pane_ = nullptr;
    ViewHeader* header_ = nullptr;
    ViewHeader* roomHeader_ = nullptr;
    EmptyLabel* sentence_ = nullptr;
    AutomapCanvas* canvas_ = nullptr;
    TextBox* notes_ = nullptr;
};

} // namespace blak::ui::views
