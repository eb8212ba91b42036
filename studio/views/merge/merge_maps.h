// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/views/compare/room_pair.h"
#include "studio/views/merge/merge_document.h"

#include <array>

class QSplitter;
class QToolButton;

namespace blak::ui {
class ViewHeader;
}

namespace blak::ui::views {

/// The room before, ours, theirs and what becomes of them, all at the same place and zoom, with the conflicts painted over them. The
/// first three have a button that takes what they show for the current conflict.
class MergeMaps : public QWidget
{
    Q_OBJECT

public:
    enum Which : int { Base, Ours, Theirs, Result };

    MergeMaps(const std::shared_ptr<MergeDocument>& document, const std::shared_ptr<Project>& project);

    /// After a decision: another result, other marks.
    void refresh();
    /// Brings a conflict into all views; nothing: none is current.
    void reveal(const diff::Conflict* conflict);
    void fitConflicts();
    void paintCompletely();

    ComparedMap* map(Which which) const { return panes_[which].map; }
    QToolButton* button(Which which) const { return panes_[which].take; }

signals:
    void taken(blak::diff::Take take);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    struct Pane
    {
        QWidget* holder = nullptr;
        ViewHeader* header = nullptr;
        QToolButton* take = nullptr;
        rooms::RoomModel* model = nullptr;
        ComparedMap* map = nullptr;
    };

    void makePane(Which which, QSplitter* row);
    std::shared_ptr<const roo::Room> roomOf(Which which) const;
    void show(Which which);
    void mark(Which which);
    void follow(const rooms::MapCanvas* from);

    std::shared_ptr<MergeDocument> document_;
    std::shared_ptr<Project> project_;
    std::array<Pane, 4> panes_;
    std::optional<diff::Conflict> current_;
    QSplitter* rows_ = nullptr;
    bool following_ = false;
};

} // namespace blak::ui::views
