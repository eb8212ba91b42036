// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/views/merge/merge_document.h"
#include "ui/document_view.h"

class QPushButton;
class QToolButton;

namespace blak::ui {
class ViewHeader;
}

namespace blak::ui::views {

class MergeMaps;
class MergeRows;
class TablePane;

/// Two people's edits of a room put together: the conflicts part by part, as a list and in the picture, each solved for ours,
/// theirs or what was before; saving writes the room.
class MergeView : public DocumentView
{
    Q_OBJECT

public:
    static constexpr auto kindId = "merge"; ///< among the kinds of documents

    static Result<DocumentView*> open(const MergeFiles& files, std::shared_ptr<Project> project, QWidget* parent);

    QString path() const override; ///< of the room that it becomes
    QString title() const override;
    QString icon() const override { return QStringLiteral("join"); }
    QStringList statusLeft() const override;
    QStringList statusRight() const override;
    void prepareForGrab() override;

    const MergeDocument& merge() const { return *merge_; }
    /// For the current conflict; the next one that is not decided is current then.
    void take(diff::Take take);
    void takeRest(diff::Take take);
    /// The next conflict (or the one before), going round.
    void step(int direction);
    bool hasCurrent() const;
    bool hasUndecided() const { return merge_->undecided() > 0; }

    TablePane* list() const { return list_; }
    MergeMaps* maps() const { return maps_; }
    QString summary() const;

private:
    MergeView(std::shared_ptr<MergeDocument> merge, const std::shared_ptr<Project>& project, QWidget* parent);
    void documentTold(const document::DocumentNotice& notice) override;
    void refresh();
    void goToUndecided(int from);

    std::shared_ptr<MergeDocument> merge_;
    ViewHeader* header_ = nullptr;
    MergeMaps* maps_ = nullptr;
    TablePane* list_ = nullptr;
    QPushButton* restOurs_ = nullptr;
    QPushButton* restTheirs_ = nullptr;
    std::shared_ptr<const MergeRows> rows_;
};

} // namespace blak::ui::views
