// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/settings_dialog.h"

#include "studio/shell/action_registry.h"
#include "studio/shell/scale.h"
#include "studio/shell/settings_file.h"
#include "studio/shell/settings_pages.h"
#include "studio/shell/shortcut_page.h"
#include "ui/empty_label.h"
#include "ui/quiet_wheel.h"
#include "ui/search_field.h"
#include "ui/theme.h"

#include <QAbstractSpinBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QSlider>
#include <QStackedWidget>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace blak::ui::shell {
namespace {

/// By SettingsDialog::Page.
constexpr std::array pageNames{
    QT_TRANSLATE_NOOP("blak::ui::shell::SettingsDialog", "Appearance"),
    QT_TRANSLATE_NOOP("blak::ui::shell::SettingsDialog", "Editor"),
    QT_TRANSLATE_NOOP("blak::ui::shell::SettingsDialog", "Keys"),
    QT_TRANSLATE_NOOP("blak::ui::shell::SettingsDialog", "Memory"),
    QT_TRANSLATE_NOOP("blak::ui::shell::SettingsDialog", "Carry along"),
    QT_TRANSLATE_NOOP("blak::ui::shell::SettingsDialog", "About"),
};

// px
constexpr int treeWidth = 190;
constexpr int narrowTree = 146;
constexpr int narrowDialog = 700;

} // namespace

QString settingsPageName(int page) { return SettingsDialog::tr(pageNames[static_cast<std::size_t>(page)]); }

const QVector<SettingRow>& settingRows()
{
    using Dialog = SettingsDialog;
    static const QVector<SettingRow> rows{
        {Dialog::Appearance, Dialog::tr("Theme"), Dialog::tr("dark light system colours")},
        {Dialog::Appearance, Dialog::tr("Scale"), Dialog::tr("size zoom large small letters")},
        {Dialog::Editor, Dialog::tr("Font"), Dialog::tr("family typeface letters text code monospace")},
        {Dialog::Editor, Dialog::tr("Size of letters"), Dialog::tr("font text pixels zoom")},
        {Dialog::Editor, Dialog::tr("Line spacing"), Dialog::tr("height of lines leading")},
        {Dialog::Editor, Dialog::tr("Tab width"), Dialog::tr("tabs tabulator size indentation indent columns spaces")},
        {Dialog::Editor, Dialog::tr("Ruler"), Dialog::tr("vertical line column margin edge guide")},
        {Dialog::Editor, Dialog::tr("Wrap long lines"), Dialog::tr("word wrapping break soft")},
        {Dialog::Editor, Dialog::tr("Help while typing Blakod"), Dialog::tr("completion names parameters autocomplete intellisense")},
        {Dialog::Keys, Dialog::tr("Preset"), Dialog::tr("keyboard mouse shortcuts bindings doom builder trenchbroom")},
        {Dialog::Memory, Dialog::tr("Pictures kept"), Dialog::tr("cache limit megabytes textures sprites")},
        {Dialog::CarryAlong, Dialog::tr("Export"), Dialog::tr("settings file save backup")},
        {Dialog::CarryAlong, Dialog::tr("Import"), Dialog::tr("settings file load other machine")},
    };
    return rows;
}

SettingsDialog::SettingsDialog(ActionRegistry& actions, Pictures pictures, QWidget* parent)
    : QDialog(parent), actions_(actions), pictures_(std::move(pictures)), search_(new SearchField(tr("Search settings"))),
      nothing_(new EmptyLabel(tr("No setting matches."), tr("Show all settings"))), tree_(new QTreeWidget), pages_(new QStackedWidget), keys_(new ShortcutPage(actions))
{
    setWindowTitle(tr("Settings"));
    resize(900, 580);
    tree_->setHeaderHidden(true);
    tree_->setFixedWidth(treeWidth);
    tree_->setAccessibleName(tr("Pages"));
    search_->setAccessibleName(tr("Search settings"));
    search_->setTarget(tree_);
    for (int page = 0; page < static_cast<int>(pageNames.size()); ++page) {
        auto* item = new QTreeWidgetItem(tree_, {settingsPageName(page)});
        item->setData(0, Qt::UserRole, page);
        for (const SettingRow& row : settingRows())
            if (row.page == page) {
                auto* child = new QTreeWidgetItem(item, {row.name});
                child->setData(0, Qt::UserRole, page);
                child->setData(0, Qt::UserRole + 1, row.words);
            }
    }
    keys_->presets()->setAccessibleName(tr("Preset"));
    for (QWidget* page : {makeAppearancePage(), makeEditorPage(), static_cast<QWidget*>(keys_), makeMemoryPage(pictures_),
                          carryPage(), makeAboutPage()})
        pages_->addWidget(page);
    pages_->addWidget(nothing_);
    connect(nothing_, &EmptyLabel::linkActivated, search_, &QLineEdit::clear);
    for (QWidget* field : pages_->findChildren<QWidget*>()) // what is chosen here holds at once, for all: not by a wheel that passes
        if (qobject_cast<QComboBox*>(field) != nullptr || qobject_cast<QAbstractSpinBox*>(field) != nullptr ||
            qobject_cast<QSlider*>(field) != nullptr)
            quietWheel(field);
    auto* left = new QVBoxLayout;
    left->setSpacing(6);
    left->addWidget(search_);
    left->addWidget(tree_, 1);
    QSizePolicy place = tree_->sizePolicy();
    place.setRetainSizeWhenHidden(true); // else the page would move when nothing is found
    tree_->setSizePolicy(place);
    auto* row = new QHBoxLayout;
    row->addLayout(left);
    row->addSpacing(8);
    row->addWidget(pages_, 1);
    auto* buttons = new QDialogButtonBox;
    buttons->addButton(tr("Close"), QDialogButtonBox::RejectRole); // no button for Enter: it belongs to the fields
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(12, 12, 12, 12);
    column->setSpacing(10);
    column->addLayout(row, 1);
    column->addWidget(buttons);
    connect(tree_, &QTreeWidget::currentItemChanged, this, [this](const QTreeWidgetItem* item) {
        if (item == nullptr)
            return;
        pages_->setCurrentIndex(item->data(0, Qt::UserRole).toInt());
        mark(item->parent() == nullptr ? QString() : item->text(0));
    });
    connect(tree_, &QTreeWidget::itemActivated, this, [this](const QTreeWidgetItem* item) {
        if (item->parent() != nullptr)
            showSetting(item->text(0));
        else if (item->childCount() > 0) // a page alone: its first setting
            showSetting(item->child(0)->text(0));
    });
    connect(search_, &SearchField::filterChanged, this, &SettingsDialog::filterPages);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    for (QPushButton* button : findChildren<QPushButton*>())
        button->setAutoDefault(false);
    showPage(Appearance);
}

/// What the pages have no room for, the tree gives.
void SettingsDialog::resizeEvent(QResizeEvent* event)
{
    QDialog::resizeEvent(event);
    tree_->setFixedWidth(width() < narrowDialog ? narrowTree : treeWidth);
}

void SettingsDialog::keyPressEvent(QKeyEvent* event)
{
    if (event->key() != Qt::Key_Return && event->key() != Qt::Key_Enter) {
        QDialog::keyPressEvent(event);
        return;
    }
    if (auto* button = qobject_cast<QPushButton*>(focusWidget()))
        button->click();
}

void SettingsDialog::showPage(Page page) { tree_->setCurrentItem(tree_->topLevelItem(page)); }

SettingsDialog::Page SettingsDialog::page() const { return static_cast<Page>(pages_->currentIndex()); }

void SettingsDialog::showSetting(const QString& name)
{
    for (const SettingRow& row : settingRows()) {
        if (row.name != name)
            continue;
        QTreeWidgetItem* item = tree_->topLevelItem(row.page);
        for (int i = 0; i < item->childCount(); ++i)
            if (item->child(i)->text(0) == name)
                tree_->setCurrentItem(item->child(i));
        for (auto* control : pages_->widget(row.page)->findChildren<QWidget*>())
            if (control->accessibleName() == name && control->focusPolicy() != Qt::NoFocus) {
                control->setFocus(Qt::ShortcutFocusReason);
                if (auto* number = qobject_cast<QAbstractSpinBox*>(control)) // what is typed takes the place of what it is
                    number->selectAll();
                if (auto* area = qobject_cast<QScrollArea*>(pages_->widget(row.page)))
                    area->ensureWidgetVisible(control);
            }
    }
}

/// The name of the setting that is chosen at the left has another ground; none: of no setting.
void SettingsDialog::mark(const QString& name)
{
    for (QLabel* label : pages_->findChildren<QLabel*>()) {
        const QWidget* control = label->buddy();
        if (control == nullptr)
            continue;
        const bool isMeant = !name.isEmpty() && control->accessibleName() == name;
        QPalette colours;
        if (isMeant)
            colours.setColor(QPalette::Window, theme().selectedInactive);
        label->setPalette(colours);
        label->setAutoFillBackground(isMeant);
        if (auto* area = qobject_cast<QScrollArea*>(pages_->currentWidget()); isMeant && area != nullptr && area->isAncestorOf(label))
            area->ensureWidgetVisible(label);
    }
}

/// Pages and settings whose names or words hold all that was typed; the first one is shown.
void SettingsDialog::filterPages(const QString& words)
{
    const QStringList wanted = words.split(u' ', Qt::SkipEmptyParts);
    const auto matches = [&](const QString& text) {
        return std::ranges::all_of(wanted, [&](const QString& word) { return text.contains(word, Qt::CaseInsensitive); });
    };
    QTreeWidgetItem* first = nullptr;
    for (int i = 0; i < tree_->topLevelItemCount(); ++i) {
        QTreeWidgetItem* page = tree_->topLevelItem(i);
        bool any = matches(page->text(0));
        for (int j = 0; j < page->childCount(); ++j) {
            QTreeWidgetItem* row = page->child(j);
            const bool hit = matches(page->text(0) + u' ' + row->text(0) + u' ' + row->data(0, Qt::UserRole + 1).toString());
            row->setHidden(!hit);
            if (hit && first == nullptr)
                first = row;
            any = any || hit;
        }
        page->setHidden(!any);
        page->setExpanded(!wanted.isEmpty() && any);
        if (any && first == nullptr)
            first = page;
    }
    tree_->setVisible(first != nullptr);
    if (first == nullptr) {
        pages_->setCurrentWidget(nothing_);
        return;
    }
    if (!wanted.isEmpty())
        tree_->setCurrentItem(first);
    if (const QTreeWidgetItem* chosen = tree_->currentItem(); chosen != nullptr)
        pages_->setCurrentIndex(chosen->data(0, Qt::UserRole).toInt()); // also where it is the one of before
}

QWidget* SettingsDialog::carryPage()
{
    return makeCarryPage([this](const QString& file) { return exportTo(file); },
                         [this](const QString& file) { return importFrom(file); });
}

QString SettingsDialog::exportTo(const QString& file)
{
    actions_.saveSettings();
    const auto done = exportSettings(file);
    return done ? QString() : QString::fromStdString(done.error().text());
}

QString SettingsDialog::importFrom(const QString& file)
{
    const int scale = savedScale();
    const auto done = importSettings(file);
    if (!done)
        return QString::fromStdString(done.error().text());
    applySettings();
    actions_.loadSettings();
    if (savedScale() != scale)
        emit scaleNotifier()->changed();
    return {};
}

} // namespace blak::ui::shell
