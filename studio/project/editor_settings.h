// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace blak::project {

/// What counts for us in windeu.ini, the settings of the old room editor.
struct EditorSettings
{
    std::string bitmapFolder; ///< bitmapdir: relative to the file, with backslashes; empty = not set
};

/// Lines "key = value", comments begin with #; what is no such line is passed over, as the old editor does.
EditorSettings parseEditorSettings(std::string_view text);

} // namespace blak::project
