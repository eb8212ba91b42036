// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

/// Old files hold Windows-1252 text. The five bytes that the code page leaves open (81 8D 8F 90 9D) map to the control
/// characters of the same number, so that every byte string survives the way to UTF-8 and back.
namespace blak::windows1252 {

std::string toUtf8(std::string_view bytes);

/// Nothing when the text is no valid UTF-8 or has a character that the code page lacks.
std::optional<std::string> fromUtf8(std::string_view text);

} // namespace blak::windows1252
