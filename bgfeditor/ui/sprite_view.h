// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bgfeditor/ui/sprite_model.h"
#include "ui/document_view.h"

#include <QTimer>

class QComboBox;
class QLabel;
class QSlider;

namespace blak::ui {
class ViewHeader;
}

namespace blak::ui::sprites {

class OutsideEditor;
class SpriteCanvas;

/// A sprite or texture as a document: the frame in the centre; frames, groups, angle, hotspots, animation, palette as panels.
/// Every change is a step of undo of the document.
class SpriteView : public DocumentView
{
    Q_OBJECT

public:
    /// For a worker; what it returns makes the document.
    static Result<DocumentMaker> load(const QString& path, std::shared_ptr<Project> project, const std::atomic<bool>& cancelled);
    static Result<DocumentView*> open(const QString& path, std::shared_ptr<Project> project, QWidget* parent);
    ~SpriteView() override;

    QString path() const override { return model_->path(); }
    QString title() const override;
    QString icon() const override { return QStringLiteral("sprite"); }
    QVector<Panel> panels() override { return panels_; }
    QVector<QWidget*> toolBarWidgets() override;
    QStringList statusLeft() const override;
    QStringList statusRight() const override;
    const std::vector<Diagnostic>& problems() const override;
    void showProblem(const Diagnostic& problem) override;
    QString placeHint() const override;
    bool goToPlace(const QString& place) override;
    QVariantMap saveViewState() const override;
    void restoreViewState(const QVariantMap& state) override;
    void prepareForGrab() override;

    /// Says a failure of an edit; true when there was none.
    bool tell(const Result<void>& done);

    /// For RoomPreview: what rooms are called, by the names of their files.
    void setRoomTitles(const std::function<QString(const QString& fileName)>& titleOf);

    OutsideEditor& outside() { return *outside_; }
    SpriteModel* model() { return model_; }
    const SpriteModel* model() const { return model_; }
    SpriteCanvas* canvas() { return canvas_; }
    const SpriteCanvas* canvas() const { return canvas_; }

signals:
    /// Files of one folder, for who wants to see them there; the sentence says what they are.
    void wroteFiles(const QString& sentence, const QString& folder);

protected:
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override; ///< pictures become frames

private:
    void runAction(const QString& id);
    SpriteView(QString path, std::shared_ptr<Project> project, std::shared_ptr<bgfcore::SpriteDocument> document, QWidget* parent);
    void takePath(const QString& path) override;
    void documentTold(const document::DocumentNotice& notice) override;
    void refreshFindings() const;
    void tellChangedPictures();
    void showInRooms();
    void refreshHeader();
    QString groupText() const;

    SpriteModel* model_;
    ViewHeader* header_;
    QLabel* zoom_;
    SpriteCanvas* canvas_;
    OutsideEditor* outside_;
    QVector<Panel> panels_;
    std::string shownAs_; ///< name of the file that rooms have as it is edited; empty: none
    bool isShownInRooms_ = false; ///< the file is one of those that rooms show
    QTimer roomsTimer_; ///< until rooms show the latest edit
    mutable std::uint64_t checkedRevision_ = UINT64_MAX; ///< of the document when its problems were last looked for
    QComboBox* translationBox_ = nullptr;
    QLabel* translationLabel_ = nullptr;
    QLabel* lightLabel_ = nullptr;
    QSlider* lightSlider_ = nullptr;
};

} // namespace blak::ui::sprites
