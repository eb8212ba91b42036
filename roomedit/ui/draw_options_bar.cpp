// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/ui/draw_options_bar.h"

#include "roomedit/ui/map_canvas.h"
#include "ui/number_field.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>

#include <algorithm>

namespace blak::ui::rooms {

using roomcore::DrawOptions;
using roomcore::DrawShape;

namespace {

constexpr int fieldWidth = 64, heightWidth = 50, sizeWidth = 120;
constexpr int widthForName = 440; ///< logical pixels of the view; a narrow one has the fields of a slope only
constexpr int besideRulers = 26; ///< logical pixels: right below the one and beside the other

QString nameOf(DrawShape shape)
{
    switch (shape) {
    case DrawShape::Lines: return DrawOptionsBar::tr("Lines");
    case DrawShape::Rectangle: return DrawOptionsBar::tr("Rectangle");
    case DrawShape::Ellipse: return DrawOptionsBar::tr("Ellipse");
    case DrawShape::Polygon: return DrawOptionsBar::tr("Polygon");
    case DrawShape::Grid: return DrawOptionsBar::tr("Grid of sectors");
    case DrawShape::Corridor: return DrawOptionsBar::tr("Corridor");
    case DrawShape::Stairs: return DrawOptionsBar::tr("Stairs");
    }
    return {};
}

} // namespace

DrawOptionsBar::DrawOptionsBar(MapCanvas* canvas)
    : QWidget(canvas), canvas_(canvas), name_(new QLabel(this)), size_(new QLineEdit(this))
{
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Window);
    setAttribute(Qt::WA_NoMousePropagation); // a press beside a field is no point of a drawing
    setCursor(Qt::ArrowCursor);
    move(besideRulers, besideRulers);
    auto* row = new QHBoxLayout(this);
    row->setSizeConstraint(QLayout::SetFixedSize); // as wide as what the tool asks for
    row->setContentsMargins(8, 3, 6, 3);
    row->setSpacing(6);
    name_->setObjectName(QStringLiteral("strong"));
    row->addWidget(name_);
    addRow({DrawShape::Ellipse}, tr("Corners"), &DrawOptions::corners, 3, 256);
    addRow({DrawShape::Polygon}, tr("Sides"), &DrawOptions::sides, 3, 256);
    addRow({DrawShape::Grid}, tr("Columns"), &DrawOptions::columns, 1, 64);
    addRow({DrawShape::Grid}, tr("Rows"), &DrawOptions::rows, 1, 64);
    addRow({DrawShape::Corridor}, tr("Width"), &DrawOptions::corridorWidth, 1, 4096);
    addRow({DrawShape::Stairs}, tr("Steps"), &DrawOptions::steps, 1, 64);
    addRow({DrawShape::Stairs}, tr("Rise"), &DrawOptions::rise, -1024, 1024);
    addSlopeFields();
    size_->setObjectName(QStringLiteral("drawSize"));
    size_->setFixedWidth(sizeWidth);
    size_->setFixedHeight(22);
    size_->setAccessibleName(tr("Size to draw"));
    size_->installEventFilter(this);
    row->addWidget(size_);

    connect(size_, &QLineEdit::returnPressed, this, &DrawOptionsBar::take);
    connect(canvas_, &MapCanvas::toolChanged, this, &DrawOptionsBar::refresh);
    connect(canvas_, &MapCanvas::sizeTyped, this, [this](const QString& text) {
        size_->setText(text);
        size_->setFocus(Qt::ShortcutFocusReason);
        size_->end(false);
    });
    refresh();
}

void DrawOptionsBar::addRow(std::vector<DrawShape> shapes, const QString& label, int DrawOptions::* value, int least, int most,
                            const QString& unit)
{
    auto* field = new NumberField(least, most, unit, this);
    field->setFixedWidth(fieldWidth);
    field->setFixedHeight(22);
    field->setAccessibleName(label);
    auto* name = new DragLabel(label, field, this);
    layout()->addWidget(name);
    layout()->addWidget(field);
    connect(field, &NumberField::valueChanged, this, [this, value](double number) {
        DrawOptions options = canvas_->tools().options();
        options.*value = static_cast<int>(number);
        canvas_->tools().setOptions(options);
    });
    rows_.push_back({std::move(shapes), value, name, field});
}

void DrawOptionsBar::addSlopeFields()
{
    plane_ = new QComboBox(this);
    plane_->setObjectName(QStringLiteral("slopePlane"));
    plane_->setAccessibleName(tr("Plane that slopes"));
    plane_->addItem(tr("Floor"));
    plane_->addItem(tr("Ceiling"));
    plane_->setFixedHeight(22);
    plane_->setFocusPolicy(Qt::ClickFocus);
    layout()->addWidget(plane_);
    connect(plane_, &QComboBox::activated, this, [this](int index) {
        if (roomcore::SlopeTool* slope = canvas_->tools().slope()) {
            slope->setPlane(index == 0 ? roomcore::Plane::Floor : roomcore::Plane::Ceiling);
            emit canvas_->tools().changed();
            canvas_->setFocus();
        }
    });
    for (std::size_t i = 0; i < heights_.size(); ++i) {
        auto* field = new NumberField(roomcore::lowestCoordinate, roomcore::highestCoordinate, {}, this);
        field->setObjectName(QStringLiteral("slopeHeight%1").arg(i + 1));
        field->setFixedWidth(heightWidth);
        field->setFixedHeight(22);
        field->setAccessibleName(tr("Height of point %1").arg(i + 1));
        auto* name = new DragLabel(QString::number(i + 1), field, this);
        layout()->addWidget(name);
        layout()->addWidget(field);
        connect(field, &NumberField::valueChanged, this, [this, i](double number) {
            if (roomcore::SlopeTool* slope = canvas_->tools().slope()) {
                slope->setHeight(i, static_cast<int>(number));
                canvas_->tools().touch();
            }
        });
        if (i + 1 == heights_.size()) // Return in the last field: that was all, the next three may come
            connect(field, &QLineEdit::returnPressed, this, [this] {
                if (canvas_->finishSlope())
                    canvas_->setFocus();
            });
        heights_[i] = {{}, nullptr, name, field};
    }
    slopeHint_ = new QLabel(this);
    slopeHint_->setObjectName(QStringLiteral("text2"));
    layout()->addWidget(slopeHint_);
}

/// A slope has a field for the height of each of its points that is there.
void DrawOptionsBar::refreshSlope()
{
    const roomcore::SlopeTool* slope = canvas_->tools().slope();
    plane_->setVisible(slope != nullptr);
    const std::size_t there = slope == nullptr ? 0 : slope->points().size();
    for (std::size_t i = 0; i < heights_.size(); ++i) {
        heights_[i].label->setVisible(i < there);
        heights_[i].field->setVisible(i < there);
        if (i < there)
            heights_[i].field->setValue(slope->points()[i].height);
    }
    slopeHint_->setVisible(slope != nullptr);
    if (slope == nullptr)
        return;
    plane_->setCurrentIndex(slope->plane() == roomcore::Plane::Floor ? 0 : 1);
    slopeHint_->setText(there == heights_.size() ? tr("Drag a point up or down · Enter: done")
                        : there == 0            ? tr("Click vertex 1 of 3 · Esc: end")
                                                : tr("Click vertex %1 of 3 · Esc: back").arg(there + 1));
}

void DrawOptionsBar::refresh()
{
    const auto shape = canvas_->drawShape();
    const bool isSloping = canvas_->isSloping();
    if (!canvas_->isActive() || (!shape && !isSloping))
        return hide();
    refreshSlope();
    size_->setVisible(!isSloping);
    name_->setVisible(!isSloping || canvas_->width() >= widthForName);
    if (isSloping) {
        name_->setText(tr("Slope"));
        for (const Row& row : rows_) {
            row.label->hide();
            row.field->hide();
        }
        show();
        return raise();
    }
    name_->setText(nameOf(*shape));
    for (const Row& row : rows_) {
        const bool isAsked = std::find(row.shapes.begin(), row.shapes.end(), *shape) != row.shapes.end();
        row.label->setVisible(isAsked);
        row.field->setVisible(isAsked);
        row.field->setValue(canvas_->tools().options().*row.value);
    }
    const bool isWay = *shape == DrawShape::Lines || *shape == DrawShape::Corridor, isPolygon = *shape == DrawShape::Polygon;
    size_->clear();
    size_->setPlaceholderText(isWay ? tr("128 or 128<45") : isPolygon ? tr("Radius 128") : tr("256x128"));
    size_->setToolTip(isWay ? tr("Length of the next piece: 128 towards the cursor, 128<45 at an angle, 64,-32 across and up")
                      : isPolygon ? tr("Radius of a polygon around the cursor")
                                  : tr("Width and height of a shape that begins at the cursor"));
    show();
    raise();
}

void DrawOptionsBar::take()
{
    if (canvas_->typeSize(size_->text().trimmed())) {
        size_->clear();
        canvas_->setFocus();
    } else {
        size_->selectAll();
    }
}

/// Of a field that has nothing to put back: one step out, to the map, where the next Escape goes on.
void DrawOptionsBar::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape)
        canvas_->setFocus();
    event->accept();
}

bool DrawOptionsBar::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == size_ && event->type() == QEvent::KeyPress && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
        size_->clear();
        canvas_->setFocus();
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace blak::ui::rooms
