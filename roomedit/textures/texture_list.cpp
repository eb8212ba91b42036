// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/textures/texture_list.h"

#include "roomedit/textures/texture_model.h"

#include <algorithm>

namespace blak::ui::textures {

void TextureList::setQuery(const QString& text)
{
    text_ = text.simplified();
    query_ = TextureQuery(text);
    invalidateFilter();
}

void TextureList::setUse(Use use)
{
    use_ = use;
    invalidateFilter();
}

void TextureList::setOnlyFavourites(bool only)
{
    onlyFavourites_ = only;
    invalidateFilter();
}

void TextureList::setOnlyHere(bool only)
{
    onlyHere_ = only;
    invalidateFilter();
}

void TextureList::setOnlyRecent(bool only)
{
    onlyRecent_ = only;
    shownRecent_ = recent_;
    invalidateFilter();
    sort(only ? 0 : -1);
}

void TextureList::pick(int number)
{
    constexpr qsizetype mostRecent = 32;
    if (number <= 0)
        return;
    recent_.removeAll(number);
    recent_.prepend(number);
    recent_.resize(std::min(recent_.size(), mostRecent));
}

void TextureList::setRecent(const QVector<int>& numbers)
{
    recent_.clear();
    for (qsizetype i = numbers.size(); i-- > 0;)
        pick(numbers[i]);
    if (onlyRecent_)
        setOnlyRecent(true);
}

void TextureList::setSize(QSize size)
{
    size_ = size;
    invalidateFilter();
}

void TextureList::showAll()
{
    text_.clear();
    query_ = {};
    use_ = Use::Any;
    onlyFavourites_ = onlyHere_ = onlyRecent_ = false;
    size_ = {};
    invalidateFilter();
    sort(-1);
}

bool TextureList::isFiltering() const
{
    return !query_.isEmpty() || use_ != Use::Any || onlyFavourites_ || onlyHere_ || onlyRecent_ || size_.isValid();
}

int TextureList::numberAt(const QModelIndex& index) const { return index.data(TextureModel::NumberRole).toInt(); }

QModelIndex TextureList::indexOf(int number) const
{
    const auto* model = static_cast<const TextureModel*>(sourceModel());
    const int row = model->rowOf(number);
    return row < 0 ? QModelIndex() : mapFromSource(model->index(row));
}

bool TextureList::filterAcceptsRow(int row, const QModelIndex& parent) const
{
    const QModelIndex index = sourceModel()->index(row, 0, parent);
    if (onlyFavourites_ && !index.data(TextureModel::FavouriteRole).toBool())
        return false;
    if (onlyRecent_ && !shownRecent_.contains(index.data(TextureModel::NumberRole).toInt()))
        return false;
    if (onlyHere_ && index.data(TextureModel::HereRole).toInt() == 0)
        return false;
    if (use_ != Use::Any && (index.data(TextureModel::UsedRole).toInt() > 0) != (use_ == Use::Used))
        return false;
    const QSize size = index.data(TextureModel::SizeRole).toSize();
    if (size_.isValid() && size != size_ && size.transposed() != size_)
        return false;
    return query_.isEmpty() ||
           query_.matches(index.data(TextureModel::NumberRole).toInt(), index.data(TextureModel::NameRole).toString(), size);
}

bool TextureList::lessThan(const QModelIndex& left, const QModelIndex& right) const
{
    return shownRecent_.indexOf(left.data(TextureModel::NumberRole).toInt()) < shownRecent_.indexOf(right.data(TextureModel::NumberRole).toInt());
}

} // namespace blak::ui::textures
