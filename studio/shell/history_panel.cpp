// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/history_panel.h"

#include "formats/document/document.h"
#include "ui/document_view.h"
#include "ui/empty_label.h"
#include "ui/number_text.h"
#include "ui/show_quietly.h"
#include "ui/theme.h"

#include <QAbstractListModel>
#include <QListView>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QTimer>
#include <QVBoxLayout>

#include <limits>

namespace blak::ui::shell {
namespace {

QString memoryText(std::size_t bytes)
{
    constexpr double kilobyte = 1024;
    const auto size = static_cast<double>(bytes);
    if (size < kilobyte)
        return counted(static_cast<qlonglong>(bytes), QObject::tr("1 byte"), QObject::tr("%1 bytes"));
    if (size < kilobyte * kilobyte)
        return QObject::tr("%1 KB").arg(size / kilobyte, 0, 'f', 1);
    return QObject::tr("%1 MB").arg(size / (kilobyte * kilobyte), 0, 'f', 1);
}

constexpr int markRole = Qt::UserRole; ///< what stands at the right of a step; empty: nothing

/// The mark at the right has its room, whatever is written at the left.
class StepDelegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        constexpr int gap = 10; // px, at both sides of the mark
        const QString mark = index.data(markRole).toString();
        if (mark.isEmpty())
            return QStyledItemDelegate::paint(painter, option, index);
        QStyleOptionViewItem row = option;
        initStyleOption(&row, index);
        row.text = row.fontMetrics.elidedText(row.text, Qt::ElideRight, option.rect.width() - row.fontMetrics.horizontalAdvance(mark) - 3 * gap);
        option.widget->style()->drawControl(QStyle::CE_ItemViewItem, &row, painter, option.widget);
        painter->setPen(theme().text2);
        painter->drawText(option.rect.adjusted(0, 0, -gap, 0), Qt::AlignRight | Qt::AlignVCenter, mark);
    }
};

} // namespace

/// Rows straight from the history: row 0 is the document as it was opened, or as its file was made.
class HistoryModel : public QAbstractListModel
{
public:
    using QAbstractListModel::QAbstractListModel;

    void show(std::shared_ptr<document::Document> document, std::size_t first)
    {
        beginResetModel();
        document_ = std::move(document);
        first_ = first;
        endResetModel();
    }
    void changed()
    {
        beginResetModel();
        endResetModel();
    }

    int position() const { return document_ ? rowOf(document_->history().position()) : 0; }
    /// Steps in effect at a row, all that the document has.
    int stepsAt(int row) const { return row + static_cast<int>(first_); }

    int rowCount(const QModelIndex& parent = {}) const override
    {
        return parent.isValid() || !document_ ? 0 : rowOf(document_->history().size()) + 1;
    }

    QVariant data(const QModelIndex& index, int role) const override
    {
        const document::History& history = document_->history();
        const int row = index.row();
        const bool isDone = row <= position();
        if (role == Qt::ForegroundRole)
            return isDone ? QVariant() : QVariant(theme().textDisabled);
        if (role == markRole) {
            const auto saved = history.savedPosition();
            return saved && *saved == static_cast<std::size_t>(stepsAt(row)) ? QObject::tr("saved") : QString();
        }
        if (role == Qt::AccessibleTextRole) {
            const QString name = data(index, Qt::DisplayRole).toString(), mark = data(index, markRole).toString();
            return mark.isEmpty() ? name : QObject::tr("%1, %2").arg(name, mark);
        }
        if (row == 0)
            return role != Qt::DisplayRole ? QVariant() : first_ > 0 ? QObject::tr("As it was created") : QObject::tr("As it was opened");
        const auto step = static_cast<std::size_t>(stepsAt(row) - 1);
        if (role == Qt::DisplayRole) {
            const std::string_view name = history.name(step);
            return QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
        }
        if (role == Qt::ToolTipRole)
            return QObject::tr("Enter or a double click goes there. Holds %1; the history of this document %2, %3.")
                .arg(memoryText(history.stepMemory(step)), memoryText(history.memory()),
                     history.memoryLimit() == std::numeric_limits<std::size_t>::max()
                         ? QObject::tr("and nothing of it is forgotten")
                         : QObject::tr("of at most %1").arg(memoryText(history.memoryLimit())));
        return {};
    }

private:
    /// Row 0 where a step that made the file was taken back.
    int rowOf(std::size_t steps) const { return steps < first_ ? 0 : static_cast<int>(steps - first_); }

    std::shared_ptr<document::Document> document_;
    std::size_t first_ = 0; ///< steps that made the file
};

HistoryPanel::HistoryPanel(QWidget* parent)
    : QWidget(parent), model_(new HistoryModel(this)), list_(new QListView), empty_(new EmptyLabel(QString()))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(empty_);
    column->addWidget(list_, 1);
    list_->setModel(model_);
    list_->setUniformItemSizes(true);
    list_->setItemDelegate(new StepDelegate(list_));
    list_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    list_->setAccessibleName(tr("Steps"));
    setFocusProxy(list_);
    connect(list_, &QListView::activated, this, [this](const QModelIndex& row) { goTo(row.row()); });
    refresh();
}

void HistoryPanel::setDocument(DocumentView* view)
{
    view_ = view;
    const std::shared_ptr<document::Document> document = view == nullptr ? nullptr : view->document();
    const bool hasHistory = document && document->canEdit();
    connection_.end();
    if (hasHistory)
        connection_ = document->history().notices().connect([this](const document::HistoryNotice& notice) {
            using Kind = document::HistoryNotice::Kind;
            if (notice.kind == Kind::BeforeChange || notice.kind == Kind::AfterChange || std::exchange(refreshing_, true))
                return;
            QTimer::singleShot(0, this, &HistoryPanel::refresh); // many steps, one refresh; after the history is done
        });
    model_->show(hasHistory ? document : nullptr, hasHistory && firstStep_ ? firstStep_(*document) : 0);
    refresh();
}

void HistoryPanel::goTo(int steps)
{
    DocumentView* view = view_.data();
    if (view == nullptr || view->document() == nullptr || steps < 0)
        return;
    const int position = model_->stepsAt(steps);
    const std::shared_ptr<document::Document> document = view->document();
    const document::History& history = document->history();
    // Through the view, so that steps of several documents are taken back in all of them. Each step must get nearer.
    while (static_cast<int>(history.position()) > position) {
        const std::size_t before = history.position();
        view->undo();
        if (history.position() >= before)
            break;
    }
    while (static_cast<int>(history.position()) < position) {
        const std::size_t before = history.position();
        view->redo();
        if (history.position() <= before)
            break;
    }
    refresh();
}

QStringList HistoryPanel::shownSteps() const
{
    QStringList steps;
    for (int row = 0; row < model_->rowCount(); ++row)
        steps << model_->index(row).data().toString();
    return steps;
}

int HistoryPanel::position() const { return list_->currentIndex().row(); }

void HistoryPanel::refresh()
{
    refreshing_ = false;
    model_->changed();
    const int rows = model_->rowCount();
    if (rows > 0)
        list_->setCurrentIndex(model_->index(model_->position()));
    empty_->say(rows > 0 ? tr("No edits yet. Each one becomes a step here that you can go back to.")
                : view_  ? tr("This document is only shown, so it has no history.")
                         : tr("Open a document to see its steps."));
    empty_->setVisible(rows <= 1);
    showQuietly(*list_, rows > 1);
}

} // namespace blak::ui::shell
