// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/ui/debug_lists.h"

#include "ui/icons.h"
#include "ui/theme.h"

#include <QFileInfo>
#include <QHeaderView>
#include <QMenu>
#include <QStyledItemDelegate>

namespace blak::ui::code {

QString placeText(const QString& path, std::int64_t line)
{
    return QFileInfo(path).fileName() + QLatin1Char(':') + QString::number(line);
}

namespace {

/// The last column ends a little before the edge of the dock.
class LastColumn : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        return QStyledItemDelegate::sizeHint(option, index) + QSize(debugListMargin, 0);
    }
};

} // namespace

void makeDebugList(QTreeWidget& tree, int columns, int stretched)
{
    tree.setColumnCount(columns);
    tree.header()->hide();
    tree.header()->setStretchLastSection(false);
    for (int i = 0; i < columns; ++i)
        tree.header()->setSectionResizeMode(i, i == stretched ? QHeaderView::Stretch : QHeaderView::ResizeToContents);
    if (stretched != columns - 1)
        tree.setItemDelegateForColumn(columns - 1, new LastColumn(&tree));
    tree.setRootIsDecorated(false);
    tree.setUniformRowHeights(true);
    tree.setTextElideMode(Qt::ElideRight);
}

DebugStack::DebugStack(DebugSession& session, QWidget* parent) : QTreeWidget(parent), session_(session)
{
    setObjectName(QStringLiteral("debugStack"));
    setAccessibleName(tr("Call stack"));
    makeDebugList(*this, 2, 0);
    for (const auto signal : {&DebugSession::frameChanged, &DebugSession::framesMoved})
        connect(&session_, signal, this, &DebugStack::refresh);
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
    connect(this, &QTreeWidget::itemDoubleClicked, this, [this](QTreeWidgetItem* item) { wantOldSource(indexOfTopLevelItem(item)); });
    setContextMenuPolicy(Qt::CustomContextMenu);
    connect(this, &QWidget::customContextMenuRequested, this, &DebugStack::showMenu);
}

void DebugStack::showMenu(const QPoint& at)
{
    QTreeWidgetItem* item = itemAt(at);
    if (item == nullptr)
        return;
    const auto frame = static_cast<std::size_t>(indexOfTopLevelItem(item));
    auto* menu = new QMenu(this);
    menu->setObjectName(QStringLiteral("debugStackMenu"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(icon(QStringLiteral("goto")), tr("Go to its source"), this, [this, item] { emit itemClicked(item, 0); });
    if (const auto& frames = session_.frames(); frame < frames.size() && frames[frame].sourceReference > 0)
        menu->addAction(icon(QStringLiteral("history")), tr("Show its source as it was"), this,
                        [this, frame] { wantOldSource(static_cast<int>(frame)); });
    menu->addAction(icon(QStringLiteral("refresh")), tr("Restart the handler"), &session_,
                    [this, frame] { session_.restartFrame(frame); });
    menu->popup(viewport()->mapToGlobal(at));
}

void DebugStack::wantOldSource(int row)
{
    const auto& frames = session_.frames();
    if (const auto frame = static_cast<std::size_t>(row); row >= 0 && frame < frames.size() && frames[frame].sourceReference > 0)
        emit oldSourceWanted(frames[frame]);
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
        const bool isHeading = frames[i].isOrigin && frames[i].sourceName.empty();
        item->setText(1, isHeading ? QString() : placeText(QString::fromStdString(frames[i].sourceName), frames[i].line));
        item->setForeground(1, theme().text2);
        item->setData(0, Qt::ForegroundRole, frames[i].isOld || frames[i].isOrigin ? QVariant(theme().text2) : QVariant());
        item->setFlags(isHeading ? Qt::NoItemFlags : Qt::ItemIsEnabled | Qt::ItemIsSelectable);
        item->setToolTip(0, frames[i].isOld ? tr("This handler runs as it was before the reload, and its line may be another one now: a double click shows its "
                                                     "source as it was.")
                                            : QString());
        item->setIcon(0, isHeading ? icon(QStringLiteral("timer"), IconTone::Text2) : icon(i == session_.frame() ? QStringLiteral("play") : QStringLiteral("stack"),
                              i == session_.frame() ? IconTone::Warning : IconTone::Text2));
        if (i == session_.frame())
            setCurrentItem(item);
    }
}

} // namespace blak::ui::code
