// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/shortcut_page.h"

#include "studio/shell/action_registry.h"
#include "ui/elided_label.h"
#include "ui/fonts.h"
#include "ui/icons.h"
#include "ui/search_field.h"
#include "ui/theme.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QHash>
#include <QHeaderView>
#include <QKeySequenceEdit>
#include <QLabel>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace blak::ui::shell {
namespace {

enum Column { CommandColumn, WhereColumn, KeyColumn, StateColumn };

QString contextName(const QString& context)
{
    if (context.isEmpty())
        return QObject::tr("everywhere");
    return context;
}

QString keyText(const QList<QKeySequence>& keys) { return QKeySequence::listToString(keys, QKeySequence::NativeText); }

} // namespace

ShortcutPage::ShortcutPage(ActionRegistry& actions, QWidget* parent)
    : QWidget(parent), actions_(actions), filter_(new SearchField(tr("Search by command or key"))), presets_(new QComboBox),
      list_(new QTreeWidget), conflicts_(new QLabel), selected_(new ElidedLabel), keyEdit_(new QKeySequenceEdit),
      assign_(new QPushButton(tr("Assign"))), clear_(new QPushButton(tr("Remove key"))), reset_(new QPushButton(tr("Use preset")))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    auto* heading = new QLabel(tr("Keys"));
    heading->setFont(uiFont(14, QFont::DemiBold));
    column->addWidget(heading);
    auto* top = new QHBoxLayout;
    for (const KeyPreset preset : keyPresets())
        presets_->addItem(keyPresetName(preset), static_cast<int>(preset));
    presets_->setCurrentIndex(presets_->findData(static_cast<int>(actions_.preset())));
    presets_->setAccessibleName(tr("Key preset"));
    auto* presetLabel = new QLabel(tr("Preset"));
    presetLabel->setObjectName(QStringLiteral("rowLabel"));
    presetLabel->setBuddy(presets_);
    top->addWidget(presetLabel);
    top->addWidget(presets_);
    top->addStretch(1);
    filter_->setMinimumWidth(120);
    filter_->setMaximumWidth(240);
    top->addWidget(filter_, 3);
    column->addLayout(top);

    conflicts_->setObjectName(QStringLiteral("warningText"));
    conflicts_->setWordWrap(true);
    column->addWidget(conflicts_);

    list_->setHeaderLabels({tr("Command"), tr("Where"), tr("Key"), tr("State")});
    list_->setRootIsDecorated(false);
    list_->setUniformRowHeights(true);
    list_->setAccessibleName(tr("Commands and keys"));
    list_->header()->setStretchLastSection(true);
    list_->header()->setSectionResizeMode(CommandColumn, QHeaderView::Stretch);
    list_->header()->setMinimumSectionSize(40);
    fitColumns();
    column->addWidget(list_, 1);
    filter_->setTarget(list_);

    column->addWidget(selected_); // a line of its own: names are long
    auto* bottom = new QHBoxLayout;
    keyEdit_->setMinimumWidth(112);
    keyEdit_->setMaximumWidth(150);
    keyEdit_->setAccessibleName(tr("New key"));
    bottom->addWidget(keyEdit_, 3);
    bottom->addWidget(assign_);
    bottom->addWidget(clear_);
    bottom->addWidget(reset_);
    bottom->addStretch(1);
    column->addLayout(bottom);

    connect(presets_, &QComboBox::currentIndexChanged, this,
            [this] { actions_.setPreset(static_cast<KeyPreset>(presets_->currentData().toInt())); });
    connect(filter_, &SearchField::filterChanged, this, &ShortcutPage::rebuild);
    connect(&actions_, &ActionRegistry::keysChanged, this, &ShortcutPage::rebuild);
    connect(list_, &QTreeWidget::currentItemChanged, this, &ShortcutPage::showSelected);
    connect(list_, &QTreeWidget::itemActivated, this, [this] { keyEdit_->setFocus(); });
    connect(assign_, &QPushButton::clicked, this, &ShortcutPage::assign);
    connect(clear_, &QPushButton::clicked, this, [this] { actions_.setKeys(selectedId(), {}); });
    connect(reset_, &QPushButton::clicked, this, [this] { actions_.resetKeys(selectedId()); });
    rebuild();
}

void ShortcutPage::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fitColumns();
}

/// In a narrow window the command keeps a good part of the list; what is cut elsewhere, its tip says.
void ShortcutPage::fitColumns()
{
    constexpr int roomy = 620; // px
    const bool narrow = width() < roomy;
    list_->header()->setStretchLastSection(!narrow);
    list_->header()->resizeSection(WhereColumn, narrow ? 84 : 90);
    list_->header()->resizeSection(KeyColumn, narrow ? 96 : 150);
    list_->header()->resizeSection(StateColumn, narrow ? 64 : 190);
}

QString ShortcutPage::conflictText() const { return conflicts_->text(); }

QString ShortcutPage::selectedId() const
{
    const QTreeWidgetItem* item = list_->currentItem();
    return item == nullptr ? QString() : item->data(CommandColumn, Qt::UserRole).toString();
}

void ShortcutPage::edit(const QString& actionId)
{
    filter_->clear();
    for (int row = 0; row < list_->topLevelItemCount(); ++row) {
        QTreeWidgetItem* item = list_->topLevelItem(row);
        if (item->data(CommandColumn, Qt::UserRole).toString() == actionId) {
            list_->setCurrentItem(item);
            list_->scrollToItem(item);
            keyEdit_->setFocus();
            return;
        }
    }
}

/// What is so at times only: a key that the command has then, or that another one takes from it.
QString ShortcutPage::atTimes(const ActionSpec& spec) const
{
    if (const FirstKeys first = actions_.firstKeys(spec.id); !first.keys.isEmpty())
        return tr("%1 %2").arg(keyText(first.keys), first.when);
    for (const QKeySequence& key : actions_.presetKeys(spec))
        if (const FirstKeys* taker = actions_.takerOf(spec.id, key); taker != nullptr)
            return tr("%1 is \"%2\" %3")
                .arg(key.toString(QKeySequence::NativeText), QString(actions_.spec(taker->id)->text).remove(u'&'), taker->when);
    return {};
}

void ShortcutPage::rebuild()
{
    const QString keep = selectedId();
    rebuilding_ = true;
    list_->clear();
    const QVector<KeyConflict> conflicts = actions_.conflicts();
    QHash<QString, QString> clashes;
    const auto clash = [&](const QString& id, const QString& other) {
        QString name = actions_.spec(other)->text;
        clashes.insert(id, tr("also %1").arg(name.remove(u'&')));
    };
    for (const KeyConflict& one : conflicts) {
        clash(one.firstId, one.secondId);
        clash(one.secondId, one.firstId);
    }
    conflicts_->setText(conflicts.isEmpty() ? QString()
                        : conflicts.size() == 1
                            ? tr("1 key is wanted by two commands; they stand first.")
                            : tr("%1 keys are wanted by two commands each; they stand first.").arg(conflicts.size()));
    conflicts_->setVisible(!conflicts.isEmpty());

    QVector<const ActionSpec*> rows;
    for (const ActionSpec& spec : actions_.specs())
        rows.push_back(&spec);
    std::stable_sort(rows.begin(), rows.end(),
                     [&](const ActionSpec* a, const ActionSpec* b) { return clashes.contains(a->id) > clashes.contains(b->id); });
    const QString wanted = filter_->text().trimmed();
    for (const ActionSpec* spec : rows) {
        QString text = spec->text;
        text.remove(u'&');
        const QString keys = keyText(actions_.shownKeys(spec->id));
        if (!wanted.isEmpty() && !text.contains(wanted, Qt::CaseInsensitive) && !keys.contains(wanted, Qt::CaseInsensitive))
            continue;
        const QString state = clashes.contains(spec->id)      ? clashes.value(spec->id)
                              : actions_.hasOwnKeys(spec->id) ? tr("your own")
                                                              : atTimes(*spec);
        auto* item = new QTreeWidgetItem({text, contextName(spec->context), keys, state});
        item->setData(CommandColumn, Qt::UserRole, spec->id);
        item->setIcon(CommandColumn, icon(spec->icon.isEmpty() ? QStringLiteral("command") : spec->icon, IconTone::Text2));
        item->setForeground(WhereColumn, theme().text2);
        for (const int cut : {int{CommandColumn}, int{WhereColumn}, int{KeyColumn}, int{StateColumn}})
            item->setToolTip(cut, item->text(cut));
        if (clashes.contains(spec->id)) {
            item->setIcon(StateColumn, icon(QStringLiteral("warning"), IconTone::Warning));
            item->setForeground(StateColumn, theme().warning);
        }
        list_->addTopLevelItem(item);
        if (spec->id == keep)
            list_->setCurrentItem(item);
    }
    if (list_->currentItem() == nullptr && list_->topLevelItemCount() > 0)
        list_->setCurrentItem(list_->topLevelItem(0));
    rebuilding_ = false;
    showSelected();
}

void ShortcutPage::showSelected()
{
    if (rebuilding_)
        return;
    const ActionSpec* spec = actions_.spec(selectedId());
    QString text = spec == nullptr ? tr("Select a command to change its key.") : spec->text;
    selected_->setText(text.remove(u'&'));
    for (QWidget* widget : {static_cast<QWidget*>(keyEdit_), static_cast<QWidget*>(assign_), static_cast<QWidget*>(clear_)})
        widget->setEnabled(spec != nullptr);
    reset_->setEnabled(spec != nullptr && actions_.hasOwnKeys(spec->id));
    const QList<QKeySequence> keys = spec == nullptr ? QList<QKeySequence>{} : actions_.keys(spec->id);
    keyEdit_->setKeySequence(keys.isEmpty() ? QKeySequence() : keys.first());
}

void ShortcutPage::assign()
{
    const QKeySequence key = keyEdit_->keySequence();
    if (!selectedId().isEmpty())
        actions_.setKeys(selectedId(), key.isEmpty() ? QList<QKeySequence>{} : QList<QKeySequence>{key});
}

} // namespace blak::ui::shell
