// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/ui/debug_breakpoints.h"

#include "kodide/ui/breakpoint_dialog.h"
#include "kodide/ui/debug_lists.h"
#include "ui/empty_label.h"
#include "ui/icons.h"
#include "ui/theme.h"

#include <QCheckBox>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMenu>
#include <QToolButton>
#include <QVBoxLayout>

namespace blak::ui::code {
namespace {

constexpr int placeColumn = 0, conditionColumn = 1, noteColumn = 2;
constexpr int pathRole = Qt::UserRole;
constexpr int indexRole = Qt::UserRole + 1;

/// The row of a breakpoint, also of the reason below it.
template <class Item>
Item* rowOf(Item* item) { return item->parent() == nullptr ? item : item->parent(); }
QString pathOf(const QTreeWidgetItem* item) { return rowOf(item)->data(placeColumn, pathRole).toString(); }
int indexOf(const QTreeWidgetItem* item) { return rowOf(item)->data(placeColumn, indexRole).toInt(); }

/// Nobody waits for what is wrong with a condition: it is to be mended.
bool isFault(const LineBreakpoint& one) { return !one.is.message.empty() && !one.is.message.starts_with("waits"); }

/// A row of its own below, as wide as the list: why no world stops there, or what is logged.
void addBelow(QTreeWidgetItem& item, const QString& words, const char* sign, bool isFault = false)
{
    auto* below = new QTreeWidgetItem(&item, {words});
    below->setFirstColumnSpanned(true);
    below->setFlags(Qt::ItemIsEnabled);
    below->setForeground(placeColumn, isFault ? theme().warning : theme().text2);
    below->setToolTip(placeColumn, words);
    below->setIcon(placeColumn, icon(QLatin1String(sign), isFault ? IconTone::Warning : IconTone::Text2));
}

/// What the row says of the breakpoint beside its condition.
QString noteOf(const LineBreakpoint& one, bool waits, bool isHollow)
{
    QStringList notes;
    if (waits && isFault(one))
        notes << DebugBreakpoints::tr("does not stop");
    else if (waits)
        notes << DebugBreakpoints::tr("waits");
    else if (isHollow)
        notes << DebugBreakpoints::tr("no code");
    else if (one.is.verified && one.wanted.line > 0 && one.is.line != one.wanted.line)
        notes << DebugBreakpoints::tr("from line %1").arg(one.wanted.line); // its own has no code
    if (!one.wanted.hitCondition.empty())
        notes << DebugBreakpoints::tr("hit %1").arg(QString::fromStdString(one.wanted.hitCondition));
    if (!one.wanted.logMessage.empty())
        notes << DebugBreakpoints::tr("logs");
    if (one.wanted.oneShot)
        notes << DebugBreakpoints::tr("once");
    return notes.join(QStringLiteral(", "));
}

} // namespace

DebugBreakpoints::DebugBreakpoints(DebugSession& session, QWidget* parent)
    : QWidget(parent), session_(session), tree_(new QTreeWidget), errors_(new QCheckBox(tr("Stop at errors"))),
      errorText_(new QLineEdit),
      empty_(new EmptyLabel(tr("Click beside the number of a line, or press F9 in it, and the world stops there.")))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 6);
    column->setSpacing(4);
    column->addWidget(empty_);
    column->addWidget(tree_, 1);
    column->addWidget(makeFoot());
    tree_->setObjectName(QStringLiteral("debugBreakpoints"));
    tree_->setAccessibleName(tr("Breakpoints"));
    makeDebugList(*tree_, 3, conditionColumn);
    tree_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    tree_->setContextMenuPolicy(Qt::CustomContextMenu);
    tree_->installEventFilter(this);
    setFocusProxy(tree_);
    connect(tree_, &QWidget::customContextMenuRequested, this, &DebugBreakpoints::showMenu);
    // What changes it may be a change of one of its rows, which is not done with yet.
    connect(&session_, &DebugSession::breakpointsChanged, this, &DebugBreakpoints::refresh, Qt::QueuedConnection);
    connect(tree_, &QTreeWidget::itemChanged, this, &DebugBreakpoints::commit);
    connect(tree_, &QTreeWidget::itemDoubleClicked, this, [this](QTreeWidgetItem* item) {
        if (item->parent() == nullptr && isLineKey(pathOf(item)))
            tree_->editItem(item, conditionColumn);
        else // what is below leads to what is to be mended
            edit(rowOf(item));
    });
    connect(tree_, &QTreeWidget::itemClicked, this, [this](QTreeWidgetItem* item, int clicked) {
        if (clicked == placeColumn)
            goTo(item);
    });
}

QWidget* DebugBreakpoints::makeFoot()
{
    auto* foot = new QWidget;
    auto* rows = new QVBoxLayout(foot);
    rows->setContentsMargins(8, 0, 8, 0);
    rows->setSpacing(2);
    auto* ofErrors = new QHBoxLayout;
    ofErrors->setSpacing(4);
    ofErrors->addWidget(errors_);
    ofErrors->addWidget(errorText_, 1);
    rows->addLayout(ofErrors);
    auto* row = new QHBoxLayout;
    row->setSpacing(4);
    rows->addLayout(row);
    debug_ = new QCheckBox(tr("Stop at calls of Debug()"));
    debug_->setObjectName(QStringLiteral("debugDebugStops"));
    debug_->setToolTip(tr("Blakod calls Debug() to write a line into the log; ticked, the world stands still there"));
    connect(debug_, &QCheckBox::toggled, &session_, &DebugSession::setDebugStops);
    row->addWidget(debug_, 1);
    const auto button = [&](const char* name, const char* sign, const QString& tip, const QString& key) {
        auto* add = new QToolButton;
        add->setObjectName(QLatin1String(name));
        add->setIcon(icon(QLatin1String(sign)));
        add->setAutoRaise(true);
        add->setToolTip(tip);
        add->setAccessibleName(tip);
        connect(add, &QToolButton::clicked, this, [this, key] { addNew(key); });
        row->addWidget(add);
    };
    button("debugAddMessage", "message", tr("New breakpoint on a message"), messageBreakpoints);
    button("debugAddWrite", "property", tr("New breakpoint on a property"), writeBreakpoints);
    errors_->setObjectName(QStringLiteral("debugErrorStops"));
    errors_->setToolTip(tr("Where Blakod makes an error, such as First() of what is no list, the world stands still"));
    errorText_->setObjectName(QStringLiteral("debugErrorText"));
    errorText_->setAccessibleName(tr("Words of the errors that stop the world"));
    errorText_->setPlaceholderText(tr("with any words"));
    errorText_->setToolTip(tr("Words that an error has to hold, or classes in whose objects it comes up (&Lamp), with commas between; "
                              "none: any error stops the world"));
    errorText_->setEnabled(false);
    connect(errors_, &QCheckBox::toggled, this, &DebugBreakpoints::setErrors);
    connect(errorText_, &QLineEdit::editingFinished, this, &DebugBreakpoints::setErrors);
    connect(&session_, &DebugSession::stateChanged, this, [this] {
        errors_->setChecked(session_.errorStops());
        debug_->setChecked(session_.debugStops());
    });
    return foot;
}

void DebugBreakpoints::setErrors()
{
    QStringList texts;
    for (const QString& text : errorText_->text().split(QLatin1Char(','), Qt::SkipEmptyParts))
        if (!text.trimmed().isEmpty())
            texts << text.trimmed();
    errorText_->setEnabled(errors_->isChecked());
    if (errors_->isChecked() != session_.errorStops() || texts != session_.errorTexts())
        session_.setErrorStops(errors_->isChecked(), texts);
}

void DebugBreakpoints::refresh()
{
    QTreeWidgetItem* current = tree_->currentItem();
    const int row = current == nullptr ? -1 : tree_->indexOfTopLevelItem(rowOf(current));
    filling_ = true;
    tree_->clear();
    const auto& all = session_.breakpoints();
    for (auto it = all.begin(); it != all.end(); ++it)
        for (std::size_t i = 0; i < it.value().size(); ++i) {
            const LineBreakpoint& one = it.value()[i];
            const bool onLine = isLineKey(it.key());
            auto* item = new QTreeWidgetItem({onLine ? placeText(it.key(), one.line()) : QString::fromStdString(one.wanted.name),
                                              QString::fromStdString(one.wanted.condition)});
            const bool waits = session_.state() != DebugState::Off && one.enabled && !one.is.verified;
            const bool isHollow = session_.state() == DebugState::Off && one.enabled && !one.hollow.isEmpty();
            const QString message = isHollow ? one.hollow : QString::fromStdString(one.is.message);
            item->setText(noteColumn, noteOf(one, waits, isHollow));
            item->setToolTip(placeColumn, message);
            item->setToolTip(noteColumn, message.isEmpty() ? QString::fromStdString(one.wanted.logMessage) : message);
            item->setForeground(noteColumn, theme().text2);
            const char* const sign = onLine ? "breakpoint" : it.key() == messageBreakpoints ? "message" : "property";
            item->setIcon(placeColumn, icon(QLatin1String(sign), waits || isHollow || !one.enabled ? IconTone::Text2 : IconTone::Error));
            item->setCheckState(placeColumn, one.enabled ? Qt::Checked : Qt::Unchecked);
            if (onLine)
                item->setFlags(item->flags() | Qt::ItemIsEditable);
            item->setData(placeColumn, pathRole, it.key());
            item->setData(placeColumn, indexRole, static_cast<int>(i));
            tree_->addTopLevelItem(item);
            if (waits && !message.isEmpty())
                addBelow(*item, message, isFault(one) ? "warning" : "info", isFault(one));
            if (!one.wanted.logMessage.empty())
                addBelow(*item, QString::fromStdString(one.wanted.logMessage), "code");
            item->setExpanded(true); // it stands in the list by now
        }
    filling_ = false;
    empty_->setVisible(tree_->topLevelItemCount() == 0);
    tree_->setCurrentItem(tree_->topLevelItem(std::min(row, tree_->topLevelItemCount() - 1)));
}

void DebugBreakpoints::commit(QTreeWidgetItem* item, int)
{
    const auto index = static_cast<std::size_t>(indexOf(item));
    if (filling_ || item->parent() != nullptr || index >= session_.breakpoints()[pathOf(item)].size())
        return;
    LineBreakpoint changed = session_.breakpoints()[pathOf(item)][index];
    changed.enabled = item->checkState(placeColumn) == Qt::Checked;
    changed.wanted.condition = item->text(conditionColumn).trimmed().toStdString();
    session_.change(pathOf(item), indexOf(item), changed);
}

void DebugBreakpoints::goTo(QTreeWidgetItem* item)
{
    const auto index = static_cast<std::size_t>(indexOf(item));
    const QString path = pathOf(item);
    if (isLineKey(path) && index < session_.breakpoints()[path].size())
        emit chosen(path, session_.breakpoints()[path][index].line());
}

void DebugBreakpoints::edit(QTreeWidgetItem* item)
{
    const auto index = static_cast<std::size_t>(indexOf(item));
    if (index < session_.breakpoints()[pathOf(item)].size())
        editBreakpoint(session_, pathOf(item), indexOf(item), session_.breakpoints()[pathOf(item)][index], this);
}

void DebugBreakpoints::remove(QTreeWidgetItem* item)
{
    if (static_cast<std::size_t>(indexOf(item)) < session_.breakpoints()[pathOf(item)].size())
        session_.remove(pathOf(item), indexOf(item));
}

void DebugBreakpoints::addNew(const QString& key) { editBreakpoint(session_, key, -1, {}, this); }

void DebugBreakpoints::showMenu(const QPoint& at)
{
    auto* menu = new QMenu(this);
    menu->setObjectName(QStringLiteral("debugBreakpointsMenu"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    if (QTreeWidgetItem* item = tree_->itemAt(at); item != nullptr) {
        item = item->parent() == nullptr ? item : item->parent();
        tree_->setCurrentItem(item);
        const bool on = item->checkState(placeColumn) == Qt::Checked;
        // The row may be another one by the time that something is chosen: the current one counts.
        const auto row = [&](const char* sign, const QString& text, auto run) {
            menu->addAction(*sign == '\0' ? QIcon() : icon(QLatin1String(sign)), text, this, [this, run] {
                if (QTreeWidgetItem* current = tree_->currentItem(); current != nullptr)
                    run(current);
            });
        };
        row("pencil", tr("Edit\u2026"), [this](QTreeWidgetItem* current) { edit(current); });
        if (isLineKey(pathOf(item)))
            row("goto", tr("Go to the line"), [this](QTreeWidgetItem* current) { goTo(current); });
        row("", on ? tr("Disable") : tr("Enable"),
            [on](QTreeWidgetItem* current) { current->setCheckState(placeColumn, on ? Qt::Unchecked : Qt::Checked); });
        row("trash", tr("Remove"), [this](QTreeWidgetItem* current) { remove(current); });
        menu->addSeparator();
    }
    menu->addAction(icon(QStringLiteral("message")), tr("New on a message\u2026"), this, [this] { addNew(messageBreakpoints); });
    menu->addAction(icon(QStringLiteral("property")), tr("New on a property\u2026"), this, [this] { addNew(writeBreakpoints); });
    menu->popup(tree_->viewport()->mapToGlobal(at));
}

bool DebugBreakpoints::eventFilter(QObject* watched, QEvent* event)
{
    QTreeWidgetItem* item = tree_->currentItem();
    item = item == nullptr || item->parent() == nullptr ? item : item->parent();
    if (event->type() == QEvent::ShortcutOverride && static_cast<QKeyEvent*>(event)->key() == Qt::Key_F2) {
        event->accept(); // here it edits a row, whatever it is elsewhere
        return true;
    }
    if (event->type() == QEvent::KeyPress && item != nullptr) {
        switch (static_cast<QKeyEvent*>(event)->key()) {
        case Qt::Key_Delete: remove(item); return true;
        case Qt::Key_F2:
            if (isLineKey(pathOf(item)))
                tree_->editItem(item, conditionColumn);
            else
                edit(item);
            return true;
        case Qt::Key_Return: goTo(item); return true;
        default: break;
        }
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace blak::ui::code
