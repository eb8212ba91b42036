// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bgfeditor/ui/sprite_model.h"
#include "ui/scratch_dir.h"

#include <QAbstractListModel>
#include <QListView>


namespace blak::ui::sprites {

/// Frames as a list model: number, small picture, how many hotspots.
class FrameListModel : public QAbstractListModel
{
    Q_OBJECT

public:
    enum Role : int { HotspotCountRole = Qt::UserRole, ProblemRole };

    explicit FrameListModel(SpriteModel* sprite, QObject* parent = nullptr);

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    /// A frame is dragged out as a picture, and as a PNG file of its own.
    QMimeData* mimeData(const QModelIndexList& indexes) const override;

private:
    SpriteModel* sprite_;
    ScratchDir folder_; ///< of files that are dragged out
    std::vector<bgfcore::PartId> frames_; ///< as the rows show them
};

/// Thumbnails of all frames; the current one is the one on the canvas.
class FrameList : public QListView
{
    Q_OBJECT

public:
    explicit FrameList(SpriteModel* sprite, QWidget* parent = nullptr);

signals:
    void dropped(const QMimeData* data); ///< files or a picture
    void moved(int from, int place);     ///< a frame was dragged: where it is to stand then
    void removeRequested();              ///< Delete: the current one

protected:
    void startDrag(Qt::DropActions actions) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dragMoveEvent(QDragMoveEvent* event) override;
    void dragLeaveEvent(QDragLeaveEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void follow();
    int gapAt(QPoint at) const; ///< before which frame something would come

    SpriteModel* sprite_;
    int gap_ = -1; ///< where a frame that is dragged would come; -1: none is
    bool isBeforeCell_ = false; ///< the pointer is over the frame behind the gap
    bool following_ = false;
};

} // namespace blak::ui::sprites
