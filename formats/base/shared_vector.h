// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

namespace blak {

/// A list that copies share until one of them is changed: for tables that are copied far more often than their parts are edited.
/// Copies may live in several threads.
template <typename T> class SharedVector
{
public:
    using value_type = T;
    using const_iterator = typename std::vector<T>::const_iterator;

    const_iterator begin() const { return all().begin(); }
    const_iterator end() const { return all().end(); }
    std::size_t size() const { return data_ ? data_->size() : 0; }
    bool empty() const { return size() == 0; }
    const T& operator[](std::size_t i) const { return all()[i]; }

    /// The list itself, of this copy alone.
    std::vector<T>& edit()
    {
        if (!data_)
            data_ = std::make_shared<std::vector<T>>();
        else if (data_.use_count() > 1)
            data_ = std::make_shared<std::vector<T>>(*data_);
        return *data_;
    }

private:
    const std::vector<T>& all() const
    {
        static const std::vector<T> none;
        return data_ ? *data_ : none;
    }

    std::shared_ptr<std::vector<T>> data_;
};

} // namespace blak
