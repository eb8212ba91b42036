// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/folded_docks.h"

#include "studio/shell/dock.h"
#include "ui/icons.h"

#include <QAction>
#include <QEvent>
#include <QFrame>
#include <QHBoxLayout>
#include <QLabel>
#include <QMainWindow>
#include <QShortcut>
#include <QToolBar>
#include <QToolButton>

#include <algorithm>

namespace blak::ui::shell {
namespace {

constexpr int overlayWidth = 384;
constexpr int leastCentre = 120; ///< px of the centre that stay in sight
constexpr int titleHeight = 28;
constexpr int lettersOfName = 2; ///< of a dock, in the strip

} // namespace

FoldedDocks::FoldedDocks(QMainWindow* window)
    : QObject(window), window_(window), strip_(new QToolBar(window)), overlay_(new QFrame(window)), title_(new QLabel),
      column_(new QVBoxLayout(overlay_))
{
    strip_->setObjectName(QStringLiteral("foldedDocks"));
    strip_->setWindowTitle(tr("Right docks"));
    strip_->setMovable(false);
    strip_->setFloatable(false);
    strip_->setIconSize(QSize(16, 16));
    strip_->setFixedWidth(stripWidth);
    strip_->setContextMenuPolicy(Qt::PreventContextMenu);
    strip_->toggleViewAction()->setVisible(false);
    window_->addToolBar(Qt::RightToolBarArea, strip_);
    strip_->hide();

    overlay_->setObjectName(QStringLiteral("foldedOverlay"));
    overlay_->setFrameShape(QFrame::NoFrame);
    overlay_->setAttribute(Qt::WA_StyledBackground);
    column_->setContentsMargins(1, 0, 0, 0);
    column_->setSpacing(0);
    auto* bar = new QWidget;
    bar->setObjectName(QStringLiteral("dockTitle"));
    bar->setAttribute(Qt::WA_StyledBackground);
    bar->setFixedHeight(titleHeight);
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(10, 0, 4, 0);
    auto* closing = new QToolButton;
    closing->setIcon(icon(QStringLiteral("close"), IconTone::Text2));
    closing->setIconSize(QSize(14, 14));
    closing->setToolTip(tr("Close"));
    closing->setAccessibleName(tr("Close"));
    row->addWidget(title_);
    row->addStretch(1);
    row->addWidget(closing);
    column_->addWidget(bar);
    overlay_->hide();
    connect(closing, &QToolButton::clicked, this, [this] { open(nullptr); });
    auto* escape = new QShortcut(QKeySequence(Qt::Key_Escape), overlay_);
    escape->setContext(Qt::WidgetWithChildrenShortcut);
    connect(escape, &QShortcut::activated, this, [this] {
        open(nullptr);
        emit escaped();
    });
    window_->installEventFilter(this);
}

QWidget* FoldedDocks::overlay() const { return overlay_; }

void FoldedDocks::setDocks(const QVector<Dock*>& docks)
{
    close();
    docks_.clear();
    strip_->clear();
    const auto isAlone = [&](const Dock* dock) { return std::ranges::count(docks, dock->iconName(), &Dock::iconName) == 1; };
    for (Dock* dock : docks) {
        docks_.push_back(dock);
        dock->hide();
        const QPointer<Dock> target = dock;
        QAction* action = strip_->addAction(dock->windowTitle(), this, [this, target] {
            if (target)
                open(target == shown_ ? nullptr : target.data());
        });
        action->setCheckable(true);
        action->setToolTip(dock->windowTitle());
        if (isAlone(dock))
            action->setIcon(icon(dock->iconName(), IconTone::Text2));
        else
            action->setIconText(dock->windowTitle().left(lettersOfName)); // equal pictures would tell nothing
        if (QWidget* button = strip_->widgetForAction(action)) {
            button->setFocusPolicy(Qt::TabFocus);
            button->setAccessibleName(dock->windowTitle());
        }
    }
    strip_->setVisible(!docks_.isEmpty());
    refreshButtons();
}

void FoldedDocks::open(Dock* dock)
{
    close();
    if (dock != nullptr && docks_.contains(dock)) {
        shown_ = last_ = dock;
        title_->setText(dock->windowTitle());
        column_->addWidget(dock->takeBody(), 1);
        place();
        overlay_->show();
        overlay_->raise();
        dock->focusContent(Qt::ShortcutFocusReason);
    }
    refreshButtons();
    emit changed();
}

void FoldedDocks::toggle()
{
    if (shown_)
        open(nullptr);
    else if (last_ && docks_.contains(last_))
        open(last_);
    else if (!docks_.isEmpty())
        open(docks_.first());
}

void FoldedDocks::close()
{
    if (shown_)
        shown_->giveBodyBack();
    shown_.clear();
    overlay_->hide();
}

void FoldedDocks::refreshButtons()
{
    const QList<QAction*> actions = strip_->actions();
    for (qsizetype i = 0; i < actions.size(); ++i)
        actions[i]->setChecked(docks_.value(i) == shown_ && shown_);
}

/// Over the right of the centre, beside the strip.
void FoldedDocks::place()
{
    const QWidget* centre = window_->centralWidget();
    if (centre == nullptr)
        return;
    const QRect area(centre->mapTo(window_, QPoint()), centre->size());
    const int width = std::min(overlayWidth, std::max(area.width() - leastCentre, area.width() / 2));
    overlay_->setGeometry(area.right() + 1 - width, area.top(), width, area.height());
}

bool FoldedDocks::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == window_ && shown_ && (event->type() == QEvent::Resize || event->type() == QEvent::LayoutRequest))
        place();
    return false;
}

} // namespace blak::ui::shell
