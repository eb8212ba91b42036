// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/ui/top_view.h"

#include "roomedit/ui/draw_options_bar.h"
#include "roomedit/ui/room_search.h"
#include "ui/search_field.h"
#include "ui/view_header.h"

#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>

namespace blak::ui::rooms {

TopView::TopView(RoomModel* model, QWidget* parent)
    : QWidget(parent), model_(model), canvas_(new MapCanvas(model, this)), header_(new ViewHeader(tr("Top view"), this)),
      zoom_(new QLabel(this)), where_(new SearchField(tr("Row,col or line 12, sector 5, tag 4"), QStringLiteral("search"), this)),
      note_(new QLabel(this))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(header_);
    column->addWidget(canvas_, 1);

    new DrawOptionsBar(canvas_); // lies over it: what is drawn on does not move
    note_->setObjectName(QStringLiteral("text2"));
    note_->hide();
    where_->setObjectName(QStringLiteral("goTo"));
    where_->setFixedWidth(210);
    where_->setFixedHeight(22);
    where_->hide();
    header_->addWidget(note_);
    header_->addWidget(where_);
    header_->addWidget(zoom_);
    connect(header_->addButton(QStringLiteral("zoom-in"), tr("Zoom in")), &QToolButton::clicked, this,
            [this] { canvas_->zoomStep(1); });
    connect(header_->addButton(QStringLiteral("fit"), tr("Show the whole room")), &QToolButton::clicked, canvas_,
            &MapCanvas::fitRoom);
    connect(header_->addButton(QStringLiteral("camera"), tr("Go to the camera")), &QToolButton::clicked, this, [this] {
        if (model_->camera().valid)
            canvas_->setView(model_->camera().editor, canvas_->zoom());
    });
    connect(canvas_, &MapCanvas::viewChanged, this, &TopView::refreshHeader);
    connect(model, &RoomModel::modeChanged, this, &TopView::refreshHeader);
    connect(model, &RoomModel::noticed, this, [this](const QString& sentence) {
        note_->setText(sentence);
        note_->show();
    });
    connect(model, &RoomModel::roomChanged, note_, &QLabel::clear);
    connect(where_, &QLineEdit::returnPressed, this, [this] { goTo(where_->text()); });
    connect(where_, &QLineEdit::textEdited, note_, &QLabel::clear);
    refreshHeader();
}

void TopView::refreshHeader()
{
    header_->setDetail(model_->mode() == MapMode::All ? tr("All kinds") : tr("%1 mode").arg(mapModeName(model_->mode())));
    const double percent = canvas_->zoom() * 100;
    zoom_->setText(tr("%1 %").arg(percent, 0, 'f', percent < 10 ? 1 : 0));
}

void TopView::setTitled(bool titled) { header_->setTitle(titled ? tr("Top view") : QString()); }

void TopView::askWhere()
{
    where_->show();
    note_->show();
    where_->setFocus(Qt::ShortcutFocusReason);
    where_->selectAll();
}

bool TopView::goTo(const QString& text)
{
    const RoomSearchResult found = searchRoom(model_->index(), text);
    note_->setText(found.note);
    if (!found.items.isEmpty()) {
        QRectF area = model_->boundsOf(found.items.first());
        model_->clearSelection();
        for (const MapItem& item : found.items) {
            model_->toggle(item);
            area = area.united(model_->boundsOf(item));
        }
        canvas_->reveal(area);
    } else if (found.place) {
        canvas_->setView(*found.place, std::max(canvas_->zoom(), 0.5));
    } else {
        return false;
    }
    where_->hide();
    canvas_->setFocus();
    return true;
}

} // namespace blak::ui::rooms
