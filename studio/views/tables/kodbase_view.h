// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/views/common/file_view.h"
#include "studio/views/tables/number_names.h"

class QTreeWidget;
class QTreeWidgetItem;

namespace blak::ui {
class SearchField;
}

namespace blak::ui::views {

class Chips;
class TablePane;

/// The compiler's data base of names: the tree of classes at the left, everything the chosen class declares (or all classes) as a
/// table. Enter opens the source file of the class.
class KodbaseView : public FileView
{
    Q_OBJECT

public:
    static Result<DocumentView*> open(const QString& path, std::shared_ptr<Project> project, QWidget* parent);

    QStringList statusLeft() const override;
    QStringList statusRight() const override;
    QString placeHint() const override;
    bool goToPlace(const QString& place) override;
    QVariantMap saveViewState() const override;
    void restoreViewState(const QVariantMap& state) override;

    TablePane* pane() const { return pane_; }
    QTreeWidget* tree() const { return tree_; }
    Chips* chips() const { return chips_; }
    /// Shows what a class declares; an empty name shows all classes.
    void showClass(const QString& name);

private:
    std::vector<Diagnostic> findings() const;
    KodbaseView(const QString& path, std::shared_ptr<Project> project, kodbase::Partial partial, QWidget* parent);
    void buildTree();
    void filterTree(const QString& words);
    void openSource(const QString& className);

    kodbase::Partial partial_;
    std::shared_ptr<const NumberNames> names_;
    QTreeWidget* tree_ = nullptr;
    SearchField* treeFilter_ = nullptr;
    TablePane* pane_ = nullptr;
    Chips* chips_ = nullptr;
    QHash<QString, QTreeWidgetItem*> items_; ///< by lower case class
};

} // namespace blak::ui::views
