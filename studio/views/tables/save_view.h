// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/views/common/file_view.h"
#include "studio/views/tables/save_rows.h"

class QTabBar;
class QTreeWidget;
class QTreeWidgetItem;

namespace blak::ui {
class SearchField;
}

namespace blak::ui::views {

class ObjectPanel;
class TablePane;

/// A saved game: classes with the number of their objects, the objects of one, and what one object holds and who holds it; users,
/// timers, lists, tables, strings and resources as further pages.
class SaveView : public FileView
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

    void showPage(SavePage page);
    SavePage page() const { return page_; }
    /// -1 shows the objects of all classes.
    void showClass(std::int32_t classId);
    void goBack();
    void goForward();

    const SavedGame& saved() const { return *saved_; }
    TablePane* pane() const { return pane_; }
    QTreeWidget* classes() const { return classes_; }
    QTabBar* tabs() const { return tabs_; }
    ObjectPanel* panel() const { return panel_; }

private:
    std::vector<Diagnostic> findings() const;
    SaveView(const QString& path, std::shared_ptr<Project> project, std::shared_ptr<const SavedGame> saved, QWidget* parent);
    void buildClasses();
    void filterClasses(const QString& words);
    void showRow(int row);

    std::shared_ptr<const SavedGame> saved_;
    SavePage page_ = SavePage::Objects;
    std::int32_t classId_ = -1;
    QTabBar* tabs_ = nullptr;
    QWidget* classSide_ = nullptr;
    QTreeWidget* classes_ = nullptr;
    SearchField* classFilter_ = nullptr;
    TablePane* pane_ = nullptr;
    ObjectPanel* panel_ = nullptr;
    std::shared_ptr<const SaveRows> rows_;
};

} // namespace blak::ui::views
