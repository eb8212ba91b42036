// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bgfeditor/bgfcore/command_source.h"
#include "bgfeditor/ui/sprite_model.h"

namespace blak::ui::sprites {

/// Why a frame has no picture, in a word that stands in its place: "v9" (see SpriteModel::problem()), "missing", "damaged".
inline QString problemWord(const SpriteModel& model, int frame)
{
    const bgfcore::Frame* of = model.document().frames().find(model.frameId(frame));
    if (of == nullptr || of->image->indices() != nullptr)
        return {};
    if (model.sprite().version < 10 && of->image->isCompressed())
        return SpriteModel::tr("v9");
    const bgfcore::CommandSource* source = model.document().source();
    return source != nullptr && source->isMissing(of->file) ? SpriteModel::tr("missing") : SpriteModel::tr("damaged");
}

} // namespace blak::ui::sprites
