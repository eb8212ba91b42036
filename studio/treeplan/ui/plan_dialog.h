// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/treeplan/file_plan.h"

#include <QDialog>

#include <memory>

class QLabel;
class QPushButton;
class QTimer;
class QVBoxLayout;

namespace blak::ui {

class PlanPreview;

/// An assistant that shows everything it would write to a tree, live, while it is being told; "Create" does it as one step of undo.
class PlanDialog : public QDialog
{
    Q_OBJECT

public:
    /// What would be done now; null: makePlan() failed, or was not asked yet.
    const std::shared_ptr<const treeplan::FilePlan>& plan() const { return plan_; }

signals:
    /// After everything is written; `group` is that of Workspace::undoGroup.
    void created(const QString& file, quint64 group);

protected:
    PlanDialog(std::filesystem::path root, document::Workspace& workspace, QWidget* parent);

    QVBoxLayout* column() { return column_; } ///< for the form, above reasons and buttons
    document::Workspace& workspace() { return workspace_; }
    void planSoon(); ///< after the last key

    /// Null with a reason, which is shown unless it is empty.
    virtual std::shared_ptr<const treeplan::FilePlan> makePlan(QString& reason) = 0;
    /// What is opened when all is there: a file of the plan that was carried out.
    virtual QString mainFile() const = 0;

private:
    void planNow();
    void create();

    std::filesystem::path root_;
    document::Workspace& workspace_;
    std::shared_ptr<const treeplan::FilePlan> plan_;
    QVBoxLayout* column_;
    QLabel* reason_;
    QLabel* notes_;
    PlanPreview* preview_;
    QPushButton* create_;
    QTimer* timer_;
};

} // namespace blak::ui
