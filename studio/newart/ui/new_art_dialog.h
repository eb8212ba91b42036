// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/newart/new_art.h"
#include "studio/treeplan/ui/plan_dialog.h"

class QComboBox;
class QFormLayout;
class QLineEdit;
class QListWidget;
class QSpinBox;

namespace blak::ui::newart {

/// Asks which pictures become a sprite or a texture, and whose icon.
class NewArtDialog : public PlanDialog
{
    Q_OBJECT

public:
    NewArtDialog(blak::newart::ArtTree tree, document::Workspace& workspace, QWidget* parent = nullptr);

    void addPictures(const QStringList& files); ///< behind those that are there
    void setClass(const QString& className);

protected:
    std::shared_ptr<const treeplan::FilePlan> makePlan(QString& reason) override;
    QString mainFile() const override { return file_; }
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    bool isTexture() const;
    void choosePictures();
    void removePictures(); ///< those that are chosen
    void fitToKind();
    blak::newart::NewArtRequest request() const;

    blak::newart::ArtTree tree_;
    QString file_; ///< of the last plan
    QFormLayout* form_;
    QComboBox* kind_;
    QListWidget* pictures_;
    QLineEdit* name_;
    QSpinBox *angles_, *shrink_, *number_;
    QComboBox *class_, *dither_;
};

} // namespace blak::ui::newart
