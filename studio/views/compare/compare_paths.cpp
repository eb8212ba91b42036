// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/views/compare/compare_paths.h"

namespace blak::ui {
namespace {

const QLatin1String scheme("compare:");
constexpr QChar parting(0x1F); // unit separator: no file name that anybody types has one

} // namespace

QString comparePath(const QString& left, const QString& right) { return scheme + left + parting + right; }

std::optional<std::pair<QString, QString>> comparedFiles(const QString& path)
{
    const qsizetype at = path.indexOf(parting);
    if (!path.startsWith(scheme) || at < 0)
        return std::nullopt;
    return std::pair(path.mid(scheme.size(), at - scheme.size()), path.mid(at + 1));
}

} // namespace blak::ui
