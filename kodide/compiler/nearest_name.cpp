// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/compiler/nearest_name.h"

#include "kodide/compiler/characters.h"

#include <algorithm>

namespace blak::kod {
namespace {

constexpr std::size_t shortest = 3, longest = 99; ///< names that are guessed, letters

} // namespace

NearestName::NearestName(std::string_view wrong) : wrong_(wrong)
{
    if (wrong.size() < shortest || wrong.size() > longest)
        return;
    allowed_ = wrong.size() < 4 ? 1 : wrong.size() < 8 ? 2 : 3;
    best_ = allowed_ + 1;
    row_.resize(wrong.size() + 1);
}

void NearestName::consider(std::string_view name)
{
    if (allowed_ == 0 || name.size() > wrong_.size() + allowed_ || wrong_.size() > name.size() + allowed_)
        return;
    for (std::size_t i = 0; i < row_.size(); ++i)
        row_[i] = i;
    for (std::size_t j = 0; j < name.size(); ++j) {
        std::size_t diagonal = row_[0]++;
        for (std::size_t i = 0; i < wrong_.size(); ++i) {
            const std::size_t change = diagonal + (lower(wrong_[i]) != lower(name[j]));
            diagonal = row_[i + 1];
            row_[i + 1] = std::min({change, row_[i] + 1, row_[i + 1] + 1});
        }
    }
    if (row_.back() > 0 && row_.back() < best_) {
        best_ = row_.back();
        found_ = name;
    }
}

} // namespace blak::kod
