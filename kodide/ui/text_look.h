// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kodide/ui/code_editor.h"

#include <QColor>

#include <memory>
#include <string_view>
#include <vector>

namespace blak::ui {
class Project;
}

/// How the editor shows texts, also for views that paint one themselves.
namespace blak::ui::code {

/// In the theme of now.
QColor colourOf(KodStyle style);

/// Whether the editor shows a text in colours: neither a very large one nor one with very long lines.
bool isColoured(const QByteArray& text);

/// Columns of a tab: as set by the user, or as usual in the language.
int tabColumns(TextLanguage language);

/// Of the Blakod in a project; of none: the classic one.
const kod::Dialect& dialectOf(const Project* project);

/// Bytes of a text that have the colour of a style.
struct StyleRun
{
    std::size_t begin = 0;
    std::size_t end = 0;
    KodStyle style = KodStyle::Plain;
};

/// What the editor would show of a text: runs in their order, the rest in the usual colour; none where it shows no colours. Of Blakod
/// `path` is the source, beside which its includes are looked for. Only in the thread of the widgets.
std::vector<StyleRun> styleRuns(TextLanguage language, std::string_view text, const QString& path, const std::shared_ptr<Project>& project);

} // namespace blak::ui::code
