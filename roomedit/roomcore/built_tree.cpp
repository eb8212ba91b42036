// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/roomcore/tree_builder.h"

namespace blak::roomcore {
namespace {

/// Rounding may leave walls without a place, more so where the order of the cuts is unlucky: then the balanced order may do
/// better.
Result<BuiltTree> buildIntegerTree(const roo::Room& editorSection, const BuildOptions& options)
{
    auto sampled = TreeBuilder<SteadyIntegerArithmetic, SampledChoice>(editorSection, options, {}).build();
    if (sampled && sampled.value().lostWalls == 0)
        return sampled;
    auto balanced = TreeBuilder<SteadyIntegerArithmetic, SmallerSideChoice>(editorSection, options, {}).build();
    if (!balanced || (sampled && sampled.value().lostWalls <= balanced.value().lostWalls))
        return sampled;
    return balanced;
}

} // namespace

Result<BuiltTree> buildTree(const roo::Room& editorSection, const BuildOptions& options)
{
    if (!roo::hasFloatCoordinates(options.format)) {
        if (options.tree == TreeKind::Fast)
            return buildIntegerTree(editorSection, options);
        return TreeBuilder<IntegerArithmetic, SmallerSideChoice>(editorSection, options, {}).build();
    }
    if (options.tree == TreeKind::Fast)
        return TreeBuilder<PreciseArithmetic, SampledChoice>(editorSection, options, {}).build();
    return TreeBuilder<DoubleArithmetic, SmallerSideChoice>(editorSection, options, DoubleArithmetic(options.cutsExactly))
        .build();
}

} // namespace blak::roomcore
