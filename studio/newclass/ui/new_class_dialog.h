// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/newclass/new_class.h"
#include "studio/treeplan/ui/plan_dialog.h"

class QComboBox;
class QLineEdit;

namespace blak::ui::newclass {

/// Asks for the name of a class, its parent and its place.
class NewClassDialog : public PlanDialog
{
    Q_OBJECT

public:
    NewClassDialog(blak::newclass::ClassTree tree, document::Workspace& workspace, QWidget* parent = nullptr);

    void setParentClass(const QString& name);
    /// Where the source goes, whatever the parent; below the root.
    void setFolder(const QString& folder);

protected:
    std::shared_ptr<const treeplan::FilePlan> makePlan(QString& reason) override;
    QString mainFile() const override { return source_; }

private:
    blak::newclass::NewClassRequest request() const;
    void proposeFolder(); ///< that of the parent, until somebody chooses another

    blak::newclass::ClassTree tree_;
    QString source_; ///< of the last plan
    bool isFolderChosen_ = false;
    QLineEdit *name_, *title_, *file_;
    QComboBox *parent_, *folder_;
};

} // namespace blak::ui::newclass
