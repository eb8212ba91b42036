// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/ui/debug_lists.h"

#include "ui/empty_label.h"
#include "ui/icons.h"
#include "ui/theme.h"

#include <QCheckBox>
#include <QFileInfo>
#include <QHeaderView>
#include <QKeyEvent>
#include <QTimer>
#include <QVBoxLayout>

namespace blak::ui::code {
namespace {

constexpr int placeColumn = 0, conditionColumn = 1, noteColumn = 2;
constexpr int pathRole = Qt::UserRole;
constexpr int indexRole = Qt::UserRole + 1;

QString placeText(const QString& path, std::int64_t line)
{
    return QFileInfo(path).fileName() + QLatin1Char(':') + QString::number(line);
}

void makeList(QTreeWidget& tree, int columns, int stretched)
{
    tree.setColumnCount(columns);
    tree.header()->hide();
    tree.header()->setStretchLastSection(false);
    for (int i = 0; i < columns; ++i)
        tree.header()->setSectionResizeMode(i, i == stretched ? QHeaderView::Stretch : QHeaderView::ResizeToContents);
    tree.setRootIsDecorated(false);
    tree.setUniformRowHeights(true);
    tree.setTextElideMode(Qt::ElideRight);
}

} // namespace

DebugStack::DebugStack(DebugSession& session, QWidget* parent) : QTreeWidget(parent), session_(session)
{
    setObjectName(QStringLiteral("debugStack"));
    setAccessibleName(tr("Call stack"));
    makeList(*this, 2, 0);
    connect(&session_, &DebugSession::frameChanged, this, &DebugStack::refresh);
    const auto choose = [this](QTreeWidgetItem* item) {
        const auto frame = static_cast<std::size_t>(indexOfTopLevelItem(item));
        if (frame >= session_.frames().size())
            return;
        const dap::StackFrame& chosenFrame = session_.frames()[frame];
        const QString path = QString::fromStdString(chosenFrame.path);
        const int line = static_cast<int>(chosenFrame.line);
        if (frame != session_.frame())
            session_.lookAt(frame);
        if (!path.isEmpty())
            emit chosen(path, line);
    };
    connect(this, &QTreeWidget::itemClicked, this, choose);
    connect(this, &QTreeWidget::itemActivated, this, choose);
}

void DebugStack::refresh()
{
    const auto& frames = session_.frames();
    while (topLevelItemCount() > static_cast<int>(frames.size()))
        delete takeTopLevelItem(topLevelItemCount() - 1);
    for (std::size_t i = 0; i < frames.size(); ++i) {
        if (topLevelItemCount() <= static_cast<int>(i))
            addTopLevelItem(new QTreeWidgetItem);
        QTreeWidgetItem* item = topLevelItem(static_cast<int>(i));
        item->setText(0, QString::fromStdString(frames[i].name));
        item->setText(1, placeText(QString::fromStdString(frames[i].sourceName), frames[i].line));
        item->setForeground(1, theme().text2);
        item->setIcon(0, icon(i == session_.frame() ? QStringLiteral("play") : QStringLiteral("stack"),
                              i == session_.frame() ? IconTone::Warning : IconTone::Text2));
        if (i == session_.frame())
            setCurrentItem(item);
    }
}

DebugBreakpoints::DebugBreakpoints(DebugSession& session, QWidget* parent)
    : QWidget(parent), session_(session), tree_(new QTreeWidget), errors_(new QCheckBox(tr("Any runtime error"))),
      empty_(new EmptyLabel(tr("Click beside the number of a line, or press F9 in it, and the world stops there.")))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 6);
    column->setSpacing(4);
    column->addWidget(empty_);
    column->addWidget(tree_, 1);
    auto* below = new QHBoxLayout;
    below->setContentsMargins(8, 0, 8, 0);
    below->addWidget(errors_);
    column->addLayout(below);
    tree_->setObjectName(QStringLiteral("debugBreakpoints"));
    tree_->setAccessibleName(tr("Breakpoints"));
    makeList(*tree_, 3, conditionColumn);
    tree_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    tree_->installEventFilter(this);
    setFocusProxy(tree_);
    errors_->setObjectName(QStringLiteral("debugErrorStops"));
    connect(errors_, &QCheckBox::toggled, &session_, &DebugSession::setErrorStops);
    // What changes it may be a change of one of its rows, which is not done with yet.
    connect(&session_, &DebugSession::breakpointsChanged, this, &DebugBreakpoints::refresh, Qt::QueuedConnection);
    connect(&session_, &DebugSession::stateChanged, this, [this] { errors_->setChecked(session_.errorStops()); });
    connect(tree_, &QTreeWidget::itemChanged, this, &DebugBreakpoints::commit);
    connect(tree_, &QTreeWidget::itemDoubleClicked, this, [this](QTreeWidgetItem* item) { tree_->editItem(item, conditionColumn); });
    connect(tree_, &QTreeWidget::itemClicked, this, [this](QTreeWidgetItem* item, int clicked) {
        const QString path = item->data(placeColumn, pathRole).toString();
        const auto index = static_cast<std::size_t>(item->data(placeColumn, indexRole).toInt());
        if (clicked == placeColumn && index < session_.breakpoints()[path].size())
            emit chosen(path, session_.breakpoints()[path][index].line());
    });
}

void DebugBreakpoints::refresh()
{
    const int row = tree_->indexOfTopLevelItem(tree_->currentItem());
    filling_ = true;
    tree_->clear();
    const auto& all = session_.breakpoints();
    for (auto it = all.begin(); it != all.end(); ++it)
        for (std::size_t i = 0; i < it.value().size(); ++i) {
            const LineBreakpoint& one = it.value()[i];
            auto* item = new QTreeWidgetItem({placeText(it.key(), one.line()), QString::fromStdString(one.wanted.condition)});
            const bool waits = session_.state() != DebugState::Off && one.enabled && !one.is.verified;
            const QString message = QString::fromStdString(one.is.message);
            item->setText(noteColumn, waits ? tr("waits") : one.is.verified && one.is.line != one.wanted.line ? tr("moved") : QString());
            item->setToolTip(placeColumn, message);
            item->setToolTip(noteColumn, message);
            item->setForeground(noteColumn, theme().text2);
            item->setIcon(placeColumn, icon(QStringLiteral("breakpoint"), waits ? IconTone::Text2 : IconTone::Error));
            item->setCheckState(placeColumn, one.enabled ? Qt::Checked : Qt::Unchecked);
            item->setFlags(item->flags() | Qt::ItemIsEditable);
            item->setData(placeColumn, pathRole, it.key());
            item->setData(placeColumn, indexRole, static_cast<int>(i));
            tree_->addTopLevelItem(item);
        }
    filling_ = false;
    empty_->setVisible(tree_->topLevelItemCount() == 0);
    tree_->setCurrentItem(tree_->topLevelItem(std::min(row, tree_->topLevelItemCount() - 1)));
}

void DebugBreakpoints::commit(QTreeWidgetItem* item, int)
{
    if (filling_)
        return;
    const QString path = item->data(placeColumn, pathRole).toString();
    const int index = item->data(placeColumn, indexRole).toInt();
    if (static_cast<std::size_t>(index) >= session_.breakpoints()[path].size())
        return;
    LineBreakpoint changed = session_.breakpoints()[path][static_cast<std::size_t>(index)];
    changed.enabled = item->checkState(placeColumn) == Qt::Checked;
    changed.wanted.condition = item->text(conditionColumn).trimmed().toStdString();
    session_.change(path, index, changed);
}

bool DebugBreakpoints::eventFilter(QObject* watched, QEvent* event)
{
    QTreeWidgetItem* item = tree_->currentItem();
    if (event->type() == QEvent::KeyPress && item != nullptr) {
        switch (static_cast<QKeyEvent*>(event)->key()) {
        case Qt::Key_Delete:
            session_.remove(item->data(placeColumn, pathRole).toString(), item->data(placeColumn, indexRole).toInt());
            return true;
        case Qt::Key_F2: tree_->editItem(item, conditionColumn); return true;
        case Qt::Key_Return: emit tree_->itemClicked(item, placeColumn); return true;
        default: break;
        }
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace blak::ui::code
