// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/ui/outline_panel.h"

#include "ui/empty_label.h"
#include "ui/icons.h"
#include "ui/search_field.h"
#include "ui/show_quietly.h"
#include "ui/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace blak::ui::code {
namespace {

constexpr int beginRole = Qt::UserRole;
constexpr int endRole = Qt::UserRole + 1;
constexpr int leastDetail = 40; ///< px; less is a stump of a word

bool isSame(const QVector<OutlineEntry>& a, const QVector<OutlineEntry>& b)
{
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const OutlineEntry& x, const OutlineEntry& y) {
        return x.kind == y.kind && x.name == y.name && x.detail == y.detail && isSame(x.members, y.members);
    });
}

void placeItem(QTreeWidgetItem& item, const OutlineEntry& entry)
{
    item.setData(0, beginRole, QVariant::fromValue(entry.begin));
    item.setData(0, endRole, QVariant::fromValue(entry.end));
    for (int i = 0; i < item.childCount() && i < entry.members.size(); ++i)
        placeItem(*item.child(i), entry.members[i]);
}

QTreeWidgetItem* makeItem(const OutlineEntry& entry)
{
    auto* item = new QTreeWidgetItem;
    item->setText(0, entry.name);
    item->setText(1, entry.detail);
    const QString whole = entry.detail.isEmpty() ? entry.name : entry.name + QStringLiteral("  ") + entry.detail;
    item->setToolTip(0, whole); // either column may be too narrow for its text
    item->setToolTip(1, whole);
    item->setIcon(0, icon(outlineIcon(entry.kind), IconTone::Text2));
    item->setForeground(1, theme().text2);
    for (const OutlineEntry& member : entry.members)
        item->addChild(makeItem(member));
    return item;
}

} // namespace

OutlinePanel::OutlinePanel(QWidget* parent)
    : QWidget(parent), filter_(new SearchField(tr("Filter"), QStringLiteral("filter"))), tree_(new QTreeWidget),
      emptySentence_(tr("No classes in this text.")), empty_(new EmptyLabel({}))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 6, 0, 0);
    column->setSpacing(4);
    auto* top = new QHBoxLayout;
    top->setContentsMargins(8, 0, 8, 0);
    top->addWidget(filter_);
    column->addLayout(top);
    column->addWidget(empty_);
    column->addWidget(tree_, 1);
    tree_->setObjectName(QStringLiteral("outline"));
    tree_->setAccessibleName(tr("Outline"));
    tree_->setColumnCount(2);
    tree_->header()->hide();
    tree_->header()->setStretchLastSection(false); // which a hidden header does not do
    tree_->header()->setMinimumSectionSize(24);
    tree_->setIndentation(14);
    tree_->setUniformRowHeights(true);
    tree_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    tree_->setTextElideMode(Qt::ElideRight);
    tree_->viewport()->installEventFilter(this);
    filter_->setTarget(tree_);
    tree_->hide();
    const auto go = [this](QTreeWidgetItem* item) {
        if (item != nullptr)
            emit chosen(item->data(0, beginRole).value<qsizetype>());
    };
    connect(tree_, &QTreeWidget::itemClicked, this, go);
    connect(tree_, &QTreeWidget::itemActivated, this, go);
    connect(filter_, &SearchField::filterChanged, this, &OutlinePanel::applyFilter);
    connect(themeNotifier(), &ThemeNotifier::changed, this, [this] { // the same rows in other colours
        QVector<bool> unfolded;
        for (int i = 0; i < tree_->topLevelItemCount(); ++i)
            unfolded.push_back(tree_->topLevelItem(i)->isExpanded());
        setOutline(std::exchange(shown_, {}));
        setCurrent(caret_); // which unfolds what it is in
        for (int i = 0; i < tree_->topLevelItemCount(); ++i)
            tree_->topLevelItem(i)->setExpanded(unfolded.value(i, true));
    });
}

void OutlinePanel::setEmptySentence(const QString& sentence)
{
    emptySentence_ = sentence;
    empty_->say(sentence);
}

void OutlinePanel::setOutline(const QVector<OutlineEntry>& classes)
{
    empty_->say(emptySentence_);
    if (isSame(classes, shown_) && tree_->topLevelItemCount() == classes.size()) { // only places moved: keep what is unfolded
        for (int i = 0; i < tree_->topLevelItemCount(); ++i)
            placeItem(*tree_->topLevelItem(i), classes[i]);
        shown_ = classes;
        return;
    }
    shown_ = classes;
    tree_->clear();
    for (const OutlineEntry& one : classes) {
        QTreeWidgetItem* item = makeItem(one);
        placeItem(*item, one);
        tree_->addTopLevelItem(item);
    }
    tree_->expandAll();
    nameWidth_ = -1;
    placeColumns();
    showQuietly(*tree_, !classes.isEmpty());
    empty_->setVisible(classes.isEmpty());
    filter_->setVisible(!classes.isEmpty());
    applyFilter();
}

/// Names are read before details: they get what they need, but no more than the dock has.
void OutlinePanel::placeColumns()
{
    if (nameWidth_ < 0) {
        tree_->resizeColumnToContents(0);
        nameWidth_ = tree_->columnWidth(0);
    }
    const int all = tree_->viewport()->width();
    const int names = std::max(tree_->header()->minimumSectionSize(), std::min(nameWidth_, all));
    const bool hasDetails = all - names >= leastDetail;
    tree_->setColumnWidth(0, hasDetails ? names : all);
    tree_->setColumnHidden(1, !hasDetails);
    if (hasDetails)
        tree_->setColumnWidth(1, all - names);
}

bool OutlinePanel::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == tree_->viewport() && event->type() == QEvent::Resize)
        placeColumns();
    return QWidget::eventFilter(watched, event);
}

void OutlinePanel::setCurrent(qsizetype offset)
{
    caret_ = offset;
    QTreeWidgetItem* found = nullptr;
    for (int i = 0; i < tree_->topLevelItemCount(); ++i) {
        QTreeWidgetItem* item = tree_->topLevelItem(i);
        if (offset < item->data(0, beginRole).value<qsizetype>() || offset > item->data(0, endRole).value<qsizetype>())
            continue;
        found = item;
        for (int j = 0; j < item->childCount(); ++j)
            if (offset >= item->child(j)->data(0, beginRole).value<qsizetype>() &&
                offset <= item->child(j)->data(0, endRole).value<qsizetype>())
                found = item->child(j);
    }
    if (found == tree_->currentItem() && found != nullptr)
        return;
    if (found == nullptr) {
        tree_->setCurrentItem(nullptr);
        tree_->clearSelection();
        tree_->scrollToTop();
        return;
    }
    tree_->setCurrentItem(found);
    tree_->scrollToItem(found);
}

void OutlinePanel::applyFilter()
{
    const QString wanted = filter_->text().trimmed();
    for (int i = 0; i < tree_->topLevelItemCount(); ++i) {
        QTreeWidgetItem* owner = tree_->topLevelItem(i);
        for (int j = 0; j < owner->childCount(); ++j)
            owner->child(j)->setHidden(!wanted.isEmpty() && !owner->child(j)->text(0).contains(wanted, Qt::CaseInsensitive));
    }
}

} // namespace blak::ui::code
