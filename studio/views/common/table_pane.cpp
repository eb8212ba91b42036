// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/views/common/table_pane.h"

#include "studio/views/common/cell_delegate.h"
#include "studio/views/common/text.h"
#include "ui/empty_label.h"
#include "ui/search_field.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QVBoxLayout>

#include <algorithm>

namespace blak::ui::views {
namespace {

constexpr int rowHeight = 22;
constexpr int filterWidth = 260;
constexpr int copiedRows = 200'000; ///< more than anybody pastes

} // namespace

TablePane::TablePane(const QString& placeholder, const QString& one, const QString& many, QWidget* parent)
    : QWidget(parent), one_(one), many_(many), model_(new TableModel(this)), filter_(new SearchField(placeholder, QStringLiteral("filter"))),
      table_(new QTableView), count_(new QLabel), empty_(new EmptyLabel(QString())), lower_(new QHBoxLayout)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* strip = new QWidget;
    strip->setObjectName(QStringLiteral("dockBody"));
    strip->setAttribute(Qt::WA_StyledBackground);
    strip_ = new QHBoxLayout(strip);
    strip_->setContentsMargins(8, 6, 10, 6);
    strip_->setSpacing(8);
    filter_->setMaximumWidth(filterWidth);
    filter_->setMinimumWidth(120);
    filter_->setTarget(table_);
    filter_->setAccessibleName(placeholder);
    count_->setObjectName(QStringLiteral("secondary"));
    strip_->addWidget(filter_, 1);
    strip_->addStretch(1);
    strip_->addWidget(count_);
    column->addWidget(strip);
    column->addLayout(lower_);
    column->addWidget(table_, 1);
    column->addWidget(empty_);
    column->addStretch(0);

    table_->setModel(model_);
    table_->setItemDelegate(new CellDelegate(table_));
    table_->setShowGrid(false);
    table_->setWordWrap(false);
    table_->setSelectionBehavior(QAbstractItemView::SelectRows);
    table_->setSelectionMode(QAbstractItemView::ExtendedSelection);
    table_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table_->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    table_->setTabKeyNavigation(false);
    table_->setCornerButtonEnabled(false);
    table_->setContextMenuPolicy(Qt::CustomContextMenu);
    table_->setAccessibleName(many);
    table_->verticalHeader()->hide();
    table_->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    table_->verticalHeader()->setMinimumSectionSize(rowHeight);
    table_->verticalHeader()->setDefaultSectionSize(rowHeight);
    table_->horizontalHeader()->setHighlightSections(false);
    table_->horizontalHeader()->setSectionsClickable(true);
    table_->horizontalHeader()->setFixedHeight(23);
    table_->installEventFilter(this);
    setFocusProxy(table_);

    connect(filter_, &SearchField::filterChanged, this, &TablePane::applyFilter);
    connect(table_->horizontalHeader(), &QHeaderView::sectionClicked, this, &TablePane::sortBy);
    connect(table_, &QTableView::customContextMenuRequested, this, &TablePane::showMenu);
    connect(table_, &QTableView::activated, this, [this](const QModelIndex& index) {
        if (index.isValid()) // not where the double click itself, heard first, brought other rows
            emit rowActivated(model_->sourceRow(index.row()));
    });
    connect(table_->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex& index) {
        if (index.isValid())
            emit rowChanged(model_->sourceRow(index.row()));
    });
    connect(empty_, &QLabel::linkActivated, filter_, &QLineEdit::clear);
    refresh();
}

void TablePane::addTool(QWidget* tool) { strip_->insertWidget(strip_->count() - 2, tool); }

void TablePane::addToolRow(QWidget* tool)
{
    lower_->setContentsMargins(8, 0, 8, 6);
    lower_->addWidget(tool);
    lower_->addStretch(1);
}

void TablePane::setEmptySentence(const QString& sentence)
{
    emptySentence_ = sentence;
    refresh();
}

void TablePane::setSource(std::shared_ptr<const TableSource> source)
{
    const QVector<TableColumn> columns = source->columns();
    const bool sameColumns = model_->source() != nullptr && model_->columnCount() == columns.size();
    model_->setSource(std::move(source));
    if (!sameColumns) {
        sortColumn_ = -1;
        table_->horizontalHeader()->setSortIndicatorShown(false);
        for (int i = 0; i < columns.size(); ++i) {
            table_->setColumnWidth(i, columns[i].width);
            table_->horizontalHeader()->setSectionResizeMode(i, columns[i].stretch ? QHeaderView::Stretch
                                                                                   : QHeaderView::Interactive);
        }
    } else if (sortColumn_ >= 0) {
        model_->sort(sortColumn_, sortOrder_);
    }
    model_->setFilter(filter_->text());
    refresh();
}

void TablePane::setGroups(std::vector<bool> shown)
{
    const int current = currentRow();
    model_->setGroups(std::move(shown));
    keepCurrent(current);
    refresh();
}

int TablePane::currentRow() const
{
    const QModelIndex index = table_->currentIndex();
    return index.isValid() ? model_->sourceRow(index.row()) : -1;
}

void TablePane::selectRow(int sourceRow)
{
    int row = model_->rowOf(sourceRow);
    if (row < 0 && !filter_->text().isEmpty()) {
        filter_->clear();
        row = model_->rowOf(sourceRow);
    }
    if (row < 0)
        return;
    const QModelIndex index = model_->index(row, 0);
    table_->selectionModel()->setCurrentIndex(index, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    table_->scrollTo(index);
}

void TablePane::applyFilter(const QString& words)
{
    const int current = currentRow();
    model_->setFilter(words);
    keepCurrent(current);
    refresh();
}

/// The same row stays current when it is still there, else the first one is, so that Enter in the field does something.
void TablePane::keepCurrent(int sourceRow)
{
    if (model_->rowCount() == 0)
        return;
    const int row = sourceRow < 0 ? -1 : model_->rowOf(sourceRow);
    const QModelIndex index = model_->index(std::max(row, 0), 0);
    if (row >= 0 || !filter_->text().isEmpty())
        table_->selectionModel()->setCurrentIndex(index, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    table_->scrollTo(index);
}

void TablePane::sortBy(int column)
{
    const int current = currentRow();
    if (column != sortColumn_) {
        sortColumn_ = column;
        sortOrder_ = Qt::AscendingOrder;
    } else if (sortOrder_ == Qt::AscendingOrder) {
        sortOrder_ = Qt::DescendingOrder;
    } else {
        sortColumn_ = -1;
    }
    QHeaderView* header = table_->horizontalHeader();
    header->setSortIndicatorShown(sortColumn_ >= 0);
    header->setSortIndicator(sortColumn_, sortOrder_);
    model_->sort(sortColumn_, sortOrder_);
    keepCurrent(current);
}

QString TablePane::countText() const
{
    const int all = model_->allRows();
    const int shown = model_->rowCount();
    return shown == all ? counted(all, one_, many_) : tr("%1 of %2").arg(grouped(shown), counted(all, one_, many_));
}

void TablePane::refresh()
{
    const bool nothing = model_->rowCount() == 0;
    const QString words = filter_->text().trimmed();
    if (nothing && model_->allRows() == 0)
        empty_->say(emptySentence_.isEmpty() ? tr("There are no %1 in this file.").arg(many_) : emptySentence_);
    else if (nothing)
        empty_->say(words.isEmpty() ? tr("None of these.") : tr("No %1 match \u201c%2\u201d.").arg(many_, words),
                    words.isEmpty() ? QString() : tr("Show all %1").arg(grouped(model_->allRows())));
    empty_->setVisible(nothing);
    table_->setVisible(!nothing);
    count_->setText(countText());
    emit countChanged();
}

QString TablePane::selectedText() const
{
    QModelIndexList rows = table_->selectionModel()->selectedRows();
    std::sort(rows.begin(), rows.end());
    QStringList lines;
    for (const QModelIndex& index : rows) {
        if (lines.size() >= copiedRows)
            break;
        QStringList cells;
        for (int column = 0; column < model_->columnCount(); ++column)
            cells << model_->index(index.row(), column).data().toString().replace(QLatin1Char('\t'), QLatin1Char(' '));
        lines << cells.join(QLatin1Char('\t'));
    }
    return lines.join(QLatin1Char('\n'));
}

void TablePane::copy()
{
    if (table_->selectionModel()->hasSelection())
        QGuiApplication::clipboard()->setText(selectedText());
}

void TablePane::showMenu(const QPoint& at)
{
    const QModelIndex index = table_->indexAt(at);
    if (!index.isValid())
        return;
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("Copy rows"), QKeySequence(QKeySequence::Copy), this, &TablePane::copy);
    menu->addAction(tr("Copy \u201c%1\u201d").arg(oneLine(index.data().toString()).left(40)), this,
                    [text = index.data().toString()] { QGuiApplication::clipboard()->setText(text); });
    menu->popup(table_->viewport()->mapToGlobal(at));
}

bool TablePane::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != table_ || (event->type() != QEvent::KeyPress && event->type() != QEvent::ShortcutOverride))
        return QWidget::eventFilter(watched, event);
    auto* key = static_cast<QKeyEvent*>(event);
    const bool typed = !key->text().isEmpty() && key->text().at(0).isPrint() && key->text().at(0) != QLatin1Char(' ') &&
                       !(key->modifiers() & (Qt::ControlModifier | Qt::AltModifier));
    if (event->type() == QEvent::ShortcutOverride) { // plain letters and Ctrl+C are ours, not the shell's
        if (typed || key->matches(QKeySequence::Copy))
            event->accept();
        return false;
    }
    if (key->matches(QKeySequence::Copy)) {
        copy();
        return true;
    }
    if (key->matches(QKeySequence::Find)) {
        filter_->setFocus(Qt::ShortcutFocusReason);
        filter_->selectAll();
        return true;
    }
    if (typed) {
        filter_->setFocus(Qt::OtherFocusReason);
        filter_->setText(filter_->text() + key->text());
        return true;
    }
    return false;
}

} // namespace blak::ui::views
