// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"
#include "ui/number_text.h"

#include <QString>

#include <cstddef>
#include <filesystem>
#include <string_view>
#include <vector>

namespace blak::ui::views {

/// Windows-1252 bytes of an old file as text.
QString fromOldText(std::string_view bytes);
/// Text of our own sources: UTF-8.
QString fromUtf8(std::string_view text);

/// "1 class", "1 204 classes".
QString counted(qsizetype number, const QString& one, const QString& many);
/// One line out of many, for table cells: line ends become a mark.
QString oneLine(QString text);
/// "1.2 MB"
QString byteCount(qsizetype bytes);

std::filesystem::path filePath(const QString& path);
Result<std::vector<std::byte>> readBytes(const QString& path);

} // namespace blak::ui::views
