// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/admin/tracer.h"

namespace blak::world {

void Tracer::trace(std::int32_t classId, std::int32_t message, bool on)
{
    if (on)
        traced_.emplace(classId, message);
    else
        traced_.erase({classId, message});
    if (traced_.empty())
        vm_.removeHook(*this);
    else
        vm_.addHook(*this);
}

void Tracer::tell(std::string_view what, std::int64_t object, std::int32_t classId, std::int32_t message)
{
    if (traced_.contains({classId, message}))
        sink_("[Trace] OBJECT " + std::to_string(object) + " " + std::string(what) + " CLASS " + vm_.className(classId) +
              " MESSAGE " + vm_.messageName(message));
}

} // namespace blak::world
