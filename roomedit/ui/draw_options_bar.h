// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "roomedit/roomcore/tools/draw_tool.h"
#include "roomedit/roomcore/tools/slope_tool.h"

#include <QWidget>

#include <array>
#include <functional>

class QComboBox;
class QLabel;
class QLineEdit;

namespace blak::ui {
class DragLabel;
class NumberField;
}

namespace blak::ui::rooms {

class MapCanvas;

/// A strip in the corner of the top view that is used while a shape is drawn or a slope is laid: what that asks for, and a field for
/// sizes that are typed.
class DrawOptionsBar : public QWidget
{
    Q_OBJECT

public:
    explicit DrawOptionsBar(MapCanvas* canvas);

    QLineEdit* size() { return size_; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    /// What a field leaves, Return at the end of a number, is not for the drawing below.
    void keyPressEvent(QKeyEvent* event) override;

private:
    struct Row
    {
        std::vector<roomcore::DrawShape> shapes;
        int roomcore::DrawOptions::* value;
        QLabel* label;
        NumberField* field;
    };
    void addRow(std::vector<roomcore::DrawShape> shapes, const QString& label, int roomcore::DrawOptions::* value, int least, int most,
                const QString& unit = {});
    void addSlopeFields();
    void refresh();
    void refreshSlope();
    void take();

    MapCanvas* canvas_;
    QLabel* name_;
    QLineEdit* size_;
    std::vector<Row> rows_;
    QComboBox* plane_ = nullptr;
    std::array<Row, roomcore::SlopeTool::pointCount> heights_{}; ///< of the points of a slope
    QLabel* slopeHint_ = nullptr;
};

} // namespace blak::ui::rooms
