// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/roomcore/tree_builder.h"

namespace blak::roomcore {

Result<BuiltTree> buildTree(const roo::Room& editorSection, const BuildOptions& options)
{
    if (!roo::hasFloatCoordinates(options.format)) {
        if (options.tree == TreeKind::Fast)
            return TreeBuilder<IntegerArithmetic, SampledChoice>(editorSection, options, {}).build();
        return TreeBuilder<IntegerArithmetic, SmallerSideChoice>(editorSection, options, {}).build();
    }
    if (options.tree == TreeKind::Fast)
        return TreeBuilder<PreciseArithmetic, SampledChoice>(editorSection, options, {}).build();
    return TreeBuilder<DoubleArithmetic, SmallerSideChoice>(editorSection, options, DoubleArithmetic(options.cutsExactly))
        .build();
}

} // namespace blak::roomcore
