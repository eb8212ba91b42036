// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/views/common/table_model.h"

#include "ui/fonts.h"
#include "ui/theme.h"

#include <QStringList>

#include <algorithm>
#include <numeric>

namespace blak::ui::views {
namespace {

QColor colourOf(CellTone tone)
{
    switch (tone) {
    case CellTone::Text: return theme().text;
    case CellTone::Quiet: return theme().text2;
    case CellTone::Link: return theme().link;
    case CellTone::Good: return theme().success;
    case CellTone::Warning: return theme().warning;
    case CellTone::Error: return theme().error;
    }
    return theme().text;
}

} // namespace

QString TableSource::filterText(int row) const
{
    QString all;
    const auto count = static_cast<int>(columns().size());
    for (int column = 0; column < count; ++column)
        all += text(row, column) + QLatin1Char('\n');
    return all;
}

TableModel::TableModel(QObject* parent) : QAbstractTableModel(parent) {}

TableModel::~TableModel() = default;

void TableModel::setSource(std::shared_ptr<const TableSource> source)
{
    beginResetModel();
    source_ = std::move(source);
    columns_ = source_ == nullptr ? QVector<TableColumn>() : source_->columns();
    order_.resize(static_cast<std::size_t>(allRows()));
    std::iota(order_.begin(), order_.end(), 0);
    shown_ = order_;
    filter_.clear();
    groups_.clear();
    texts_ = {};
    if (source_ != nullptr) {
        texts_ = std::async(std::launch::async, [from = source_] {
                     auto texts = std::make_shared<Texts>();
                     texts->reserve(static_cast<std::size_t>(from->rows()));
                     for (int row = 0; row < from->rows(); ++row)
                         texts->push_back(from->filterText(row).toLower());
                     return std::shared_ptr<const Texts>(std::move(texts));
                 }).share();
    }
    endResetModel();
}

const TableModel::Texts& TableModel::texts() { return *texts_.get(); }

void TableModel::setFilter(const QString& words)
{
    if (words == filter_)
        return;
    filter_ = words;
    rebuild();
}

void TableModel::setGroups(std::vector<bool> shown)
{
    if (shown == groups_)
        return;
    groups_ = std::move(shown);
    rebuild();
}

bool TableModel::isShown(int row, const QStringList& words, const Texts& texts) const
{
    if (!groups_.empty()) {
        const auto group = static_cast<std::size_t>(source_->group(row));
        if (group >= groups_.size() || !groups_[group])
            return false;
    }
    return std::all_of(words.begin(), words.end(),
                       [&](const QString& word) { return texts[static_cast<std::size_t>(row)].contains(word); });
}

void TableModel::rebuild()
{
    if (source_ == nullptr)
        return;
    beginResetModel();
    const QStringList words = filter_.toLower().split(QLatin1Char(' '), Qt::SkipEmptyParts);
    static const Texts none;
    const Texts& all = words.isEmpty() ? none : texts();
    shown_.clear();
    std::copy_if(order_.begin(), order_.end(), std::back_inserter(shown_), [&](int row) { return isShown(row, words, all); });
    endResetModel();
}

int TableModel::rowOf(int sourceRow) const
{
    const auto found = std::find(shown_.begin(), shown_.end(), sourceRow);
    return found == shown_.end() ? -1 : static_cast<int>(found - shown_.begin());
}

int TableModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : static_cast<int>(shown_.size()); }

int TableModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : static_cast<int>(columns_.size()); }

QVariant TableModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const int row = sourceRow(index.row());
    const TableColumn& column = columns_[index.column()];
    switch (role) {
    case Qt::DisplayRole: return source_->text(row, index.column());
    case Qt::FontRole: return column.mono ? QVariant(monoFont(11.5)) : QVariant();
    case Qt::TextAlignmentRole: return QVariant(Qt::AlignVCenter | (column.right ? Qt::AlignRight : Qt::AlignLeft));
    case Qt::ForegroundRole: return colourOf(source_->tone(row, index.column()));
    default: return {};
    }
}

QVariant TableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section >= columns_.size())
        return {};
    const TableColumn& column = columns_[section];
    if (role == Qt::DisplayRole)
        return column.title;
    if (role == Qt::TextAlignmentRole)
        return QVariant(Qt::AlignVCenter | (column.right ? Qt::AlignRight : Qt::AlignLeft));
    return {};
}

void TableModel::sort(int column, Qt::SortOrder order)
{
    if (source_ == nullptr || column >= columns_.size())
        return;
    std::iota(order_.begin(), order_.end(), 0);
    const bool down = order == Qt::DescendingOrder;
    if (column >= 0) {
        std::vector<double> numbers;
        std::vector<QString> words;
        for (int row = 0; row < source_->rows(); ++row) {
            if (const auto number = source_->number(row, column))
                numbers.push_back(*number);
            else
                break;
        }
        const auto at = [](int row) { return static_cast<std::size_t>(row); };
        if (numbers.size() == order_.size()) {
            std::stable_sort(order_.begin(), order_.end(), [&](int a, int b) {
                return down ? numbers[at(b)] < numbers[at(a)] : numbers[at(a)] < numbers[at(b)];
            });
        } else {
            for (int row = 0; row < source_->rows(); ++row)
                words.push_back(source_->text(row, column).toLower());
            std::stable_sort(order_.begin(), order_.end(),
                             [&](int a, int b) { return down ? words[at(b)] < words[at(a)] : words[at(a)] < words[at(b)]; });
        }
    }
    rebuild();
}

} // namespace blak::ui::views
