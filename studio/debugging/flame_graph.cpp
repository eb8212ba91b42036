// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/debugging/flame_graph.h"

#include "ui/fonts.h"
#include "ui/icons.h"
#include "ui/number_text.h"
#include "ui/theme.h"

#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QLocale>
#include <QMenu>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace blak::ui::debugging {
namespace {

constexpr int rowHeight = 20, gap = 1;
constexpr double thinnest = 1.5; ///< pixels; what is thinner is not drawn
constexpr int roomForText = 28;

QString millisecondsText(qint64 nanoseconds)
{
    const double milliseconds = static_cast<double>(nanoseconds) / 1e6;
    return QLocale().toString(milliseconds, 'f', milliseconds < 10 ? 2 : 1);
}

} // namespace

FlameGraph::FlameGraph(QWidget* parent) : QAbstractScrollArea(parent)
{
    setObjectName(QStringLiteral("flameGraph"));
    setAccessibleName(tr("Flame graph"));
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    viewport()->setMouseTracking(true);
    connect(verticalScrollBar(), &QScrollBar::valueChanged, viewport(), qOverload<>(&QWidget::update));
}

void FlameGraph::show(ProfileTree tree)
{
    tree_ = std::move(tree);
    zoomed_ = chosen_ = 0;
    search(searched_);
    layOut();
    emit chosenChanged(chosen_);
}

void FlameGraph::search(const QString& text)
{
    searched_ = text;
    marked_.fill(false, tree_.handlers.size());
    found_ = 0;
    if (!text.isEmpty())
        for (qsizetype i = 1; i < tree_.handlers.size(); ++i)
            marked_[i] = tree_.handlers[i].name().contains(text, Qt::CaseInsensitive);
    qint64 sum = 0;
    QVector<bool> below(tree_.nodes.size(), false); // a marked one: its time is counted
    for (qsizetype i = 1; i < tree_.nodes.size(); ++i) {
        const ProfileNode& node = tree_.nodes[i];
        below[i] = below[node.parent] || marked_[node.handler];
        if (below[i] && !below[node.parent])
            sum += node.total;
    }
    if (!tree_.isEmpty())
        found_ = static_cast<double>(sum) / static_cast<double>(tree_.nodes.front().total);
    viewport()->update();
}

/// What is zoomed to has the whole width, and so have its callers above it.
void FlameGraph::layOut()
{
    bars_.clear();
    rows_ = 0;
    if (!tree_.isEmpty()) {
        QVector<int> above;
        for (int node = zoomed_; node >= 0; node = tree_.nodes[node].parent)
            above.prepend(node);
        above.removeLast();
        for (const int node : std::as_const(above))
            bars_.push_back({QRect(0, rows_++ * rowHeight, viewport()->width(), rowHeight), node});
        place(zoomed_, 0, viewport()->width(), rows_);
    }
    verticalScrollBar()->setPageStep(viewport()->height());
    verticalScrollBar()->setSingleStep(rowHeight);
    verticalScrollBar()->setRange(0, std::max(0, rows_ * rowHeight - viewport()->height()));
    viewport()->update();
}

/// Without recursion: handlers that call themselves are deep.
void FlameGraph::place(int first, double left, double width, int row)
{
    struct Job
    {
        int node;
        double left, width;
        int row;
    };
    QVector<Job> jobs{{first, left, width, row}};
    while (!jobs.isEmpty()) {
        const Job job = jobs.takeLast();
        const int from = static_cast<int>(std::lround(job.left)), to = static_cast<int>(std::lround(job.left + job.width));
        bars_.push_back({QRect(from, job.row * rowHeight, std::max(1, to - from), rowHeight), job.node});
        rows_ = std::max(rows_, job.row + 1);
        const ProfileNode& node = tree_.nodes[job.node];
        double at = job.left;
        for (const int child : node.children) {
            const double share = job.width * static_cast<double>(tree_.nodes[child].total) / static_cast<double>(std::max<qint64>(node.total, 1));
            if (share < thinnest)
                break; // the others are thinner still
            jobs.push_back({child, at, share, job.row + 1});
            at += share;
        }
    }
}

/// Classes keep their colour, messages differ a little in how light they are.
QColor FlameGraph::colourOf(int node) const
{
    const ProfileHandler& handler = tree_.handlers[tree_.nodes[node].handler];
    if (node == 0)
        return theme().raised;
    const bool dim = !searched_.isEmpty() && !marked_[tree_.nodes[node].handler];
    if (!searched_.isEmpty() && !dim)
        return theme().accent;
    const int hue = static_cast<int>(qHash(handler.className, 7) % 360);
    const int shade = static_cast<int>(qHash(handler.message, 3) % 24);
    QColor colour = theme().isDark() ? QColor::fromHsl(hue, dim ? 25 : 90, 75 + shade) : QColor::fromHsl(hue, dim ? 40 : 130, 200 + shade);
    return colour;
}

void FlameGraph::paintEvent(QPaintEvent*)
{
    QPainter painter(viewport());
    painter.fillRect(viewport()->rect(), theme().dock);
    painter.setFont(uiFont(12));
    const int scrolled = verticalScrollBar()->value();
    for (const Bar& bar : std::as_const(bars_)) {
        QRect place = bar.place.translated(0, -scrolled);
        if (place.bottom() < 0 || place.top() > viewport()->height())
            continue;
        place.adjust(0, 0, place.width() > 3 ? -gap : 0, -gap);
        const bool above = tree_.nodes[bar.node].depth < tree_.nodes[zoomed_].depth;
        const QColor fill = colourOf(bar.node);
        painter.fillRect(place, fill);
        if (bar.node == chosen_) {
            painter.setPen(QPen(hasFocus() ? theme().accent : theme().borderStrong, 2));
            painter.drawRect(place.adjusted(1, 1, -1, -1));
        }
        if (place.width() < roomForText)
            continue;
        const bool found = fill == theme().accent;
        painter.setPen(found ? theme().onButton : above ? theme().text2 : theme().text);
        const QString name = bar.node == 0 ? tr("All, %1 ms").arg(millisecondsText(tree_.nodes.front().total))
                                           : tree_.handlers[tree_.nodes[bar.node].handler].name();
        const QRect inside = place.adjusted(5, 0, -4, 0);
        painter.drawText(inside, Qt::AlignLeft | Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(name, Qt::ElideRight, inside.width()));
    }
}

QRect FlameGraph::barOf(int node) const
{
    for (const Bar& bar : bars_)
        if (bar.node == node)
            return bar.place.translated(0, -verticalScrollBar()->value());
    return {};
}

int FlameGraph::nodeAt(const QPoint& at) const
{
    const QPoint inside = at + QPoint(0, verticalScrollBar()->value());
    for (const Bar& bar : bars_)
        if (bar.place.contains(inside))
            return bar.node;
    return -1;
}

QString FlameGraph::textOf(int node) const
{
    if (tree_.isEmpty() || node < 0 || node >= tree_.nodes.size())
        return {};
    const ProfileNode& one = tree_.nodes[node];
    const double all = static_cast<double>(std::max<qint64>(tree_.nodes.front().total, 1));
    if (node == 0)
        return tr("%1 ms in %2").arg(millisecondsText(one.total), counted(tree_.messages, tr("1 top-level message"), tr("%1 top-level messages")));
    QString text = tr("%1: %2 ms (%3 %), itself %4 ms")
                       .arg(tree_.handlers[one.handler].name(), millisecondsText(one.total),
                            QLocale().toString(100 * static_cast<double>(one.total) / all, 'f', 1), millisecondsText(one.self));
    if (one.calls > 0)
        text += tr(", %1").arg(counted(one.calls, tr("1 call"), tr("%1 calls")));
    return text;
}

void FlameGraph::zoomTo(int node)
{
    if (node < 0 || node >= tree_.nodes.size())
        return;
    zoomed_ = node;
    layOut();
}

void FlameGraph::choose(int node)
{
    if (node < 0 || node >= tree_.nodes.size())
        return;
    chosen_ = node;
    viewport()->update();
    emit chosenChanged(node);
}

void FlameGraph::resizeEvent(QResizeEvent* event)
{
    QAbstractScrollArea::resizeEvent(event);
    layOut();
}

void FlameGraph::mousePressEvent(QMouseEvent* event)
{
    const int node = nodeAt(event->position().toPoint());
    if (node < 0 || event->button() != Qt::LeftButton)
        return;
    choose(node);
    if (event->modifiers().testFlag(Qt::ControlModifier))
        emit sourceWanted(tree_.nodes[node].handler);
    else
        zoomTo(node);
}

/// The first click has zoomed: the bar is the wide one by now, and the same.
void FlameGraph::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton && chosen_ > 0)
        emit sourceWanted(tree_.nodes[chosen_].handler);
}

void FlameGraph::contextMenuEvent(QContextMenuEvent* event)
{
    const int node = event->reason() == QContextMenuEvent::Mouse ? nodeAt(event->pos()) : chosen_;
    if (tree_.isEmpty() || node < 0)
        return;
    choose(node);
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    QAction* source = menu->addAction(icon(QStringLiteral("goto")), tr("Go to its source"), this,
                                      [this, node] { emit sourceWanted(tree_.nodes[node].handler); });
    source->setEnabled(node > 0);
    menu->addAction(icon(QStringLiteral("zoom-in")), tr("Zoom in"), this, [this, node] { zoomTo(node); });
    menu->addAction(icon(QStringLiteral("fit")), tr("Show everything"), this, [this] { zoomTo(0); });
    menu->popup(event->globalPos());
}

void FlameGraph::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Escape:
    case Qt::Key_Backspace:
        if (zoomed_ == 0)
            return QAbstractScrollArea::keyPressEvent(event);
        return zoomTo(tree_.nodes[zoomed_].parent);
    case Qt::Key_Space: return zoomTo(chosen_);
    case Qt::Key_Home:
        choose(0);
        return zoomTo(0);
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (chosen_ > 0 && chosen_ < tree_.nodes.size())
            emit sourceWanted(tree_.nodes[chosen_].handler);
        return;
    case Qt::Key_Up:
    case Qt::Key_Down:
    case Qt::Key_Left:
    case Qt::Key_Right: return walk(event->key());
    default: return QAbstractScrollArea::keyPressEvent(event);
    }
}

/// To the caller, to the dearest callee, to the siblings.
void FlameGraph::walk(int key)
{
    if (tree_.isEmpty())
        return;
    const ProfileNode& node = tree_.nodes[chosen_];
    int next = -1;
    if (key == Qt::Key_Up)
        next = node.parent;
    else if (key == Qt::Key_Down)
        next = node.children.value(0, -1);
    else if (node.parent >= 0) {
        const QVector<int>& siblings = tree_.nodes[node.parent].children;
        next = siblings.value(siblings.indexOf(chosen_) + (key == Qt::Key_Right ? 1 : -1), -1);
    }
    if (next < 0)
        return;
    choose(next);
    if (barOf(next).isEmpty())
        zoomTo(tree_.nodes[next].parent >= 0 ? tree_.nodes[next].parent : 0);
    if (const QRect bar = barOf(next); !bar.isEmpty() && (bar.top() < 0 || bar.bottom() > viewport()->height()))
        verticalScrollBar()->setValue(verticalScrollBar()->value() + bar.center().y() - viewport()->height() / 2);
}

/// The key that leads out of a zoom is no shortcut of the window meanwhile.
bool FlameGraph::event(QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride && zoomed_ > 0 && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
        event->accept();
        return true;
    }
    return QAbstractScrollArea::event(event);
}

bool FlameGraph::viewportEvent(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const int node = nodeAt(help->pos());
        if (node >= 0)
            QToolTip::showText(help->globalPos(), textOf(node), viewport());
        else
            QToolTip::hideText();
        return true;
    }
    return QAbstractScrollArea::viewportEvent(event);
}

void FlameGraph::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        viewport()->update();
    QAbstractScrollArea::changeEvent(event);
}

} // namespace blak::ui::debugging
