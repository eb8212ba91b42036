// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/ui/layers_panel.h"

#include "roomedit/ui/room_arranging.h"
#include "ui/empty_label.h"
#include "ui/icons.h"
#include "ui/show_quietly.h"
#include "ui/theme.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QSignalBlocker>
#include <QToolButton>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace blak::ui::rooms {

using roomcore::Arrangement;
using roomcore::PartGroup;

LayersPanel::LayersPanel(RoomModel* model, QWidget* parent)
    : QWidget(parent), model_(model), list_(new QTreeWidget(this)),
      empty_(new EmptyLabel(tr("Layers and groups sort what is drawn. Select something and press + to make a layer of it."), this))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* buttons = new QWidget(this);
    auto* row = new QHBoxLayout(buttons);
    row->setContentsMargins(6, 2, 6, 2);
    row->setSpacing(2);
    column->addWidget(buttons);
    row->addWidget(addButton("plus", tr("New layer of what is selected"), &LayersPanel::addLayer));
    row->addWidget(addButton("link", tr("New group of what is selected: a click on one part selects all"), &LayersPanel::addGroup));
    row->addWidget(put_ = addButton("goto", tr("Put what is selected into this layer or group"), &LayersPanel::putSelection));
    row->addWidget(isolate_ = addButton("eye", tr("Show this layer or group alone"), &LayersPanel::isolate));
    row->addStretch();
    row->addWidget(remove_ = addButton("trash", tr("Forget this layer or group; its parts stay"), &LayersPanel::remove));

    list_->setObjectName(QStringLiteral("layers"));
    list_->setAccessibleName(tr("Layers and groups"));
    list_->setColumnCount(ColumnCount);
    list_->setHeaderHidden(true);
    list_->setRootIsDecorated(false);
    list_->setUniformRowHeights(true);
    list_->setFrameShape(QFrame::NoFrame);
    list_->setEditTriggers(QAbstractItemView::EditKeyPressed | QAbstractItemView::DoubleClicked);
    list_->header()->setStretchLastSection(false);
    list_->header()->setMinimumSectionSize(22);
    list_->header()->setSectionResizeMode(Name, QHeaderView::Stretch);
    for (const int narrow : {Lock, Eye}) {
        list_->header()->setSectionResizeMode(narrow, QHeaderView::Fixed);
        list_->header()->resizeSection(narrow, 26);
    }
    column->addWidget(list_, 1);
    column->addWidget(empty_, 1);

    connect(list_, &QTreeWidget::itemClicked, this, &LayersPanel::click);
    connect(list_, &QTreeWidget::itemChanged, this, &LayersPanel::take);
    connect(list_, &QTreeWidget::currentItemChanged, this, [this] { refresh(); });
    connect(model_, &RoomModel::roomChanged, this, &LayersPanel::refresh);
    connect(model_, &RoomModel::selectionChanged, this, &LayersPanel::refresh);
    connect(model_, &RoomModel::groupMade, this, &LayersPanel::askForName);
    connect(themeNotifier(), &ThemeNotifier::changed, this, [this] {
        shown_.clear();
        refresh();
    });
    refresh();
}

/// A name that is just typed is not taken any more: the list goes after the rest of the panel, and would tell it.
LayersPanel::~LayersPanel() { disconnect(list_, nullptr, this, nullptr); }

QToolButton* LayersPanel::addButton(const char* iconName, const QString& text, void (LayersPanel::*run)())
{
    auto* button = new QToolButton(this);
    button->setObjectName(QStringLiteral("layers.") + QLatin1String(iconName));
    button->setIcon(ui::icon(QLatin1String(iconName)));
    button->setAutoRaise(true);
    button->setToolTip(text);
    button->setAccessibleName(text);
    connect(button, &QToolButton::clicked, this, run);
    return button;
}

int LayersPanel::current() const { return list_->currentItem() == nullptr ? -1 : list_->indexOfTopLevelItem(list_->currentItem()); }

void LayersPanel::refresh()
{
    if (model_->document() == nullptr)
        return;
    const auto& groups = model_->document()->arrangement().groups;
    const QSignalBlocker quiet(list_);
    if (groups != shown_) {
        const int before = current();
        const bool isLonger = groups.size() > shown_.size() && !shown_.empty();
        // Rows stay: this may run while one of them tells that it was clicked or has another name.
        while (list_->topLevelItemCount() > static_cast<int>(groups.size()))
            delete list_->takeTopLevelItem(list_->topLevelItemCount() - 1);
        while (list_->topLevelItemCount() < static_cast<int>(groups.size()))
            list_->addTopLevelItem(new QTreeWidgetItem);
        int row = 0;
        for (const PartGroup& group : groups) {
            QTreeWidgetItem* item = list_->topLevelItem(row++);
            const bool isLayer = group.kind == PartGroup::Kind::Layer;
            item->setText(Name, QString::fromStdString(group.name));
            item->setIcon(Name, ui::icon(isLayer ? QStringLiteral("layers") : QStringLiteral("link")));
            item->setFlags(item->flags() | Qt::ItemIsEditable);
            const auto count = static_cast<int>(group.parts.lines.size() + group.parts.sectors.size() + group.parts.things.size());
            item->setToolTip(Name, isLayer ? tr("Layer \u00b7 parts: %1").arg(count)
                                      : group.prefab.empty()
                                          ? tr("Group \u00b7 parts: %1").arg(count)
                                          : tr("Instance of %1 \u00b7 parts: %2").arg(QString::fromStdString(group.prefab)).arg(count));
            item->setIcon(Lock, ui::icon(QStringLiteral("lock"), group.isLocked ? IconTone::Accent : IconTone::Text2));
            item->setToolTip(Lock, group.isLocked ? tr("Locked: a click lets it be edited again") : tr("Lock it: nothing of it is selected"));
            item->setIcon(Eye, ui::icon(group.isHidden ? QStringLiteral("eye-off") : QStringLiteral("eye"),
                                        group.isHidden ? IconTone::Accent : IconTone::Text2));
            item->setToolTip(Eye, group.isHidden ? tr("Hidden: a click shows it again") : tr("Hide it"));
            item->setSizeHint(Name, {0, 22});
        }
        shown_ = groups;
        const auto last = static_cast<int>(groups.size()) - 1;
        if (last >= 0)
            list_->setCurrentItem(list_->topLevelItem(isLonger ? last : std::clamp(before, 0, last)));
    }
    showQuietly(*list_, !groups.empty());
    empty_->setVisible(groups.empty());
    const bool isGroup = current() >= 0;
    put_->setEnabled(isGroup && static_cast<bool>(model_->current()));
    isolate_->setEnabled(isGroup);
    remove_->setEnabled(isGroup);
}

void LayersPanel::take(QTreeWidgetItem* item, int column)
{
    if (column != Name)
        return;
    const auto group = static_cast<std::size_t>(list_->indexOfTopLevelItem(item));
    const std::string name = item->text(Name).trimmed().toStdString();
    arrange(*model_, tr("Rename"), [&](Arrangement& all) { return renameGroup(all, group, name); });
    shown_.clear(); // a name that was refused goes back
    refresh();
}

void LayersPanel::click(QTreeWidgetItem* item, int column)
{
    const auto group = static_cast<std::size_t>(list_->indexOfTopLevelItem(item));
    if (column == Name)
        return model_->selectParts(livingParts(model_->map(), model_->document()->arrangement().groups[group].parts));
    const bool isLock = column == Lock;
    bool PartGroup::* const state = isLock ? &PartGroup::isLocked : &PartGroup::isHidden;
    const bool on = !(model_->document()->arrangement().groups[group].*state);
    const QString name = isLock ? (on ? tr("Lock") : tr("Unlock")) : (on ? tr("Hide") : tr("Show"));
    arrange(*model_, name, [&](Arrangement& all) -> Result<void> {
        all.groups[group].*state = on;
        return {};
    });
}

/// Of the newest: the one that is offered stays where nothing is typed.
void LayersPanel::askForName()
{
    refresh();
    QTreeWidgetItem* item = list_->topLevelItem(list_->topLevelItemCount() - 1);
    if (item == nullptr || !isVisible())
        return;
    list_->setCurrentItem(item);
    list_->scrollToItem(item);
    list_->setFocus(Qt::OtherFocusReason);
    list_->editItem(item, Name);
}

void LayersPanel::addLayer() { makeGroup(*model_, PartGroup::Kind::Layer); }
void LayersPanel::addGroup() { makeGroup(*model_, PartGroup::Kind::Group); }

void LayersPanel::putSelection()
{
    if (current() >= 0)
        arrange(*model_, tr("Put into \u201c%1\u201d").arg(list_->currentItem()->text(Name)), [&](Arrangement& all) -> Result<void> {
            putInto(all, static_cast<std::size_t>(current()), partsOf(model_->selectedParts()));
            return {};
        });
}

void LayersPanel::isolate()
{
    if (current() >= 0)
        arrange(*model_, tr("Isolate"), [&](Arrangement& all) -> Result<void> {
            const auto parts = all.groups[static_cast<std::size_t>(current())].parts;
            roomcore::isolate(all, model_->map(), parts);
            return {};
        });
}

void LayersPanel::remove()
{
    if (current() >= 0)
        arrange(*model_, tr("Forget \u201c%1\u201d").arg(list_->currentItem()->text(Name)), [&](Arrangement& all) -> Result<void> {
            all.groups.erase(all.groups.begin() + current());
            return {};
        });
}

} // namespace blak::ui::rooms
