// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "roomedit/ui/room_model.h"
#include "ui/document_view.h"

#include <QPointer>
#include <QVariantList>

#include <functional>
#include <memory>
#include <optional>

class QComboBox;
class QVBoxLayout;

namespace blak::ui::rooms {

class FindReplaceDialog;
class RoomFindings;
class RoomInspector;
class RoomMenus;
class ScriptConsole;
class TopView;
class TopViews;
class View3d;
class View3dCanvas;
class MapCanvas;

/// A room as a document: top view (or several) in the centre, 3D view, inspector and light as panels ("Draw"), or the 3D view in the centre
/// and the top view beside it ("3D first").
class RoomView : public DocumentView
{
    Q_OBJECT

public:
    /// Reads the file; fails where it is no room. A room whose tree cannot be used is opened without floors and 3D view. For a
    /// worker: everything that takes time, textures of the room included; what it returns makes the document.
    static Result<DocumentMaker> load(const QString& path, std::shared_ptr<Project> project, const std::atomic<bool>& cancelled);
    static Result<DocumentView*> open(const QString& path, std::shared_ptr<Project> project, QWidget* parent);
    /// A room that is in no file yet (RoomDocument::makeNew).
    static Result<DocumentView*> ofNew(const std::shared_ptr<roomcore::RoomDocument>& document, std::shared_ptr<Project> project,
                                      QWidget* parent);
    ~RoomView() override;

    QString path() const override { return model_->path(); }
    QString title() const override;
    QString icon() const override { return QStringLiteral("room"); }
    QVector<Panel> panels() override { return panels_; }
    QVector<QWidget*> toolBarWidgets() override;
    QStringList statusLeft() const override;
    QStringList statusRight() const override;
    void showProblem(const Diagnostic& problem) override;
    /// Also: that its rule be ignored in this room.
    QVector<ProblemFix> fixesOf(const Diagnostic& problem) const override;
    QVariantMap saveViewState() const override;
    void restoreViewState(const QVariantMap& state) override;
    QString placeHint() const override;
    bool goToPlace(const QString& place) override;
    void prepareForGrab() override;
    bool showsTextures() const override { return true; }
    /// One was picked in the texture browser: the brush has it from now on.
    void takeTexture(int number);
    /// Where a texture of the browser may go on what is selected, in words; first where it goes without a question.
    QStringList texturePlaces() const;
    void putTexture(int number, int place);

    void undo() override; ///< a drag that is under way is taken back first
    void redo() override;
    const std::shared_ptr<roomcore::RoomDocument>& roomDocument() const { return model_->document(); }

    RoomModel* model() { return model_; }
    const RoomModel* model() const { return model_; }
    /// One or several; topView() and map() are the active one.
    TopViews& topViews() { return *topViews_; }
    const TopViews& topViews() const { return *topViews_; }
    TopView* topView();
    MapCanvas* map();
    const MapCanvas* map() const;
    View3dCanvas* view3d(); ///< null when the room cannot be walked
    const View3dCanvas* view3d() const;
    RoomMenus& menus() { return *menus_; }
    RoomInspector* inspector() { return inspector_; }

    bool is3dFirst() const { return is3dFirst_; }
    void set3dFirst(bool on);
    void setFill(int fill);
    /// Puts the camera where the mouse is in the top view, or in the middle of the selection.
    void lookFromHere();
    void showSelection();
    /// The dialog, made when it is first asked for; looks for the texture of what is selected.
    FindReplaceDialog* findReplace();
    /// Scripts over the room; made when it is first asked for.
    ScriptConsole* scriptConsole();
    /// Does again what was done last, to what is selected now; nothing was done: nothing.
    void repeatLast();
    bool canRepeat() const { return static_cast<bool>(lastCommand_); }
    void rememberCommand(std::function<void(RoomView&)> command) { lastCommand_ = std::move(command); }
    RoomFindings& findings() { return *findings_; }
    const RoomFindings& findings() const { return *findings_; }

signals:
    /// Another texture is wanted for what is selected, which has `number` now.
    void texturesAsked(int number);
    /// A plan or a model was written: what, and into which folder.
    void wroteFiles(const QString& sentence, const QString& folder);

protected:
    void takePath(const QString& path) override { model_->setPath(path); }
    void documentTold(const document::DocumentNotice& notice) override;

private:
    RoomView(const std::shared_ptr<roomcore::RoomDocument>& document, QString path, std::shared_ptr<Project> project,
             std::shared_ptr<const MapIndex> index, const QString& loadError, QWidget* parent);
    void updatePanelTitle();
    void followFocus(QWidget* now);
    QString hint() const;
    void followMap(MapCanvas* map);
    void showActive();
    std::optional<QRectF> selectionArea() const;
    void restoreSelection(const QVariantList& items);

    RoomModel* model_;
    TopViews* topViews_;
    View3d* view3d_;
    RoomInspector* inspector_;
    RoomFindings* findings_;
    RoomMenus* menus_;
    QWidget* sideHost_; ///< panel "view3d": whichever view is not in the centre
    QVector<Panel> panels_;
    QComboBox* fillBox_ = nullptr;
    QComboBox* gridBox_ = nullptr;

    std::function<void(RoomView&)> lastCommand_;
    FindReplaceDialog* findReplace_ = nullptr;
    ScriptConsole* scriptConsole_ = nullptr;
    bool is3dFirst_ = false;
    bool hasKeys3d_ = false; ///< of the two views, the 3D view had the focus last
};

} // namespace blak::ui::rooms
