// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/ui/debug_values.h"

#include "ui/fonts.h"
#include "ui/sentence.h"
#include "ui/theme.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPainter>
#include <QScopedValueRollback>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace blak::ui::code {
namespace {

constexpr std::int64_t page = 100; ///< rows that are fetched at once
constexpr int measuredRows = 60;      ///< that widths are worked out from, at each layout: objects have hundreds of properties
constexpr int nameColumn = 0, valueColumn = 1, typeColumn = 2;
constexpr int referenceRole = Qt::UserRole;   ///< of what the row holds
constexpr int countRole = Qt::UserRole + 1;   ///< elements of a list
constexpr int parentRole = Qt::UserRole + 2;  ///< reference of what holds the row
constexpr int filledRole = Qt::UserRole + 3;
constexpr int moreRole = Qt::UserRole + 4;    ///< a row that stands for the next page: where it begins

QString text(const std::string& utf8) { return QString::fromStdString(utf8); }

} // namespace

ValueTree::ValueTree(DebugSession& session, const QString& name, QWidget* parent) : QTreeWidget(parent), session_(session)
{
    setAccessibleName(name);
    setColumnCount(3);
    header()->hide();
    header()->setStretchLastSection(false);
    header()->setMinimumSectionSize(1);
    header()->setSectionResizeMode(QHeaderView::Fixed); // updateGeometries() shares the place
    header()->setResizeContentsPrecision(measuredRows);
    setIndentation(14);
    setUniformRowHeights(true);
    setTextElideMode(Qt::ElideRight);
    connect(this, &QTreeWidget::itemExpanded, this, &ValueTree::open);
}

/// Values get what place there is, long names and types only what these leave.
void ValueTree::updateGeometries()
{
    QTreeWidget::updateGeometries();
    if (sharing_)
        return;
    const QScopedValueRollback sharing(sharing_, true);
    constexpr int namePart = 45, typePart = 18; // of a hundred: so much they have whatever the values are
    const int all = viewport()->width();
    const auto wanted = [this](int column) { return std::max(1, sizeHintForColumn(column)); }; // there may be no row
    const int names = wanted(nameColumn), values = wanted(valueColumn), types = wanted(typeColumn);
    const int leastType = std::min(types, all * typePart / 100);
    const int name = std::max(std::min(names, all * namePart / 100), std::min(names, all - values - leastType));
    const int type = std::max(leastType, std::min(types, all - name - values));
    const std::array widths{name, std::max(1, all - name - type), type};
    for (int column = 0; column < static_cast<int>(widths.size()); ++column)
        if (const int width = widths[static_cast<std::size_t>(column)]; header()->sectionSize(column) != width)
            header()->resizeSection(column, width);
}

QTreeWidgetItem* ValueTree::makeRow(const dap::Variable& variable, std::int64_t parent)
{
    auto* item = new QTreeWidgetItem({text(variable.name), text(variable.value), text(variable.type).toLower()});
    item->setFont(valueColumn, monoFont());
    item->setForeground(typeColumn, theme().text2);
    if (variable.isDefault) {
        item->setText(typeColumn, tr("default"));
        item->setForeground(valueColumn, theme().text2);
    }
    item->setToolTip(valueColumn, text(variable.value));
    if (variable.mayChange) {
        item->setText(typeColumn, tr("runs code"));
        item->setForeground(typeColumn, theme().warning);
        item->setToolTip(typeColumn, tr("It sends messages, or calls what may change the world, each time the world stands still."));
    }
    item->setData(nameColumn, parentRole, QVariant::fromValue(variable.name.empty() ? 0 : parent));
    if (variable.reference > 0) {
        item->setData(nameColumn, referenceRole, QVariant::fromValue(variable.reference));
        item->setData(nameColumn, countRole, QVariant::fromValue(variable.indexed));
        item->setChildIndicatorPolicy(QTreeWidgetItem::ShowIndicator);
    }
    item->setFlags(item->flags() | Qt::ItemIsEditable);
    return item;
}

void ValueTree::open(QTreeWidgetItem* item)
{
    if (item->data(nameColumn, moreRole).isValid()) { // gives way to what it stands for
        QTreeWidgetItem* parent = item->parent();
        const auto start = item->data(nameColumn, moreRole).value<std::int64_t>();
        const auto reference = parent->data(nameColumn, referenceRole).value<std::int64_t>();
        const auto all = parent->data(nameColumn, countRole).value<std::int64_t>();
        delete item;
        return fill(parent, reference, start, all);
    }
    const auto reference = item->data(nameColumn, referenceRole).value<std::int64_t>();
    if (reference == 0 || item->data(nameColumn, filledRole).toBool())
        return;
    item->setData(nameColumn, filledRole, true);
    fill(item, reference, 0, item->data(nameColumn, countRole).value<std::int64_t>());
}

/// `all`: how many elements there are, 0 = as many as come.
void ValueTree::fill(QTreeWidgetItem* parent, std::int64_t reference, std::int64_t start, std::int64_t all)
{
    const quint64 generation = generation_;
    session_.backend().variables(reference, start, all > 0 ? page : 0,
                                 [this, parent, reference, start, all, generation](const std::vector<dap::Variable>& rows) {
                                     if (generation != generation_)
                                         return;
                                     for (const dap::Variable& row : rows)
                                         parent->addChild(makeRow(row, reference));
                                     const std::int64_t end = start + static_cast<std::int64_t>(rows.size());
                                     if (end >= all || rows.empty())
                                         return;
                                     auto* more = new QTreeWidgetItem({tr("%1 more").arg(all - end)});
                                     more->setData(nameColumn, moreRole, QVariant::fromValue(end));
                                     more->setChildIndicatorPolicy(QTreeWidgetItem::ShowIndicator);
                                     parent->addChild(more);
                                 });
}

void ValueTree::setEmptySentence(const QString& sentence)
{
    emptySentence_ = sentence;
    setAccessibleDescription(sentence);
}

void ValueTree::paintEvent(QPaintEvent* event)
{
    QTreeWidget::paintEvent(event);
    if (topLevelItemCount() > 0 || emptySentence_.isEmpty())
        return;
    constexpr int margin = 10; // as of EmptyLabel
    QPainter painter(viewport());
    painter.setPen(theme().text2);
    painter.setFont(uiFont());
    painter.drawText(viewport()->rect().adjusted(margin, margin, -margin, -margin), Qt::AlignTop | Qt::AlignLeft | Qt::TextWordWrap,
                     emptySentence_);
}

bool ValueTree::event(QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride && static_cast<QKeyEvent*>(event)->key() == Qt::Key_F2 &&
        (editTriggers() & QAbstractItemView::EditKeyPressed) != 0) {
        event->accept();
        return true;
    }
    return QTreeWidget::event(event);
}

DebugVariables::DebugVariables(DebugSession& session, QWidget* parent) : ValueTree(session, tr("Variables"), parent)
{
    setEmptySentence(tr("Values are here while the world stands still."));
    setObjectName(QStringLiteral("debugVariables"));
    setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed);
    connect(&session_, &DebugSession::frameChanged, this, &DebugVariables::refresh);
    connect(&session_, &DebugSession::valuesChanged, this, &DebugVariables::refresh);
    connect(this, &QTreeWidget::itemChanged, this, &DebugVariables::commit);
    refresh();
}

void DebugVariables::refresh()
{
    const quint64 generation = ++generation_;
    if (session_.frameId() == 0) {
        clear();
        return;
    }
    session_.backend().scopes(session_.frameId(), [this, generation](const std::vector<dap::Scope>& scopes) {
        if (generation != generation_)
            return;
        filling_ = true;
        clear();
        for (const dap::Scope& scope : scopes) {
            dap::Variable row;
            row.name = scope.name;
            row.reference = scope.reference;
            QTreeWidgetItem* item = makeRow(row, 0);
            item->setData(nameColumn, parentRole, QVariant::fromValue(std::int64_t{0}));
            item->setFont(nameColumn, uiFont(13, QFont::DemiBold));
            item->setFlags(item->flags() & ~Qt::ItemIsEditable);
            addTopLevelItem(item);
            item->setFirstColumnSpanned(true);
            item->setExpanded(!scope.expensive);
        }
        filling_ = false;
    });
}

/// A value that was typed. What comes of it, or the old value, is shown again.
void DebugVariables::commit(QTreeWidgetItem* item, int column)
{
    const auto parent = item->data(nameColumn, parentRole).value<std::int64_t>();
    if (filling_ || column != valueColumn || parent == 0 || state() != EditingState)
        return;
    session_.backend().setVariable(parent, item->text(nameColumn), item->text(valueColumn),
                                   [this](const dap::Variable&, const QString& fault) {
                                       if (!fault.isEmpty())
                                           emit session_.printed(fault + QLatin1Char('\n'), true);
                                       emit session_.valuesChanged();
                                   });
}

class DebugWatches::Tree : public ValueTree
{
public:
    explicit Tree(DebugSession& session) : ValueTree(session, DebugWatches::tr("Watches"))
    {
        setObjectName(QStringLiteral("debugWatches"));
        setEditTriggers(QAbstractItemView::NoEditTriggers);
        setEmptySentence(DebugWatches::tr("Add an expression to see its value wherever the world stands still."));
        for (const auto signal : {&DebugSession::frameChanged, &DebugSession::valuesChanged, &DebugSession::watchesChanged})
            connect(&session_, signal, this, [this] { refresh(); });
    }

protected:
    void keyPressEvent(QKeyEvent* event) override
    {
        const int row = indexOfTopLevelItem(currentItem());
        if (event->key() == Qt::Key_Delete && row >= 0)
            return session_.removeWatch(row);
        ValueTree::keyPressEvent(event);
    }

private:
    /// It has no value, and says why: in words, which are not to be taken for one.
    QTreeWidgetItem* makeFault(dap::Variable row, const QString& fault)
    {
        row.value = fault.toStdString();
        QTreeWidgetItem* item = makeRow(row, 0);
        item->setFont(valueColumn, uiFont());
        item->setForeground(valueColumn, theme().error);
        item->setToolTip(valueColumn, asSentence(fault));
        return item;
    }

    void refresh()
    {
        const quint64 generation = ++generation_;
        clear();
        for (const QString& watch : session_.watches()) {
            dap::Variable row;
            row.name = watch.toStdString();
            addTopLevelItem(makeRow(row, 0));
        }
        if (session_.frameId() == 0)
            return;
        for (int i = 0; i < session_.watches().size(); ++i)
            session_.backend().watch(session_.frameId(), session_.watches().at(i),
                                     [this, i, generation](const dap::Variable& value, const QString& fault) {
                                         if (generation != generation_)
                                             return;
                                         dap::Variable row = value;
                                         row.name = session_.watches().at(i).toStdString();
                                         delete takeTopLevelItem(i);
                                         insertTopLevelItem(i, fault.isEmpty() ? makeRow(row, 0) : makeFault(row, fault));
                                     });
    }
};

DebugWatches::DebugWatches(DebugSession& session, QWidget* parent)
    : QWidget(parent), tree_(new Tree(session)), field_(new QLineEdit)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 6);
    column->setSpacing(4);
    column->addWidget(tree_, 1);
    auto* below = new QHBoxLayout;
    below->setContentsMargins(8, 0, 8, 0);
    below->addWidget(field_);
    column->addLayout(below);
    field_->setObjectName(QStringLiteral("debugWatchField"));
    field_->setPlaceholderText(tr("Add an expression"));
    field_->setAccessibleName(tr("Expression to watch"));
    field_->setFont(monoFont());
    setFocusProxy(field_);
    connect(field_, &QLineEdit::returnPressed, this, [this, &session] {
        if (const QString text = field_->text().trimmed(); !text.isEmpty())
            session.addWatch(text);
        field_->clear();
    });
}

} // namespace blak::ui::code
