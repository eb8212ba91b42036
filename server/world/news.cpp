// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/world/news.h"

namespace blak::world {

void News::recordStatOfKind(std::int64_t kind, bool on)
{
    if (on)
        unwanted_.erase(kind);
    else
        unwanted_.insert(kind);
}

void News::webhook(std::string_view text) const
{
    if (webhooks_)
        webhooks_(text);
}

void News::stat(std::int64_t kind, std::span<const vm::Value> values) const
{
    if (stats_ && recordsStat(kind))
        stats_(kind, values);
}

} // namespace blak::world
