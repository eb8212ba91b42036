// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/roomcore/build_options.h"

namespace blak::roomcore {

BuildOptions BuildOptions::latest(roo::Format format)
{
    BuildOptions options;
    options.format = format;
    options.keepsOutside = roo::versionNumber(format) <= 12;
    options.swapsYOffsets = format == roo::Format::V13Float || format == roo::Format::V15;
    options.writesServerSection = format != roo::Format::V15;
    return options;
}

BuildOptions BuildOptions::fast(roo::Format format)
{
    BuildOptions options = latest(format);
    options.tree = TreeKind::Fast;
    options.keepsOutside = false;
    options.swapsYOffsets = true;
    return options;
}

std::string describe(const BuildOptions& options)
{
    std::string text(roo::formatName(options.format));
    text += options.tree == TreeKind::Fast ? ", our own tree" : "";
    text += options.keepsOutside ? ", outside kept" : "";
    text += options.swapsYOffsets ? ", y offsets swapped" : "";
    text += options.cutsExactly ? ", polygons cut exactly" : "";
    text += options.startBox ? ", start box given" : "";
    text += options.writesServerSection ? ", with server section" : "";
    return text;
}

} // namespace blak::roomcore
