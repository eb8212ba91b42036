// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/ui/top_view.h"

#include "roomedit/ui/draw_options_bar.h"
#include "roomedit/ui/room_search.h"
#include "ui/search_field.h"
#include "ui/view_header.h"

#include <QApplication>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace blak::ui::rooms {
namespace {

} // namespace

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
    split_ = header_->addButton(QStringLiteral("split-view"), tr("Another top view beside this one (Shift: below)"));
    connect(split_, &QToolButton::clicked, this, [this] {
        emit splitRequested((QApplication::keyboardModifiers() & Qt::ShiftModifier) != 0 ? Qt::Vertical : Qt::Horizontal);
    });
    close_ = header_->addButton(QStringLiteral("close"), tr("Close this top view"));
    connect(close_, &QToolButton::clicked, this, &TopView::closeRequested);
    setOneOfSeveral(false, true);
    connect(canvas_, &MapCanvas::viewChanged, this, &TopView::refreshHeader);
    connect(model, &RoomModel::modeChanged, this, &TopView::refreshHeader);
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

void TopView::setOneOfSeveral(bool several, bool canSplit)
{
    close_->setVisible(several);
    split_->setEnabled(canSplit);
}

QVariantMap TopView::state() const
{
    return {{QStringLiteral("x"), canvas_->centre().x()},
            {QStringLiteral("y"), canvas_->centre().y()},
            {QStringLiteral("zoom"), canvas_->zoom()},
            {QStringLiteral("fill"), static_cast<int>(canvas_->fill())},
            {QStringLiteral("gridShown"), canvas_->isGridShown()},
            {QStringLiteral("backdrop"), canvas_->backdrop().state()}};
}

void TopView::restoreState(const QVariantMap& state)
{
    const auto number = [&state](const QString& key, double otherwise) {
        bool valid = false;
        const double value = state.value(key).toDouble(&valid);
        return valid && std::isfinite(value) ? value : otherwise;
    };
    if (state.contains(QStringLiteral("zoom"))) {
        constexpr double far = 1e6;
        canvas_->setView({std::clamp(number(QStringLiteral("x"), 0), -far, far), std::clamp(number(QStringLiteral("y"), 0), -far, far)},
                         number(QStringLiteral("zoom"), 1));
    }
    canvas_->setFill(static_cast<MapFill>(std::clamp(static_cast<int>(number(QStringLiteral("fill"), 0)), 0, mapFillCount - 1)));
    if (const QVariantMap kept = state.value(QStringLiteral("backdrop")).toMap(); !kept.isEmpty()) {
        Backdrop backdrop;
        backdrop.restore(kept);
        canvas_->setBackdrop(backdrop);
    }
    canvas_->setGridShown(state.value(QStringLiteral("gridShown"), true).toBool());
}

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
