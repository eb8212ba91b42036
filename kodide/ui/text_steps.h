// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/document/text_document.h"

#include <QString>

namespace blak::ui::code {

// Names of steps that are told apart by what they did to the text.
namespace step_names {
QString type();
QString erase();
QString paste();
QString cut();
QString replace();
QString replaceAll();
} // namespace step_names

/// What a list says of a step of a text: `Type "foo"`, `Paste 3 lines`, `Delete line 14`, `Indent 5 lines`, `Replace all: 24 places`.
/// `changes` have just been made; empty: the name says it. Looks at a bounded number of them and quotes a bounded number of letters.
std::string describeTextStep(const document::TextDocument& text, std::string_view name,
                             std::span<const std::unique_ptr<document::Change>> changes);

} // namespace blak::ui::code
