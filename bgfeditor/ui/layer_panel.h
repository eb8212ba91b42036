// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"

#include <QWidget>

#include <functional>

class QCheckBox;
class QLabel;
class QSlider;
class QStackedWidget;
class QToolButton;
class QTableWidget;
class QTableWidgetItem;

namespace blak::bgfcore {
struct ReferencePicture;
}

namespace blak::ui {
class NumberField;
}

namespace blak::ui::sprites {

class SpriteModel;

/// The layers of the current frame, the highest first: seen, locked, name; the chosen one is drawn on. Below, the picture that is drawn
/// from. Changes count for the same layer of all frames that edits change.
class LayerPanel : public QWidget
{
    Q_OBJECT

public:
    explicit LayerPanel(SpriteModel* model, QWidget* parent = nullptr);

    enum Column : int { Seen, Locked, Name, ColumnCount };
    QTableWidget* table() { return table_; }

signals:
    void failed(const QString& sentence);
    void actionRequested(const QString& id); ///< of a row of the action table: "layer.add"

private:
    void addReferencePart();
    void fill();
    void showReference();
    void take(QTableWidgetItem* item);
    void tell(const Result<void>& done);
    void changeReference(const std::function<void(bgfcore::ReferencePicture&)>& change);

    SpriteModel* model_;
    QStackedWidget* stack_;
    QTableWidget* table_;
    QWidget* reference_;
    QCheckBox* shown_;
    QCheckBox* over_;
    QSlider* opacity_;
    NumberField* x_;
    NumberField* y_;
    NumberField* scale_;
    QVector<QToolButton*> needLayers_; ///< do nothing to a single sheet
    std::uint64_t dragKey_ = 0; ///< while the slider is dragged: one step of undo
};

} // namespace blak::ui::sprites
