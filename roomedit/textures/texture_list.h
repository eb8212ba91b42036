// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "roomedit/textures/texture_query.h"

#include <QSortFilterProxyModel>

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
    void setSize(QSize size); ///< invalid: all sizes
    void showAll();

    const QString& query() const { return text_; }
    bool isFiltering() const;

    int numberAt(const QModelIndex& index) const;
    QModelIndex indexOf(int number) const;

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

private:
    QString text_;
    TextureQuery query_;
    Use use_ = Use::Any;
    bool onlyFavourites_ = false;
    bool onlyHere_ = false;
    QSize size_;
};

} // namespace blak::ui::textures
