// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "roomedit/textures/texture_query.h"

#include <QSortFilterProxyModel>
#include <QVector>

namespace blak::ui::textures {

/// The textures that a search and the switches let through.
class TextureList : public QSortFilterProxyModel
{
    Q_OBJECT

public:
    enum class Use : int { Any, Used, Unused };

    using QSortFilterProxyModel::QSortFilterProxyModel;

    void setQuery(const QString& text);
    void setUse(Use use);
    void setOnlyFavourites(bool only);
    void setOnlyHere(bool only);
    /// Those that were picked lately, the last one first.
    void setOnlyRecent(bool only);
    void pick(int number);
    const QVector<int>& recent() const { return recent_; }
    void setRecent(const QVector<int>& numbers);
    void setSize(QSize size); ///< invalid: all sizes
    void showAll();

    const QString& query() const { return text_; }
    bool isFiltering() const;

    int numberAt(const QModelIndex& index) const;
    QModelIndex indexOf(int number) const;

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;
    bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;

private:
    QString text_;
    TextureQuery query_;
    Use use_ = Use::Any;
    bool onlyFavourites_ = false;
    bool onlyHere_ = false;
    bool onlyRecent_ = false;
    QVector<int> recent_, shownRecent_; ///< what is shown stays in its order while somebody picks from it
    QSize size_;
};

} // namespace blak::ui::textures
