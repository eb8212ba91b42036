// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/views/common/file_view.h"
#include "studio/views/tables/number_names.h"

namespace blak::ui::views {

class TablePane;
class TextBox;

/// A file of texts as a table: resources (.rsc, .rsb), resources made at run time, strings of a saved game. One row for each
/// number with a column for each language; the whole text of the row below.
class ResourceView : public FileView
{
    Q_OBJECT

public:
    static Result<DocumentView*> open(const QString& path, std::shared_ptr<Project> project, QWidget* parent);

    QStringList statusLeft() const override;
    QStringList statusRight() const override;
    QVariantMap saveViewState() const override;
    void restoreViewState(const QVariantMap& state) override;
    QString placeHint() const override;
    bool goToPlace(const QString& place) override;

    TablePane* pane() const { return pane_; }
    TextBox* box() const { return box_; }

    struct Content; ///< what was read

private:
    Result<void> readAgain();
    ResourceView(const QString& path, std::shared_ptr<Project> project, std::shared_ptr<const Content> content, QWidget* parent);
    void show(std::shared_ptr<const Content> content);
    void showRow(int row);

    std::shared_ptr<const Content> content_;
    std::shared_ptr<const NumberNames> names_;
    TablePane* pane_ = nullptr;
    TextBox* box_ = nullptr;
};

} // namespace blak::ui::views
