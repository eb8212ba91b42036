// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bgfeditor/ui/sprite_model.h"

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

private:
    SpriteModel* sprite_;
    std::vector<bgfcore::PartId> frames_; ///< as the rows show them
};

/// Thumbnails of all frames; the current one is the one on the canvas.
class FrameList : public QListView
{
    Q_OBJECT

public:
    explicit FrameList(SpriteModel* sprite, QWidget* parent = nullptr);

protected:
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;

private:
    void follow();

    SpriteModel* sprite_;
    bool following_ = false;
};

} // namespace blak::ui::sprites
